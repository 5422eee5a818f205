import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describeWorkers } from './adapters/pdf/confinement.ts';
import { sweepsOf } from './compose/background.ts';
import { type DatabaseServer, migrateAll, openDatabaseServer, untilMigrated } from './compose/database.ts';
import { checkLogin } from './compose/database-roles.ts';
import { checkJobs, JOBS } from './compose/jobs.ts';
import { assemble, type Parts } from './compose/modules.ts';
import { refuseForeignKey, rekeySweep } from './compose/rekey.ts';
import { createSealCheck, publishSeals } from './compose/seals.ts';
import { addSiteAndBundles } from './compose/site.ts';
import { databaseClock, keepTime } from './compose/time.ts';
import { openSecrets, openWorld, type World } from './compose/world.ts';
import { type Config, describeOpenDoors, describeStandIns, type Role, withPort } from './config/index.ts';
import type { Clock } from './core/clock.ts';
import { createLifeline, type Lifeline } from './core/lifeline.ts';
import { createLog, type Logger } from './core/log.ts';
import { recordSecurityEvent } from './core/security-events.ts';
import { APP_ROLE, connect, createDatabase, type Database, patienceOf } from './core/sql.ts';
import { createAuthenticate } from './http/authenticate.ts';
import { addConsentPage } from './http/consent-page.ts';
import { createDeveloperCheck } from './http/developer.ts';
import { watchForwarding } from './http/forwarding.ts';
import { addHealth, createReadiness } from './http/health.ts';
import { buildServer } from './http/server.ts';
import { createSourceReader } from './http/source.ts';
import { createJobQueue, type JobQueue } from './jobs/queue.ts';
import { startSweeps } from './jobs/sweeps.ts';
import { createProvaDeConsentimento } from './modules/oauth/index.ts';

export interface ComposeOptions {
  /** What this process does; by default what the configuration says. */
  readonly roles?: readonly Role[];
  /** By default the database's. */
  readonly clock?: Clock;
  /** Divides the pauses between sweeps; only a test is in a hurry. */
  readonly haste?: number;
  /** By default the lines of the configured level on the standard output. */
  readonly log?: Logger;
  /** Gives up waiting for the database to be migrated. */
  readonly signal?: AbortSignal;
  /** Called when the embedded database is lost: nothing can go on without it. */
  readonly onFatal?: (detail: string) => void;
}

