import { BODY_MAX_BYTES, type Operation, type OperationId, operations } from '@rubrica/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RawReply, Reply } from '../core/call.ts';
import type { AlsoCheck, BindDeps, Bound } from './bound.ts';
import { callOf, recallEarly } from './call.ts';
import { recordOf } from './call-record.ts';
import { uuidsLowerer } from './ids.ts';
import { applyRateLimit } from './limits.ts';
import { nullsDropper } from './nulls.ts';
import { isJson } from './receive-json.ts';
import { bodySchema } from './schema-choices.ts';
import { payloadOf } from './send.ts';
import { type RequestState, setState, stateOf } from './state.ts';
import { AFTER_BODY, BEFORE_BODY, type Step } from './steps.ts';
import { testContactsFinder } from './test-contacts.ts';
import { turnedTextsFinder } from './turned-texts.ts';
import { discardUpload } from './upload.ts';
import { checksFor } from './validation.ts';

// biome-ignore lint/suspicious/noExplicitAny: here the per-operation types end; `Handlers` checked them at their source
export type AnyHandler = (call: any) => Promise<Reply<unknown> | RawReply>;

/** The names of those in the contract. */
const NAMES = new Map(Object.entries(operations).map(([id, one]) => [one as Operation, id as OperationId]));

/** Turns an operation and its handler into a route. */
export function bindOperation(
  app: FastifyInstance,
  deps: BindDeps,
  url: string,
  open: (request: FastifyRequest) => RequestState,
  operation: Operation,
  handler: AnyHandler,
  alsoCheck?: AlsoCheck,
): void {
  const { body } = operation;
  const run = runnerOf(deps, operation, alsoCheck);
  const name = NAMES.get(operation);
  app.route({
    method: operation.method,
    url,
    // HEAD must not have the effects of GET (opening a link, using up a download).
    exposeHeadRoute: operation.credential !== 'signer-token' && operation.credential !== 'download-token',
    bodyLimit: body?.kind === 'json' ? body.maxBytes : BODY_MAX_BYTES,
    config: { tellsOwnLimit: true, ...(name === undefined ? {} : { operation: name }) },
    onRequest: async (request, reply) => {
      deps.wake();
      const state = setState(request, open(request));
      try {
        await run(BEFORE_BODY, request, reply);
      } catch (error) {
        // Refused before it was counted: the caller is unknown, but the address is known.
        if (!reply.hasHeader('x-ratelimit-limit')) await applyRateLimit(deps, request, state, reply);
        throw error;
      }
    },
    preHandler: (request, reply) => run(AFTER_BODY, request, reply),
    handler: (request, reply) => answer(deps, operation, handler, request, reply),
    onSend: async (request, reply) => {
      const state = stateOf(request);
      const { actor, scope, startedAt } = state;
      if (actor && scope) deps.countRequest(scope, reply.statusCode, startedAt);
      const call = recordOf(request, reply, state);
      if (call) deps.recordCall(call);
    },
    onResponse: async (request) => {
      const { upload } = stateOf(request);
      if (upload) await discardUpload(upload);
    },
  });
}

/** Runs steps for a request as the operation's form, or as its JSON where that is what came. */
function runnerOf(deps: BindDeps, operation: Operation, alsoCheck: AlsoCheck | undefined) {
  const bindTo = (one: Operation): Bound => ({
    deps,
    operation: one,
    alsoCheck,
    checks: checksFor(one),
    dropNulls: nullsDropper(one),
    lowerUuids: {
      params: uuidsLowerer(one.params),
      query: uuidsLowerer(one.query),
      body: uuidsLowerer(bodySchema(one)),
    },
    findTestContacts: testContactsFinder(one),
    findTurnedTexts: turnedTextsFinder(one),
  });
  const bound = bindTo(operation);
  const { body } = operation;
  const boundAsJson = body?.kind === 'multipart' ? bindTo({ ...operation, body: body.json }) : bound;
  return async (steps: readonly Step[], request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const state = stateOf(request);
    const as = isJson(request) ? boundAsJson : bound;
    for (const step of steps) {
      const pending = step(as, request, state, reply);
      // Most steps are synchronous.
      if (pending instanceof Promise) await pending;
    }
  };
}

async function answer(
  deps: BindDeps,
  operation: Operation,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const state = stateOf(request);
  const call = callOf(deps, operation, request, state);
  const known = await recallEarly(deps, state);
  if (known) {
    call.authorize();
    return payloadOf(operation, known, reply, deps.log);
  }
  const given = await handler(call);
  call.assertAuthorized();
  return payloadOf(operation, given, reply, deps.log);
}
