import { FIELD_TYPES, isDrawn, rule } from '@rubrica/contract';
import { conflict, notFound } from '../../core/problem.ts';
import { type Columns, columnsOf } from '../../core/row.ts';
import { alike, oneOf, type Statement, type Tx } from '../../core/sql.ts';
import type { Aggregate, CampoRow, DocumentoRow, FatorRow, SignatarioRow } from './rows.ts';

/** Tables whose rows have scope columns; `insertInto` adds them to each row. */
type ScopedTable =
  | 'documento'
  | 'versao'
  | 'campo'
  | 'valor_campo'
  | 'imagem_assinatura'
  | 'link'
  | 'edicao'
  | 'formulario'
  | 'link_incorporado'
  | 'link_signatario'
  | 'fator_signatario'
  | 'aviso';

export async function insertInto(tx: Tx, table: ScopedTable, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.sql`insert into ${tx.sql(table)} ${tx.rows(rows)}`;
}

/** A document within the scope, except deleted ones. */
export async function findDocumento(tx: Tx, id: string): Promise<DocumentoRow | null> {
  const [row] = await tx.sql<DocumentoRow[]>`
    select ${columnsOf('documento')}
      from documento
     where id = ${id} and ${tx.here()} and excluido_em is null`;
  return row ?? null;
}

/** The revision of a document and everything that belongs to it; no row if the scope has no such document. */
export function revisionOf(id: string): Statement<{ revisao: number }> {
  return (sql, escopo) => sql`
    select d.revisao
      from ${escopo}
     cross join lateral (
           select revisao
             from documento
            where id = ${id}
              and ${alike(sql, 'documento', 'escopo')}
              and excluido_em is null
           offset 0) as d`;
}

/**
 * A document and, if it is in an envelope, all other documents of it, locked in the order of ids: for operations that
 * concern a person in each of them.
 * @returns the document first; nothing if the scope has no such document
 * @throws 409 if it joined an envelope and was sent while this waited
 */
export async function lockTogether(tx: Tx, id: string): Promise<DocumentoRow[]> {
  const seen = await findDocumento(tx, id);
  if (!seen) return [];
  const together = await tx.sql<Columns<'documento', 'id'>[]>`
    select id
      from documento
     where (id = ${seen.id} or envelope_id = ${seen.envelope_id}) and ${tx.here()} and excluido_em is null
     order by id`;
  const locked = await lockDocumentos(
    tx,
    together.map((one) => one.id),
  );
  const own = locked.find((documento) => documento.id === seen.id);
  if (!own) return [];
  if (own.envelope_id !== seen.envelope_id && own.status !== 'RASCUNHO') throw conflict(rule('envelopeBusy'));
  return [own, ...locked.filter((documento) => documento !== own && documento.envelope_id === own.envelope_id)];
}

/**
 * A document within the scope, locked: every change to a document, its signers and its fields goes through this row, and takes
 * place no earlier than what its trail tells.
 */
export async function lockDocumento(tx: Tx, id: string): Promise<DocumentoRow | null> {
  const [row] = await lockDocumentos(tx, [id]);
  return row ?? null;
}

/** Documents within the scope, in the order of ids. */
export function findDocumentos(tx: Tx, ids: readonly string[]): Promise<DocumentoRow[]> {
  return tx.sql<DocumentoRow[]>`
    select ${columnsOf('documento')}
      from documento
     where ${tx.oneOf('id', ids)} and ${tx.here()} and excluido_em is null
     order by id`;
}

/**
 * The same, locked in that order, as everywhere: two who want the same documents never deadlock. The heads of their trails are
 * locked by the same statement, which so reads them as whoever it waited for has left them: what is done follows them.
 */
export async function lockDocumentos(tx: Tx, ids: readonly string[]): Promise<DocumentoRow[]> {
  const rows = await tx.sql<(DocumentoRow & Columns<'trilha', 'ultimo_em'>)[]>`
    select ${columnsOf('documento')}, trilha.ultimo_em
      from documento
      join trilha on trilha.documento_id = documento.id and ${alike(tx.sql, 'trilha', 'documento')}
     where ${tx.oneOf('id', ids)} and ${tx.here('documento')} and excluido_em is null
     order by documento.id
       for update`;
  return rows.map(({ ultimo_em, ...documento }) => {
    if (ultimo_em) tx.follows(ultimo_em);
    return documento;
  });
}

type StatusRow = Pick<DocumentoRow, 'id' | 'status'>;

/** How documents stand; those that were deleted are left out. */
export function statusesOf(ids: readonly string[]): Statement<StatusRow> {
  return (sql, escopo) => sql`
    select d.id, d.status
      from ${escopo}
     cross join lateral (
           select id, status
             from documento
            where ${oneOf(sql, 'id', ids)}
              and ${alike(sql, 'documento', 'escopo')}
              and excluido_em is null
           offset 0) as d`;
}

export function listSignatarios(tx: Tx, documentoId: string): Promise<SignatarioRow[]> {
  return tx.sql<SignatarioRow[]>`
    select ${columnsOf('signatario')}
      from signatario
     where documento_id = ${documentoId} and ${tx.here()}
     order by posicao`;
}

export function listCampos(tx: Tx, documentoId: string): Promise<CampoRow[]> {
  return tx.sql<CampoRow[]>`
    select ${columnsOf('campo')}
      from campo
     where documento_id = ${documentoId} and ${tx.here()}
     order by posicao`;
}

