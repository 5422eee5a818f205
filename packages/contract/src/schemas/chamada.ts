import { type Static, Type } from 'typebox';
import { CALLS_KEPT_MAX, CALLS_SERVED_DAYS } from '../limits.ts';
import { pageQuery } from './common.ts';
import { Enum } from './enums.ts';
import { OTHER_ID, VIEWED_AT } from './example-values.ts';
import {
  dateTime,
  dateTimeInput,
  exampleOf,
  inline,
  named,
  nullable,
  pagina,
  ref,
  stringEnum,
  text,
  uuid,
} from './kit.ts';

export const Chamada = named(
  'Chamada',
  {
    requestId: uuid('O que a resposta levou em `X-Request-Id`; num erro, também no corpo.'),
    ocorridoEm: dateTime('Quando a chamada chegou.'),
    metodo: text({}, 'Método HTTP.'),
    rota: text({}, 'O caminho como este contrato o escreve, com os parâmetros entre chaves; nunca os valores.'),
    operacao: text({}, 'O `operationId` neste contrato.'),
    status: Type.Integer({ minimum: 100, maximum: 599, description: 'Código HTTP da resposta.' }),
    codigo: nullable(ref(Enum.CodigoErro), { description: 'Código do erro; nulo em caso de sucesso.' }),
    duracaoMs: Type.Integer({ minimum: 0, description: 'Da chegada da chamada até a resposta começar a sair.' }),
    tipoAtor: ref(Enum.TipoAtor, { description: 'CHAVE_API ou USUARIO, por uma sessão do painel.' }),
    ator: text({}, 'Como na trilha: o nome da pessoa, ou o da chave com o seu prefixo.'),
    credencialId: nullable(uuid(), {
      description: 'A chave, de GET /chaves-api, ou o consentimento OAuth; nulo quando foi uma sessão.',
    }),
    ip: text({}, 'De onde a chamada veio.'),
  },
  {
    description: 'Uma chamada à API com credencial da organização. Corpos, cabeçalhos e consultas não são guardados.',
    examples: [
      {
        requestId: OTHER_ID,
        ocorridoEm: VIEWED_AT,
        metodo: 'POST',
        rota: '/documentos/{documentoId}/enviar',
        operacao: 'enviarDocumento',
        status: 409,
        codigo: 'CONFLITO',
        duracaoMs: 12,
        tipoAtor: 'CHAVE_API',
        ator: 'ERP da matriz (svc_live_8fK2mQ)',
        credencialId: 'f4a6c0d8-52b7-4e13-9d6f-8c1b3e7a0d59',
        ip: '203.0.113.24',
      },
    ],
  },
);
export type Chamada = Static<typeof Chamada>;

/** How much of the record is served, stated in the listing. */
const guarda = inline(
  {
    dias: Type.Integer({
      minimum: 1,
      maximum: CALLS_SERVED_DAYS,
      description: 'Por quantos dias uma chamada aparece aqui: 90, ou o prazo de guarda de REGISTRO_CHAMADA, se menor.',
    }),
    quantidade: Type.Integer({
      description: 'Quantas a organização guarda no máximo, dos dois ambientes juntos; as mais antigas saem antes.',
    }),
  },
  { description: 'Até onde este registro vai.' },
);

export const PaginaDeChamada = named(
  'PaginaDeChamada',
  { ...pagina(Chamada).properties, guarda: Type.Optional(guarda) },
  {
    description: 'Uma página de Chamada.',
    examples: [
      {
        itens: [exampleOf(Chamada)],
        total: 1,
        proximoCursor: null,
        guarda: { dias: CALLS_SERVED_DAYS, quantidade: CALLS_KEPT_MAX },
      },
    ],
  },
);
export type PaginaDeChamada = Static<typeof PaginaDeChamada>;

export const ChamadasQuery = inline({
  ...pageQuery,
  desde: Type.Optional(dateTimeInput('Só as que chegaram neste instante ou depois.')),
  ate: Type.Optional(dateTimeInput('Só as que chegaram antes deste instante.')),
  requestId: Type.Optional(uuid('Só a chamada com este `X-Request-Id`.')),
  somenteErros: Type.Optional(Type.Boolean({ description: 'Só as que não tiveram sucesso: respostas de 400 a 599.' })),
  classe: Type.Optional(
    stringEnum(['SUCESSO', 'RECUSA', 'FALHA'], {
      description: 'SUCESSO: 2xx. RECUSA: 4xx, algo na chamada impediu. FALHA: 5xx, o serviço não deu conta.',
    }),
  ),
  tipoAtor: Type.Optional(
    stringEnum(['CHAVE_API', 'USUARIO'], { description: 'Só as feitas por chave, ou só as do painel.' }),
  ),
});
export type ChamadasQuery = Static<typeof ChamadasQuery>;
