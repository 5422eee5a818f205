import type { DocumentoResumo, Envelope, StatusEnvelope } from '@rubrica/contract';
import { type DocumentoRow, isInProgress, presentOwnReference } from '../documentos/index.ts';
import type { EnvelopeRow } from './store.ts';

/**
 * An envelope's status follows from its documents: sent while any is in progress; then complete if all were fully
 * signed, otherwise what ended any of them: a refusal takes precedence over a deadline, a deadline over a cancellation.
 */
export function envelopeStatus(
  envelope: Pick<EnvelopeRow, 'enviado_em'>,
  documentos: readonly Pick<DocumentoRow, 'status'>[],
): StatusEnvelope {
  if (envelope.enviado_em === null) return 'RASCUNHO';
  // A draft that was deleted before sending does not count.
  const sent = documentos.filter(({ status }) => status !== 'RASCUNHO');
  if (sent.some(({ status }) => isInProgress(status))) return 'ENVIADO';
  if (sent.length > 0 && sent.every(({ status }) => status === 'ASSINADO')) return 'CONCLUIDO';
  const ends = ['RECUSADO', 'EXPIRADO'] as const;
  return ends.find((end) => sent.some(({ status }) => status === end)) ?? 'CANCELADO';
}

/** @param summaries of the documents that are still listed */
export function presentEnvelope(
  row: EnvelopeRow,
  documentos: readonly DocumentoRow[],
  summaries: readonly DocumentoResumo[],
): Envelope {
  return {
    id: row.id,
    titulo: row.titulo,
    ...presentOwnReference(row),
    status: envelopeStatus(row, documentos),
    criadoPor: row.criado_por,
    criadoEm: row.criado_em.toISOString(),
    enviadoEm: row.enviado_em?.toISOString() ?? null,
    documentos: [...summaries],
  };
}
