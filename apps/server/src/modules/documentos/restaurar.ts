import { rule } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { refuseTooManyDrafts } from '../consumo/index.ts';
import { ensureHandedOutLinks, type LinkTokens } from './links.ts';
import type { DocumentoRow } from './rows.ts';
import { findDocumento, holdEnvelopeOf, listSignatarios, pastaExists, updateDocumento } from './store.ts';
import { findDeleted, lockDeleted } from './store-excluidos.ts';

/**
 * Restores a deleted document as it was. Links revoked by the deletion stay revoked; signers with a handed-over link
 * get another.
 * @param authorize checks the role, once the document was found in the scope
 * @throws 404 beyond thirty days, 409 CONFLITO if it is not deleted or its envelope is being changed, 422
 * LIMITE_EXCEDIDO beyond the drafts that the plan allows
 */
export async function restaurarDocumento(
  tx: Tx,
  tokens: LinkTokens,
  origin: Origin,
  id: string,
  authorize: () => void,
): Promise<DocumentoRow> {
  const seen = await findDeleted(tx, id);
  if (!seen) {
    found(await findDocumento(tx, id));
    authorize();
    throw conflict(rule('notDeleted'));
  }
  authorize();
  // The folder is locked before the document, in the same order as when deleting a folder; if it is gone, the document
  // no longer references it.
  if (seen.pasta_id !== null) await pastaExists(tx, seen.pasta_id);
  const documento = await lockDeleted(tx, id);
  if (!documento) throw conflict(rule('notDeleted'));
  const draft = documento.status === 'RASCUNHO';
  if (draft) await refuseTooManyDrafts(tx, [documento.id]);
  // An envelope that was sent without the draft cannot take it back.
  const leaves =
    draft && documento.envelope_id !== null && (await holdEnvelopeOf(tx, documento.envelope_id)) === 'ENVIADO';
  const row = await updateDocumento(tx, documento.id, {
    excluido_em: null,
    ...(leaves ? { envelope_id: null } : {}),
  });
  if (draft) await ensureHandedOutLinks(tx, tokens, row, await listSignatarios(tx, row.id));
  await recordEvent(tx, row.id, origin, {
    acao: 'DOCUMENTO_RESTAURADO',
    detalhe: { excluidoEm: documento.excluido_em?.toISOString() ?? null, ...(leaves ? { foraDoEnvelope: true } : {}) },
  });
  return row;
}
