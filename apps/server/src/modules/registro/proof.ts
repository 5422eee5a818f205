import { type Ambiente, validationCodeIn } from '@rubrica/contract';
import { type DocumentLeaf, hiddenLabel } from '../../core/open-log/leaf.ts';
import { inclusionProof } from '../../core/open-log/tree.ts';
import type { Columns, Row } from '../../core/row.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { createLogStore, type LogStore } from './store.ts';

/** Which leaf of a document a proof is of: the number of an act's event, or one of the two of its end. */
export type ProofOf = Exclude<DocumentLeaf, 'ATO'> | number;

/** A proof as text (C2SP tlog-proof); or that its leaf will be in the log in a moment; or that there is none. */
export type ProofAnswer = { readonly proof: string } | 'waiting' | null;

export type ReadProof = (log: AskedLog, code: string, of: ProofOf, day: string | null) => Promise<ProofAnswer>;

/** At whose path is asked. A leaf that this log does not have is proven in the one that has it. */
export interface AskedLog {
  readonly ambiente: Ambiente;
  readonly geracao: string;
}

/**
 * Reads proofs by validation code. Without a day against the checkpoint that is shown, with one (`AAAA-MM-DD`) against the last of that
 * day.
 */
export function createProofs(db: Database): ReadProof {
  return async ({ ambiente, geracao }, code, of, day) => {
    const known = validationCodeIn(code);
    if (known === null) return null;
    const [record] = await db.sql<Row<'acesso.registro_publico', { id: string; organizacao_id: string }>[]>`
      select id, organizacao_id from acesso.registro_publico(${ambiente}, ${known}, null)`;
    if (!record) return null;
    const label = await db.read(scopeOf(record.organizacao_id, ambiente), (tx) => labelOf(tx, record.id, of));
    if (label === null) return null;
    const leaf = await createLogStore(db.sql, ambiente, geracao).find(label);
    if (leaf === null) {
      const waits = await db.read(scopeOf(record.organizacao_id, ambiente), (tx) => isQueued(tx, label));
      return waits ? 'waiting' : null;
    }
    const store = createLogStore(db.sql, ambiente, leaf.geracao);
    const checkpoint = day === null ? (await store.head()).publicado : ((await store.day(day))?.nota ?? null);
    if (checkpoint === null) return day === null ? 'waiting' : null;
    if (sizeOf(checkpoint) <= leaf.indice) return day === null ? 'waiting' : null;
    return { proof: await proofText(store, leaf, checkpoint) };
  };
}

const sizeOf = (checkpoint: string): number => Number(checkpoint.split('\n')[1]);

async function proofText(
  store: LogStore,
  { indice, folha }: { readonly indice: number; readonly folha: string },
  checkpoint: string,
): Promise<string> {
  const hashes = await inclusionProof(indice, sizeOf(checkpoint), store.readTiles);
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
  const [[trail], [certificate]] = await Promise.all([
    tx.sql<Columns<'trilha', 'nonce'>[]>`
      select nonce from trilha where documento_id = ${documentoId} and ${tx.here()}`,
    tx.sql<Columns<'certificado', 'codigo' | 'versao'>[]>`
      select codigo, versao
        from certificado
       where documento_id = ${documentoId} and ${tx.here()}
       order by versao desc
       limit 1`,
  ]);
  if (!trail?.nonce) return null;
  if (of === 'CONCLUSAO') return hiddenLabel(trail.nonce, { type: of, about: [documentoId, '1'] });
  if (of !== 'CERTIFICADO') return hiddenLabel(trail.nonce, { type: 'ATO', about: [documentoId, String(of)] });
  if (!certificate) return null;
  return hiddenLabel(trail.nonce, { type: of, about: [certificate.codigo, String(certificate.versao)] });
}

async function isQueued(tx: Tx, label: Buffer): Promise<boolean> {
  const rows = await tx.sql`select from registro_fila where rotulo = ${label} and ${tx.here()} limit 1`;
  return rows.length > 0;
}
