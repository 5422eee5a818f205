import type { Socket } from 'node:net';
import { REQUESTS_PER_MINUTE } from '@rubrica/contract';
import type { FastifyInstance } from 'fastify';
import { createMetrics, type MetricsStore } from './adapters/metrics.ts';
import { describeWorkers } from './adapters/pdf/confinement.ts';
import { assemble, type Parts } from './compose/assemble.ts';
import { openDataDir, refuseHalfRestored } from './compose/data-dir.ts';
import { type DatabaseServer, migrateAll, openDatabaseServer, untilMigrated } from './compose/database.ts';
import { checkLogin } from './compose/database-roles.ts';
import { readGauges } from './compose/gauges.ts';
import { degradedOf, openOwnPort, readinessOf } from './compose/health.ts';
import { JOBS } from './compose/modules.ts';
import { observedDatabase } from './compose/observed.ts';
import { createLateness, createLogStates } from './compose/open-log-state.ts';
import { refuseForeignKey, rekeying } from './compose/rekey.ts';
import { openReplicas } from './compose/replicas.ts';
import { type ReservedPort, reservePort } from './compose/reserve-port.ts';
import { publishSeals } from './compose/seals.ts';
import { addSiteAndBundles } from './compose/site.ts';
import { databaseClock, keepTime } from './compose/time.ts';
import { openSecrets, openWorld, type World } from './compose/world.ts';
import { type Config, describeOpenDoors, describeStandIns, type Role, withPort } from './config/index.ts';
import type { Clock } from './core/clock.ts';
import { createLifeline, type Lifeline, type Line } from './core/lifeline.ts';
import { createLog, type Logger } from './core/log.ts';
import type { Metrics } from './core/metrics/index.ts';
import type { Replicas } from './core/replicas.ts';
import { recordSecurityEvent } from './core/security-events.ts';
import { APP_ROLE, connect, createDatabase, type Database, patienceOf } from './core/sql.ts';
import { NO_TRACER, type Tracer } from './core/trace.ts';
import { VERSION } from './core/version.ts';
import type { Watch } from './core/watch.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { addConsentPage } from './http/consent-page.ts';
import { createDeveloperCheck, onlyFor } from './http/developer.ts';
import { addDoctorPage } from './http/doctor.ts';
import { watchForwarding } from './http/forwarding.ts';
import { addHealth, type Readiness } from './http/health.ts';
import { addMetrics } from './http/metrics-door.ts';
import { addSeen } from './http/seen.ts';
import { buildServer, type ServerDeps } from './http/server.ts';
import { createSourceReader } from './http/source.ts';
import { createJobQueue, type JobQueue } from './jobs/queue.ts';
import { startSweeps } from './jobs/sweeps.ts';
import { createConsentProof } from './modules/oauth/index.ts';

export interface ComposeOptions {
  /** What this process does; defaults to the configuration. */
  readonly roles?: readonly Role[];
  /** Defaults to the database's clock. */
  readonly clock?: Clock;
  /** Divides the intervals between sweeps; used only by tests. */
  readonly haste?: number;
  /** Defaults to lines of the configured level on standard output. */
  readonly log?: Logger;
  /** Aborts waiting for the database to be migrated. */
  readonly signal?: AbortSignal;
  /** Called when the embedded database is lost: nothing can continue without it. */
  readonly onFatal?: (detail: string) => void;
}

