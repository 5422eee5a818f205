import { type PdfEngine, PdfTaskFailed } from '../adapters/pdf/engine.ts';
import type { LabelsOf, Metrics } from '../core/metrics/index.ts';
import { FileAltered } from '../core/pdf.ts';
import { DeliveryRefused, type Mail, OutcomeUnknown, type Sms, type WebhookHttp } from '../core/ports.ts';
import type { Database } from '../core/sql.ts';
import { inSpan } from '../core/trace.ts';
import { type Ended, watched } from '../core/watch.ts';

/** The ports and the database as they are, each call measured and in a span. Nothing else is changed. */

/** Transactions; statements that are one by themselves are too many to be told. */
export function observedDatabase(db: Database, metrics: Metrics): Database {
  const tell = <T>(mode: 'read' | 'write', work: () => Promise<T>) =>
    watched(
      metrics,
      {
        metric: 'rubrica_db_transaction_duration_seconds',
        labels: (ended) => ({ mode, outcome: transactionOutcome(ended) }),
        span: ['transaction', 'client', { 'db.system.name': 'postgresql', 'db.operation.name': mode }],
      },
      work,
    );
  return {
    ...db,
    read: (scope, work, seen) => tell('read', () => db.read(scope, work, seen)),
    write: (scope, work, options) => tell('write', () => db.write(scope, work, options)),
  };
}

function transactionOutcome(ended: Ended<unknown>): 'committed' | 'rolled_back' | 'unknown' {
  if ('value' in ended) return 'committed';
  return ended.error instanceof OutcomeUnknown ? 'unknown' : 'rolled_back';
}

type TaskKind = LabelsOf<'rubrica_pdf_task_duration_seconds'>['kind'];

export function observedEngine(engine: PdfEngine, metrics: Metrics): PdfEngine {
  const task = <T>(kind: TaskKind, work: () => Promise<T>) =>
    watched(
      metrics,
      {
        metric: 'rubrica_pdf_task_duration_seconds',
        labels: (ended) => ({ kind, outcome: taskOutcome(ended) }),
        span: [`pdf ${kind}`, 'internal'],
      },
      work,
    );
  for (const [metric, part] of [
    ['rubrica_pdf_tasks_waiting', 'waiting'],
    ['rubrica_pdf_workers_busy', 'busy'],
  ] as const) {
    metrics.readWith(metric, () =>
      Object.entries(engine.load()).map(([pool, load]) => ({
        labels: { pool: pool as 'readers' | 'writers' | 'painters' },
        value: load[part],
      })),
    );
  }
  return {
    ...engine,
    inspect: (path, limits) => task('inspect', () => engine.inspect(path, limits)),
    scan: (path) => task('scan', () => engine.scan(path)),
    locate: (file, query) => task('locate', () => engine.locate(file, query)),
    complete: (job) => task('complete', () => engine.complete(job)),
    certificate: (job) => task('certificate', () => engine.certificate(job)),
    fill: (job) => task('fill', () => engine.fill(job)),
    verify: (pair) => task('verify', () => engine.verify(pair)),
    preview: (file, width, page) => task('preview', () => engine.preview(file, width, page)),
    ink: (job) => task('ink', () => engine.ink(job)),
  };
}

function taskOutcome(ended: Ended<unknown>): 'done' | 'failed' | 'unavailable' {
  if ('value' in ended) return 'done';
  return ended.error instanceof PdfTaskFailed || ended.error instanceof FileAltered ? 'failed' : 'unavailable';
}

export function observedMail(mail: Mail, metrics: Metrics): Mail {
  return { ...mail, send: (message) => sent('email', metrics, () => mail.send(message)) };
}

export function observedSms(sms: Sms, metrics: Metrics): Sms {
  return { send: (message) => sent('sms', metrics, () => sms.send(message)) };
}

async function sent(channel: 'email' | 'sms', metrics: Metrics, send: () => Promise<void>): Promise<void> {
  let outcome: 'accepted' | 'refused' | 'unavailable' = 'accepted';
  try {
    await inSpan(`send ${channel}`, 'client', {}, send);
  } catch (error) {
    outcome = error instanceof DeliveryRefused ? 'refused' : 'unavailable';
    throw error;
  } finally {
    metrics.count('rubrica_messages_total', { channel, outcome });
  }
}

/** A receiver's address is its owner's, and may contain a token: neither it nor its host is told. */
export function observedWebhooks(http: WebhookHttp, metrics: Metrics): WebhookHttp {
  return {
    ...http,
    post: (url, headers, body, timeoutMs) =>
      watched(
        metrics,
        {
          metric: 'rubrica_webhook_attempt_duration_seconds',
          labels: (ended) => ({ outcome: attemptOutcome('value' in ended ? ended.value.status : null) }),
          span: ['deliver webhook', 'client', { 'http.request.method': 'POST' }],
        },
        async (span) => {
          const response = await http.post(url, headers, body, timeoutMs);
          span?.set(response.status === null ? {} : { 'http.response.status_code': response.status });
          return response;
        },
      ),
  };
}

function attemptOutcome(status: number | null): 'accepted' | 'refused' | 'unanswered' {
  if (status === null) return 'unanswered';
  return status >= 200 && status <= 299 ? 'accepted' : 'refused';
}
