import { randomUUID } from 'node:crypto';
import type { EventoAuditoria } from '@rubrica/contract';
import { scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { firstEventSince } from '../auditoria/index.ts';
import {
  type Messenger,
  mailNotice,
  type PassedDocument,
  type Rendered,
  renderDelegationNotice,
} from '../mensagens/index.ts';
import { activeMember, responsibleFor } from './notices.ts';
import { sameCase } from './people.ts';
import type { Place } from './places.ts';
import { type DelegationPayload, QUEUES } from './queues.ts';
import { readSender } from './remetente.ts';
import { panelOf } from './send-notices.ts';
import { findDocumento } from './store.ts';

/**
 * Queues what senders are told of places that were passed on, in the transaction that passes them on: one message to each
 * person who answers for some of the documents and wants it. Who passed on their own is told nothing.
 */
export async function queueDelegationNotices(tx: Tx, places: readonly Place[]): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  const byOwner = Map.groupBy(places, ({ documento }) => documento.criado_por);
  for (const [criadoPor, own] of byOwner) {
    const owner = await responsibleFor(tx, criadoPor, 'assinaturaDelegada');
    const itself = own.some(({ before }) => before.email && owner && sameCase(before.email) === sameCase(owner.email));
    if (!owner?.wants || itself) continue;
    await tx.enqueue(QUEUES.SEND_DELEGATION, {
      ...{ organizacaoId, ambiente, id: randomUUID(), membroId: owner.id, em: tx.now.toISOString() },
      documentos: own.map(({ documento, before }) => ({ id: documento.id, signatarioId: before.id })),
    });
  }
}

export interface DelegationNoticeDeps {
  readonly db: Database;
  readonly messenger: Messenger;
  /** `{public_url}` */
  readonly publicUrl: string;
}

/** Sends the message. Safe to rerun: it has the same id again. */
export function createDelegationNoticeSender(deps: DelegationNoticeDeps) {
  return async (payload: DelegationPayload): Promise<void> => {
    const scope = scopeOf(payload.organizacaoId, payload.ambiente);
    const message = await deps.db.read(scope, (tx) => messageOf(tx, deps, payload));
    // The member was removed, or the documents were, meanwhile.
    if (!message) return;
    const documentos = payload.documentos.map(({ id }) => id);
    const about = { tipo: 'DELEGACAO' as const, documentos, signatarioId: null, link: message.leadsTo };
    const counted = {
      referencia: `aviso:${payload.id}`,
      ...(documentos[0] === undefined ? {} : { documentoId: documentos[0] }),
      descricao: 'Aviso de assinatura passada',
    };
    await mailNotice(deps, scope, { ...message, messageId: payload.id }, { about, counted });
  };
}

type Addressed = Rendered & { readonly to: string; readonly leadsTo: string };

async function messageOf(
  tx: Tx,
  deps: DelegationNoticeDeps,
  { membroId, em, documentos }: DelegationPayload,
): Promise<Addressed | null> {
  const member = await activeMember(tx, membroId);
  const passed: (PassedDocument & { readonly event: Passed })[] = [];
  for (const { id, signatarioId } of documentos) {
    const documento = await findDocumento(tx, id);
    // The trail says who it was, whatever became of the place since.
    const event = await firstEventSince(tx, id, 'SIGNATARIO_DELEGADO', { signatarioId, em });
    const panelUrl = `${panelOf(deps, tx.scope)}/documentos/${id}`;
    if (documento && event) passed.push({ titulo: documento.titulo, panelUrl, event });
  }
  const [first] = passed;
  if (!member || !first) return null;
  const { ator, detalhe } = first.event;
  const { nome, email } = detalhe.para as { nome: string; email: string };
  return {
    to: member.email,
    leadsTo: first.panelUrl,
    ...renderDelegationNotice({
      sender: (await readSender(tx)).shown,
      nome: member.nome,
      documentos: passed,
      de: ator ?? 'Quem ia assinar',
      para: { nome, email },
      motivo: typeof detalhe.motivo === 'string' ? detalhe.motivo : null,
      teste: tx.scope.ambiente === 'TESTE',
    }),
  };
}

type Passed = Pick<EventoAuditoria, 'ator' | 'detalhe'>;
