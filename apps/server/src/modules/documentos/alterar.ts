import type { DocumentoAlteracao } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { notFound, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { isModeloEmail } from '../modelos-email/index.ts';
import type { DocumentosDeps } from './deps.ts';
import { expire } from './encerrar.ts';
import { draftDocument, draftSigner, toDate } from './entrada.ts';
import { isOverdue, transition } from './estado.ts';
import { ensureHandedOutLinks, revokeLinks } from './links.ts';
import { ownReferenceChanges } from './own-reference.ts';
import type { DocumentoRow } from './rows.ts';
import { checkDocument, checkDrawable, checkSigner, concerns } from './rules.ts';
import { type DocumentoChanges, holdDraftEnvelope, listSignatarios, pastaExists, updateDocumento } from './store.ts';

/** The columns for the properties in a PATCH body: absent ones stay, null erases. */
function changesOf(body: DocumentoAlteracao): DocumentoChanges {
  const given: { [K in keyof DocumentoChanges]: DocumentoChanges[K] | undefined } = {
    titulo: body.titulo?.trim(),
    descricao: body.descricao,
    pasta_id: body.pastaId,
    envelope_id: body.envelopeId,
    nivel_assinatura: body.nivelAssinatura,
    fatores_exigidos: body.fatoresExigidos,
    ordenado: body.ordenado,
    recusavel: body.recusavel,
    parar_se_recusado: body.pararSeRecusado,
    mensagem: body.mensagem,
    lembrete: body.lembrete,
    prazo_em: body.prazoEm === undefined ? undefined : toDate(body.prazoEm),
    expira_em: body.expiraEm === undefined ? undefined : toDate(body.expiraEm),
    modelo_email_id: body.modeloEmailId,
    responder_para: body.responderPara,
    ...ownReferenceChanges(body),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as DocumentoChanges;
}

/**
 * Changes a draft. The entire resulting draft is validated, so that no change leaves it inconsistent.
 * @throws 400, 404 (folder, envelope, e-mail template), 409 DOCUMENTO_IMUTAVEL after sending
 */
export async function alterarDocumento(
  tx: Tx,
  deps: DocumentosDeps,
  origin: Origin,
  documento: DocumentoRow,
  body: DocumentoAlteracao,
): Promise<DocumentoRow> {
  transition(documento, 'CHANGE', tx.now);
  const changes = changesOf(body);
  if (changes.pasta_id && !(await pastaExists(tx, changes.pasta_id))) throw notFound();
  if (changes.envelope_id) await holdDraftEnvelope(tx, changes.envelope_id);
  if (changes.modelo_email_id && !(await isModeloEmail(tx, changes.modelo_email_id))) throw notFound();

  const next = { ...documento, ...changes };
  const draft = draftDocument(next);
  const signatarios = await listSignatarios(tx, documento.id);
  refuseInvalid([
    ...checkDocument(draft, tx.now).filter((problem) => concerns(problem, body)),
    ...signatarios.flatMap((signer, index) => checkSigner(draftSigner(signer), draft, `signatarios[${index}]`, tx.now)),
    ...checkDrawable([['titulo', changes.titulo]], deps.undrawable),
  ]);
  if (Object.keys(changes).length === 0) return documento;

  const row = await updateDocumento(tx, documento.id, changes);
  const leavesEnvelope = changes.envelope_id !== undefined && changes.envelope_id !== documento.envelope_id;
  if (leavesEnvelope) {
    // In an envelope a link belongs to the person for the whole set.
    await revokeLinks(
      tx,
      signatarios.map(({ id }) => id),
      'SUBSTITUIDO',
    );
  }
  await ensureHandedOutLinks(tx, deps.tokens, row, signatarios);
  await recordEvent(tx, documento.id, origin, {
    acao: 'DOCUMENTO_ALTERADO',
    detalhe: { campos: Object.keys(body).sort() },
  });
  return row;
}

/** Moves a document to a folder, or to the root if null. */
export async function moverDocumento(
  tx: Tx,
  origin: Origin,
  documento: DocumentoRow,
  pastaId: string | null,
): Promise<DocumentoRow> {
  transition(documento, 'MOVE', tx.now);
  if (pastaId && !(await pastaExists(tx, pastaId))) throw notFound();
  if (pastaId === documento.pasta_id) return documento;
  const row = await updateDocumento(tx, documento.id, { pasta_id: pastaId });
  await recordEvent(tx, documento.id, origin, {
    acao: 'DOCUMENTO_MOVIDO',
    detalhe: { de: documento.pasta_id, para: pastaId },
  });
  return row;
}

/**
 * Removes a document from every listing. Its file stays until retention purges it.
 * @throws 409 CONFLITO while in progress or once completed
 */
export async function excluirDocumento(tx: Tx, origin: Origin, documento: DocumentoRow): Promise<void> {
  transition(documento, 'DELETE', tx.now);
  // The sweep ignores deleted documents, so people who should hear about the missed deadline are notified now.
  if (isOverdue(documento, tx.now)) await expire(tx, documento);
  await updateDocumento(tx, documento.id, { excluido_em: tx.now });
  const signatarios = await listSignatarios(tx, documento.id);
  await revokeLinks(
    tx,
    signatarios.map(({ id }) => id),
    'DOCUMENTO_EXCLUIDO',
  );
  await recordEvent(tx, documento.id, origin, { acao: 'DOCUMENTO_EXCLUIDO' });
}
