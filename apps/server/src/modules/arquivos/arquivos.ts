import { randomUUID } from 'node:crypto';
import { type ConteudoAtivo, DOWNLOAD_TTL_MS } from '@rubrica/contract';
import type { FileReply, Upload } from '../../core/call.ts';
import { sha256 } from '../../core/chain.ts';
import type { FileStore } from '../../core/ports.ts';
import { notFound } from '../../core/problem.ts';
import { newToken } from '../../core/random.ts';
import type { Columns, Row } from '../../core/row.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import { type Database, leftNothing, type Tx } from '../../core/sql.ts';
import { asReceived } from './stored-stream.ts';

/** A stored file's row. */
export type StoredFile = Row<
  'arquivo',
  {
    readonly id: string;
    readonly chave: string;
    readonly sha256: string;
    readonly tamanho_bytes: number;
    /** The result of the virus scan. */
    readonly varredura: object;
    /** Active or hidden content in it, as found at upload. */
    readonly conteudo_ativo: readonly ConteudoAtivo[];
  }
>;

export interface NewFile {
  readonly chave: string;
  readonly sha256: string;
  readonly tamanhoBytes: number;
  /** The result of the virus scan, kept as evidence. */
  readonly varredura: object;
  /** Active or hidden content of an upload; files made by the service have none. */
  readonly conteudoAtivo: readonly ConteudoAtivo[];
}

/**
 * The location of a scope's files in the store. The key reveals neither title nor signer. Two levels of two digits come
 * first, of the organization's id, which is random: no directory of a million organizations, and no beginning that all
 * objects of a bucket share. What was stored before has no such levels; a file is found by the key in its row.
 */
export function fileKey({ organizacaoId, ambiente }: Scope, ...parts: string[]): string {
  const levels = [organizacaoId.slice(0, 2), organizacaoId.slice(2, 4)];
  return [...levels, organizacaoId, ambiente.toLowerCase(), ...parts].join('/');
}

/**
 * The same for a file of a document, created at `at`. An organization's files of one day share a directory: a separate
 * directory per document would have to be synced together with its first file, which takes as long as the file itself,
 * while names added to one directory can be synced together. A day of a million files costs a name what a day of a
 * thousand does (docs/operations/growth.md).
 */
export function documentFileKey(scope: Scope, documentoId: string, name: string, at: Date): string {
  return fileKey(scope, at.toISOString().slice(0, 10), `${documentoId}-${name}`);
}

/**
 * Runs the single transaction whose rows reference newly stored files. The files are removed again only if it is
 * certain that no row references them: if the transaction left nothing, or `named` says that its result does not
 * reference them. If the outcome is unknown they stay, as after a crash, and the sweep of orphaned files decides from
 * the rows.
 */
export async function nameFiles<R>(
  files: FileStore,
  keys: readonly string[],
  transaction: () => Promise<R>,
  named: (result: R) => boolean,
): Promise<R> {
  const takeBack = async () => {
    for (const key of keys) await files.delete(key).catch(() => {});
  };
  let result: R;
  try {
    result = await transaction();
  } catch (error) {
    if (leftNothing(error)) await takeBack();
    throw error;
  }
  if (!named(result)) await takeBack();
  return result;
}

/**
 * Puts an upload into the store and runs `work`, the transaction that references it. A refused call, and one answered
 * with a stored response, leave no file behind (nameFiles).
 */
export const withStoredUpload = <R extends object>(
  files: FileStore,
  upload: Upload,
  chave: string,
  work: () => Promise<R>,
): Promise<R> =>
  withPlacedUpload(files, upload, chave, async (settle) => {
    await settle();
    return work();
  });

/** The same if `work` itself awaits `settle` before it commits (FileStore.place). */
export async function withPlacedUpload<R extends object>(
  files: FileStore,
  upload: Upload,
  chave: string,
  work: (settle: () => Promise<void>) => Promise<R>,
): Promise<R> {
  const { settle } = await files.place(chave, upload.path, upload.synced);
  upload.taken = true;
  return nameFiles(
    files,
    [chave],
    () => work(settle),
    (result) => !('replayed' in result),
  );
}

export async function insertFile(tx: Tx, file: NewFile): Promise<string> {
  const id = randomUUID();
  await tx.sql`
    insert into arquivo ${tx.rows({
      id,
      chave: file.chave,
      sha256: file.sha256,
      tamanho_bytes: file.tamanhoBytes,
      varredura: tx.json(file.varredura),
      conteudo_ativo: tx.json(file.conteudoAtivo),
      criado_em: tx.now,
    })}`;
  return id;
}

export async function findFile(tx: Tx, id: string): Promise<StoredFile> {
  const [row] = await tx.sql<StoredFile[]>`
    select id, chave, sha256, tamanho_bytes, varredura, conteudo_ativo
      from arquivo
     where id = ${id} and ${tx.here()}`;
  if (!row) throw new Error('a file row is missing');
  return row;
}

/** Active or hidden content of stored files, by their ids. */
export async function contentOfFiles(
  { sql, here, oneOf }: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ConteudoAtivo[]>> {
  const rows = await sql<Row<'arquivo', { id: string; conteudo_ativo: ConteudoAtivo[] }>[]>`
    select id, conteudo_ativo
      from arquivo
     where ${oneOf('id', ids)} and ${here()}`;
  return new Map(rows.map(({ id, conteudo_ativo }) => [id, conteudo_ativo]));
}

/** Opens a stored file for a response. */
export async function fileReply(files: FileStore, file: StoredFile, name: string): Promise<FileReply> {
  const stream = asReceived((await files.read(file.chave)).stream, file);
  return { file: { stream, size: file.tamanho_bytes, sha256: file.sha256, name } };
}

/**
 * Creates a token for a download URL: valid for 15 minutes, for one use, without other credentials. Only its hash is
 * stored.
 */
export async function createDownload(
  tx: Tx,
  arquivoId: string,
  name: string,
): Promise<{ token: string; expiraEm: Date }> {
  const token = newToken();
  const expiraEm = new Date(tx.now.getTime() + DOWNLOAD_TTL_MS);
  await tx.sql`
    insert into download ${tx.rows({
      id: randomUUID(),
      token_hash: sha256(token),
      arquivo_id: arquivoId,
      nome_arquivo: name,
      criado_em: tx.now,
      expira_em: expiraEm,
    })}`;
  return { token, expiraEm };
}

/**
 * Uses up a download token. The update itself is the use: of two concurrent requests, one gets the file.
 * @throws 404 if unknown, used or expired, without distinction.
 */
export async function spendDownload(db: Database, token: string): Promise<{ file: StoredFile; name: string }> {
  const [known] = await db.sql<
    Row<'acesso.download', { id: string; organizacao_id: string; ambiente: Scope['ambiente'] }>[]
  >`
    select * from acesso.download(${sha256(token)})`;
  if (!known) throw notFound();
  return db.write(scopeOf(known.organizacao_id, known.ambiente), async (tx) => {
    const [spent] = await tx.sql<Columns<'download', 'arquivo_id' | 'nome_arquivo'>[]>`
      update download
         set usado_em = ${tx.now}
       where id = ${known.id} and ${tx.ours()}
         and usado_em is null and expira_em > ${tx.now}
      returning arquivo_id, nome_arquivo`;
    if (!spent) throw notFound();
    return { file: await findFile(tx, spent.arquivo_id), name: spent.nome_arquivo };
  });
}