export function listFatores(tx: Tx, signatarioIds: readonly string[]): Promise<FatorRow[]> {
  return tx.sql<FatorRow[]>`
    select signatario_id, fator, cumprido_em, meio, provado_para, link_id
      from fator_signatario
     where ${tx.oneOf('signatario_id', signatarioIds)} and ${tx.here()}
     order by cumprido_em nulls last, fator`;
}

export async function loadAggregate(tx: Tx, documento: DocumentoRow): Promise<Aggregate> {
  const [signatarios, campos] = await Promise.all([listSignatarios(tx, documento.id), listCampos(tx, documento.id)]);
  return { documento, signatarios, campos };
}

/** Columns that a caller or a transition may change. */
export type DocumentoChanges = Partial<
  Omit<
    DocumentoRow,
    'id' | 'organizacao_id' | 'ambiente' | 'envelope_posicao' | 'criado_por' | 'criado_em' | 'geometria'
  >
>;

export async function updateDocumento(tx: Tx, id: string, changes: DocumentoChanges): Promise<DocumentoRow> {
  const [row] = await tx.sql<DocumentoRow[]>`
    update documento
       set ${tx.set({ ...changes, atualizado_em: tx.now })}
     where id = ${id} and ${tx.here()}
    returning ${columnsOf('documento')}`;
  if (!row) throw new Error('a locked document vanished');
  return row;
}

export async function updateSignatario(
  tx: Tx,
  id: string,
  changes: Partial<
    Omit<
      SignatarioRow,
      'id' | 'documento_id' | 'evidencia' | 'aceite' | 'assinatura' | 'rubrica' | 'envio_dados' | 'delegado_de'
    >
  > & {
    evidencia?: object;
    aceite?: object | null;
    assinatura?: object;
    rubrica?: object;
    delegado_de?: object | null;
  },
): Promise<void> {
  await tx.sql`
    update signatario
       set ${tx.set(changes)}
     where id = ${id} and ${tx.here()}`;
}

/** Whether a signer of this organization and environment has the id. */
export async function signerIdTaken(tx: Tx, id: string): Promise<boolean> {
  return (await tx.sql`select from signatario where id = ${id} and ${tx.here()}`).length > 0;
}

/** @returns false if another transaction has written a signer with the same id; nothing is written then */
export async function insertSignatario(tx: Tx, row: object): Promise<boolean> {
  const inserted = await tx.sql`
    insert into signatario ${tx.rows(row)} on conflict do nothing returning 1`;
  return inserted.length > 0;
}

export async function deleteSignatario(tx: Tx, id: string): Promise<void> {
  await tx.sql`delete from signatario where id = ${id} and ${tx.here()}`;
}

export async function deleteCampos(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.sql`delete from campo where id = any(${ids}) and ${tx.here()}`;
}

/** Assigns fields without a signer that must be drawn to the document's first signer. */
export async function adoptPersonalFields(tx: Tx, documentoId: string, signatarioId: string): Promise<void> {
  await tx.sql`
    update campo
       set signatario_id = ${signatarioId}
     where documento_id = ${documentoId} and ${tx.here()}
       and signatario_id is null and tipo = any(${FIELD_TYPES.filter(isDrawn)})`;
}

/** Locked until the transaction ends, so that the folder is not deleted before the document is in it. */
export async function pastaExists(tx: Tx, id: string): Promise<boolean> {
  return (await tx.sql`select from pasta where id = ${id} and ${tx.here()} for key share`).length > 0;
}

/**
 * Locks an envelope while a document joins it. Never waits for a send in progress, which holds the envelope and goes on
 * to lock documents.
 * @throws 404 outside the scope, 409 once it was sent, or while another transaction holds it
 */
export async function holdDraftEnvelope(tx: Tx, id: string): Promise<void> {
  const [held] = await tx.sql<Columns<'envelope', 'enviado_em'>[]>`
    select enviado_em from envelope where id = ${id} and ${tx.here()} for share skip locked`;
  if (held?.enviado_em === null) return;
  if (held || (await tx.sql`select from envelope where id = ${id} and ${tx.here()}`).length > 0) {
    throw conflict(rule('envelopeBusy'));
  }
  throw notFound();
}

/**
 * Locks the envelope of a document being restored, as `holdDraftEnvelope` does for one that joins it.
 * @throws 409 while another transaction holds it
 */
export async function holdEnvelopeOf(tx: Tx, id: string): Promise<'RASCUNHO' | 'ENVIADO'> {
  const [held] = await tx.sql<Columns<'envelope', 'enviado_em'>[]>`
    select enviado_em from envelope where id = ${id} and ${tx.here()} for share skip locked`;
  if (!held) throw conflict(rule('envelopeBusy'));
  return held.enviado_em === null ? 'RASCUNHO' : 'ENVIADO';
}

export function camposOf(tx: Tx, documentoIds: readonly string[]): Promise<CampoRow[]> {
  return tx.sql<CampoRow[]>`
    select ${columnsOf('campo')}
      from campo
     where ${tx.oneOf('documento_id', documentoIds)} and ${tx.here()}
     order by posicao`;
}

export function signatariosOf(tx: Tx, documentoIds: readonly string[]): Promise<SignatarioRow[]> {
  return tx.sql<SignatarioRow[]>`
    select ${columnsOf('signatario')}
      from signatario
     where ${tx.oneOf('documento_id', documentoIds)} and ${tx.here()}
     order by posicao`;
}
