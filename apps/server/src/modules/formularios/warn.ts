import { scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { activeMember, panelOf, readSender } from '../documentos/index.ts';
import { type Messenger, mailNotice, type Rendered, renderFormWarning } from '../mensagens/index.ts';
import type { FormWarningPayload } from './queues.ts';
import { findFormulario } from './store.ts';

export interface FormWarningDeps {
  readonly db: Database;
  readonly messenger: Messenger;
  /** `{public_url}` */
  readonly publicUrl: string;
}

/** Mails whoever answers for a public link why it makes no documents. Safe to rerun: it is the same message again. */
export function createFormWarner(deps: FormWarningDeps) {
  return async (payload: FormWarningPayload): Promise<void> => {
    const scope = scopeOf(payload.organizacaoId, payload.ambiente);
    const message = await deps.db.read(scope, (tx) => messageOf(tx, deps, payload));
    // The member was removed, or the link ended, meanwhile.
    if (!message) return;
    const counted = { referencia: `aviso:${payload.id}`, descricao: 'Aviso de link público parado' };
    await mailNotice(deps, scope, { ...message, messageId: payload.id }, { counted });
  };
}

async function messageOf(
  tx: Tx,
  deps: FormWarningDeps,
  { membroId, formularioId, motivo, lacking }: FormWarningPayload,
): Promise<(Rendered & { readonly to: string }) | null> {
  const member = await activeMember(tx, membroId);
  const form = await findFormulario(tx, formularioId);
  if (!member || !form || form.encerrado_em !== null) return null;
  const rendered = renderFormWarning({
    sender: (await readSender(tx)).shown,
    nome: member.nome,
    titulo: form.titulo,
    motivo,
    lacking,
    panelUrl: `${panelOf(deps, tx.scope)}/modelos/${form.modelo_id}`,
    teste: tx.scope.ambiente === 'TESTE',
  });
  return { to: member.email, ...rendered };
}
