import type { TextAttachment } from '../../core/ports.ts';
import type { Columns } from '../../core/row.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { loggedActs, readTrail } from '../auditoria/index.ts';
import { type LogKeys, type ReadProof, receiptOf } from '../registro/index.ts';
import { type OutcomePayload, PROOF_AFTER_MS, QUEUES } from './queues.ts';
import type { DocumentoRow } from './rows.ts';

/** What of the open log goes with a notice: the receipts of a person's acts, and proofs that a document ended so (ADR 0085). */

/** A proof is waited for this long, and the notice goes without it after that. */
const PATIENCE_MS = 60_000;

interface Ended {
  readonly documento: Pick<DocumentoRow, 'status' | 'codigo_validacao' | 'id'>;
  readonly receipts: readonly string[];
}

const codeOf = ({ documento }: Ended): string => documento.codigo_validacao ?? documento.id;

/** The receipts of one person's acts, as they were answered with. */
export async function readReceipts(
  tx: Tx,
  keys: LogKeys,
  documentoId: string,
  signatarioId: string,
): Promise<readonly string[]> {
  const [trail] = await tx.sql<Columns<'trilha', 'nonce'>[]>`
    select nonce from trilha where documento_id = ${documentoId} and ${tx.here()}`;
  const nonce = trail?.nonce;
  if (!nonce) return [];
  const events = await readTrail(tx, documentoId);
  const own = new Set(events.flatMap(({ detalhe }, at) => (detalhe.signatarioId === signatarioId ? [at + 1] : [])));
  return loggedActs(documentoId, events)
    .filter(({ about }) => own.has(Number(about[1])))
    .map((claim) => receiptOf(keys[tx.scope.ambiente], nonce, claim));
}

/** Receipts as files, one for each document. */
export function receiptsOf(told: readonly Ended[]): TextAttachment[] {
  return told
    .filter(({ receipts }) => receipts.length > 0)
    .map((one) => ({ nome: `recibo-${codeOf(one)}.txt`, texto: one.receipts.join('\n') }));
}

/** The proofs that documents were concluded; or that one of them will be in the log in a moment. */
export async function proofsOf(
  { readProof }: { readonly readProof: ReadProof },
  { ambiente }: Scope,
  told: readonly Ended[],
): Promise<TextAttachment[] | 'waiting'> {
  const codes = new Set(told.filter(({ documento }) => documento.status === 'ASSINADO').map(codeOf));
  const answers = await Promise.all(
    [...codes].map(async (code) => ({ code, answer: await readProof(ambiente, code, 'CONCLUSAO', null) })),
  );
  if (answers.some(({ answer }) => answer === 'waiting')) return 'waiting';
  return answers.flatMap(({ code, answer }) =>
    answer === null || answer === 'waiting' ? [] : [{ nome: `prova-${code}.tlog-proof`, texto: answer.proof }],
  );
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
