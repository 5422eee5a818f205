import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { type Pair, startPair } from '../../apps/server/test/campaigns/faults/replicas.ts';
import { startWire, type Wire } from '../../apps/server/test/campaigns/faults/switch.ts';
import { createKeys, signUp } from './database.ts';
import { getRequest, postRequest, uploadBody, WITH_SIGNER } from './documents.ts';
import { type Answer, Exchange } from './exchange.ts';
import { startServiceOver } from './service.ts';

/** The cost of losing the primary under load, with a synchronous standby that takes over. */
export interface Failover {
  readonly name: string;
  /** Requests per second for sixteen callers, each waiting for its response. */
  readonly capacity: number;
  readonly phases: readonly Phase[];
  /** Acknowledged creations, and how many of them are missing afterwards. */
  readonly acknowledged: number;
  readonly lost: number;
  /**
   * Milliseconds from the loss until the standby accepts writes, the first new creation is acknowledged, /readyz is
   * 200.
   */
  readonly promoted: number;
  readonly written: number;
  readonly ready: number;
}

export interface Phase {
  readonly name: string;
  readonly requests: number;
  /** From when a request was due to the response that completed it, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** 503 responses, each retried a second later. */
  readonly unavailable: number;
}

/**
 * Milliseconds after a fault until the service accepts writes again, and until /readyz says so; 0 if it never said
 * otherwise.
 */
export interface Recovery {
  readonly fault: string;
  readonly written: number;
  readonly ready: number;
}

export interface FailoverResult {
  readonly failovers: readonly Failover[];
  readonly recoveries: readonly Recovery[];
}

const CALLERS = 16;
const SHARE = 0.7;
const KEYS = 4_000;
const SEEDED = 400;
/** Out of twenty requests: reading a document, a page of the list, creating a 50 kB document with a signer. */
const MIX = [...Array(14).fill('read'), ...Array(3).fill('list'), ...Array(3).fill('create')] as (
  | 'read'
  | 'list'
  | 'create'
)[];
const AGAIN_MS = 1_000;
/** The duration of a fault that is not a loss. */
const FAULT_MS = 10_000;

const LOSSES = [
  { name: 'the primary dies', lose: (wire: Wire) => wire.cut() },
  { name: 'the primary falls silent', lose: (wire: Wire) => wire.silence() },
] as const;

/** The service on a pair of PostgreSQL servers that sync to disk, and a client for it. */
class Lane {
  readonly #exchanges = new Exchange(512);
  readonly acknowledged: string[] = [];
  #count = 0;
  readonly #body = uploadBody(WITH_SIGNER);
  readonly pair: Pair;
  readonly wire: Wire;
  readonly dataDir: string;
  readonly databaseUrl: string;
  service: Awaited<ReturnType<typeof startServiceOver>>;
  #keys: readonly string[] = [];
  #ids: readonly string[] = [];

  constructor(parts: Pick<Lane, 'pair' | 'wire' | 'dataDir' | 'databaseUrl' | 'service'>) {
    this.pair = parts.pair;
    this.wire = parts.wire;
    this.dataDir = parts.dataDir;
    this.databaseUrl = parts.databaseUrl;
    this.service = parts.service;
  }

  async prepare(sql: Sql): Promise<void> {
    this.#keys = await createKeys(sql, await signUp(this.service.origin, sql), KEYS);
    for (let n = 0; n < SEEDED; n += CALLERS) await Promise.all(Array.from({ length: CALLERS }, () => this.create()));
    this.#ids = [...this.acknowledged];
    await sql`vacuum analyze`;
  }

  send(method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
    return this.#exchanges.send(method, `${this.service.origin}${path}`, headers, body);
  }

