import { parseArgs } from 'node:util';
import { undrawable } from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';
import { openDatabaseAsOwner } from './compose/database.ts';
import { readConfig } from './config/index.ts';
import { connect, type Sql } from './core/sql.ts';
import {
  listarClientes,
  listarConcessoes,
  registrarCliente,
  revogarCliente,
  revogarConcessao,
} from './modules/oauth/index.ts';

/**
 * `npm run oauth:cliente -- …` registers, lists and revokes OAuth applications, and revokes what organizations granted
 * them, as the owner of the database (docs/operations/oauth.md). With the embedded database, stop the service first: one
 * process at a time holds it.
 */
const USAGE = `Uso:
  --nome NOME --escopos a,b --redirect URL [--redirect URL] [--ambiente PRODUCAO|TESTE]
      [--organizacao ID --responsavel E-MAIL]        registra um aplicativo
  --listar                                           lista os aplicativos
  --revogar CLIENT_ID                                encerra um aplicativo
  --concessoes ORGANIZACAO_ID                        lista o que a organização concedeu
  --revogar-concessao ID                             encerra uma concessão
`;
const text = { type: 'string' } as const;
const OPTIONS = {
  nome: text,
  escopos: text,
  redirect: { type: 'string', multiple: true },
  ambiente: text,
  organizacao: text,
  responsavel: text,
  listar: { type: 'boolean' },
  revogar: text,
  concessoes: text,
  'revogar-concessao': text,
} as const;

/** @returns what to print, or null when there is nothing to be done to what was named */
async function run(sql: Sql, given: ReturnType<typeof read>): Promise<string | null> {
  if (given.listar) return lines(await listarClientes(sql));
  if (given.concessoes !== undefined) return lines(await listarConcessoes(sql, given.concessoes));
  if (given.revogar !== undefined) return (await revogarCliente(sql, given.revogar)) ? 'Aplicativo revogado.\n' : null;
  const concessao = given['revogar-concessao'];
  if (concessao !== undefined) return (await revogarConcessao(sql, concessao)) ? 'Concessão revogada.\n' : null;

  const fonts = loadNodeFonts();
  const pedido = {
    nome: given.nome ?? '',
    ambiente: given.ambiente ?? 'PRODUCAO',
    redirects: given.redirect ?? [],
    escopos: (given.escopos ?? '').split(','),
    organizacao: given.organizacao ?? null,
    responsavel: given.responsavel ?? null,
  };
  const registered = await registrarCliente(sql, pedido, (name) => undrawable(fonts, name));
  if ('clientId' in registered) {
    const { clientId, clientSecret } = registered;
    return `client_id      ${clientId}\nclient_secret  ${clientSecret}\nO segredo não será mostrado de novo.\n`;
  }
  throw new Error(registered.map(({ campo, mensagem }) => `${campo}: ${mensagem}`).join('\n'));
}

const lines = (rows: readonly object[]) =>
  rows.length === 0 ? 'Nada a listar.\n' : rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function read() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    if (Object.keys(values).length > 0) return values;
  } catch {
    // An unknown option is told how the command is used, like no option at all.
  }
  process.stderr.write(USAGE);
  process.exit(1);
}

const given = read();
const server = await openDatabaseAsOwner(readConfig(), (detail) => {
  process.stderr.write(`${detail}\n`);
  process.exit(1);
});
const sql = connect(server.owner.options, null, 1);
try {
  const done = await run(sql, given);
  if (done === null) throw new Error('Não existe, ou já estava revogado.');
  process.stdout.write(done);
} catch (error) {
  const { code, message } = error as Error & { code?: string };
  // 42P01: the tables are not there yet.
  process.stderr.write(
    `${code === '42P01' ? 'O banco ainda não tem as tabelas: inicie o serviço uma vez.' : message}\n`,
  );
  process.exitCode = 1;
} finally {
  await sql.end({ timeout: 5 });
  await server.stop();
}
