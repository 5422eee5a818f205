import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { hold, type Result } from './contest.ts';
import { type Account, connect, createKeys, signUp } from './database.ts';
import { getRequest, JSON_TYPE, jsonBody, postRequest, richDocument, uploadBody, WITH_SIGNER } from './documents.ts';
import { load, rotating } from './load.ts';
import { type Running, startFloor, startService } from './service.ts';

/** The target for a result, and whether it is met. */
export interface Judged extends Result {
  readonly bar: number;
  readonly met: boolean;
}

export interface Options {
  readonly rounds: number;
  /** Seconds for each side of each round. */
  readonly seconds: number;
}

const CONNECTIONS = 16;
/** The number of documents before anything is measured, and how many of them the reads are spread over. */
const SEEDED = Number(process.env.SEEDED ?? 3_000);
const SEED_SECONDS = 120;
const DOCUMENTS = 500;
/** A key may make 60 requests a minute; no contest exhausts this many. */
const KEYS = 24_000;

interface Setting extends Options {
  readonly sql: Sql;
  readonly account: Account;
  readonly keys: readonly string[];
  readonly ours: Running;
  readonly floor: Running;
}

export const rate = (origin: string, next: Parameters<typeof load>[0]['next'], seconds: number, status: number) =>
  load({ origin, connections: CONNECTIONS, seconds, status, next }).then(({ perSecond }) => perSecond);

/**
 * Initial documents, created by the service. PostgreSQL plans for the current table sizes and caches the plans: with
 * empty tables it would choose sequential scans, and keep them while the tables grow.
 */
export async function seed({ sql, keys, ours }: Pick<Setting, 'sql' | 'keys' | 'ours'>, count: number): Promise<void> {
  let turn = 0;
  const next = () => postRequest('/v1/documentos', uploadBody(richDocument()), keys[turn++ % keys.length]);
  const until = () => turn >= count;
  await load({ origin: ours.origin, connections: CONNECTIONS, seconds: SEED_SECONDS, status: 201, next, until });
  await sql`vacuum analyze`;
}

/** Shares of their floors at which reading and creating aim. */
const READ_BAR = 0.85;
const CREATE_BAR = 0.6;

/** GET /documentos/{id} against bare Fastify, which returns the same bytes after one query by primary key. */
async function readContest({ sql, keys, ours, floor, rounds, seconds }: Setting): Promise<Judged> {
  const ids = await storedForFloor({ sql, keys, ours });
  let turn = 0;
  const id = () => ids[turn++ % ids.length] as string;
  const path = (prefix: string) => `${prefix}/documentos/${id()}`;
  const mine = rotating(keys, (key) => getRequest(path('/v1'), key));
  const theirs = () => getRequest(path(''));
  const result = await hold(
    {
      name: 'GET /documentos/{id}, 3 signers, 10 fields',
      ours: () => rate(ours.origin, mine, seconds, 200),
      floor: () => rate(floor.origin, theirs, seconds, 200),
    },
    rounds,
  );
  return { ...result, bar: READ_BAR, met: result.ratio.median >= READ_BAR };
}

/** Stores for the floor what the service answers. @returns ids of documents that both have */
export async function storedForFloor({ sql, keys, ours }: Pick<Setting, 'sql' | 'keys' | 'ours'>): Promise<string[]> {
  const ids: string[] = [];
  const rows = await sql<{ id: string }[]>`
    select d.id from documento d join campo c on c.documento_id = d.id group by d.id having count(*) = 10 limit ${DOCUMENTS}`;
  for (const [index, { id }] of rows.entries()) {
    const headers = { authorization: `Bearer ${keys.at(-1 - index)}` };
    const stored = await fetch(`${ours.origin}/v1/documentos/${id}`, { headers });
    await sql`insert into bench_documento (id, corpo) values (${id}, ${await stored.text()})`;
    ids.push(id);
  }
  await sql`vacuum analyze`;
  return ids;
}

