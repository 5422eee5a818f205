import { readConfig } from './config/index.ts';
import { type Command, UsageError } from './operator/command.ts';
import { INVOICES } from './operator/invoices.ts';
import { MAILBOX } from './operator/mailbox.ts';
import { OAUTH } from './operator/oauth.ts';
import { ORGANIZATIONS } from './operator/organizations.ts';
import { RETENTION } from './operator/retention.ts';
import { SEALS } from './operator/seals.ts';

/**
 * `npm run operador -- COMANDO`: the operator's commands. Exits with 0 if it was done, 1 if it could not be, 2 if the
 * arguments are not those of any command.
 */
const COMMANDS: Readonly<Record<string, Command>> = {
  ...MAILBOX,
  ...INVOICES,
  ...OAUTH,
  ...ORGANIZATIONS,
  ...RETENTION,
  ...SEALS,
};

const lineOf = (name: string, { usage, about }: Command) => `  ${`${name} ${usage}`.trimEnd()}\n      ${about}\n`;

const list = () =>
  `Uso: npm run operador -- COMANDO\n\n${Object.entries(COMMANDS)
    .map((entry) => lineOf(...entry))
    .join('')}  --help\n      mostra esta lista, ou depois de um comando como ele se usa\n`;

/** @returns the process's exit code */
async function operate(words: readonly string[]): Promise<number> {
  const asked = words.filter((word) => word !== '--help' && word !== '-h');
  const help = asked.length < words.length;
  const name = Object.keys(COMMANDS).find((known) => `${asked.join(' ')} `.startsWith(`${known} `));
  const command = name === undefined ? undefined : COMMANDS[name];
  if (name === undefined || command === undefined) {
    if (help && asked.length === 0) {
      process.stdout.write(list());
      return 0;
    }
    process.stderr.write(`${list()}${asked.length === 0 ? '' : `\nComando desconhecido: ${asked.join(' ')}\n`}`);
    return 2;
  }
  const usage = `Uso: npm run operador --${lineOf(name, command).slice(1)}`;
  if (help) {
    process.stdout.write(usage);
    return 0;
  }
  try {
    const done = await command.run(asked.slice(name.split(' ').length), () => readConfig());
    if (done === null) throw new Error('Não existe, ou isso já foi feito.');
    process.stdout.write(done);
    return 0;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (error instanceof UsageError) {
      process.stderr.write(`${usage}${message === '' ? '' : `${message}\n`}`);
      return 2;
    }
    // 42P01 and 42883: the tables and functions do not exist yet.
    const early = code === '42P01' || code === '42883';
    process.stderr.write(`${early ? 'O banco ainda não tem as tabelas: inicie o serviço uma vez.' : message}\n`);
    return 1;
  }
}

process.exitCode = await operate(process.argv.slice(2));
