import type { TextAttachment } from '../../core/ports.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { readActs } from '../auditoria/index.ts';
import { conclusionLabel, findNonce, type LogKeys, type Proofs, receiptOf } from '../registro/index.ts';
import { type OutcomePayload, PROOF_AFTER_MS, QUEUES } from './queues.ts';
import type { DocumentoRow } from './rows.ts';

/** What of the open log goes with a notice: the receipts of a person's acts, and proofs that a document ended so (ADR 0085). */

/** A proof is waited for this long, and the notice goes without it after that. */
const PATIENCE_MS = 60_000;

interface Ended {
  readonly documento: Pick<DocumentoRow, 'status' | 'codigo_validacao' | 'id'>;
  readonly receipts: readonly string[];
  /** What the proof of its conclusion is found by; null if it has none. */
  readonly label: Buffer | null;
}

const codeOf = ({ documento }: Ended): string => documento.codigo_validacao ?? documento.id;

/** The receipts of one person's acts, as they were answered with. */
export async function readReceipts(
  tx: Tx,
  keys: LogKeys,
  documentoId: string,
  signatarioId: string,
): Promise<readonly string[]> {
  const acts = await readActs(tx, documentoId, signatarioId);
  return acts.map(({ nonce, claim }) => receiptOf(keys[tx.scope.ambiente], nonce, claim));
}

/** Receipts as files, one for each document. */
export function receiptsOf(told: readonly Ended[]): TextAttachment[] {
  return told
    .filter(({ receipts }) => receipts.length > 0)
    .map((one) => ({ nome: `recibo-${codeOf(one)}.txt`, texto: one.receipts.join('\n') }));
}

/** What the proof of a document's conclusion is found by; null of one that was not concluded, or before there was a log. */
export async function readLabel(tx: Tx, { id, status }: Ended['documento']): Promise<Buffer | null> {
  if (status !== 'ASSINADO') return null;
  const nonce = await findNonce(tx, id);
  return nonce && conclusionLabel(nonce, id);
}

/** The proofs that documents were concluded; or that one of them will be in the log in a moment. */
export async function proofsOf(
  { proofs }: { readonly proofs: Proofs },
  { ambiente }: Scope,
  told: readonly Ended[],
): Promise<TextAttachment[] | 'waiting'> {
  const found = new Map<string, TextAttachment>();
  for (const one of told) {
    const code = codeOf(one);
    if (one.label === null || found.has(code)) continue;
    const answer = await proofs.ofQueued(ambiente, one.label);
    if (answer === 'waiting') return answer;
    found.set(code, { nome: `prova-${code}.tlog-proof`, texto: answer.proof });
  }
  return [...found.values()];
}

/**
 * Leaves the notice for later, while there is patience. The queue counts no failed attempt for it.
 * @returns whether it was left
 */
export async function waitsOn(
  { db }: { readonly db: Database },
  scope: Scope,
  payload: OutcomePayload,
): Promise<boolean> {
  return db.write(scope, async (tx) => {
    const desde = payload.desde ?? tx.realNow.getTime();
    if (tx.realNow.getTime() - desde > PATIENCE_MS) return false;
    await tx.enqueue(QUEUES.SEND_OUTCOME, { ...payload, desde }, { delayMs: PROOF_AFTER_MS });
    return true;
  });
}