/** POST /documentos with a 50 kB PDF against multipart parse, SHA-256, synced file and one insert. */
async function createContest(
  { keys, ours, floor, rounds, seconds }: Setting,
  name: string,
  dados: object,
): Promise<Judged> {
  const body = uploadBody(dados);
  const mine = rotating(keys, (key) => postRequest('/v1/documentos', body, key));
  const theirs = postRequest('/documentos', body);
  const result = await hold(
    {
      name,
      ours: () => rate(ours.origin, mine, seconds, 201),
      floor: () => rate(floor.origin, () => theirs, seconds, 201),
    },
    rounds,
  );
  return { ...result, bar: CREATE_BAR, met: result.ratio.median >= CREATE_BAR };
}

/** A JSON upload may take 1.2 times as long as a form. */
const JSON_BAR = 1 / 1.2;

/** The same document sent as JSON and as a form, to the same service. */
async function jsonContest({ keys, ours, rounds, seconds }: Setting): Promise<Judged> {
  const send = (body: Buffer, own: readonly string[], type?: string) => {
    const next = rotating(own, (key) => postRequest('/v1/documentos', body, key, type));
    return () => rate(ours.origin, next, seconds, 201);
  };
  const half = keys.length >> 1;
  const result = await hold(
    {
      name: 'POST /documentos, 50 kB in JSON; the floor is the same in a form',
      ours: send(jsonBody(WITH_SIGNER), keys.slice(half), JSON_TYPE),
      floor: send(uploadBody(WITH_SIGNER), keys.slice(0, half)),
    },
    rounds,
  );
  return { ...result, bar: JSON_BAR, met: result.ratio.median >= JSON_BAR };
}

const CONTESTS = {
  get: readContest,
  post: (setting: Setting) => createContest(setting, 'POST /documentos, 50 kB', { titulo: WITH_SIGNER.titulo }),
  signer: (setting: Setting) => createContest(setting, 'POST /documentos, 50 kB, a signer with a field', WITH_SIGNER),
  json: jsonContest,
};

export async function createFloorTables(sql: Sql): Promise<void> {
  await sql`create table bench_documento (id uuid primary key, corpo text not null)`;
  await sql`
    create table bench_recebido (
      id uuid primary key, titulo text not null, path text not null, sha256 text not null, bytes int not null,
      criado_em timestamptz not null default now())`;
}

/** Runs the HTTP contests on one service with its floor. */
export async function runHttpBench(
  options: Options,
  names: readonly (keyof typeof CONTESTS)[] = ['get', 'post', 'signer', 'json'],
  nodeArgs: readonly string[] = [],
): Promise<{ results: Judged[]; postgres: string }> {
  const service = await startService(nodeArgs);
  const sql = connect(service);
  try {
    await createFloorTables(sql);
    const floor = await startFloor(service);
    try {
      const account = await signUp(service.origin, sql);
      const keys = await createKeys(sql, account, KEYS * (names.length + 1));
      const setting = { ...options, sql, account, keys, ours: service, floor };
      await seed({ ...setting, keys: keys.slice(KEYS * names.length) }, SEEDED);
      const results: Judged[] = [];
      for (const [index, name] of names.entries()) {
        // Separate keys for each contest: those used by one could not be used by the next within the same minute.
        const own = keys.slice(index * KEYS, (index + 1) * KEYS);
        results.push(await CONTESTS[name]({ ...setting, keys: own }));
      }
      const [version] = await sql<{ server_version: string }[]>`show server_version`;
      return { results, postgres: version?.server_version ?? '' };
    } finally {
      await floor.stop();
    }
  } finally {
    await sql.end();
    await service.stop();
  }
}

if (import.meta.main) {
  const [which = 'get,post,signer,json', rounds = '5', seconds = '3', ...nodeArgs] = process.argv.slice(2);
  const names = which.split(',') as (keyof typeof CONTESTS)[];
  const { results } = await runHttpBench({ rounds: Number(rounds), seconds: Number(seconds) }, names, nodeArgs);
  for (const { name, ours, floor, ratio, bar, met } of results) {
    const figures = `${ours.toFixed(0)}/s, floor ${floor.toFixed(0)}/s`;
    const spread = `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`;
    process.stdout.write(`${name}: ${figures}, ratio ${spread}, bar ${bar.toFixed(2)}: ${met ? 'met' : 'missed'}\n`);
  }
}
