import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Sql } from '../../../src/core/sql.ts';
import { until } from '../../harness.ts';
import { type Closing, startWhole } from '../faults/support.ts';
import { endServerWithTests, ownerOf, PROGRAMS, type Started, serverIn, signalAll, startIn } from './nodes.ts';
import { freePorts } from './ports.ts';

const DEPLOY = join(import.meta.dirname, '..', '..', '..', '..', '..', 'deploy', 'high-availability');
const READY_MS = 180_000;
/** A commit that waits longer is given up and made anew. */
const COMMIT_MS = 3_000;
const USER = 'rubrica';

/** One of three PostgreSQL servers under Patroni. */
export interface Node {
  readonly name: string;
  readonly port: number;
  /** Patroni's answer to whether this node is the primary. */
  leads(): Promise<boolean>;
  /** The process of its server, or null. */
  server(): Promise<number | null>;
  /** A signal to its server, to its Patroni, or to both. */
  signal(signal: NodeJS.Signals, to?: 'server' | 'patroni' | 'both'): Promise<void>;
  /** Starts Patroni again after it was killed. */
  restart(): Promise<void>;
  log(): Promise<string>;
}

/** etcd, three nodes under Patroni and HAProxy, configured by the files of deploy/high-availability as they are. */
export interface Cluster {
  readonly nodes: readonly Node[];
  /** Addresses of a database of its own: through HAProxy, and with all nodes by name. */
  readonly urls: { readonly proxy: string; readonly several: string };
  /** Statements as the superuser on the primary. */
  open(): Promise<Sql>;
  primary(): Promise<Node | null>;
  /** Commits something on the primary, with nothing of ours in between. */
  commit(): Promise<boolean>;
  /** Waits until one leads and two follow, one of them synchronously. */
  whole(): Promise<Node>;
  /** Asks Patroni to hand over in order. */
  switchover(from: Node): Promise<void>;
  stop(): Promise<void>;
}

type Passwords = Record<'superuser' | 'replication' | 'own', string>;

export const startCluster = (): Promise<Cluster> => startWhole(start);