export interface App {
  readonly config: Config;
  readonly http: FastifyInstance | null;
  readonly db: Database;
  readonly log: Logger;
  /** Lines for the operator: what is used in place of what. */
  readonly standIns: readonly string[];
  /** Lines for the operator: what an attacker would like. */
  readonly openDoors: readonly string[];
  /** Stops taking work, lets what runs finish, closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

const POOL_SIZE = 20;
const JOB_GRACE_MS = 10_000;
const HTTP_GRACE_MS = 20_000;

/**
 * Puts the service together: the only place that sees every folder. When it resolves, the service answers.
 * @throws with a message for the operator when something it needs is missing: no key, no database, no fonts
 */
export async function compose(given: Config, options: ComposeOptions = {}): Promise<App> {
  const has = (role: Role) => (options.roles ?? given.roles).includes(role);
  const config = given.port === 0 && has('http') ? withPort(given, await freePort(given.host)) : given;
  const log = options.log ?? createLog(config.logLevel);
  const closing: (() => Promise<unknown>)[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      const failures: unknown[] = [];
      // One that cannot be closed must not leave the others, a database among them, running.
      for (const close of closing.reverse()) await close().catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    })();
    return stopped;
  };

  try {
    const server = await openDatabaseServer(config, (detail) => options.onFatal?.(detail));
    closing.push(() => server.stop());
    const line = createLifeline(patienceOf(server.options) * 1000, log);
    const queue = createJobQueue({ ...server.queue, stream: () => line.socket(false) }, APP_ROLE, log);
    const asking = { ...server.options, max_lifetime: null, idle_timeout: 0 };
    const shared = databaseClock((probe) => connect(asking, APP_ROLE, 1, probe));
    closing.push(() => shared.close());
    const clock = options.clock ?? shared;
    const db = openDatabase(server, line, queue, clock, log);
    closing.push(() => db.close());
    const secrets = await openSecrets(config);
    if (has('migrate')) await migrateAll(server, JOBS);
    else await untilMigrated(server, JOBS, log, options.signal);
    closing.push(await keepTime(shared, line, log));
    const loginDoors = await checkLogin(db.sql, given.databaseUrl === null || given.migrateDatabaseUrl !== null);
    await refuseForeignKey(db, secrets);
    const world = await openWorld(config, secrets, db.sql, clock.now(), log);
    closing.push(() => world.close());
    await publishSeals(db.sql, world.seals, clock.now());
    const parts = assemble(config, world, db, clock, log);
    closing.push(() => parts.requests.stop());
    closing.push(() => parts.calls.stop());
    checkJobs(parts.jobs);
    await world.engine.ready();

    await queue.start(has('jobs') ? parts.jobs : []);
    closing.push(() => queue.stop(JOB_GRACE_MS));
    if (has('jobs')) {
      const temporary = [world.uploadDirectory, world.workDirectory];
      const { complete, tokens, payments } = parts;
      const sweeps = sweepsOf({
        db,
        clock,
        files: world.files,
        log,
        tokens,
        payments,
        complete,
        temporary,
        purge: config.retentionPurge,
      });
      const locks = connect({ ...server.options, max_lifetime: null, idle_timeout: 0 }, APP_ROLE, 1, line);
      closing.push(() => locks.end({ timeout: 5 }));
      const { haste = 1 } = options;
      const paced = [...sweeps, ...rekeySweep(db.sql, secrets, log)].map((sweep) => ({
        ...sweep,
        everyMs: sweep.everyMs / haste,
      }));
      closing.push(startSweeps(locks, paced, log));
    }
    const http = has('http') ? await openHttp(config, world, db, clock, log, parts) : null;
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
      openDoors: [...describeOpenDoors(config), ...loginDoors, ...describeWorkers(config.tsaUrls.length > 0)],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @returns closes the server: requests under way finish, and one that is not over after the grace is a client that does
 * not read or send. Connections on which nothing was ever sent (a balancer's, a browser's guess) end at once; Node takes
 * them for busy.
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

function openDatabase(server: DatabaseServer, line: Lifeline, queue: JobQueue, clock: Clock, log: Logger): Database {
  return createDatabase(connect(server.options, APP_ROLE, POOL_SIZE, line), {
    clock,
    enqueue: queue.enqueue,
    onAfterCommitError: (error) => log.error({ err: error }, 'after commit'),
  });
}

async function openHttp(
  config: Config,
  world: World,
  db: Database,
  clock: Clock,
  log: Logger,
  parts: Parts,
): Promise<FastifyInstance> {
  const readSource = createSourceReader(config.trustProxy, world.geo);
  const basePath = new URL(config.baseUrl).pathname.replace(/\/$/, '');
  const publicPath = `${new URL(config.publicUrl).pathname.replace(/\/$/, '')}/api/v1`;
  const onError = (error: unknown) => log.error({ err: error }, 'last use could not be told');
  const authenticate = createAuthenticate(db, onError, { oauth: config.oauthEnabled });
  const http = await buildServer({
    db,
    clock,
    log,
    secrets: world.secrets,
    limiter: world.limiter,
    authenticate,
    resolveLink: parts.resolveLink,
    countRequest: parts.requests.count,
    recordCall: parts.calls.record,
    recordSecurityEvent: (event) => recordSecurityEvent(db.sql, event, clock.now()),
    uploadDirectory: world.uploadDirectory,
    handlers: parts.handlers,
    alsoChecks: parts.alsoChecks,
    beside: parts.beside,
    readSource,
    basePath,
    publicPath,
    docsUrl: config.docsUrl,
    https: config.publicOrigin.startsWith('https:'),
    oauthEnabled: config.oauthEnabled,
  });
  const isDeveloper = createDeveloperCheck(config);
  const checkSeal = createSealCheck(db.sql, world.seals);
  const health = {
    sql: db.sql,
    clock,
    log,
    callsDropped: parts.calls.dropped,
    refusals: parts.refusals,
    unbelieved: watchForwarding(http, config.trustProxy, log),
    metricsDoor: { ...config.metrics, host: config.host, isDeveloper },
    checks: {
      banco: () => db.sql`select 1`,
      fila: () => db.sql`select 1 from fila.version`,
      arquivos: (signal: AbortSignal) => world.files.ready(signal),
      selo: () => checkSeal('PRODUCAO', clock.now()),
      pdf: () => world.engine.check(),
    },
    degraded: config.redisUrl ? { limites: world.limitsAlone } : {},
  };
  const readiness = createReadiness(health);
  addHealth(http, health, readiness);
  await addSiteAndBundles(http, config, {
    world,
    db,
    clock,
    parts,
    readSource,
    readiness,
    isDeveloper,
    basePath,
    publicPath,
  });
  if (config.oauthEnabled) {
    const { limiter, secrets } = world;
    const prova = createProvaDeConsentimento(secrets);
    addConsentPage(http, { ...config, db, clock, log, limiter, authenticate, prova, readSource });
  }
  await http.listen({ port: config.port, host: config.host });
  return http;
}

/** A port nobody holds, for PORT=0: the addresses the service tells have to be known before it is built. */
async function freePort(host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, host, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
