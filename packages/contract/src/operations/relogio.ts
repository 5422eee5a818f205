import { CLOCK_STOPS_MAX, CLOCK_WAIT_MS } from '../limits.ts';
import { operation } from '../operation.ts';
import { Relogio, RelogioAvanco } from '../schemas/index.ts';
import { body, json } from './kit.ts';

const clock = { tag: 'Sandbox', credential: 'api', only: 'sandbox', added: true } as const;
const move = { ...clock, scope: 'documentos:escrever', role: 'OPERADOR', method: 'POST' } as const;

export const relogio = {
  obterRelogio: operation({
    ...clock,
    scope: 'documentos:ler',
    role: 'VISUALIZADOR',
    method: 'GET',
    path: '/relogio',
    success: 200,
    answer: json(Relogio),
    summary: 'Lê o relógio do sandbox',
    description:
      'Dá a hora de tudo o que é de teste na organização. As contas, as chaves, as sessões do painel, os limites de ' +
      'requisições, o `t` das entregas e o registro de chamadas ficam na hora real.',
  }),
  avancarRelogio: operation({
    ...move,
    path: '/relogio/avancar',
    body: body(RelogioAvanco),
    success: 200,
    answer: json(Relogio),
    errors: ['422 LIMITE_EXCEDIDO'],
    summary: 'Avança o relógio do sandbox',
    description:
      'Responde quando está feito tudo o que venceu no caminho, cada coisa na sua hora: lembretes, expirações, tentativas de ' +
      'webhooks e as mensagens que causam; códigos, descansos, cursores e endereços de download vencem com ele. Chamadas ' +
      `simultâneas se somam. Depois de ${CLOCK_STOPS_MAX} paradas, o que se repete acontece uma vez só, no destino. Se não couber em ` +
      `${CLOCK_WAIT_MS / 1000} segundos, responde 503 e segue sozinho até o destino: repita com \`ate\`, ou com a mesma \`Idempotency-Key\`.`,
  }),
  reiniciarRelogio: operation({
    ...move,
    path: '/relogio/reiniciar',
    success: 200,
    answer: json(Relogio),
    errors: ['409 CONFLITO'],
    summary: 'Volta o relógio do sandbox à hora real',
    description:
      'Só enquanto nenhum documento de teste tem na trilha um evento depois da hora real; senão, responde 409. Espera antes pelo ' +
      `que está em andamento, como POST /limpar; depois de ${CLOCK_WAIT_MS / 1000} segundos, responde 503.`,
  }),
};