export interface App {
  readonly config: Config;
  readonly http: FastifyInstance | null;
  readonly db: Database;
  readonly log: Logger;
  /** Lines for the operator: which stand-ins are in use. */
  readonly standIns: readonly string[];
  /** Lines for the operator: what an attacker could use. */
  readonly openDoors: readonly string[];
  /** Stops taking work, lets running work finish, closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

const POOL_SIZE = 20;
const JOB_GRACE_MS = 10_000;
const HTTP_GRACE_MS = 20_000;

/** What must be closed, in reverse order. */
type Closing = (() => Promise<unknown>)[];

/**
 * Assembles the service: the only place that imports every folder. When it resolves, the service is ready to answer.
 * @throws with a message for the operator if something it needs is missing: a key, the database, fonts
 */
export async function compose(given: Config, options: ComposeOptions = {}): Promise<App> {
  const { roles = given.roles } = options;
  const has = (role: Role) => roles.includes(role);
  const reserved = given.port === 0 && has('http') ? await reservePort(given.host) : null;
  const config = reserved ? withPort(given, reserved.port) : given;
  const log = options.log ?? createLog(config.logLevel);
  const closing: Closing = [async () => reserved?.release()];
  const stop = stopperOf(closing);
  try {
    const metrics = createMetrics();
    const watch = { metrics, tracer: await openTracer(config, roles, metrics, log, closing) };
    const data = await openData(config, has, options, log, watch, closing);
    const { db, clock, secrets } = data;
    const loginDoors = await checkLogin(db.sql, given.databaseUrl === null || given.migrateDatabaseUrl !== null);
    await refuseForeignKey(db, secrets);
    const world = await openWorld(config, secrets, db.sql, clock.now(), log, metrics);
    closing.push(() => world.close());
    await publishSeals(db.sql, world.seals, clock.now());
    const parts = assemble(config, world, data, log, metrics);
    closing.push(() => parts.needs.requests.stop());
    closing.push(() => parts.needs.calls.stop());
    await world.engine.ready();

    await startBackground(data, has('jobs') ? parts : null, options, log, metrics, closing);
    const states = createLogStates(db.sql, clock);
    const degraded = degradedOf(config, world, data, createLateness(states, log));
    const readiness = readinessOf(world, data, degraded, log);
    const queues = JOBS.map(({ name }) => name);
    readGauges(metrics, {
      version: VERSION,
      roles,
      ...data,
      queues,
      parts,
      readiness,
      openLog: { states, witnessQuorum: config.witnessQuorum, stamped: world.timestamps !== null },
      degraded,
    });
    await openOwnPort(config, has('http'), metrics.answer, readiness, log, closing);
    const http = has('http')
      ? await openHttp({ config, world, db, clock, log, parts, watch, readiness, metrics, reserved })
      : null;
    if (http) closing.push(closerOf(http));
    closing.push(async () => parts.release());
    const warning = world.seals.PRODUCAO.warning(clock.now());
    if (warning) log.warn(warning);
    return {
      config,
      http,
      db,
      log,
      standIns: describeStandIns(config),
      openDoors: [...describeOpenDoors(config, roles), ...loginDoors, ...describeWorkers(config.tsaUrls.length > 0)],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function stopperOf(closing: Closing): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= (async () => {
      const failures: unknown[] = [];
      // Failing to close one must not leave the others running, a database among them.
      for (const close of closing.reverse()) await close().catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    })();
    return stopped;
  };
}

/** Traces are loaded only if they go somewhere. They are closed last, with the spans of everything that was closed. */
async function openTracer(
  { tracing }: Config,
  roles: readonly Role[],
  metrics: Metrics,
  log: Logger,
  closing: Closing,
): Promise<Tracer> {
  if (tracing === null) return NO_TRACER;
  const { createTracer } = await import('./adapters/tracing.ts');
  const tracer = createTracer(tracing, { version: VERSION, roles }, metrics, log);
  closing.push(() => tracer.close());
  return tracer;
}

/** Opens the database, migrated to this version of the code by this process or another, and what depends on it. */
async function openData(
  config: Config,
  has: (role: Role) => boolean,
  options: ComposeOptions,
  log: Logger,
  watch: Watch,
  closing: Closing,
) {
  await openDataDir(config.dataDir);
  await refuseHalfRestored(config.dataDir);
  const server = await openDatabaseServer(config, (detail) => options.onFatal?.(detail));
  closing.push(() => server.stop());
  const line = createLifeline(patienceOf(server.options) * 1000, log);
  const queue = createJobQueue(
    { ...server.queue, stream: () => line.socket(false, server.options.socket) },
    APP_ROLE,
    log,
    watch,
  );
  const kept = { ...server.options, idle_timeout: 0 };
  const openOne = (through: Line) => connect(kept, APP_ROLE, 1, through);
  const shared = databaseClock(openOne);
  closing.push(() => shared.close());
  const clock = options.clock ?? shared;
  const replicas = has('http') ? openReplicas(config, POOL_SIZE, log) : null;
  const db = observedDatabase(openDatabase(server, line, queue, clock, log, replicas), watch.metrics);
  closing.push(() => db.close());
  const secrets = await openSecrets(config);
  if (has('migrate')) await migrateAll(server, JOBS);
  else await untilMigrated(server, JOBS, log, options.signal);
  closing.push(await keepTime(shared, line, log));
  return { queue, clock, db, replicas, secrets, openLocks: () => openOne(line) };
}

/** @param parts null if this process only enqueues jobs and runs none */
async function startBackground(
  { queue, db, secrets, openLocks }: Awaited<ReturnType<typeof openData>>,
  parts: Parts | null,
  { haste }: ComposeOptions,
  log: Logger,
  metrics: Metrics,
  closing: Closing,
): Promise<void> {
  await queue.start(parts?.jobs ?? []);
  closing.push(() => queue.stop(JOB_GRACE_MS));
  if (parts === null) return;
  const locks = openLocks();
  closing.push(() => locks.end({ timeout: 5 }));
  closing.push(startSweeps(locks, [...parts.sweeps, ...rekeying(db, secrets, log)], log, metrics, haste));
}

/**
 * @returns closes the server: requests in progress finish, and one that is not done after the grace period belongs to a
 * client that does not read or send. Connections on which nothing was ever sent (a load balancer's, a browser's
 * preconnect) are closed at once; Node counts them as busy.
 */
function closerOf(http: FastifyInstance): () => Promise<void> {
  const open = new Set<Socket>();
  http.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return async () => {
    const late = setTimeout(() => http.server.closeAllConnections(), HTTP_GRACE_MS);
    const closed = http.close();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    await closed;
    clearTimeout(late);
  };
}

function openDatabase(
  server: DatabaseServer,
  line: Lifeline,
  queue: JobQueue,
  clock: Clock,
  log: Logger,
  replicas: Replicas | null,
): Database {
  return createDatabase(connect(server.options, APP_ROLE, POOL_SIZE, line), {
    clock,
    enqueue: queue.enqueue,
    replicas,
    onAfterCommitError: (error) => log.error({ err: error }, 'after commit'),
  });
}

/** What requests are answered with. */
interface Answering {
  readonly config: Config;
  readonly world: World;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly parts: Parts;
  readonly watch: Watch;
  readonly metrics: MetricsStore;
  readonly readiness: () => Promise<Readiness>;
  /** The port to listen on, where any will do. */
  readonly reserved: ReservedPort | null;
}

/** What the server needs to answer requests. */
function answering({ config, world, db, clock, log, parts, watch }: Answering): ServerDeps {
  const onError = (error: unknown) => log.error({ err: error }, 'last use could not be told');
  const { requests, calls } = parts.needs;
  return {
    db,
    clock,
    log,
    secrets: world.secrets,
    limiter: world.limiter,
    keyRequests: keyRequestsOf(config),
    authenticate: createAuthenticate(db, onError, {
      oauth: config.oauthEnabled,
      roots: { PRODUCAO: config.baseUrl, TESTE: `${config.baseUrl}/sandbox` },
    }),
    resolveLink: parts.resolveLink,
    resolveTicket: parts.resolveTicket,
    countRequest: requests.count,
    recordCall: calls.record,
    recordSecurityEvent: (event) => recordSecurityEvent(db.sql, event, clock.now()),
    wake: () => world.engine.wake(),
    uploadDirectory: world.uploadDirectory,
    remoteFiles: world.remoteFiles,
    handlers: parts.handlers,
    alsoChecks: parts.alsoChecks,
    beside: parts.beside,
    readSource: createSourceReader(config.trustProxy, world.geo),
    baseUrl: config.baseUrl,
    basePath: pathOf(config.baseUrl),
    publicPath: `${pathOf(config.publicUrl)}/api/v1`,
    docsUrl: config.docsUrl,
    https: config.publicOrigin.startsWith('https:'),
    switches: { oauth: config.oauthEnabled },
    watch,
  };
}

const keyRequestsOf = ({ sandboxRateLimit }: Config) => ({ PRODUCAO: REQUESTS_PER_MINUTE, TESTE: sandboxRateLimit });

const pathOf = (url: string) => new URL(url).pathname.replace(/\/$/, '');

async function openHttp(answered: Answering): Promise<FastifyInstance> {
  const { config, world, db, clock, log, parts, metrics, readiness } = answered;
  const deps = answering(answered);
  const { authenticate, readSource, basePath, publicPath } = deps;
  const http = await buildServer(deps);
  const isDeveloper = createDeveloperCheck(config);
  const unbelieved = watchForwarding(http, config.trustProxy, log);
  metrics.readWith('rubrica_forwarded_by_untrusted_peer_total', () => [{ labels: {}, value: unbelieved.count() }]);
  addHealth(http, readiness);
  addMetrics(http, metrics.answer, { ...config.metrics, host: config.host }, isDeveloper);
  addSeen(http, { secrets: world.secrets, readSource, trustProxy: config.trustProxy, unbelieved });
  addDoctorPage(http, {
    onRequest: onlyFor(isDeveloper),
    // Tries every dependency, so it loads the clients of all of them.
    examine: async () => (await import('./compose/doctor/index.ts')).examine(config),
  });
  const seen = { world, db, clock, parts, readSource, readiness, isDeveloper, basePath, publicPath };
  await addSiteAndBundles(http, config, seen);
  if (config.oauthEnabled) {
    const { limiter, secrets } = world;
    const proof = createConsentProof(secrets);
    const keyRequests = keyRequestsOf(config);
    addConsentPage(http, { ...config, db, clock, log, limiter, keyRequests, authenticate, proof, readSource });
  }
  await answered.reserved?.release();
  await http.listen({ port: config.port, host: config.host });
  return http;
}
