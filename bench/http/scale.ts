import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/adapters/embedded-postgres.ts';
import { type Completions, complete } from './completions.ts';
import { connect, createKeys, signUp } from './database.ts';
import { getRequest, postRequest, uploadBody, WITH_SIGNER } from './documents.ts';
import { load, rotating } from './load.ts';
import { createFloorTables, rate, seed, storedForFloor } from './run.ts';
import { type Running, startFloor, startServiceOver } from './service.ts';

interface Rates {
  /** Requests a second, of all processes together. */
  readonly ours: number;
  readonly floor: number;
}

export interface ScaleRow {
  readonly processes: number;
  readonly get: Rates;
  readonly post: Rates;
  readonly completions: Completions;
}

export interface ScaleResult {
  readonly rows: readonly ScaleRow[];
  readonly postgres: string;
}

const PROCESSES = 3;
const CONNECTIONS = 16;
const SEEDED = 500;
/** A key may make 60 requests a minute, so every load has its own, and one more share is for everything else. */
const KEYS = 6_000;
const ROUNDS = 3;

/** The same load shared out between processes. @returns requests a second of all of them */
async function shared(
  origins: readonly string[],
  next: Parameters<typeof load>[0]['next'],
  seconds: number,
  status: number,
): Promise<number> {
  const share = (i: number) => Math.floor((CONNECTIONS + i) / origins.length);
  const all = origins.map((origin, i) => load({ origin, connections: share(i), seconds, status, next }));
  return (await Promise.all(all)).reduce((sum, { perSecond }) => sum + perSecond, 0);
}

/** Ours and the floor in turn; medians. */
async function inTurn(ours: () => Promise<number>, floor: () => Promise<number>): Promise<Rates> {
  const taken: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) taken.push([await ours(), await floor()]);
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  return { ours: median(taken.map(([one]) => one)), floor: median(taken.map(([, one]) => one)) };
}

/** Requests and completions of one to three processes over one PostgreSQL that belongs to none of them. */
export async function runScaleBench(options: { seconds: number; completions: number }): Promise<ScaleResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-bench-varios-'));
  const postgres = await startEmbeddedPostgres({ dataDir, guarded: true, settings: { max_connections: '250' } });
  const running: Running[] = [];
  const { username, password, host, database } = postgres.connection;
  const sql = connect({ database: host, dataDir });
  try {
    const login = password === undefined ? username : `${username}:${encodeURIComponent(password)}`;
    const url = `postgres://${login}@localhost/${database}?host=${encodeURIComponent(host)}`;
    const start = () => startServiceOver(url, dataDir, { TRUST_PROXY: '127.0.0.1/32' });
    const first = await start();
    running.push(first);
    const keys = await createKeys(sql, await signUp(first.origin, sql), KEYS * (2 * PROCESSES + 1));
    const share = (i: number) => keys.slice(i * KEYS, (i + 1) * KEYS);
    const others = share(2 * PROCESSES);
    await createFloorTables(sql);
    await seed({ sql, keys: others, ours: first }, SEEDED);
    const ids = await storedForFloor({ sql, keys: others.slice(SEEDED), ours: first });
    const floor = await startFloor({ database: host, dataDir });
    const rows: ScaleRow[] = [];
    try {
      for (let processes = 1; processes <= PROCESSES; processes += 1) {
        if (processes > 1) running.push(await start());
        const origins = running.map(({ origin }) => origin);
        const [readers, writers] = [share(2 * processes - 2), share(2 * processes - 1)];
        rows.push({
          processes,
          ...(await measure({ origins, floor, readers, writers, ids, seconds: options.seconds })),
          completions: await complete(origins, sql, others.slice(2 * SEEDED), options.completions),
        });
      }
    } finally {
      await floor.stop();
    }
    const [version] = await sql<{ server_version: string }[]>`show server_version`;
    return { rows, postgres: version?.server_version ?? '' };
  } finally {
    await sql.end();
    for (const one of running) await one.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Measured {
  readonly origins: readonly string[];
  readonly floor: Running;
  readonly readers: readonly string[];
  readonly writers: readonly string[];
  readonly ids: readonly string[];
  readonly seconds: number;
}

async function measure({
  origins,
  floor,
  readers,
  writers,
  ids,
  seconds,
}: Measured): Promise<Pick<ScaleRow, 'get' | 'post'>> {
  let turn = 0;
  const path = (prefix: string) => `${prefix}/documentos/${ids[turn++ % ids.length]}`;
  const body = uploadBody(WITH_SIGNER);
  const read = rotating(readers, (key) => getRequest(path('/v1'), key));
  const write = rotating(writers, (key) => postRequest('/v1/documentos', body, key));
  const bare = postRequest('/documentos', body);
  return {
    get: await inTurn(
      () => shared(origins, read, seconds, 200),
      () => rate(floor.origin, () => getRequest(path('')), seconds, 200),
    ),
    post: await inTurn(
      () => shared(origins, write, seconds, 201),
      () => rate(floor.origin, () => bare, seconds, 201),
    ),
  };
}

if (import.meta.main) console.log(JSON.stringify(await runScaleBench({ seconds: 3, completions: 100 }), null, 1));
