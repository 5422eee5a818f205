import type { MetricTable } from './row.ts';

/** What one process of the service measures about its own work. */

const SHORT = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const LONG = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120] as const;

const OPERATION = 'an operation id of the contract, `page`, `probe` (`/healthz`, `/readyz`, `/metrics`) or `unknown`';
const QUEUE = 'a queue, as named in the `queues.ts` of a module';

export const REQUESTS = {
  rubrica_http_request_duration_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'Time from request to last byte, by operation and class of status',
    labels: { operation: OPERATION, status_class: ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'] },
    act: 'The share of `5xx` and the 99th percentile are what callers notice. `aborted` is a caller that left first.',
    buckets: SHORT,
  },
  rubrica_http_requests_in_flight: {
    type: 'gauge',
    unit: null,
    help: 'Requests being answered now',
    labels: {},
    act: 'Grows when answers are slower than requests arrive: look at the database and the PDF workers, add processes.',
  },
  rubrica_http_rate_limited_total: {
    type: 'counter',
    unit: null,
    help: 'Answers 429, by operation',
    labels: { operation: OPERATION },
    act: 'A single caller in a loop, or a proxy that TRUST_PROXY does not name, behind which everybody is one caller.',
  },
  rubrica_forwarded_by_untrusted_peer_total: {
    type: 'counter',
    unit: null,
    help: 'Requests with forwarding headers from a peer that TRUST_PROXY does not name: where that is your proxy, signatures are recorded with its address',
    labels: {},
    act: 'If the peer named in the log is your proxy, put its address into TRUST_PROXY.',
  },
  rubrica_feed_readers_waiting: {
    type: 'gauge',
    unit: null,
    help: 'Readers of GET /eventos that wait for an event now',
    labels: {},
    act: 'Each is an open connection for up to 25 seconds; nothing to do about it.',
  },
  rubrica_calls_not_recorded_total: {
    type: 'counter',
    unit: null,
    help: 'Calls of members left out of their record: more than it takes, or the database was too slow to write them',
    labels: {},
    act: 'A caller that ignores 429, or a slow database; the calls themselves were answered.',
  },
} as const satisfies MetricTable;

export const QUEUES = {
  rubrica_queue_jobs_due: {
    type: 'gauge',
    unit: null,
    help: 'Jobs that could start now and wait for a worker, by queue; counted up to 100,000, at most five seconds old',
    labels: { queue: QUEUE },
    act: 'The same in every process, because it is read from the database: take the maximum, not the sum. Scale the processes with `jobs` by it.',
  },
  rubrica_queue_oldest_due_age_seconds: {
    type: 'gauge',
    unit: 'seconds',
    help: 'How long the oldest job that could start now has been waiting, by queue; 0 without one',
    labels: { queue: QUEUE },
    act: 'What people notice of a backlog: messages and webhooks are late by as much. Add processes with `jobs`.',
  },
  rubrica_job_duration_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'Time of each attempt of a job, by queue and outcome',
    labels: { queue: QUEUE, outcome: ['done', 'failed'] },
    act: 'A failed attempt is repeated by the queue; the log has its cause and the job id.',
    buckets: LONG,
  },
  rubrica_sweep_runs_total: {
    type: 'counter',
    unit: null,
    help: 'Runs of each sweep over rows that fall due, in this process, by outcome',
    labels: { sweep: 'a sweep, as named in the `sweeps.ts` of a module', outcome: ['done', 'failed'] },
    act: 'One process at a time runs a sweep. If none runs, deadlines and reminders stand still: is a process with `jobs` up?',
  },
} as const satisfies MetricTable;

export const EVIDENCE = {
  rubrica_completion_duration_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'Time to stamp, seal, certify and store a fully signed document, by outcome',
    labels: { outcome: ['done', 'waits_for_time_stamp', 'failed'] },
    act: 'A failed or waiting completion is repeated; `rubrica_documents_fully_signed_not_complete` says when that takes too long.',
    buckets: LONG,
  },
  rubrica_documents_fully_signed_not_complete: {
    type: 'gauge',
    unit: null,
    help: 'Documents signed by everyone for over six minutes and not complete: anything above 0 is an alarm',
    labels: {},
    act: 'See the alert of that name.',
  },
  rubrica_files_refused_by_verifier_total: {
    type: 'counter',
    unit: null,
    help: 'Signed files and certificates that the offline verifier refused before they were handed out: anything above 0 is an alarm',
    labels: {},
    act: 'See the alert of that name.',
  },
  rubrica_pdf_task_duration_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'Time of each task of the PDF workers, waiting for one included, by kind and outcome',
    labels: {
      kind: ['inspect', 'scan', 'locate', 'complete', 'certificate', 'fill', 'verify', 'preview', 'ink'],
      outcome: ['done', 'failed', 'unavailable'],
    },
    act: '`failed` is a file that cannot be read; `unavailable` is a 503: too many waited, or workers were lost.',
    buckets: LONG,
  },
  rubrica_pdf_tasks_waiting: {
    type: 'gauge',
    unit: null,
    help: 'Tasks that wait for a PDF worker, by pool',
    labels: { pool: ['readers', 'writers', 'painters'] },
    act: 'At 256 further ones are refused with 503. Add processes, or processors.',
  },
  rubrica_pdf_workers_busy: {
    type: 'gauge',
    unit: null,
    help: 'PDF workers that have a task now, by pool',
    labels: { pool: ['readers', 'writers', 'painters'] },
    act: 'Two of readers and of writers, one painter are the most of a process.',
  },
} as const satisfies MetricTable;

