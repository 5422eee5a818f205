import type { OperationId } from '@rubrica/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../core/log.ts';
import { secondsSince } from '../core/metrics/index.ts';
import { type Frame, newTally, tallied, within } from '../core/trace.ts';
import type { Watch } from '../core/watch.ts';
import { routeOf } from './shown-path.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that the route answers. */
    operation?: OperationId;
  }
}

const RATE_LIMITED = 429;

/**
 * Has every request in a frame of its own, so that the log, jobs and spans know it, and tells how it ended. Must be the
 * first to add hooks.
 */
export function observeRequests(app: FastifyInstance, { metrics, tracer }: Watch, log: Logger): void {
  const frames = new WeakMap<FastifyRequest, Frame>();
  let inFlight = 0;
  metrics.readWith('rubrica_http_requests_in_flight', () => [{ labels: {}, value: inFlight }]);

  app.addHook('onRequest', (request, reply, done) => {
    const operation = operationOf(request);
    const start = performance.now();
    // A probe every few seconds tells nothing that its metric does not.
    const span =
      operation === 'probe'
        ? null
        : tracer.begin(operation, 'server', spanAttributes(request), { caller: traceparentOf(request) });
    const frame = { requestId: request.id, span, tally: newTally() };
    frames.set(request, frame);
    inFlight += 1;
    // Unlike `finish`, also emitted if the caller leaves first.
    reply.raw.once('close', () => {
      inFlight -= 1;
      const told = outcomeOf(reply);
      metrics.observe(
        'rubrica_http_request_duration_seconds',
        { operation, status_class: told.class },
        secondsSince(start),
      );
      if (told.status === RATE_LIMITED) metrics.count('rubrica_http_rate_limited_total', { operation });
      const asked = tallied(frame.tally);
      span?.set({
        ...asked.attributes,
        ...(told.status === null ? {} : { 'http.response.status_code': told.status }),
      });
      span?.end(told.status !== null && told.status >= 500 ? failureOf(told.status) : undefined);
      within(frame, () => log.info({ ...lineOf(request, told, start), ...asked.line }, 'request'));
    });
    within(frame, done);
  });
  // The events of a body belong to its connection, so what they lead to is outside of the frame until here.
  app.addHook('preValidation', (request, _reply, done) => {
    const frame = frames.get(request);
    if (frame) within(frame, done);
    else done();
  });
}

/** What a request is counted as: its path or its route would have as many values as callers like. */
function operationOf({ routeOptions: { url, config } }: FastifyRequest): OperationId | 'page' | 'probe' | 'unknown' {
  if (url === undefined) return 'unknown';
  if (config.asksProcess) return 'probe';
  return config.operation ?? 'page';
}

/** Never the path, the query, a header or the caller's address: they contain tokens and personal data. */
function spanAttributes(request: FastifyRequest) {
  const route = routeOf(request);
  return {
    'http.request.method': request.method,
    'url.scheme': request.protocol,
    'network.protocol.version': request.raw.httpVersion,
    'rubrica.request_id': request.id,
    ...(route === null ? {} : { 'http.route': route }),
  };
}

const traceparentOf = ({ headers }: FastifyRequest): string | undefined =>
  typeof headers.traceparent === 'string' ? headers.traceparent : undefined;

interface Outcome {
  /** Null if the caller left before any of the answer was sent. */
  readonly status: number | null;
  readonly class: '1xx' | '2xx' | '3xx' | '4xx' | '5xx' | 'aborted';
}

function outcomeOf({ raw, statusCode }: FastifyReply): Outcome {
  const status = raw.headersSent ? statusCode : null;
  if (!raw.writableFinished) return { status, class: 'aborted' };
  return { status, class: `${Math.floor(statusCode / 100)}xx` as Outcome['class'] };
}

/** The class of a failure is its status; its cause is in the log. */
const failureOf = (status: number) => Object.assign(new Error('failed'), { name: String(status) });

const lineOf = (request: FastifyRequest, told: Outcome, start: number) => ({
  requestId: request.id,
  method: request.method,
  route: routeOf(request),
  status: told.status,
  ...(told.class === 'aborted' ? { aborted: true } : {}),
  ms: Math.round(performance.now() - start),
});
