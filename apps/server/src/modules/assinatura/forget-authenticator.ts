import { randomUUID } from 'node:crypto';
import type { Origin } from '../../core/actor.ts';
import type { Columns } from '../../core/row.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import {
  answersTo,
  type DocumentoRow,
  findDocumento,
  isPending,
  listSignatarios,
  readSender,
  rowsOfPerson,
  type SignatarioRow,
  sameCase,
  updateSignatario,
} from '../documentos/index.ts';
import { type Messenger, mailNotice, renderAuthenticatorForgotten } from '../mensagens/index.ts';
import { type ForgottenPayload, QUEUES } from './queues.ts';

/**
 * Removes the authenticator a signer answers with: the organization's for the e-mail, and the signer's own. What it
 * proved for this person in unfinished documents of the same link becomes void; what was signed stays. Without an
 * authenticator it does nothing.
 * @param locked the document and the others of its envelope
 */
export async function forgetAuthenticator(
  tx: Tx,
  origin: Origin,
  locked: readonly DocumentoRow[],
  documento: DocumentoRow,
  signatario: SignatarioRow,
): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  const forgotten = await tx.sql<(Columns<'autenticador', 'id'> & { confirmado: boolean })[]>`
    delete from autenticador
     where ${tx.here()}
       and (email = ${signatario.email && sameCase(signatario.email)} or signatario_id = ${signatario.id})
    returning id, confirmado_em is not null as confirmado`;
  const ids = forgotten.filter(({ confirmado }) => confirmado).map(({ id }) => id);
  if (ids.length === 0) return;
  const person = (await rowsOfPerson(tx, documento, signatario)).filter(isPending);
  const rows = await tx.sql<Columns<'fator_signatario', 'signatario_id'>[]>`
    delete from fator_signatario
     where ${tx.here()}
       and signatario_id = any(${person.map(({ id }) => id)})
       and fator = 'TOTP' and provado_para ->> 'autenticadorId' = any(${ids})
    returning signatario_id`;
  const voided = person.filter(({ id }) => rows.some(({ signatario_id }) => signatario_id === id));
  for (const { id } of voided) await updateSignatario(tx, id, { autenticado_em: null });
  for (const place of locked) {
    const own = place.id === documento.id ? signatario : voided.find(({ documento_id }) => documento_id === place.id);
    if (!own) continue;
    await recordEvent(tx, place.id, origin, {
      acao: 'TOTP_ESQUECIDO',
      detalhe: {
        signatarioId: own.id,
        autenticadores: ids,
        ...(voided.some(({ id }) => id === own.id) ? { anulado: true } : {}),
      },
    });
  }
  if (signatario.email === null) return;
  const payload = {
    id: randomUUID(),
    documentoId: documento.id,
    signatarioId: signatario.id,
    em: tx.now.toISOString(),
  };
  await tx.enqueue(QUEUES.SEND_FORGOTTEN, { organizacaoId, ambiente, ...payload });
}

/** Sends a queued notice to the person, unless the signer or their data are gone by then. */
export function createForgottenSender(deps: { db: Database; messenger: Messenger }) {
  return async ({ organizacaoId, ambiente, id, documentoId, signatarioId, em }: ForgottenPayload): Promise<void> => {
    const scope = scopeOf(organizacaoId, ambiente);
    const found = await deps.db.read(scope, async (tx) => {
      const documento = await findDocumento(tx, documentoId);
      const signatario = (await listSignatarios(tx, documentoId)).find((one) => one.id === signatarioId);
      if (!documento || !signatario?.email) return null;
      return { documento, signatario, to: signatario.email, sender: await readSender(tx, documento) };
    });
    if (!found) return;
    const { documento, signatario, to, sender } = found;
    const replyTo = answersTo(sender, [documento]);
    const message = {
      to,
      ...renderAuthenticatorForgotten(
        { sender: sender.shown, nome: signatario.nome, em: new Date(em), teste: ambiente === 'TESTE' },
        signatario.idioma,
      ),
      messageId: id,
      fromName: sender.nomeRemetente,
      ...(replyTo ? { replyTo } : {}),
    };
    const counted = { referencia: `autenticador:${id}`, documentoId, descricao: 'Aviso de autenticador' };
    await mailNotice(deps, scope, message, { counted });
  };
}
