import type { EventoWebhook } from '@rubrica/contract';
import { emit, emitAll } from '../../core/outbox.ts';
import type { Tx } from '../../core/sql.ts';
import { fulfilments } from './fatores.ts';
import { presentOwnReference } from './own-reference.ts';
import type { DocumentoRow, FatorRow, SignatarioRow } from './rows.ts';

/** The `documento` member of every event. */
export function eventDocument(row: DocumentoRow): Record<string, unknown> {
  return {
    id: row.id,
    titulo: row.titulo,
    status: row.status,
    nivelAssinatura: row.nivel_assinatura,
    criadoEm: row.criado_em.toISOString(),
    ...(row.finalizado_em ? { finalizadoEm: row.finalizado_em.toISOString() } : {}),
    paginas: row.paginas,
    ...presentOwnReference(row),
  };
}

/** The `signatario` property, and each entry of `signatarios` on completion. */
export function eventSigner(row: SignatarioRow, fatores: readonly FatorRow[]): Record<string, unknown> {
  return {
    id: row.id,
    nome: row.nome,
    email: row.email,
    funcao: row.funcao,
    status: row.status,
    assinadoEm: row.assinado_em?.toISOString() ?? null,
    fatoresCumpridos: fulfilments(row, fatores).map(({ fator }) => fator),
    ...presentOwnReference(row),
  };
}

/** What every event tells besides: where the document is. */
export function eventData(row: DocumentoRow, more: Record<string, unknown>): object {
  return {
    ambiente: row.ambiente,
    ...(row.envelope_id === null ? {} : { envelopeId: row.envelope_id }),
    documento: eventDocument(row),
    ...more,
  };
}

/** Puts a document's event into the outbox, in the transaction of the change. */
export function emitDocumentEvent(
  tx: Tx,
  evento: EventoWebhook,
  documento: DocumentoRow,
  more: Record<string, unknown> = {},
): Promise<void> {
  return emit(tx, evento, documento.id, eventData(documento, more));
}

/** The same event of several documents, none of which anyone has seen before. */
export function emitDocumentEvents(tx: Tx, evento: EventoWebhook, documentos: readonly DocumentoRow[]): Promise<void> {
  const told = documentos.map((row) => ({ documentoId: row.id, dados: eventData(row, {}) }));
  return emitAll(tx, evento, told);
}
