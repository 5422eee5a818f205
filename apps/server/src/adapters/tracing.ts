import {
  type Context,
  SpanKind as RecordedKind,
  type Span as RecordedSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/index.ts';
import type { Logger } from '../core/log.ts';
import type { Metrics } from '../core/metrics/index.ts';
import { isFailure, type Span, type SpanKind, type Tracer } from '../core/trace.ts';

/**
 * Traces by OTLP (ADR 0065). Spans wait in a queue of bounded length, which is sent every two seconds; a collector that
 * is away costs what does not fit, and a line of the log a minute.
 */

const QUEUED_MOST = 2_048;
const SEND_EVERY_MS = 2_000;
const SEND_MS = 5_000;
/** All that can wait is sent at once when the process ends. */
const BATCH = 512;
const TELL_EVERY_MS = 60_000;

const KINDS: Readonly<Record<SpanKind, RecordedKind>> = {
  server: RecordedKind.SERVER,
  client: RecordedKind.CLIENT,
  consumer: RecordedKind.CONSUMER,
  internal: RecordedKind.INTERNAL,
};

/**
 * @param sendMs how long the collector may take to answer
 * @returns a tracer that has to be closed, which sends what waits, for as long as one sending may take
 */
export function createTracer(
  { endpoint, headers, serviceName, attributes, share }: TracingConfig,
  about: { readonly version: string; readonly roles: readonly string[] },
  metrics: Metrics,
  log: Logger,
  sendMs = SEND_MS,
): Tracer & { close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: sendMs,
    concurrencyLimit: QUEUED_MOST / BATCH,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...attributes,
      'service.name': serviceName,
      'service.version': about.version,
      'rubrica.roles': about.roles.join(','),
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: telling(exporter, metrics, log),
        maxQueueSize: QUEUED_MOST,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: sendMs,
      }),
    ],
  });
  const recorder = provider.getTracer('rubrica', about.version);

  const spanOf = (recorded: RecordedSpan): Span => {
    const { traceId, spanId } = recorded.spanContext();
    return {
      traceId,
      spanId,
      child: (name, kind, given) =>
        spanOf(
          recorder.startSpan(
            name,
            { kind: KINDS[kind], attributes: { ...given } },
            trace.setSpan(ROOT_CONTEXT, recorded),
          ),
        ),
      set: (given) => void recorded.setAttributes({ ...given }),
      end: (failure) => finish(recorded, failure),
    };
  };

  return {
    begin(name, kind, given, { caller, cause } = {}) {
      const caused = spanContextOf(cause);
      if (caused === null && Math.random() >= share) return null;
      const links = caused === null ? [] : [{ context: caused }];
      const options = { kind: KINDS[kind], attributes: { ...given }, links };
      return spanOf(recorder.startSpan(name, options, continuing(spanContextOf(caller))));
    },
    async close() {
      const late = new Promise<void>((done) => setTimeout(done, sendMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

const continuing = (caller: SpanContext | null): Context =>
  caller === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, caller);

/** An error's message may quote a document or an address; its class does not. */
function finish(recorded: RecordedSpan, failure: unknown): void {
  if (failure !== undefined && isFailure(failure)) {
    recorded.setAttribute('error.type', failure instanceof Error ? failure.name : 'unknown');
    recorded.setStatus({ code: SpanStatusCode.ERROR });
  }
  recorded.end();
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

/** What a `traceparent` names; null if it is not one (W3C Trace Context). Its flags are not believed. */
function spanContextOf(traceparent: string | undefined): SpanContext | null {
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  return { traceId, spanId, traceFlags: 1, isRemote: true };
}

/** The exporter as it is, counted, and told of now and then while it fails. */
function telling(exporter: OTLPTraceExporter, metrics: Metrics, log: Logger): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // ExportResultCode.SUCCESS is 0.
        const sent = Number(result.code) === 0;
        metrics.count('rubrica_trace_spans_total', { outcome: sent ? 'exported' : 'lost' }, spans.length);
        if (!sent && performance.now() - toldAt > TELL_EVERY_MS) {
          toldAt = performance.now();
          log.warn({ reason: result.error?.message }, 'traces do not reach their collector');
        }
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
