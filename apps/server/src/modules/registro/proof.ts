import { type Ambiente, validationCodeIn } from '@rubrica/contract';
import { type DocumentLeaf, hiddenLabel } from '../../core/open-log/leaf.ts';
import { readHead } from '../../core/open-log/note.ts';
import { inclusionProof } from '../../core/open-log/tree.ts';
import type { Columns, Row } from '../../core/row.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { createLogStore, findNonce, type LoggedLeaf, type LogStore } from './store.ts';

/** Which leaf of a document a proof is of: the number of an act's event, or one of the two of its end. */
export type ProofOf = Exclude<DocumentLeaf, 'ATO'> | number;

/** A proof as text (C2SP tlog-proof); or that its leaf will be in the log in a moment; or that there is none. */
export type ProofAnswer = { readonly proof: string } | 'waiting' | null;

/** Which log is asked. A leaf that this log does not have is proven in the one that has it. */
export interface AskedLog {
  readonly ambiente: Ambiente;
  /** The end of its path; '' for an environment's first, null for the one that grows. */
  readonly geracao: string | null;
}

/**
 * Proofs of what documents were told to the log as. Without a day they are against the checkpoint that is shown, with one (`AAAA-MM-DD`)
 * against the last of that day.
 */
export interface Proofs {
  byCode(log: AskedLog, code: string, of: ProofOf, day: string | null): Promise<ProofAnswer>;
  /** @param label as `conclusionLabel` makes it, of a leaf that was queued */
  ofQueued(ambiente: Ambiente, label: Buffer): Promise<Exclude<ProofAnswer, null>>;
}

/** What the leaf of a document's conclusion is found by. */
export const conclusionLabel = (nonce: Buffer, documentoId: string): Buffer =>
  hiddenLabel(nonce, { type: 'CONCLUSAO', about: [documentoId, '1'] });

export function createProofs(db: Database): Proofs {
  async function ofLabel(
    { ambiente, geracao }: AskedLog,
    label: Buffer,
    day: string | null,
  ): Promise<ProofAnswer | 'not logged'> {
    const leaf = await createLogStore(db.sql, ambiente, geracao).find(label);
    if (leaf === null) return 'not logged';
    const store = createLogStore(db.sql, ambiente, leaf.geracao);
    const checkpoint = day === null ? (await store.head()).publicado : ((await store.day(day))?.nota ?? null);
    if (checkpoint === null || readHead(checkpoint).size <= leaf.indice) return day === null ? 'waiting' : null;
    return { proof: await proofText(store, leaf, checkpoint) };
  }

  async function ofDocument(
    log: AskedLog,
    scope: Scope,
    documentoId: string,
    of: ProofOf,
    day: string | null,
  ): Promise<ProofAnswer> {
    const label = await db.read(scope, (tx) => labelOf(tx, documentoId, of));
    if (label === null) return null;
    const answer = await ofLabel(log, label, day);
    if (answer !== 'not logged') return answer;
    return (await db.read(scope, (tx) => isQueued(tx, label))) ? 'waiting' : null;
  }

  return {
    async byCode(log, code, of, day) {
      const known = validationCodeIn(code);
      if (known === null) return null;
      const [record] = await db.sql<Row<'acesso.registro_publico', { id: string; organizacao_id: string }>[]>`
        select id, organizacao_id from acesso.registro_publico(${log.ambiente}, ${known}, null)`;
      return record ? ofDocument(log, scopeOf(record.organizacao_id, log.ambiente), record.id, of, day) : null;
    },
    async ofQueued(ambiente, label) {
      const answer = await ofLabel({ ambiente, geracao: null }, label, null);
      return answer === null || answer === 'not logged' ? 'waiting' : answer;
    },
  };
}

async function proofText(store: LogStore, { indice, folha }: LoggedLeaf, checkpoint: string): Promise<string> {
  const hashes = await inclusionProof(indice, readHead(checkpoint).size, store.readTiles);
  return [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(folha).toString('base64')}`,
    `index ${indice}`,
    ...hashes.map((hash) => hash.toString('base64')),
    '',
    checkpoint,
  ].join('\n');
}

/** What a document's leaf is found by; null if it has none. */
async function labelOf(tx: Tx, documentoId: string, of: ProofOf): Promise<Buffer | null> {
  const nonce = await findNonce(tx, documentoId);
  if (!nonce) return null;
  if (of === 'CONCLUSAO') return conclusionLabel(nonce, documentoId);
  if (of !== 'CERTIFICADO') return hiddenLabel(nonce, { type: 'ATO', about: [documentoId, String(of)] });
  const [newest] = await tx.sql<Columns<'certificado', 'codigo' | 'versao'>[]>`
    select codigo, versao
      from certificado
     where documento_id = ${documentoId} and ${tx.here()}
     order by versao desc
     limit 1`;
  return newest ? hiddenLabel(nonce, { type: of, about: [newest.codigo, String(newest.versao)] }) : null;
}

async function isQueued(tx: Tx, label: Buffer): Promise<boolean> {
  const rows = await tx.sql`select from registro_fila where rotulo = ${label} and ${tx.here()} limit 1`;
  return rows.length > 0;
}
