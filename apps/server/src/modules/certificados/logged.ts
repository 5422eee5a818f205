import type { Ambiente, ConteudoCertificado, EventoAuditoria } from '@rubrica/contract';
import type { Leaf } from '../../core/open-log/leaf.ts';
import { certificateClaim, conclusionClaim, hiddenLeaf, newNonce } from '../../core/open-log/leaf.ts';
import type { Tx } from '../../core/sql.ts';
import { keepNonce, type LockedHead, loggedActs } from '../auditoria/index.ts';
import {
  findNonce,
  type GrowingKey,
  type LogKeys,
  queueLeaves,
  type ReadDayHead,
  receiptOf,
} from '../registro/index.ts';
import type { IssuedCertificate } from './emitir.ts';

/** The nonce of a document; one of before the open log gets its own with the commit of what is being made. */
export async function readNonce(tx: Tx, documentoId: string): Promise<Buffer> {
  return (await findNonce(tx, documentoId)) ?? newNonce();
}

/** What the open log is for whoever makes evidence. */
export interface LogDeps {
  readonly logKeys: LogKeys;
  readonly readDayHead: ReadDayHead;
}

/** The part of the evidence package that opens the document's leaves, with the receipts of its acts. */
export async function openLogPart(
  { logKeys, readDayHead }: LogDeps,
  ambiente: Ambiente,
  { documentoId, nonce, eventos }: { documentoId: string; nonce: Buffer; eventos: readonly EventoAuditoria[] },
): Promise<NonNullable<ConteudoCertificado['registroAberto']>> {
  const key = logKeys[ambiente];
  const recibos = loggedActs(documentoId, eventos).map((claim) => receiptOf(key, nonce, claim));
  const ultimoDia = await readDayHead(ambiente);
  return { origem: key.origin, nonce: nonce.toString('hex'), recibos, ...(ultimoDia ? { ultimoDia } : {}) };
}

/**
 * What a log that follows another is told of a document whose receipts it signs: its acts once more, as those of before are in the other
 * alone. Acts it has are passed by.
 */
export const repeatedActs = (
  key: GrowingKey,
  documentoId: string,
  nonce: Buffer,
  eventos: readonly EventoAuditoria[],
): Leaf[] => (key.follows ? loggedActs(documentoId, eventos).map((claim) => hiddenLeaf(nonce, claim)) : []);

/** A version of a certificate, as the open log is told of it. */
export const certificateLeaf = (nonce: Buffer, { registro }: IssuedCertificate, at: Date): Leaf =>
  hiddenLeaf(nonce, certificateClaim(registro, at));

/** The end of a document's signing, as the open log is told of it. */
export const conclusionLeaf = (
  nonce: Buffer,
  documentoId: string,
  end: { readonly hash: string; readonly hashAssinado: string },
  at: Date,
): Leaf => hiddenLeaf(nonce, conclusionClaim(documentoId, { ...end, at }));

/**
 * Tells leaves to the open log, with the transaction that makes them true.
 * @returns false if the document has another nonce meanwhile; then nothing was told
 */
export async function tellOpenLog(
  tx: Tx,
  documentoId: string,
  head: LockedHead,
  nonce: Buffer,
  leaves: readonly Leaf[],
): Promise<boolean> {
  if (head.nonce !== null && !head.nonce.equals(nonce)) return false;
  if (head.nonce === null) await keepNonce(tx, documentoId, nonce);
  await queueLeaves(tx, leaves);
  return true;
}
