import { BY_SYSTEM } from '../../core/actor.ts';
import type { ScopedPayload } from '../../core/outbox.ts';
import { DeliveryRefused } from '../../core/ports.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database, JobDefinition, Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { meter } from '../consumo/index.ts';
import { type Messenger, renderInvitation, renderInvitationSms } from '../mensagens/index.ts';
import { isInProgress } from './estado.ts';
import { ensureHandedOutLinks, issueLink, type LinkRow, type LinkTokens } from './links.ts';
import { readSender } from './remetente.ts';
import { type DocumentoRow, isPending, type SignatarioRow, whoseTurn } from './rows.ts';
import { findDocumento, listSignatarios, lockDocumento, updateSignatario } from './store.ts';

/** Delivers one link by e-mail or SMS; `id` is the link's. */
export const SEND_INVITATION: JobDefinition<ScopedPayload> = {
  name: 'enviar-convite',
  retry: { limit: 20, delay: 5, maxDelay: 3600 },
};

/**
 * Invites everyone whose turn has come and who was not invited yet: a link each, handed out at once for LINK, put into
 * the queue for the other methods.
 */
export async function inviteWhoseTurn(tx: Tx, tokens: LinkTokens, documento: DocumentoRow): Promise<void> {
  const signatarios = await listSignatarios(tx, documento.id);
  const due = whoseTurn(documento.ordenado, signatarios).filter(({ convidado_em }) => convidado_em === null);
  for (const signatario of due) {
    const handedOut = signatario.metodo_entrega === 'LINK';
    await updateSignatario(tx, signatario.id, {
      convidado_em: tx.now,
      ...(handedOut ? { status: 'ENVIADO' as const, enviado_em: tx.now } : {}),
    });
    if (!handedOut) await sendLink(tx, tokens, signatario);
  }
  await ensureHandedOutLinks(tx, tokens, documento, await listSignatarios(tx, documento.id));
}

/** Issues a new link to a signer and queues its delivery. */
export async function sendLink(
  tx: Tx,
  tokens: LinkTokens,
  signatario: SignatarioRow,
  why: 'first' | 'resend' = 'first',
): Promise<void> {
  const id = await issueLink(tx, tokens, signatario, why);
  if (signatario.metodo_entrega === 'LINK') return;
  await tx.enqueue(SEND_INVITATION, { organizacaoId: tx.scope.organizacaoId, ambiente: tx.scope.ambiente, id });
}

interface Delivery {
  link: LinkRow;
  signatario: SignatarioRow;
  documento: DocumentoRow;
}

/** What a queued delivery is about, or null when it has nothing left to do. */
async function deliveryOf(tx: Tx, linkId: string): Promise<Delivery | null> {
  const [found] = await tx.sql<{ signatario_id: string; documento_id: string }[]>`
    select signatario_id, documento_id
      from link_signatario
     where link_id = ${linkId}
       and organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}`;
  const [link] = await tx.sql<LinkRow[]>`
    select id, canal, destino, criado_em, entregue_em, revogado_em, motivo_revogacao
      from link
     where id = ${linkId} and organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}`;
  if (!found || !link || link.entregue_em || link.revogado_em) return null;
  const documento = await findDocumento(tx, found.documento_id);
  if (!documento || !isInProgress(documento.status)) return null;
  const signatario = (await listSignatarios(tx, documento.id)).find(({ id }) => id === found.signatario_id);
  return signatario && isPending(signatario) ? { link, signatario, documento } : null;
}

/** Sends the message of a link and records what became of it. Runs again harmlessly: a delivered link is not sent twice. */
export function createInvitationSender(deps: { db: Database; messenger: Messenger; tokens: LinkTokens }) {
  return async (payload: ScopedPayload): Promise<void> => {
    const scope = scopeOf(payload.organizacaoId, payload.ambiente);
    const prepared = await deps.db.read(scope, async (tx) => {
      const delivery = await deliveryOf(tx, payload.id);
      return delivery && { ...delivery, sender: await readSender(tx) };
    });
    if (!prepared) return;
    const { link, signatario, documento, sender } = prepared;
    const invitation = {
      sender: sender.shown,
      nome: signatario.nome,
      titulos: [documento.titulo],
      mensagem: documento.mensagem ?? sender.mensagemPadrao,
      prazoEm: documento.prazo_em,
      url: deps.tokens.urlOf(link.id),
      teste: scope.ambiente === 'TESTE',
    };
    const to = link.destino ?? '';
    try {
      if (link.canal === 'SMS') {
        await deps.messenger.sms(scope, { to, text: renderInvitationSms(invitation), messageId: link.id });
      } else {
        const replyTo = documento.responder_para ?? sender.emailResposta;
        await deps.messenger.mail(scope, {
          to,
          ...renderInvitation(invitation),
          messageId: link.id,
          fromName: sender.nomeRemetente,
          ...(replyTo ? { replyTo } : {}),
        });
      }
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) throw error;
      await deps.db.write(scope, (tx) => recordOutcome(tx, payload.id, 'refused'));
      return;
    }
    await deps.db.write(scope, (tx) => recordOutcome(tx, payload.id, 'accepted'));
  };
}

async function recordOutcome(tx: Tx, linkId: string, outcome: 'accepted' | 'refused'): Promise<void> {
  const before = await deliveryOf(tx, linkId);
  if (!before) return;
  // The document's row first, as everywhere, then again what was read before the lock was held.
  await lockDocumento(tx, before.documento.id);
  const delivery = await deliveryOf(tx, linkId);
  if (!delivery) return;
  const { link, signatario, documento } = delivery;
  const detalhe = { signatarioId: signatario.id, canal: link.canal, destino: link.destino };
  await tx.sql`
    update link
       set entregue_em = ${tx.now}
     where id = ${link.id} and organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}`;
  if (outcome === 'refused') {
    if (['PENDENTE', 'ENVIADO'].includes(signatario.status)) {
      await updateSignatario(tx, signatario.id, { status: 'FALHA_ENTREGA' });
    }
    await recordEvent(tx, documento.id, BY_SYSTEM, { acao: 'CONVITE_FALHOU', detalhe });
    return;
  }
  if (['PENDENTE', 'FALHA_ENTREGA'].includes(signatario.status)) {
    await updateSignatario(tx, signatario.id, { status: 'ENVIADO', enviado_em: tx.now });
  }
  await recordEvent(tx, documento.id, BY_SYSTEM, { acao: 'CONVITE_ENVIADO', detalhe });
  await meter(tx, {
    tipo: link.canal === 'SMS' ? 'SMS_ENVIADO' : 'EMAIL_ENVIADO',
    referencia: `convite:${link.id}`,
    documentoId: documento.id,
    descricao: 'Convite',
  });
}
