import type { CursorPosition } from '../../core/cursor.ts';
import { afterPlace, type Placed, placeOf } from '../../core/page.ts';
import { type Columns, columnsOf } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { DocumentoRow, OwnReference } from '../documentos/index.ts';

export type EnvelopeRow = Columns<'envelope', 'id' | 'titulo' | 'criado_por' | 'criado_em' | 'enviado_em'> &
  OwnReference;

const COLUMNS = 'id, titulo, criado_por, criado_em, enviado_em, referencia_externa, metadados';

export async function insertEnvelope(tx: Tx, novo: Omit<EnvelopeRow, 'criado_em' | 'enviado_em'>) {
  const [row] = await tx.sql<EnvelopeRow[]>`
    insert into envelope ${tx.rows({ ...novo, criado_em: tx.now })}
    returning ${tx.sql.unsafe(COLUMNS)}`;
  return row as EnvelopeRow;
}

export async function findEnvelope(tx: Tx, id: string): Promise<EnvelopeRow | null> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    select ${tx.sql.unsafe(COLUMNS)} from envelope where id = ${id} and ${tx.here()}`;
  return row ?? null;
}

/** Locked the way joining documents lock it: only a send or a change of the envelope itself has to wait. */
export async function holdEnvelope(tx: Tx, id: string): Promise<EnvelopeRow | null> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    select ${tx.sql.unsafe(COLUMNS)}
      from envelope
     where id = ${id} and ${tx.here()}
       for share`;
  return row ?? null;
}

/** Locked against a second send and against joining documents, which lock it for share. */
export async function lockEnvelope(tx: Tx, id: string): Promise<EnvelopeRow | null> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    select ${tx.sql.unsafe(COLUMNS)}
      from envelope
     where id = ${id} and ${tx.here()}
       for no key update`;
  return row ?? null;
}

/** A locked draft after the changes. */
export async function updateEnvelope(
  tx: Tx,
  id: string,
  changes: Partial<Pick<EnvelopeRow, 'titulo'> & OwnReference>,
): Promise<EnvelopeRow> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    update envelope
       set ${tx.set(changes)}
     where id = ${id} and ${tx.here()}
    returning ${tx.sql.unsafe(COLUMNS)}`;
  if (!row) throw new Error('a locked envelope vanished');
  return row;
}

/** Deleted ones too, in the order of ids, as everywhere: operations on the same documents never deadlock. */
const lockDocumentsOf = (tx: Tx, envelopeId: string) => tx.sql`
  select from documento where envelope_id = ${envelopeId} and ${tx.here()} order by id for no key update`;

/** Reorders the documents of an envelope. @param documentoIds all of them */
export async function orderDocuments(tx: Tx, envelopeId: string, documentoIds: readonly string[]): Promise<void> {
  await lockDocumentsOf(tx, envelopeId);
  await tx.sql`
    update documento d
       set envelope_posicao = o.posicao
      from unnest(${documentoIds}::uuid[]) with ordinality as o (id, posicao)
     where d.id = o.id and d.envelope_id = ${envelopeId}
       and ${tx.here('d')}`;
}

export async function markEnvelopeSent(tx: Tx, id: string): Promise<void> {
  await tx.sql`update envelope set enviado_em = ${tx.now} where id = ${id} and ${tx.here()}`;
}

/** Deletes an envelope. Documents that were deleted while in it no longer reference it. */
export async function deleteEnvelope(tx: Tx, id: string): Promise<void> {
  await lockDocumentsOf(tx, id);
  await tx.sql`update documento set envelope_id = null where envelope_id = ${id} and ${tx.here()}`;
  await tx.sql`delete from envelope where id = ${id} and ${tx.here()}`;
}

const referredToAs = ({ sql }: Tx, referencia: string | null) =>
  referencia === null ? sql`` : sql`and referencia_externa = ${referencia}`;

/** Relies on the index envelope (organizacao_id, ambiente, criado_em desc, id desc), or on envelope_referencia. */
export function listEnvelopes(tx: Tx, referencia: string | null, after: CursorPosition | null, limit: number) {
  return tx.sql<(EnvelopeRow & Placed)[]>`
    select ${tx.sql.unsafe(COLUMNS)},
           ${placeOf(tx)}
      from envelope
     where ${tx.here()} ${referredToAs(tx, referencia)}
       ${afterPlace(tx, after)}
     order by criado_em desc, id desc
     limit ${limit}`;
}

export async function countEnvelopes(tx: Tx, referencia: string | null): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from envelope where ${tx.here()} ${referredToAs(tx, referencia)}`;
  return row?.total ?? 0;
}

/** The documents of some envelopes in order, including deleted ones, which determine how an envelope ended. */
export function documentsOf(tx: Tx, envelopeIds: readonly string[]): Promise<DocumentoRow[]> {
  return tx.sql<DocumentoRow[]>`
    select ${columnsOf('documento')}
      from documento
     where envelope_id = any(${envelopeIds}) and ${tx.here()}
     order by envelope_posicao, criado_em, id`;
}
