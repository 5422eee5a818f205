import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DATA_EXPORT_TTL_MS, type DadosDoTitular, rule } from '@rubrica/contract';
import { sha256Hex } from '../../core/chain.ts';
import type { FileStore } from '../../core/ports.ts';
import { conflict, found } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { asReceived, fileKey, findFile, insertFile, nameFiles, type StoredFile } from '../arquivos/index.ts';
import { gatherData } from './dados.ts';
import { findSolicitacao, lockSolicitacao, updateSolicitacao } from './store.ts';

export interface ExportDeps {
  readonly db: Database;
  readonly files: FileStore;
  /** Where the file is written before it goes into the store. */
  readonly workDirectory: string;
}

/**
 * Makes the file for an access or export request and closes the request. Safe to repeat: a request refused or answered
 * meanwhile is left alone, and a file that no row references is removed again (nameFiles).
 */
export async function exportData({ db, files, workDirectory }: ExportDeps, scope: Scope, id: string): Promise<void> {
  const dados = await db.read(scope, async (tx) => {
    const row = await findSolicitacao(tx, id);
    return row?.estado === 'ABERTA' ? gatherData(tx, row) : null;
  });
  if (dados === null) return;
  const bytes = Buffer.from(JSON.stringify(dados, null, 2));
  const chave = fileKey(scope, 'lgpd', `${randomUUID()}.json`);
  const local = join(workDirectory, `${randomUUID()}.json`);
  try {
    await mkdir(workDirectory, { recursive: true });
    await writeFile(local, bytes, { mode: 0o600 });
    await files.put(chave, local);
    await nameFiles(
      files,
      [chave],
      () => db.write(scope, (tx) => close(tx, id, chave, bytes)),
      (closed) => closed,
    );
  } finally {
    await rm(local, { force: true });
  }
}

async function close(tx: Tx, id: string, chave: string, bytes: Buffer): Promise<boolean> {
  const row = await lockSolicitacao(tx, id);
  if (row?.estado !== 'ABERTA') return false;
  const arquivoId = await insertFile(tx, {
    chave,
    sha256: sha256Hex(bytes),
    tamanhoBytes: bytes.length,
    varredura: { motor: 'PROPRIO' },
    conteudoAtivo: [],
  });
  await updateSolicitacao(tx, id, {
    estado: 'ATENDIDA',
    encerrada_em: tx.now,
    arquivo_id: arquivoId,
    arquivo_expira_em: new Date(tx.now.getTime() + DATA_EXPORT_TTL_MS),
  });
  return true;
}

/**
 * The stored file of a request.
 * @throws 404; 409 CONFLITO while it is being made, after it expired, and for requests that have none
 */
export async function findExport(tx: Tx, id: string, authorize: () => void): Promise<StoredFile> {
  const row = found(await findSolicitacao(tx, id));
  authorize();
  if (row.tipo !== 'ACESSO' && row.tipo !== 'EXPORTACAO') throw conflict(rule('requestWithoutData'));
  if (row.estado === 'ABERTA') throw conflict(rule('dataGathering'));
  if (row.arquivo_id === null || row.arquivo_expira_em === null || row.arquivo_expira_em <= tx.now) {
    throw conflict(rule('dataGone'));
  }
  return findFile(tx, row.arquivo_id);
}

/** @throws FileMissing, StoredFileAltered if the store lost it or has another */
export async function readExport(files: FileStore, file: StoredFile): Promise<DadosDoTitular> {
  const stream = asReceived((await files.read(file.chave)).stream, file);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
