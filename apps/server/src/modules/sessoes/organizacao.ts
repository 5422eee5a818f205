import type { MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import { found } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import type { OrganizationNotice } from '../mensagens/index.ts';
import {
  closeOrganizacao,
  desfazerEncerramento,
  type Encerramento,
  findOrganizacao,
  type Pedido,
  pedirEncerramento,
  presentOrganizacao,
  transferirPropriedade,
} from '../organizacao/index.ts';
import { notifyAbout } from './avisos.ts';
import type { Chegada, EntrarDeps } from './entrar.ts';
import { provePassword } from './segundo-fator.ts';

/** What proving the password takes of a call. */
interface Calling extends Chegada {
  readonly scope: Scope;
  readonly actor: MemberActor;
  readonly body: { readonly senha: string };
}

type Posse = 'transferirOrganizacao' | 'excluirOrganizacao' | 'restaurarOrganizacao';

/**
 * What only an owner does, with the password: a session left open is not enough to give the organization away or to end
 * it. Whoever is concerned is told by mail.
 */
export function posseHandlers(deps: EntrarDeps): Handlers<Posse> {
  const prove = ({ scope, actor, body, source, requestId }: Calling) =>
    provePassword(deps, scope, actor.usuarioId, body.senha, { source, requestId });
  return {
    transferirOrganizacao: async (call) => {
      await prove(call);
      return call.write(async (tx) => {
        const { recebeu, cedeu } = await transferirPropriedade(tx, call.body.membroId, pedidoOf(call));
        const row = found(await findOrganizacao(tx));
        await notifyAbout(tx, recebeu, 'PROPRIEDADE_RECEBIDA', { organizacao: row.nome });
        await notifyAbout(tx, cedeu, 'PROPRIEDADE_CEDIDA', { organizacao: row.nome });
        return { body: presentOrganizacao(row) };
      });
    },

    excluirOrganizacao: async (call) => {
      await prove(call);
      return call.write(async (tx) => {
        await tell(tx, 'ORGANIZACAO_ENCERRA', await pedirEncerramento(tx, pedidoOf(call)));
        return { body: undefined };
      });
    },

    restaurarOrganizacao: async (call) => {
      await prove(call);
      return call.write(async (tx) => {
        const done = await desfazerEncerramento(tx, pedidoOf(call));
        await tell(tx, 'ORGANIZACAO_CONTINUA', done);
        return { body: presentOrganizacao(done.organizacao) };
      });
    },
  };
}

const pedidoOf = ({ actor, requestId, source }: Calling): Pedido => ({ actor, requestId, ip: source.ip });

async function tell(tx: Tx, aviso: OrganizationNotice, { organizacao, changed, contas }: Encerramento): Promise<void> {
  if (!changed) return;
  const { nome, encerra_em } = organizacao;
  const about = { organizacao: nome, ...(encerra_em ? { encerraEm: encerra_em.toISOString() } : {}) };
  for (const usuarioId of contas) await notifyAbout(tx, usuarioId, aviso, about);
}

/** Takes an organization whose grace is over away from its members, and tells them. */
export async function encerrarOrganizacao(tx: Tx): Promise<void> {
  const { nome } = found(await findOrganizacao(tx));
  const contas = await closeOrganizacao(tx);
  for (const usuarioId of contas) await notifyAbout(tx, usuarioId, 'ORGANIZACAO_ENCERRADA', { organizacao: nome });
  const event = { tipo: 'ORGANIZACAO_ENCERRADA', requisicaoId: null, ip: null, detalhe: {} } as const;
  await recordSecurityEvent(tx.sql, { ...event, organizacaoId: tx.scope.organizacaoId }, tx.now);
}
