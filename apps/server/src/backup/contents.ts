import { createHash } from 'node:crypto';
import type { Row } from '../core/row.ts';
import type { Statements } from '../core/sql.ts';
import { type Entry, writeEntries } from './entries.ts';
import type { Manifest } from './manifest.ts';

/** What the database says of a set, all of it at one moment. */
export type Contents = Pick<Manifest, 'takenAt' | 'schema' | 'documents' | 'trails' | 'erasures'>;

type ErasureRow = Row<'solicitacao_lgpd', { readonly id: string; readonly encerrada_em: Date | null }>;

const ROWS = 5_000;

/**
 * Reads what belongs to a set, in a transaction that sees one snapshot, as the database's owner.
 * @param list where the list of files goes, in the order of their hashes
 */
export async function readContents(sql: Statements, list: string): Promise<Contents> {
  const [row] = await sql<{ takenAt: Date; schema: string | null; documents: number }[]>`
    select now() as "takenAt", (select max(nome) from migracao) as schema,
           (select count(*) from documento) as documents`;
  if (!row?.schema) throw new Error('O banco ainda não tem as tabelas: inicie o serviço uma vez.');
  await writeEntries(list, filesOf(sql));
  const erasures = await sql<ErasureRow[]>`
    select id, encerrada_em
      from solicitacao_lgpd
     where tipo = 'ELIMINACAO' and estado = 'ATENDIDA'
     order by encerrada_em, id`;
  return {
    takenAt: row.takenAt.toISOString(),
    schema: row.schema,
    documents: row.documents,
    trails: await trailHeads(sql),
    erasures: erasures.flatMap(({ id, encerrada_em }) =>
      encerrada_em ? [{ id, at: encerrada_em.toISOString() }] : [],
    ),
  };
}

async function* filesOf(sql: Statements): AsyncIterable<Entry> {
  const rows = inSteps<{ chave: string; sha256: string; tamanho_bytes: number }>(
    sql,
    'select chave, sha256, tamanho_bytes from arquivo order by sha256 collate "C", chave collate "C"',
  );
  for await (const { chave, sha256, tamanho_bytes } of rows) {
    yield { path: chave, size: tamanho_bytes, parts: [sha256] };
  }
}

/** The heads of all audit chains, and the SHA-256 of them as lines of document, length and hash. */
export async function trailHeads(sql: Statements): Promise<Manifest['trails']> {
  const digest = createHash('sha256');
  let count = 0;
  const rows = inSteps<{ documento_id: string; tamanho: number; hash: string }>(
    sql,
    'select documento_id, tamanho, hash from trilha order by documento_id',
  );
  for await (const { documento_id, tamanho, hash } of rows) {
    digest.update(`${documento_id} ${tamanho} ${hash}\n`);
    count += 1;
  }
  return { count, sha256: digest.digest('hex') };
}

async function* inSteps<R extends object>(sql: Statements, query: string): AsyncIterable<R> {
  await sql.unsafe(`declare a_copiar no scroll cursor for ${query}`);
  for (;;) {
    const rows = await sql.unsafe<R[]>(`fetch ${ROWS} from a_copiar`);
    yield* rows;
    if (rows.length < ROWS) break;
  }
  await sql.unsafe('close a_copiar');
}

/** One snapshot, for as long as `work` takes: there is no limit of time. */
export async function inSnapshot<T>(sql: Statements, work: () => Promise<T>): Promise<T> {
  await sql.unsafe('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await sql.unsafe('begin isolation level repeatable read read only');
  try {
    return await work();
  } finally {
    await sql.unsafe('rollback').catch(() => {});
  }
}

/** The server's major version. */
export async function majorOf(sql: Statements): Promise<number> {
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version_num') as version`;
  return Math.floor(Number(row?.version) / 10_000);
}
