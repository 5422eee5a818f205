import type { ListarCaixaQuery, MensagemCaixa } from '@rubrica/sdk';
import { clean } from '@rubrica/verify/cli';
import { type Command, misuse } from '../command.ts';
import { EXIT } from '../exit.ts';
import { moment, tell } from '../say.ts';
import { connectToSandbox } from '../settings.ts';

const HELP = `Uso: rubrica caixa [--para DESTINO] [--aguardar S]

Mostra as mensagens que o sandbox guardou em vez de enviar, da mais nova à mais antiga, com os links e códigos que trazem.

  --para D         só as deste e-mail ou telefone
  --documento ID   só as deste documento
  --canal C        EMAIL ou SMS
  --tipo T         CONVITE, CODIGO, LEMBRETE, DELEGACAO ou DESFECHO
  --desde M        só as deste momento ou depois (RFC 3339)
  --aguardar S     se não há nenhuma, espera até S segundos por ela (1 a 25)
  --limite N       quantas mostrar (25)
  --esvaziar       apaga as mensagens
`;

function wordsOf({ canal, destino, assunto, texto, tipo, link, codigo, criadoEm }: MensagemCaixa): string {
  const head = [moment(criadoEm), canal, tipo ?? '', clean(destino)].filter((part) => part !== '').join('  ');
  const lines = [assunto ?? texto, ...(link ? [link] : []), ...(codigo ? [`código ${codigo}`] : [])];
  return [head, ...lines.map((line) => `  ${clean(line)}`)].join('\n');
}

export const caixa: Command = {
  summary: 'mostra as mensagens que o sandbox guardou',
  help: HELP,
  options: {
    para: { type: 'string' },
    documento: { type: 'string' },
    canal: { type: 'string' },
    tipo: { type: 'string' },
    desde: { type: 'string' },
    aguardar: { type: 'string' },
    limite: { type: 'string' },
    esvaziar: { type: 'boolean' },
  },
  async run(given, world) {
    given.none();
    const query = {
      destino: given.text('para'),
      documentoId: given.text('documento'),
      // What the service does not have, it refuses by name.
      canal: given.text('canal') as ListarCaixaQuery['canal'],
      tipo: given.text('tipo') as ListarCaixaQuery['tipo'],
      desde: given.text('desde'),
      aguardar: given.number('aguardar', { min: 1, max: 25 }),
      limite: given.number('limite', { min: 1, max: 100 }),
    };
    const filtered = Object.values(query).some((value) => value !== undefined);
    if (given.has('esvaziar') && filtered) throw misuse('--esvaziar apaga todas: não toma filtros.');
    const rubrica = await connectToSandbox(given, world);
    const signal = world.end;
    if (given.has('esvaziar')) {
      await rubrica.sandbox.caixa.esvaziar({ signal });
      tell(world, given.has('json'), {}, 'A caixa está vazia.');
      return EXIT.DONE;
    }
    const { itens } = await rubrica.sandbox.caixa.listar(query, { signal });
    tell(world, given.has('json'), itens, itens.map(wordsOf).join('\n\n') || 'Nenhuma mensagem.');
    return EXIT.DONE;
  },
};
