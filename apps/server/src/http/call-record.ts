import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordedCall } from '../modules/chamadas/index.ts';
import type { RequestState } from './state.ts';

/**
 * What to record about a member's call for the organization, or null if nothing: unauthenticated calls, signers' calls,
 * those on a person's own account, and reads of the record itself, which a page left open repeats all day.
 */
export function recordOf(request: FastifyRequest, reply: FastifyReply, state: RequestState): RecordedCall | null {
  const { actor, scope, operacao, operation } = state;
  if (!actor || !scope || operacao === undefined || operation.account) return null;
  const { statusCode: status } = reply;
  if (operation.recorded === 'refusals' && status < 400) return null;
  return {
    requestId: request.id,
    scope,
    actor,
    operacao,
    metodo: request.method,
    rota: operation.path,
    status,
    codigo: state.codigo ?? null,
    startedAt: state.startedAt,
    duracaoMs: reply.elapsedTime,
    ip: state.source.ip,
  };
}
