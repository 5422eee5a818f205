import type { CursorPosition } from '../../core/cursor.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { DocumentoRow } from '../documentos/index.ts';

export type EnvelopeRow = Columns<'envelope', 'id' | 'titulo' | 'criado_por' | 'criado_em' | 'enviado_em'>;

export async function insertEnvelope(
  tx: Tx,
  { id, titulo, criadoPor }: { id: string; titulo: string; criadoPor: string },
) {
  const [row] = await tx.sql<EnvelopeRow[]>`
    insert into envelope ${tx.rows({ id, titulo, criado_por: criadoPor, criado_em: tx.now })}
    returning id, titulo, criado_por, criado_em, enviado_em`;
  return row as EnvelopeRow;
}

export async function findEnvelope(tx: Tx, id: string): Promise<EnvelopeRow | null> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    select id, titulo, criado_por, criado_em, enviado_em from envelope where id = ${id} and ${tx.here()}`;
  return row ?? null;
}

/** Held as it is, as documents that join hold it: only a sending or a change of the envelope itself waits. */
export async function holdEnvelope(tx: Tx, id: string): Promise<EnvelopeRow | null> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    select id, titulo, criado_por, criado_em, enviado_em
      from envelope
     where id = ${id} and ${tx.here()}
       for share`;
  return row ?? null;
}

/** Locked against a second sending and against documents joining, which hold it for share. */
export async function lockEnvelope(tx: Tx, id: string): Promise<EnvelopeRow | null> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    select id, titulo, criado_por, criado_em, enviado_em
      from envelope
     where id = ${id} and ${tx.here()}
       for no key update`;
  return row ?? null;
}

export async function renameEnvelope(tx: Tx, id: string, titulo: string): Promise<void> {
  await tx.sql`update envelope set titulo = ${titulo} where id = ${id} and ${tx.here()}`;
}

/** Puts the documents of an envelope into an order. @param documentoIds all of them */
export async function orderDocuments(tx: Tx, envelopeId: string, documentoIds: readonly string[]): Promise<void> {
  // Locked in the order of ids, as everywhere: acts over the same documents never wait on each other.
  await tx.sql`
    select from documento where envelope_id = ${envelopeId} and ${tx.here()} order by id for no key update`;
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

/** Removes an envelope. Documents that were deleted while they were in it no longer name it. */
export async function deleteEnvelope(tx: Tx, id: string): Promise<void> {
  await tx.sql`update documento set envelope_id = null where envelope_id = ${id} and ${tx.here()}`;
  await tx.sql`delete from envelope where id = ${id} and ${tx.here()}`;
}

/** Relies on the index envelope (organizacao_id, ambiente, criado_em desc, id desc). */
export function listEnvelopes(tx: Tx, after: CursorPosition | null, limit: number) {
  return tx.sql<(EnvelopeRow & { criado_em_exato: string })[]>`
    select id, titulo, criado_por, criado_em, enviado_em,
           to_char(criado_em at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as criado_em_exato
      from envelope
     where ${tx.here()}
       ${after === null ? tx.sql`` : tx.sql`and (criado_em, id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)`}
     order by criado_em desc, id desc
     limit ${limit}`;
}

export async function countEnvelopes(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`select count(*) as total from envelope where ${tx.here()}`;
  return row?.total ?? 0;
}

/** The documents of some envelopes in their order, deleted ones too: they tell how an envelope ended. */
export function documentsOf(tx: Tx, envelopeIds: readonly string[]): Promise<DocumentoRow[]> {
  return tx.sql<DocumentoRow[]>`
    select *
      from documento
     where envelope_id = any(${envelopeIds}) and ${tx.here()}
     order by envelope_posicao, criado_em, id`;
}
