import type { StatusDocumento } from '@rubrica/contract';
import { BY_SYSTEM, type Origin } from '../../core/actor.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { isOverdue, transition } from './estado.ts';
import { emitDocumentEvent } from './eventos.ts';
import { revokeLinks } from './links.ts';
import { type EndedBy, queueNotices } from './notices.ts';
import { isPending } from './people.ts';
import type { DocumentoRow } from './rows.ts';
import { listSignatarios, lockDocumento, updateDocumento, updateSignatario } from './store.ts';

/**
 * Ends a document without completion: signers who had not acted are cancelled, every link is revoked in this
 * transaction, and people reached by e-mail will be notified.
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

/** @throws 409 CONFLITO unless the document is in progress with a signature missing */
export async function cancelDocumento(
  tx: Tx,
  origin: Origin,
  documento: DocumentoRow,
  motivo: string,
): Promise<DocumentoRow> {
  transition(documento, 'CANCEL', tx.now);
  const row = await endDocument(tx, documento, 'CANCELADO', { origin, motivo });
  await recordEvent(tx, documento.id, origin, { acao: 'DOCUMENTO_CANCELADO', detalhe: { motivo } });
  await emitDocumentEvent(tx, 'document.cancelled', row, { motivo });
  return row;
}

/** Expires a document whose deadline has passed; does nothing if it ended meanwhile. */
export async function expireDocumento(tx: Tx, id: string): Promise<void> {
  const documento = await lockDocumento(tx, id);
  if (documento && isOverdue(documento, tx.now)) await expire(tx, documento);
}

/** Ends a locked document whose deadline has passed, with all notices and events. */
export async function expire(tx: Tx, documento: DocumentoRow): Promise<DocumentoRow> {
  transition(documento, 'EXPIRE', tx.now);
  const row = await endDocument(tx, documento, 'EXPIRADO');
  await recordEvent(tx, documento.id, BY_SYSTEM, {
    acao: 'DOCUMENTO_EXPIRADO',
    detalhe: {
      prazoEm: documento.prazo_em?.toISOString() ?? null,
      expiraEm: documento.expira_em?.toISOString() ?? null,
    },
  });
  await emitDocumentEvent(tx, 'document.expired', row);
  return row;
}