  /** One creation, until its first response. @returns its status */
  async create(key = this.#key(), once: string = randomUUID()): Promise<number> {
    const { head } = postRequest('/v1/documentos', this.#body, key);
    const headers = { ...headersOf(head), 'idempotency-key': once };
    const { status, text } = await this.send('POST', '/v1/documentos', headers, this.#body);
    if (status === 201) this.acknowledged.push(JSON.parse(text).id);
    return status;
  }

  /** One request of the mix. @returns repeats it with the same parameters */
  next(): () => Promise<number> {
    const kind = MIX[this.#count % MIX.length];
    const key = this.#key();
    const once = randomUUID();
    const get = async (path: string) => (await this.send('GET', path, headersOf(getRequest(path, key).head))).status;
    if (kind === 'create') return () => this.create(key, once);
    if (kind === 'list') return () => get('/v1/documentos?limite=20');
    const id = this.#ids[this.#count % this.#ids.length];
    return () => get(`/v1/documentos/${id}`);
  }

  #key(): string {
    return this.#keys[this.#count++ % this.#keys.length] as string;
  }

  close(): void {
    this.#exchanges.close();
  }
}

const headersOf = (head: Buffer): Record<string, string> =>
  Object.fromEntries(
    head
      .toString()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ', 2) as [string, string])
      .filter(([name]) => name !== 'Host'),
  );

async function withLane<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-bench-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const pair = await startPair(true);
    closing.push(() => pair.stop());
    const wire = await startWire({ path: pair.primary.socket });
    closing.push(() => wire.close());
    const databaseUrl = `postgres://${pair.user}@127.0.0.1:${wire.port}/${pair.database}`;
    const lane = new Lane({ pair, wire, dataDir, databaseUrl, service: await startServiceOver(databaseUrl, dataDir) });
    closing.push(() => lane.service.stop());
    closing.push(async () => lane.close());
    const sql = pair.primary.open();
    closing.push(() => sql.end({ timeout: 1 }));
    await lane.prepare(sql);
    return await work(lane);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Requests per second of callers that each wait for their response. */
async function capacityOf(lane: Lane, seconds: number): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let done = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const status = await lane.next()();
      if (status >= 400) throw new Error(`answered ${status} while nothing was broken`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (done * 1000) / (performance.now() - began);
}

interface Taken {
  /** When it was due, relative to the start of the load. */
  readonly due: number;
  readonly took: number;
  readonly unavailable: number;
}

/**
 * Requests at a fixed rate regardless of earlier ones, as from independent callers.
 * @param began when the first is due
 */
async function loadAt(lane: Lane, perSecond: number, seconds: number, began: number): Promise<Taken[]> {
  const taken: Promise<Taken>[] = [];
  const one = async (due: number): Promise<Taken> => {
    const ask = lane.next();
    for (let unavailable = 0; ; unavailable += 1) {
      const status = await ask();
      if (status < 400) return { due, took: performance.now() - began - due, unavailable };
      if (status !== 503) throw new Error(`answered ${status} under load`);
      await delay(AGAIN_MS);
    }
  };
  for (let n = 0; ; n += 1) {
    const due = (n * 1000) / perSecond;
    if (due > seconds * 1000) break;
    const early = due - (performance.now() - began);
    if (early > 1) await delay(early);
    taken.push(one(due));
  }
  return Promise.all(taken);
}

function phaseOf(name: string, taken: readonly Taken[]): Phase {
  const times = taken.map(({ took }) => took).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const unavailable = taken.reduce((sum, one) => sum + one.unavailable, 0);
  return { name, requests: taken.length, p50: at(0.5), p99: at(0.99), unavailable };
}

/**
 * The requests of each phase, by when they were due. Requests in progress when the primary was lost are affected by the
 * loss and count for the phase it begins: the previous phase contains only those answered before it.
 */
function byPhase(all: readonly Taken[], lostAt: number, phaseMs: number): Phase[] {
  const isBefore = ({ due, took }: Taken) => due + took < lostAt;
  const before = all.filter(isBefore);
  const rest = all.filter((one) => !isBefore(one));
  return [
    phaseOf('before', before),
    phaseOf(
      'during',
      rest.filter(({ due }) => due < 2 * phaseMs),
    ),
    phaseOf(
      'after',
      rest.filter(({ due }) => due >= 2 * phaseMs),
    ),
  ];
}

/** The greatest age of the state reported by /readyz. */
const READINESS_KEPT_MS = 2_500;

/**
 * Milliseconds from `since` until a creation requested later is acknowledged, and until /readyz stays 200.
 * @param before whether it was 200 just now
 */
async function untilBack(lane: Lane, since: number, before = true): Promise<{ written: number; ready: number }> {
  let written = Number.NaN;
  const creating = (async () => {
    while ((await lane.create().catch(() => 0)) !== 201) await delay(20);
    written = performance.now() - since;
  })();
  let ready = 0;
  let was = before;
  while (!(performance.now() - since > written + READINESS_KEPT_MS && was)) {
    const is = await lane.send('GET', '/readyz', {}).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (is && !was) ready = performance.now() - since;
    was = is;
    await delay(20);
  }
  await creating;
  return { written, ready };
}

const failover = (name: string, lose: (wire: Wire) => void, seconds: number): Promise<Failover> =>
  withLane(async (lane) => {
    const capacity = await capacityOf(lane, seconds);
    const began = performance.now();
    const taken = loadAt(lane, capacity * SHARE, 3 * seconds, began);
    await delay(seconds * 1000);
    const lost = performance.now();
    lose(lane.wire);
    await lane.pair.primary.kill();
    await lane.pair.promote();
    lane.wire.lead({ path: lane.pair.standby.socket });
    lane.wire.forsake();
    const promoted = performance.now() - lost;
    const back = await untilBack(lane, lost);
    const all = await taken;
    const sql = lane.pair.standby.open();
    const [row] = await sql<{ there: number }[]>`
      select count(*)::int as there from documento where id = any(${lane.acknowledged}::uuid[])`;
    await sql.end();
    return {
      ...{ name, capacity, promoted, ...back },
      phases: byPhase(all, lost - began, seconds * 1000),
      acknowledged: lane.acknowledged.length,
      lost: new Set(lane.acknowledged).size - (row?.there ?? 0),
    };
  });

/** Transient faults: how soon after they end everything works again. */
const recoveries = (): Promise<Recovery[]> =>
  withLane(async (lane) => {
    const found: Recovery[] = [];
    const after = async (fault: string, since: number, before = true) => {
      found.push({ fault, ...(await untilBack(lane, since, before)) });
    };
    lane.wire.mend();
    await after('every connection to the database ends', performance.now());
    lane.wire.cut();
    await delay(FAULT_MS);
    lane.wire.forsake();
    await after('the database refuses for ten seconds', performance.now());
    lane.wire.silence();
    await delay(FAULT_MS);
    lane.wire.forsake();
    await after('the database is silent for ten seconds', performance.now());
    const killed = performance.now();
    await lane.service.kill();
    lane.service = await startServiceOver(lane.databaseUrl, lane.dataDir);
    await after('the process is killed and started again', killed, false);
    return found;
  });

/** @param seconds duration of the capacity measurement and of each phase of a failover */
export async function runFailoverBench(seconds: number): Promise<FailoverResult> {
  const failovers: Failover[] = [];
  for (const { name, lose } of LOSSES) failovers.push(await failover(name, lose, seconds));
  return { failovers, recoveries: await recoveries() };
}

if (import.meta.main) {
  console.log(JSON.stringify(await runFailoverBench(Number(process.argv[2] ?? 20)), null, 1));
  process.exit(0);
}
