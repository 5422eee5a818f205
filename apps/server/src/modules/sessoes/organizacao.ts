import type { MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import { found } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import type { OrganizationNotice } from '../mensagens/index.ts';
import {
  type Caller,
  type Closing,
  cancelClosing,
  closeOrganizacao,
  findOrganizacao,
  presentOrganizacao,
  requestClosing,
  transferOwnership,
} from '../organizacao/index.ts';
import type { Arrival, EntrarDeps } from './entrar.ts';
import { notifyAbout } from './notices.ts';
import { proveIdentity } from './segundo-fator.ts';

/** The parts of a call needed to prove the password. */
interface Calling extends Arrival {
  readonly scope: Scope;
  readonly actor: MemberActor;
  readonly body: { readonly senha: string; readonly codigo?: string };
}

type Ownership = 'transferirOrganizacao' | 'excluirOrganizacao' | 'restaurarOrganizacao';

/**
 * Operations reserved to an owner, which need the password, and a code where the account has a second factor: an
 * unattended session must not be enough to give the organization away or to end it. The people concerned are notified by e-mail.
 */
export function ownershipHandlers(deps: EntrarDeps): Handlers<Ownership> {
  const prove = ({ scope, actor, body, source, requestId }: Calling) =>
    proveIdentity(deps, scope, actor.usuarioId, body, { source, requestId });
  return {
    transferirOrganizacao: async (call) => {
      await prove(call);
      return call.write(async (tx) => {
        const { receiver, giver } = await transferOwnership(tx, call.body.membroId, callerOf(call));
        const row = found(await findOrganizacao(tx));
        await notifyAbout(tx, receiver, 'PROPRIEDADE_RECEBIDA', { organizacao: row.nome });
        await notifyAbout(tx, giver, 'PROPRIEDADE_CEDIDA', { organizacao: row.nome });
        return { body: presentOrganizacao(row) };
      });
    },

    excluirOrganizacao: async (call) => {
      await prove(call);
      return call.write(async (tx) => {
        await tell(tx, 'ORGANIZACAO_ENCERRA', await requestClosing(tx, callerOf(call)));
        return { body: undefined };
      });
    },

    restaurarOrganizacao: async (call) => {
      await prove(call);
      return call.write(async (tx) => {
        const done = await cancelClosing(tx, callerOf(call));
        await tell(tx, 'ORGANIZACAO_CONTINUA', done);
        return { body: presentOrganizacao(done.organizacao) };
      });
    },
  };
}

const callerOf = ({ actor, requestId, source }: Calling): Caller => ({ actor, requestId, ip: source.ip });

async function tell(tx: Tx, notice: OrganizationNotice, { organizacao, changed, accounts }: Closing): Promise<void> {
  if (!changed) return;
  const { nome, encerra_em } = organizacao;
  const about = { organizacao: nome, ...(encerra_em ? { encerraEm: encerra_em.toISOString() } : {}) };
  for (const usuarioId of accounts) await notifyAbout(tx, usuarioId, notice, about);
}

/** Removes the members' access to an organization whose grace period is over, and notifies them. */
export async function closeForGood(tx: Tx): Promise<void> {
  const { nome } = found(await findOrganizacao(tx));
  const accounts = await closeOrganizacao(tx);
  for (const usuarioId of accounts) await notifyAbout(tx, usuarioId, 'ORGANIZACAO_ENCERRADA', { organizacao: nome });
  const event = { tipo: 'ORGANIZACAO_ENCERRADA', requisicaoId: null, ip: null, detalhe: {} } as const;
  await recordSecurityEvent(tx.sql, { ...event, organizacaoId: tx.scope.organizacaoId }, tx.realNow);
}
