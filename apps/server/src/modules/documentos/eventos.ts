import type { EventoWebhook } from '@rubrica/contract';
import { emit, emitAll } from '../../core/outbox.ts';
import type { Tx } from '../../core/sql.ts';
import { fulfilments } from './fatores.ts';
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
  };
}

/** The `signatario` member, and each entry of `signatarios` at completion. */
export function eventSigner(row: SignatarioRow, fatores: readonly FatorRow[]): Record<string, unknown> {
  return {
    id: row.id,
    nome: row.nome,
    email: row.email,
    funcao: row.funcao,
    status: row.status,
    assinadoEm: row.assinado_em?.toISOString() ?? null,
    fatoresCumpridos: fulfilments(row, fatores).map(({ fator }) => fator),
  };
}

/** Puts a document's event into the outbox, in the transaction of the change. */
export function emitDocumentEvent(
  tx: Tx,
  evento: EventoWebhook,
  documento: DocumentoRow,
  more: Record<string, unknown> = {},
): Promise<void> {
  return emit(tx, evento, documento.id, { documento: eventDocument(documento), ...more });
}

/** The same event of several documents, none of which anyone has seen before. */
export function emitDocumentEvents(tx: Tx, evento: EventoWebhook, documentos: readonly DocumentoRow[]): Promise<void> {
  const told = documentos.map((row) => ({ documentoId: row.id, dados: { documento: eventDocument(row) } }));
  return emitAll(tx, evento, told);
}
