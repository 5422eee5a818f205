import { openDatabaseAsOwner } from './compose/database.ts';
import { notePayment } from './compose/invoices.ts';
import { setOrganizationStatus } from './compose/organizations.ts';
import { listSeals, revokeSeal } from './compose/seals.ts';
import { readConfig } from './config/index.ts';
import { systemClock } from './core/clock.ts';
import { connect, type Sql } from './core/sql.ts';

/**
 * `npm run operador -- …`: what the operator of an installation does by command, as the owner of the database. With the
 * embedded database the service may run meanwhile or not.
 */
interface Command {
  readonly usage: string;
  /** How many words follow its name. */
  readonly words: number;
  /** @returns what to print, or null when there is nothing to be done to what was named */
  run(sql: Sql, given: readonly string[]): Promise<string | null>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  caixa: {
    usage: 'mostra os e-mails e SMS capturados em produção, do mais novo ao mais antigo',
    words: 0,
    run: mailbox,
  },
  'fatura paga': { usage: 'NUMERO: anota que a fatura foi paga', words: 1, run: paid },
  'organizacao suspender': {
    usage: 'ID: nada mais cria, envia nem convida; o que enviou segue valendo',
    words: 1,
    run: suspended,
  },
  'organizacao reativar': { usage: 'ID: volta a criar, enviar e convidar', words: 1, run: restored },
  'selo listar': { usage: 'lista os selos e quando cada um esteve em uso', words: 0, run: listed },
  'selo revogar': { usage: 'IMPRESSAO: nada mais é selado com ele, e selos.json o diz', words: 1, run: revoked },
};

const MAILBOX_SHOWN = 200;

async function mailbox(sql: Sql): Promise<string> {
  const rows = await sql<{ canal: string; destino: string; assunto: string | null; texto: string; criado_em: Date }[]>`
    select canal, destino, assunto, texto, criado_em
      from mensagem_capturada
     where ambiente = 'PRODUCAO'
     order by criado_em desc, id desc
     limit ${MAILBOX_SHOWN}`;
  const shown = rows.map(({ canal, destino, assunto, texto, criado_em }) =>
    [`${criado_em.toISOString()}  ${canal} para ${destino}`, ...(assunto === null ? [] : [assunto]), '', texto].join(
      '\n',
    ),
  );
  return shown.length > 0 ? `${shown.join(`\n${'-'.repeat(72)}\n`)}\n` : 'Nenhuma mensagem capturada.\n';
}

async function listed(sql: Sql): Promise<string> {
  const lines = (await listSeals(sql)).map(({ impressao, ambiente, de, ate, revogado_em }) => {
    const end = ate === null ? 'em uso' : `até ${ate.toISOString()}`;
    const taken = revogado_em === null ? '' : `, revogado em ${revogado_em.toISOString()}`;
    return `${impressao}  ${ambiente}  de ${de.toISOString()}, ${end}${taken}\n`;
  });
  return lines.length > 0 ? lines.join('') : 'Nenhum selo ainda.\n';
}

async function suspended(sql: Sql, [id = '']: readonly string[]): Promise<string | null> {
  const nome = await setOrganizationStatus(sql, id, 'SUSPENSA', systemClock.now());
  return nome && `${nome} está suspensa: não cria, não envia e não convida. O que enviou pode ser assinado e lido.\n`;
}

async function restored(sql: Sql, [id = '']: readonly string[]): Promise<string | null> {
  const nome = await setOrganizationStatus(sql, id, 'ATIVA', systemClock.now());
  return nome && `${nome} está ativa de novo.\n`;
}

async function paid(sql: Sql, [numero = '']: readonly string[]): Promise<string | null> {
  const organizacao = await notePayment(sql, numero, systemClock.now());
  return organizacao && `A fatura ${numero} de ${organizacao} está paga.\n`;
}

async function revoked(sql: Sql, [fingerprint = '']: readonly string[]): Promise<string | null> {
  const bare = fingerprint.replaceAll(':', '').toLowerCase();
  return (await revokeSeal(sql, bare, systemClock.now()))
    ? 'Selo revogado. O serviço para de selar com ele agora; para voltar a concluir, configure outro e reinicie.\n'
    : null;
}

function usage(): never {
  const lines = Object.entries(COMMANDS).map(([name, command]) => `  ${name} ${command.usage}\n`);
  process.stderr.write(`Uso: npm run operador -- COMANDO\n${lines.join('')}`);
  process.exit(1);
}

const words = process.argv.slice(2);
const name = Object.keys(COMMANDS).find((known) => `${words.join(' ')} `.startsWith(`${known} `)) ?? usage();
const command = COMMANDS[name] as Command;
const given = words.slice(name.split(' ').length);
if (given.length !== command.words) usage();
const server = await openDatabaseAsOwner(readConfig(), (detail) => {
  process.stderr.write(`${detail}\n`);
  process.exit(1);
});
const sql = connect(server.owner.options, null, 1);
try {
  const done = await command.run(sql, given);
  if (done === null) throw new Error('Não existe, ou isso já foi feito.');
  process.stdout.write(done);
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  // 42P01 and 42883: the tables and functions are not there yet.
  const early = code === '42P01' || code === '42883';
  process.stderr.write(`${early ? 'O banco ainda não tem as tabelas: inicie o serviço uma vez.' : message}\n`);
  process.exitCode = 1;
} finally {
  await sql.end({ timeout: 5 });
  await server.stop();
}