async function start(closing: Closing): Promise<Cluster> {
  const root = await mkdtemp(join(tmpdir(), 'rubrica-cluster-'));
  closing.push(() => rm(root, { recursive: true, force: true }));
  await chmod(root, 0o711);
  const owner = await ownerOf();
  const secret = () => randomBytes(16).toString('hex');
  const passwords: Passwords = { superuser: secret(), replication: secret(), own: secret() };
  const [client = 0, peer = 0, proxy = 0, ...own] = await freePorts(9);
  for (const name of ['patroni.yml', 'haproxy.cfg']) await copyFile(join(DEPLOY, name), join(root, name));

  const etcd = await startIn(join(root, 'etcd'), owner, [
    ...[PROGRAMS.etcd, '--name', 'e', '--data-dir', join(root, 'etcd', 'data'), '--unsafe-no-fsync'],
    ...['--listen-client-urls', `http://127.0.0.1:${client}`, '--advertise-client-urls', `http://127.0.0.1:${client}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${peer}`, '--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
    ...['--initial-cluster', `e=http://127.0.0.1:${peer}`],
  ] as unknown as [string, ...string[]]);
  closing.push(() => end(etcd));

  const nodes: (Node & { readonly rest: number })[] = [];
  for (const [i, name] of ['db1', 'db2', 'db3'].entries()) {
    const node = await startNode({ name, root, client, port: own[i * 2] ?? 0, rest: own[i * 2 + 1] ?? 0, passwords });
    closing.push(() => node.end());
    nodes.push(node);
    // The first makes the cluster; the others copy it.
    if (i === 0) await until(() => node.leads(), READY_MS);
  }
  const addresses = Object.fromEntries(
    nodes.flatMap(({ name, port, rest }) => [
      [`${name.toUpperCase()}_ADDRESS`, `127.0.0.1:${port}`],
      [`${name.toUpperCase()}_PATRONI_PORT`, String(rest)],
    ]),
  );
  const env = { RUBRICA_DATABASE_BIND: `127.0.0.1:${proxy}`, ...addresses };
  const haproxy = await startIn(
    join(root, 'haproxy'),
    owner,
    [PROGRAMS.haproxy, '-db', '-f', join(root, 'haproxy.cfg')],
    env,
  );
  closing.push(() => end(haproxy));
  return clusterOf(nodes, proxy, passwords, () => closing.end());
}

function clusterOf(
  nodes: readonly (Node & { readonly rest: number })[],
  proxy: number,
  passwords: Passwords,
  stop: () => Promise<void>,
): Cluster {
  const primary = async () => {
    const leading = await Promise.all(nodes.map(async (node) => ((await node.leads()) ? node : null)));
    return leading.find((node) => node !== null) ?? null;
  };
  const open = async () => {
    const { port } = await until(primary, READY_MS);
    const login = { username: 'postgres', password: passwords.superuser, database: USER };
    return connect({ host: '127.0.0.1', port, ...login, readOnly: true }, null, 2);
  };
  const login = `${USER}:${passwords.own}`;
  const several = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    nodes,
    urls: {
      proxy: `postgres://${login}@127.0.0.1:${proxy}/${USER}`,
      several: `postgres://${login}@${several}/${USER}?target_session_attrs=read-write`,
    },
    open,
    primary,
    async commit() {
      const node = await primary();
      if (node === null) return false;
      const login = { username: 'postgres', password: passwords.superuser, database: 'postgres' };
      const sql = connect({ host: '127.0.0.1', port: node.port, ...login, connect_timeout: 2 }, null, 1);
      const late = setTimeout(() => void sql.end({ timeout: 0 }), COMMIT_MS);
      try {
        await sql`select pg_logical_emit_message(true, 'campanha', 'commit')`;
        return true;
      } catch {
        return false;
      } finally {
        clearTimeout(late);
        await sql.end({ timeout: 0 });
      }
    },
    whole: () => until(() => wholeUnder(primary, passwords), READY_MS),
    async switchover(from) {
      const { rest } = nodes.find(({ name }) => name === from.name) as { rest: number };
      const body = JSON.stringify({ leader: from.name });
      const answer = await fetch(`http://127.0.0.1:${rest}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
    },
    stop,
  };
}

/** The primary once two servers stream from it, one of them synchronously; it is given its own database on the way. */
async function wholeUnder(primary: () => Promise<Node | null>, { superuser, own }: Passwords): Promise<Node | null> {
  const node = await primary();
  if (node === null) return null;
  const login = { username: 'postgres', password: superuser, database: 'postgres' };
  const sql = connect({ host: '127.0.0.1', port: node.port, ...login, readOnly: true, connect_timeout: 2 }, null, 1);
  try {
    const states = await sql<{ sync: string }[]>`
      select sync_state as sync from pg_stat_replication where state = 'streaming'`;
    if (states.length < 2 || !states.some(({ sync }) => sync !== 'async')) return null;
    const [there] = await sql`select 1 from pg_database where datname = ${USER}`;
    if (!there) {
      await sql.unsafe(`create role ${USER} login createrole password '${own}'`);
      await sql.unsafe(`create database ${USER} owner ${USER}`);
    }
    return node;
  } catch {
    return null;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

interface NodePlace {
  readonly name: string;
  readonly root: string;
  /** etcd's port. */
  readonly client: number;
  readonly port: number;
  /** Patroni's own port. */
  readonly rest: number;
  readonly passwords: Passwords;
}

async function startNode(place: NodePlace): Promise<Node & { readonly rest: number; end(): Promise<void> }> {
  const { name, root, client, port, rest, passwords } = place;
  const folder = join(root, name);
  const dataDir = join(folder, 'data');
  const owner = await ownerOf();
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${client}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/15/bin',
    PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
  };
  const launch = () => startIn(folder, owner, [PROGRAMS.patroni, join(root, 'patroni.yml')], env);
  let patroni = await launch();
  endServerWithTests(dataDir);
  const pids = async (to: 'server' | 'patroni' | 'both') => [
    ...(to === 'server' ? [] : [patroni.child.pid as number]),
    ...(to === 'patroni' ? [] : await serverIn(dataDir)),
  ];
  return {
    name,
    port,
    rest,
    async leads() {
      const asked = fetch(`http://127.0.0.1:${rest}/primary`, { signal: AbortSignal.timeout(1_000) });
      return asked.then(
        ({ status }) => status === 200,
        () => false,
      );
    },
    server: async () => (await serverIn(dataDir))[0] ?? null,
    signal: async (signal, to = 'both') => signalAll(await pids(to), signal),
    async restart() {
      patroni = await launch();
    },
    log: () => readFile(patroni.log, 'utf8'),
    async end() {
      signalAll(await pids('both'), 'SIGKILL');
    },
  };
}

async function end({ child }: Started): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }
}
