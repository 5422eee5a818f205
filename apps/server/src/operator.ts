import { readConfig } from './config/index.ts';
import { BACKUP } from './operator/backup.ts';
import { type Command, UsageError } from './operator/command.ts';
import { DOCTOR } from './operator/doctor.ts';
import { INVOICES } from './operator/invoices.ts';
import { MAILBOX } from './operator/mailbox.ts';
import { OAUTH } from './operator/oauth.ts';
import { OPEN_LOG } from './operator/open-log.ts';
import { ORGANIZATIONS } from './operator/organizations.ts';
import { RETENTION } from './operator/retention.ts';
import { SEALS } from './operator/seals.ts';

/**
 * `npm run operador -- COMANDO`: the operator's commands. Exits with 0 if it was done, 1 if it could not be, 2 if the
 * arguments are not those of any command, unless the command has codes of its own.
 */
const COMMANDS: Readonly<Record<string, Command>> = {
  ...MAILBOX,
  ...DOCTOR,
  ...INVOICES,
  ...OAUTH,
  ...OPEN_LOG,
  ...ORGANIZATIONS,
  ...RETENTION,
  ...SEALS,
  ...BACKUP,
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
  const { failed, misused } = command.codes ?? { failed: 1, misused: 2 };
  try {
    const done = await command.run(asked.slice(name.split(' ').length), () => readConfig());
    if (done === null) throw new Error('Não existe, ou isso já foi feito.');
    const { text, code } = typeof done === 'string' ? { text: done, code: 0 } : done;
    process.stdout.write(text);
    return code;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (error instanceof UsageError) {
      process.stderr.write(`${usage}${message === '' ? '' : `${message}\n`}`);
      return misused;
    }
    // 42P01 and 42883: the tables and functions do not exist yet.
    const early = code === '42P01' || code === '42883';
    process.stderr.write(`${early ? 'O banco ainda não tem as tabelas: inicie o serviço uma vez.' : message}\n`);
    return failed;
  }
}

process.exitCode = await operate(process.argv.slice(2));
// A name that the system is still looking up would hold the process for as long as it likes.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
