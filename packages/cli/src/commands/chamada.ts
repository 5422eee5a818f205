import { clean } from '@rubrica/verify/cli';
import type { Command } from '../command.ts';
import { EXIT, Stop } from '../exit.ts';
import { moment, tell } from '../say.ts';
import { connect } from '../settings.ts';

const HELP = `Uso: rubrica chamada REQUEST-ID

Mostra o que foi uma chamada dos últimos 90 dias, pelo requestId da sua resposta (o cabeçalho X-Request-Id, ou o do erro).
A chave precisa do escopo auditoria:ler.
`;

export const chamada: Command = {
  summary: 'mostra o que foi uma chamada, pelo requestId',
  help: HELP,
  options: {},
  async run(given, world) {
    const requestId = given.only('o requestId');
    const rubrica = await connect(given, world);
    const { itens } = await rubrica.chamadas.listar({ requestId }, { signal: world.end });
    const [found] = itens;
    if (found === undefined) {
      throw new Stop(
        EXIT.REFUSED,
        'Nenhuma chamada com este requestId: confira-o e o ambiente da chave. O registro leva alguns segundos e guarda 90 dias.',
      );
    }
    const { metodo, rota, status, codigo, ocorridoEm, duracaoMs, ator, ip } = found;
    const words = [
      clean(`${metodo} ${rota}`),
      `  resposta  ${clean(`${status} ${codigo ?? ''}`)}, em ${duracaoMs} ms`,
      `  quando    ${moment(ocorridoEm)}`,
      `  quem      ${clean(ator)}, de ${clean(ip)}`,
    ];
    tell(world, given.has('json'), found, words.join('\n'));
    return EXIT.DONE;
  },
};
