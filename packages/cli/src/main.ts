import { main as verify } from '@rubrica/verify/cli';
import { type Command, Given, misuse } from './command.ts';
import { caixa } from './commands/caixa.ts';
import { chamada } from './commands/chamada.ts';
import { doutor } from './commands/doctor.ts';
import { entrar } from './commands/entrar.ts';
import { enviar } from './commands/enviar.ts';
import { disparar } from './commands/fire.ts';
import { links } from './commands/links.ts';
import { ouvir } from './commands/listen.ts';
import { vigia } from './commands/watch.ts';
import { testemunha } from './commands/witness.ts';
import { codeOf, EXIT, Stop } from './exit.ts';
import { jsonOf, problemOf, sentenceOf } from './say.ts';
import type { World } from './world.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  entrar,
  enviar,
  links,
  ouvir,
  caixa,
  disparar,
  chamada,
  doutor,
  testemunha,
  vigia,
};
const VERIFY = ['verify', 'verificar'];

const rows = [
  ...Object.entries(COMMANDS).map(([name, { summary }]) => [name, summary] as const),
  ['verificar', 'confere um arquivo assinado e o seu certificado, sem rede (ou: verify)'] as const,
];

const USAGE = `Uso: rubrica COMANDO [opções]

${rows.map(([name, summary]) => `  ${name.padEnd(11)} ${summary}`).join('\n')}

Todos tomam --json e --help. Os que chamam o serviço tomam --url E e --chave C, ou RUBRICA_URL e RUBRICA_CHAVE, ou o que
“rubrica entrar” guardou.

Terminam com
  0  feito
  1  o serviço recusou; em doutor, há algo errado; em vigia, o registro fez o que não podia
  2  uso errado
  3  o serviço não respondeu, ou está fora do ar
  4  falta a chave, ou ela não é aceita, ou não pode isso
“rubrica verificar --help” diz como ele termina.
`;

/** An error, for people or for programs. */
function complain(error: unknown, json: boolean, { err }: World): void {
  if (json) err(`${jsonOf(error instanceof Stop ? { erro: error.message } : problemOf(error))}\n`);
  else err(`${error instanceof Stop ? error.message : sentenceOf(error)}\n`);
}

/**
 * The `rubrica` command.
 * @param args without interpreter and script
 * @returns the exit code
 */
export async function main(args: readonly string[], world: World): Promise<number> {
  const [name = '', ...rest] = args;
  if (VERIFY.includes(name)) return verify(args, world);
  if (name === '' || name === '--help' || name === '-h') {
    world.out(USAGE);
    return name === '' ? EXIT.MISUSE : EXIT.DONE;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined) throw misuse(`O comando ${JSON.stringify(name)} não existe.\n\n${USAGE}`);
    const given = new Given(rest, command.options);
    if (given.has('help')) {
      world.out(command.help);
      return EXIT.DONE;
    }
    return await command.run(given, world);
  } catch (error) {
    if (world.end.aborted) return EXIT.DONE;
    const code = codeOf(error);
    complain(error, rest.includes('--json'), world);
    return code;
  }
}