export const OUTGOING = {
  rubrica_messages_total: {
    type: 'counter',
    unit: null,
    help: 'E-mails and SMS handed to the mail server or SMS gateway, by channel and outcome',
    labels: { channel: ['email', 'sms'], outcome: ['accepted', 'refused', 'unavailable'] },
    act: '`unavailable` is repeated: is the server up, are its credentials right? `refused` is final, for one recipient.',
  },
  rubrica_webhook_attempt_duration_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'Time of each attempt to deliver a webhook, by outcome',
    labels: { outcome: ['accepted', 'refused', 'unanswered'] },
    act: "A single receiver's failures are its owner's. All of them unanswered: is outgoing traffic blocked?",
    buckets: LONG,
  },
  rubrica_webhook_deliveries_total: {
    type: 'counter',
    unit: null,
    help: 'What became of deliveries of webhooks after an attempt, by outcome',
    labels: { outcome: ['delivered', 'retried', 'given_up'] },
    act: 'Their owners see and repeat them in the panel; many `given_up` at once point to outgoing traffic.',
  },
} as const satisfies MetricTable;

export const PROCESS = {
  rubrica_build_info: {
    type: 'info',
    unit: null,
    help: 'Always 1: the version this process runs, and what it does',
    labels: { version: 'the version in package.json', roles: '`http`, `jobs` and `migrate`, those of ROLES' },
    act: 'Several versions for longer than an upgrade takes mean that a process was forgotten.',
  },
  rubrica_dependency_up: {
    type: 'gauge',
    unit: null,
    help: '1 if what the service depends on responds, 0 if not: what /readyz answers',
    labels: { dependency: ['banco', 'fila', 'arquivos', 'selo', 'pdf'] },
    act: 'At 0 `/readyz` is 503; the log has the cause, under `not ready`.',
  },
  rubrica_degraded: {
    type: 'gauge',
    unit: null,
    help: '1 for what is done in a worse way, by name: `limites` are counted in this process alone, not in Redis; `replicas` answer no reads; `registro`: leaves of the open log wait',
    labels: { what: ['limites', 'replicas', 'registro'] },
    act: '`limites`: Redis is away, limits are multiplied by the number of processes until it is back. `replicas`: none of DATABASE_READ_URL answered last, the primary answers everything. `registro`: leaves have waited for more than five minutes.',
  },
  rubrica_db_connections: {
    type: 'gauge',
    unit: null,
    help: 'Connections of the pool of requests and jobs, by state',
    labels: { state: ['idle', 'busy', 'opening'] },
    act: 'Compare with `rubrica_db_connections_max`.',
  },
  rubrica_db_connections_max: {
    type: 'gauge',
    unit: null,
    help: 'The most connections that pool opens',
    labels: {},
    act: 'Fixed. What a process holds in all is in processes.md.',
  },
  rubrica_db_callers_waiting: {
    type: 'gauge',
    unit: null,
    help: 'Transactions and statements that wait for a connection of the pool',
    labels: {},
    act: 'Above 0 for long: slow statements, or locks held for long. Look at pg_stat_activity.',
  },
  rubrica_replica_reads_total: {
    type: 'counter',
    unit: null,
    help: 'Reads that a replica might answer: `answered` by one; by the primary because it was `behind`, `failed`, or was `resting` after either',
    labels: { outcome: ['answered', 'behind', 'failed', 'resting'] },
    act: 'If little is answered, the replica or the network to it is too slow for the rate of writes.',
  },
  rubrica_db_transaction_duration_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'Time of each transaction, from asking for a connection to its end, by mode and outcome',
    labels: { mode: ['read', 'write'], outcome: ['committed', 'rolled_back', 'unknown'] },
    act: '`rolled_back` is every refusal that was found out inside of one, too. `unknown` is a commit whose answer was lost: a failover, a broken connection.',
    buckets: SHORT,
  },
  rubrica_trace_spans_total: {
    type: 'counter',
    unit: null,
    help: 'Spans handed to the collector at OTEL_EXPORTER_OTLP_ENDPOINT, by outcome',
    labels: { outcome: ['exported', 'lost'] },
    act: '`lost`: the collector is away or refuses them. Nothing else suffers.',
  },
  rubrica_metric_unreadable: {
    type: 'gauge',
    unit: null,
    help: '1 for a metric that is missing from this answer because it could not be read',
    labels: { metric: 'a metric of this table' },
    act: 'Those of the queue and of documents are read from the database: it does not respond.',
  },
} as const satisfies MetricTable;
