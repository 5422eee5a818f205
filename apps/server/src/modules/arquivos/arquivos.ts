import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type ConteudoAtivo, DOWNLOAD_TTL_MS } from '@rubrica/contract';
import type { FileReply, Upload } from '../../core/call.ts';
import type { FileStore } from '../../core/ports.ts';
import { notFound } from '../../core/problem.ts';
import type { Row } from '../../core/row.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import { type Database, leftNothing, type Tx } from '../../core/sql.ts';

/** A stored file as its row tells it. */
export type StoredFile = Row<
  'arquivo',
  {
    readonly id: string;
    readonly chave: string;
    readonly sha256: string;
    readonly tamanho_bytes: number;
    /** What acts or hides in it, as it was told when it came. */
    readonly conteudo_ativo: readonly ConteudoAtivo[];
  }
>;

export interface NewFile {
  readonly chave: string;
  readonly sha256: string;
  readonly tamanhoBytes: number;
  /** What the virus scan said, kept as evidence. */
  readonly varredura: object;
  /** What acts or hides in an upload; nothing does in a file of the service's own. */
  readonly conteudoAtivo: readonly ConteudoAtivo[];
}

/** Where a scope's files live in the store. The key tells nothing of title or signer. */
export function fileKey(scope: Scope, ...parts: string[]): string {
  return [scope.organizacaoId, scope.ambiente.toLowerCase(), ...parts].join('/');
}

/**
 * The same for a file of a document, made at `at`. Files of a day share a directory: one of its own for each document
 * would have to be made durable with its first file, which takes as long as the file, while names that come into the same
 * directory together become durable together.
 */
export function documentFileKey(scope: Scope, documentoId: string, name: string, at: Date): string {
  return fileKey(scope, at.toISOString().slice(0, 10), `${documentoId}-${name}`);
}

/**
 * Runs the one transaction whose rows name files that were stored for it. They are taken back only by whoever knows that
 * no row names them: where the transaction left nothing, or `named` says that what it left does not. After a lost answer
 * they stay, as after a crash, and the sweep of orphans looks at the rows.
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
 * Puts an upload into the store and runs `work`, the transaction that names it. A refused call, and one that is answered
 * from memory, leave no file (nameFiles).
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

/** The same where `work` sees to `settle` itself, before it commits (FileStore.place). */
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
    select id, chave, sha256, tamanho_bytes, conteudo_ativo
      from arquivo
     where id = ${id} and ${tx.here()}`;
  if (!row) throw new Error('a file row is missing');
  return row;
}

/** What acts or hides in stored files, by their ids. */
export async function contentOfFiles(
  { sql, here }: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ConteudoAtivo[]>> {
  const rows = await sql<{ id: string; conteudo_ativo: ConteudoAtivo[] }[]>`
    select id, conteudo_ativo
      from arquivo
     where id = any(${[...ids]}) and ${here()}`;
  return new Map(rows.map(({ id, conteudo_ativo }) => [id, conteudo_ativo]));
}

/** Opens a stored file for an answer. */
export async function fileReply(files: FileStore, file: StoredFile, name: string): Promise<FileReply> {
  const { stream } = await files.read(file.chave);
  return { file: { stream, size: file.tamanho_bytes, sha256: file.sha256, name } };
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Makes a download URL's token: 15 minutes, one use, no other credential. Only its hash is stored. */
export async function createDownload(
  tx: Tx,
  arquivoId: string,
  name: string,
): Promise<{ token: string; expiraEm: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiraEm = new Date(tx.now.getTime() + DOWNLOAD_TTL_MS);
  await tx.sql`
    insert into download ${tx.rows({
      id: randomUUID(),
      token_hash: hashOf(token),
      arquivo_id: arquivoId,
      nome_arquivo: name,
      criado_em: tx.now,
      expira_em: expiraEm,
    })}`;
  return { token, expiraEm };
}

/**
 * Spends a download token. The update is the use: of two requests at once, one gets the file.
 * @throws 404 when unknown, used or expired, all alike.
 */
export async function spendDownload(db: Database, token: string): Promise<{ file: StoredFile; name: string }> {
  const [known] = await db.sql<{ id: string; organizacao_id: string; ambiente: Scope['ambiente'] }[]>`
    select * from acesso.download(${hashOf(token)})`;
  if (!known) throw notFound();
  return db.write(scopeOf(known.organizacao_id, known.ambiente), async (tx) => {
    const [spent] = await tx.sql<{ arquivo_id: string; nome_arquivo: string }[]>`
      update download
         set usado_em = ${tx.now}
       where id = ${known.id} and ${tx.ours()}
         and usado_em is null and expira_em > ${tx.now}
      returning arquivo_id, nome_arquivo`;
    if (!spent) throw notFound();
    return { file: await findFile(tx, spent.arquivo_id), name: spent.nome_arquivo };
  });
}
