import type { StatusDocumento } from '@rubrica/contract';
import { fieldMessage } from '@rubrica/contract';
import { BY_SYSTEM, type Origin } from '../../core/actor.ts';
import { conflict } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { type EndedBy, queueNotices } from './avisos.ts';
import { transition } from './estado.ts';
import { publishDocumentEvent } from './eventos.ts';
import { revokeLinks } from './links.ts';
import { type DocumentoRow, isPending } from './rows.ts';
import { listSignatarios, lockDocumento, updateDocumento, updateSignatario } from './store.ts';

/**
 * Ends a document short of completion: who was still missing is cancelled, every link dies with this transaction, and
 * who was reached by e-mail will be told.
 * @param by who cancelled it
 */
export async function endDocument(
  tx: Tx,
  documento: DocumentoRow,
  status: Extract<StatusDocumento, 'CANCELADO' | 'EXPIRADO' | 'RECUSADO'>,
  by: EndedBy | null = null,
): Promise<DocumentoRow> {
  const signatarios = await listSignatarios(tx, documento.id);
  for (const { id } of signatarios.filter(isPending)) await updateSignatario(tx, id, { status: 'CANCELADO' });
  await revokeLinks(
    tx,
    signatarios.map(({ id }) => id),
    status,
  );
  const ended = await updateDocumento(tx, documento.id, { status });
  await queueNotices(tx, ended, signatarios, by);
  return ended;
}

/** Everybody signed and only the sealing is left: from here the document goes to ASSINADO and nowhere else. */
function refuseOnceFullySigned(documento: DocumentoRow): void {
  if (documento.assinado_por_todos_em) throw conflict(fieldMessage('beingCompleted'));
}

/** @throws 409 CONFLITO unless the document is in progress with a signature missing */
export async function cancelarDocumento(
  tx: Tx,
  origin: Origin,
  documento: DocumentoRow,
  motivo: string,
): Promise<DocumentoRow> {
  transition(documento.status, 'CANCELAR');
  refuseOnceFullySigned(documento);
  const row = await endDocument(tx, documento, 'CANCELADO', { origin, motivo });
  await recordEvent(tx, documento.id, origin, { acao: 'DOCUMENTO_CANCELADO', detalhe: { motivo } });
  await publishDocumentEvent(tx, 'document.cancelled', row, { motivo });
  return row;
}

/** Expires a document whose deadline has passed; does nothing if it ended meanwhile. */
export async function expirarDocumento(tx: Tx, id: string): Promise<void> {
  const documento = await lockDocumento(tx, id);
  if (!documento || documento.assinado_por_todos_em) return;
  const deadlines = [documento.prazo_em, documento.expira_em].filter((date) => date !== null);
  const passed = deadlines.some((date) => date <= tx.now);
  if (!passed || !['AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO'].includes(documento.status)) return;
  transition(documento.status, 'EXPIRAR');
  const row = await endDocument(tx, documento, 'EXPIRADO');
  await recordEvent(tx, id, BY_SYSTEM, {
    acao: 'DOCUMENTO_EXPIRADO',
    detalhe: {
      prazoEm: documento.prazo_em?.toISOString() ?? null,
      expiraEm: documento.expira_em?.toISOString() ?? null,
    },
  });
  await publishDocumentEvent(tx, 'document.expired', row);
}
