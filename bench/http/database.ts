import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createPool } from '../../apps/server/src/core/driver/pool.ts';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';

const VACUUM_MS = 300_000;

/** A connection as the database's owner to the embedded server whose socket is in `directory`, on `dataDir`. */
export function connect({ database: directory, dataDir }: { database: string; dataDir: string }, max = 4): Sql {
  const client = {
    host: directory,
    port: 5432,
    user: 'rubrica',
    password: readFileSync(`${dataDir}/pg.senha`, 'utf8'),
    database: 'rubrica',
    ssl: false,
    pipeline: true,
  };
  return createPool({ max, idleMs: 0, writes: true, client }, null);
}

/**
 * Leaves the tables as autovacuum does after a while, every page of the documents marked as seen by all. That is not so at
 * once: whatever transaction is older, such as an autovacuum that analyses, might see what was before.
 */
export async function vacuum(sql: Sql): Promise<void> {
  for (const until = Date.now() + VACUUM_MS; Date.now() < until; ) {
    await sql`vacuum analyze`;
    const [row] = await sql<{ done: boolean }[]>`
      select relallvisible = relpages as done from pg_class where oid = 'documento'::regclass`;
    if (row?.done) {
      // Whatever is asked first would otherwise wait for the writing of what was filled in.
      await sql`checkpoint`;
      return;
    }
    await new Promise((done) => setTimeout(done, 1000));
  }
  throw new Error('a transaction has been open for minutes: the vacuum could not end');
}

export interface Account {
  readonly organizacaoId: string;
  readonly membroId: string;
}

/** Signs up an organization through the service, confirms its owner's address, and looks up the owner. */
export async function signUp(origin: string, sql: Sql): Promise<Account> {
  const email = `bench.${randomUUID()}@exemplo.com.br`;
  const answer = await fetch(`${origin}/v1/autenticacao/cadastro`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      nome: 'Ana Lima',
      email,
      senha: 'gato-azul-corre-no-telhado-42',
      organizacao: { nome: 'Acácia Ltda.', documento: '11222333000181' },
    }),
  });
  if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  const [row] = await sql<Account[]>`
    select organizacao_id as "organizacaoId", id as "membroId" from membro where email = ${email}`;
  await confirm(origin, email);
  // The plan an organization with such a load would have: the initial one allows few drafts.
  await sql`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${row?.organizacaoId ?? null}`;
  if (!row) throw new Error('the new organization has no member');
  return row;
}

/** Opens the link sent to the owner's address, from the mailbox of a service without a mail server. */
async function confirm(origin: string, email: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const articles = (await (await fetch(`${origin}/dev/caixa`)).text()).split('<article>');
    const own = articles.find((article) => article.includes(`para ${email},`)) ?? '';
    const token = /\/painel\/confirmar-email\/([\w-]{43})/.exec(own)?.[1];
    if (token === undefined) {
      await new Promise((done) => setTimeout(done, 100));
      continue;
    }
    const answer = await fetch(`${origin}/v1/autenticacao/email/confirmacao`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    if (answer.status !== 204) throw new Error(`the confirmation answered ${answer.status}`);
    return;
  }
  throw new Error('no link came to confirm the e-mail');
}

/**
 * API keys of one organization. A key may make 60 requests a minute, and like real load the benchmark stays within that
 * by using many keys. They are inserted as the service would insert them, because creating thousands through it is
 * rate-limited too.
 */
export async function createKeys(
  sql: Sql,
  account: Account,
  count: number,
  scopes: readonly string[] = ['documentos:ler', 'documentos:escrever'],
): Promise<string[]> {
  const keys = Array.from({ length: count }, () => {
    const [prefixo, segredo] = [`svc_live_${randomBytes(6).toString('hex')}`, randomBytes(32).toString('base64url')];
    return { prefixo, segredo };
  });
  const rows = keys.map(({ prefixo, segredo }) => ({
    id: randomUUID(),
    organizacao_id: account.organizacaoId,
    ambiente: 'PRODUCAO',
    nome: 'carga',
    prefixo,
    segredo_hash: createHash('sha256').update(segredo).digest(),
    escopos: [...scopes],
    membro_id: account.membroId,
    criada_em: new Date(),
  }));
  for (let start = 0; start < rows.length; start += 1000) {
    await sql`insert into chave_api ${sql(rows.slice(start, start + 1000))}`;
  }
  return keys.map(({ prefixo, segredo }) => `${prefixo}.${segredo}`);
}
