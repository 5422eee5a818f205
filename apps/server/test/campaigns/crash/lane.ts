import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../src/adapters/embedded-postgres.ts';
import { connect, type Sql } from '../../../src/core/sql.ts';
import { addressOf, newDatabase } from '../../database.ts';
import { type Account, type Answer, call, newAccount } from '../../harness.ts';
import { answer as answering, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';
import { type Child, type ChildOptions, isAlive, startChild } from './child.ts';
import { type DatabaseProxy, type Step, type StepChoice, startProxy, type Trap } from './proxy.ts';

/** A PostgreSQL that lives on when the service dies. */
export interface Databases {
  /** Makes a database in it. @returns what it is called there */
  create(name: string): Promise<string>;
  /** Statements as the owner of the tables. */
  open(name: string): Sql;
  readonly socket: string;
  readonly user: string;
  stop(): Promise<void>;
}

/** One of the test's own, where new databases are empty, which may be stopped and started again. */
export interface DatabaseServer extends Databases {
  restart(): Promise<void>;
  halt(): Promise<void>;
}

/** The one that a run's files share, where new databases are of the newest schema (run-setup.ts). */
export async function shareDatabaseServer(): Promise<Databases> {
  const first = await newDatabase();
  const { path, username } = addressOf(first.url);
  const made: (typeof first)[] = [];
  return {
    socket: path,
    user: username,
    open: (database) => connect({ path, username, database }, null, 2),
    async create() {
      const next = made.length === 0 ? first : await newDatabase();
      made.push(next);
      return addressOf(next.url).database;
    },
    async stop() {
      for (const { remove } of new Set([first, ...made])) await remove();
    },
  };
}

export async function startDatabaseServer(): Promise<DatabaseServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-queda-'));
  const start = () => startEmbeddedPostgres({ dataDir, fsync: false });
  let server = await start();
  const { path, username } = server.connection;
  const open = (database: string) => connect({ path, username, database }, null, 2);
  return {
    socket: path,
    user: username,
    open,
    async create(name) {
      const sql = open('postgres');
      await sql.unsafe(`create database ${name}`);
      await sql.end();
      return name;
    },
    halt: () => server.stop(),
    async restart() {
      server = await start();
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Something asked of the service, and the step of it at which the service is to die. */
export interface Act {
  /** A parameter that tells its transactions from all others: the document's id. */
  readonly marker: string;
  readonly at: StepChoice;
  readonly run: () => Promise<Answer>;
}

export type Outcome = { readonly step: Step } | { readonly answer: Answer };

/** One service over one database and one data directory, through all its lives. */
export interface Lane {
  readonly sql: Sql;
  readonly proxy: DatabaseProxy;
  readonly dataDir: string;
  readonly receiver: Receiver;
  readonly origin: () => string;
  readonly child: () => Child;
  /** Starts the service again where it died; where every act lived through, it goes on. */
  restart(): Promise<void>;
  /**
   * An organization with a webhook for every event, the same one for the same number. What is held at one time should be
   * of different ones: they share no row that a held transaction could lock.
   */
  account(number: number): Promise<Account>;
  /**
   * Starts every act, holds each transaction that mentions its act's marker at the act's step, and kills the service once
   * all are held or answered.
   * @returns for each act the step it died at, or the answer when it lived through
   */
  killDuring(acts: readonly Act[]): Promise<Outcome[]>;
  stop(): Promise<void>;
}

/** With RUBRICA_RUNS set the process also dies after each single statement, and at each of a read-only transaction. */
const MOMENTS: Trap['moments'] = process.env.RUBRICA_RUNS ? 'every' : 'writes';
/** Half a minute on a machine that does nothing else; three times the steps take three times as long. */
export const PATIENCE_MS = process.env.RUBRICA_RUNS ? 1_800_000 : 400_000;
/** Transactions held at once: of the service's pool of twenty connections a few must be left for its sweeps and jobs. */
export const HELD_AT_ONCE = 14;

const EVENTS = [
  ...['document.created', 'document.sent', 'document.viewed', 'signer.authenticated', 'document.signed'],
  ...['document.completed', 'document.refused', 'document.expired', 'document.cancelled'],
];

export async function openLane(server: Databases, name: string, options: Partial<ChildOptions> = {}): Promise<Lane> {
  const database = await server.create(name);
  const dataDir = await mkdtemp(join(tmpdir(), `rubrica-${name}-`));
  const proxy = await startProxy(server.socket);
  const receiver = await startReceiver(answering(200));
  const start = () =>
    startChild({
      ...options,
      env: {
        DATABASE_URL: `postgres://${server.user}@127.0.0.1:${proxy.port}/${database}`,
        DATA_DIR: dataDir,
        TRUST_PROXY: '127.0.0.1/32',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
        ...options.env,
      },
    });
  let child = await start();
  const sql = server.open(database);
  const accounts = new Map<number, Account>();
  return {
    sql,
    proxy,
    dataDir,
    receiver,
    origin: () => child.origin,
    child: () => child,
    async restart() {
      if (isAlive(child.pid)) return;
      child = await start();
    },
    async account(number) {
      const known = accounts.get(number) ?? (await openAccount(child.origin, receiver.url, sql));
      accounts.set(number, known);
      return known;
    },
    async killDuring(acts) {
      const outcomes = await Promise.all(acts.map((act) => holdDuring(proxy, act)));
      if (outcomes.some((outcome) => 'step' in outcome)) await child.kill();
      return outcomes;
    },
    async stop() {
      await child.stop();
      await sql.end({ timeout: 5 });
      await proxy.close();
      await receiver.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function openAccount(origin: string, url: string, sql: Sql): Promise<Account> {
  const account = await newAccount(origin, undefined, sql);
  const created = await call(`${origin}/v1/webhooks`, 'POST', { url, eventos: EVENTS }, account.live);
  if (created.status !== 201) throw new Error(created.bytes.toString());
  return account;
}

async function holdDuring(proxy: DatabaseProxy, { marker, at, run }: Act): Promise<Outcome> {
  const { promise: held, resolve } = Promise.withResolvers<Step>();
  const disarm = proxy.arm({ marker, at, moments: MOMENTS, sprung: resolve });
  // The answer of a held act never comes: its connection ends with the process.
  const answered = run().then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  const outcome = await Promise.race([held.then((step) => ({ step })), answered]);
  disarm();
  if ('error' in outcome) throw outcome.error;
  return outcome;
}
