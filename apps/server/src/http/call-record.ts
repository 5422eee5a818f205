import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RecordedCall } from '../modules/chamadas/index.ts';
import type { RequestState } from './state.ts';

/**
 * What is kept of a member's call for the organization to look up, or null where nothing is: of who proved nothing, of
 * signers, of a person's own account, and of looking at the calls themselves, which a page left open repeats all day.
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
