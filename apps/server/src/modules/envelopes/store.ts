import type { CursorPosition } from '../../core/cursor.ts';
import type { Tx } from '../../core/sql.ts';
import type { DocumentoRow } from '../documentos/index.ts';

export interface EnvelopeRow {
  id: string;
  titulo: string;
  criado_por: string;
  criado_em: Date;
  enviado_em: Date | null;
}

const inScope = (tx: Tx) => tx.sql`organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}`;

export async function insertEnvelope(tx: Tx, envelope: { id: string; titulo: string; criadoPor: string }) {
  const [row] = await tx.sql<EnvelopeRow[]>`
    insert into envelope (id, organizacao_id, ambiente, titulo, criado_por, criado_em)
    values (${envelope.id}, ${tx.scope.organizacaoId}, ${tx.scope.ambiente}, ${envelope.titulo}, ${envelope.criadoPor},
            ${tx.now})
    returning id, titulo, criado_por, criado_em, enviado_em`;
  return row as EnvelopeRow;
}

export async function findEnvelope(tx: Tx, id: string): Promise<EnvelopeRow | null> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    select id, titulo, criado_por, criado_em, enviado_em from envelope where id = ${id} and ${inScope(tx)}`;
  return row ?? null;
}

/** Held as it is, as documents that join hold it: only a sending or a change of the envelope itself waits. */
export async function holdEnvelope(tx: Tx, id: string): Promise<EnvelopeRow | null> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    select id, titulo, criado_por, criado_em, enviado_em
      from envelope
     where id = ${id} and ${inScope(tx)}
       for share`;
  return row ?? null;
}

/** Locked against a second sending and against documents joining, which hold it for share. */
export async function lockEnvelope(tx: Tx, id: string): Promise<EnvelopeRow | null> {
  const [row] = await tx.sql<EnvelopeRow[]>`
    select id, titulo, criado_por, criado_em, enviado_em
      from envelope
     where id = ${id} and ${inScope(tx)}
       for no key update`;
  return row ?? null;
}

export async function renameEnvelope(tx: Tx, id: string, titulo: string): Promise<void> {
  await tx.sql`update envelope set titulo = ${titulo} where id = ${id} and ${inScope(tx)}`;
}

/** Puts the documents of an envelope into an order. @param documentoIds all of them */
export async function orderDocuments(tx: Tx, envelopeId: string, documentoIds: readonly string[]): Promise<void> {
  // Locked in the order of ids, as everywhere: acts over the same documents never wait on each other.
  await tx.sql`
    select from documento where envelope_id = ${envelopeId} and ${inScope(tx)} order by id for no key update`;
  await tx.sql`
    update documento d
       set envelope_posicao = o.posicao
      from unnest(${documentoIds as string[]}::uuid[]) with ordinality as o (id, posicao)
     where d.id = o.id and d.envelope_id = ${envelopeId}
       and d.organizacao_id = ${tx.scope.organizacaoId} and d.ambiente = ${tx.scope.ambiente}`;
}

export async function markEnvelopeSent(tx: Tx, id: string): Promise<void> {
  await tx.sql`update envelope set enviado_em = ${tx.now} where id = ${id} and ${inScope(tx)}`;
}

/** Removes an envelope. Documents that were deleted while they were in it no longer name it. */
export async function deleteEnvelope(tx: Tx, id: string): Promise<void> {
  await tx.sql`update documento set envelope_id = null where envelope_id = ${id} and ${inScope(tx)}`;
  await tx.sql`delete from envelope where id = ${id} and ${inScope(tx)}`;
}

/** Relies on the index envelope (organizacao_id, ambiente, criado_em desc, id desc). */
export function listEnvelopes(tx: Tx, after: CursorPosition | null, limit: number) {
  return tx.sql<(EnvelopeRow & { criado_em_exato: string })[]>`
    select id, titulo, criado_por, criado_em, enviado_em,
           to_char(criado_em at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as criado_em_exato
      from envelope
     where ${inScope(tx)}
       ${after === null ? tx.sql`` : tx.sql`and (criado_em, id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)`}
     order by criado_em desc, id desc
     limit ${limit}`;
}

export async function countEnvelopes(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`select count(*) as total from envelope where ${inScope(tx)}`;
  return row?.total ?? 0;
}

/** The documents of some envelopes in their order, deleted ones too: they tell how an envelope ended. */
export function documentsOf(tx: Tx, envelopeIds: readonly string[]): Promise<DocumentoRow[]> {
  return tx.sql<DocumentoRow[]>`
    select *
      from documento
     where envelope_id = any(${envelopeIds as string[]}) and ${inScope(tx)}
     order by envelope_posicao, criado_em, id` as unknown as Promise<DocumentoRow[]>;
}
