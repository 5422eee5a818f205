import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type LoadDatabase, startDatabase } from '../load/database.ts';
import { hold, type Result } from './contest.ts';
import { createKeys, signUp } from './database.ts';
import { postRequest, uploadBody, WITH_SIGNER } from './documents.ts';
import { load } from './load.ts';
import { processorSeconds } from './processes.ts';
import type { Arrival, Awaiting } from './receivers.ts';
import { type Running, startServiceOver } from './service.ts';
import type { Posting } from './webhook-floor.ts';

/** Deliveries of the service against a loop that posts the same bytes to the same receivers. */
export interface WebhookResult {
  /** Deliveries a second while there are more than go. */
  readonly drained: Result & { readonly bar: number; readonly met: boolean };
  /** Milliseconds at a hundred deliveries a second: from the commit of the event, or from when a post was due. */
  readonly paced: { readonly ours: Delay; readonly floor: Delay; readonly bar: number; readonly met: boolean };
  /** Of one delivery, while there are more than go; what the acts take without webhooks is taken off. */
  readonly each: Each;
}

interface Delay {
  readonly p50: number;
  readonly p95: number;
}

export interface Each {
  /** Processor milliseconds of our process, of PostgreSQL, and of the loop. */
  readonly process: number;
  readonly postgres: number;
  readonly floor: number;
  /** `begin` and `commit` too. */
  readonly statements: number;
}

const RATIO_BAR = 0.5;
const DELAY_BAR_MS = 15;
const ORGANIZATIONS = 5;
const WEBHOOKS = 20;
const RECEIVERS = ORGANIZATIONS * WEBHOOKS;
const PER_SECOND = 100;
/** Acts of a round in which there are more deliveries than go. */
const ACTS = 100;
const CONNECTIONS = 8;
/** A key may make 60 requests a minute. */
const KEYS = 300;

/** Adds to what PostgreSQL counts when each transaction was committed, by the clock of the machine. */
const SETTINGS = { track_commit_timestamp: 'on' };
const SCOPES = ['documentos:ler', 'documentos:escrever', 'webhooks:gerenciar'];
const BODY = uploadBody(WITH_SIGNER);

/** A process of the benchmark's that is asked, and answers, one thing at a time. */
interface Helper<Asked, Told> {
  readonly pid: number;
  ask(asked: Asked): Promise<Told>;
  end(): void;
}

interface Setting {
  readonly database: LoadDatabase;
  readonly ours: Running & { readonly pid: number };
  /** Of the organizations in turn. */
  readonly keys: readonly string[];
  /** What as many acts take as a round has, while nobody hears of them. */
  readonly unheard: Used;
  readonly receivers: Helper<Awaiting, Arrival[]>;
  readonly floor: Helper<Posting, [string, number][]>;
  readonly posting: Pick<Posting, 'urls' | 'body'>;
}

const toldBy = <T>(child: ReturnType<typeof fork>, what: string): Promise<T> =>
  new Promise((done, fail) => {
    const gone = (code: number | null) => fail(new Error(`${what} ended with ${code}`));
    child.once('exit', gone);
    child.once('message', (told) => {
      child.off('exit', gone);
      done(told as T);
    });
  });

function helperOf<Asked extends object, Told>(child: ReturnType<typeof fork>, what: string): Helper<Asked, Told> {
  return {
    pid: child.pid ?? 0,
    ask: (asked) => {
      const told = toldBy<Told>(child, what);
      child.send(asked);
      return told;
    },
    end: () => child.disconnect(),
  };
}

const forked = (file: string, ...args: string[]) => fork(join(import.meta.dirname, file), args);

/** Creates documents until `count` are. */
async function act({ ours, keys }: Pick<Setting, 'ours' | 'keys'>, count: number): Promise<void> {
  let turn = Math.floor(Math.random() * keys.length);
  const end = turn + count;
  const next = () => postRequest('/v1/documentos', BODY, keys[turn++ % keys.length]);
  await load({
    origin: ours.origin,
    connections: CONNECTIONS,
    seconds: 60,
    status: 201,
    next,
    until: () => turn >= end,
  });
}

/** From the first act to the arrival of the last delivery. @returns deliveries a second */
async function drain(setting: Setting): Promise<number> {
  const count = ACTS * WEBHOOKS;
  const arrived = setting.receivers.ask({ awaiting: count });
  const began = Date.now();
  await act(setting, ACTS);
  const arrivals = await arrived;
  // What follows a delivery is part of it: the next round does not pay for this one.
  await settled(setting, arrivals.length);
  return (1000 * count) / (Math.max(...arrivals.map(([, at]) => at)) - began);
}

/** Waits until the outcome of every delivery is recorded. */
async function settled({ database: { sql } }: Setting, atLeast: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ open: number; all: number }[]>`
      select count(*) filter (where status <> 'ENTREGUE')::int as open, count(*)::int as all from entrega_webhook`;
    if (row && row.all >= atLeast && row.open === 0) return;
    await pause(20);
  }
}

async function loop({ receivers, floor, posting }: Setting): Promise<number> {
  const count = ACTS * WEBHOOKS;
  const arrived = receivers.ask({ awaiting: count });
  const due = await floor.ask({ ...posting, count, everyMs: null });
  const last = Math.max(...(await arrived).map(([, at]) => at));
  return (1000 * count) / (last - Math.min(...due.map(([, at]) => at)));
}

function delayOf(since: ReadonlyMap<string, number>, arrivals: readonly Arrival[]): Delay {
  const delays = arrivals.map(([id, at]) => at - (since.get(id) ?? Number.NaN)).sort((a, b) => a - b);
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/** A hundred deliveries a second: acts at their times, whatever becomes of those before. */
async function paced(setting: Setting, seconds: number): Promise<Delay> {
  const { ours, keys, receivers, database } = setting;
  const acts = (seconds * PER_SECOND) / WEBHOOKS;
  const arrived = receivers.ask({ awaiting: acts * WEBHOOKS });
  const began = performance.now();
  const asked: Promise<Response>[] = [];
  const offset = Math.floor(Math.random() * keys.length);
  for (let n = 0; n < acts; n++) {
    await pause(Math.max(0, began + (n * 1000 * WEBHOOKS) / PER_SECOND - performance.now()));
    const headers = {
      authorization: `Bearer ${keys[(offset + n) % keys.length]}`,
      'content-type': 'multipart/form-data; boundary=rubrica-bench-2f6c1b7e',
    };
    asked.push(fetch(`${ours.origin}/v1/documentos`, { method: 'POST', headers, body: new Uint8Array(BODY) }));
  }
  for (const answer of await Promise.all(asked)) {
    if (answer.status !== 201) throw new Error(`an act was answered ${answer.status}: ${await answer.text()}`);
  }
  const arrivals = await arrived;
  // The trail is written with the event, and never again; the event is, when it gets its place in the feed.
  const rows = await database.sql<{ id: string; at: number }[]>`
    select e.id, extract(epoch from pg_xact_commit_timestamp(a.xmin))::float8 * 1000 as at
      from evento_saida e
      join evento_auditoria a on a.organizacao_id = e.organizacao_id and a.documento_id = e.documento_id
     where a.sequencia = 1 and e.id = any (${arrivals.map(([id]) => id)})`;
  await settled(setting, arrivals.length);
  return delayOf(new Map(rows.map(({ id, at }) => [id, at])), arrivals);
}

async function pacedLoop({ receivers, floor, posting }: Setting, seconds: number): Promise<Delay> {
  const count = seconds * PER_SECOND;
  const arrived = receivers.ask({ awaiting: count });
  const due = await floor.ask({ ...posting, count, everyMs: 1000 / PER_SECOND });
  return delayOf(new Map(due), await arrived);
}

interface Used {
  readonly process: number;
  readonly postgres: number;
  readonly floor: number;
  readonly statements: number;
}

/** Milliseconds and statements that some work takes. */
async function usedBy(
  { database, ours, floor }: Pick<Setting, 'database' | 'ours' | 'floor'>,
  work: () => Promise<unknown>,
): Promise<Used> {
  const now = async () => {
    const [row] = await database.sql<{ calls: number }[]>`
      select sum(calls)::float8 as calls from pg_stat_statements`;
    return {
      process: processorSeconds([ours.pid]),
      postgres: await database.processor(),
      floor: processorSeconds([floor.pid]),
      statements: row?.calls ?? 0,
    };
  };
  const before = await now();
  await work();
  const after = await now();
  return {
    process: 1000 * (after.process - before.process),
    postgres: 1000 * (after.postgres - before.postgres),
    floor: 1000 * (after.floor - before.floor),
    statements: after.statements - before.statements,
  };
}

/** What one delivery takes. */
async function each(setting: Setting): Promise<Each> {
  const count = ACTS * WEBHOOKS;
  const heard = await usedBy(setting, () => drain(setting));
  const { floor } = await usedBy(setting, () => loop(setting));
  const of = (name: 'process' | 'postgres' | 'statements') => (heard[name] - setting.unheard[name]) / count;
  return { process: of('process'), postgres: of('postgres'), statements: of('statements'), floor: floor / count };
}

async function subscribe(origin: string, key: string, url: string): Promise<void> {
  const answer = await fetch(`${origin}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, eventos: ['document.created'] }),
  });
  if (answer.status !== 201) throw new Error(`the webhook was answered ${answer.status}: ${await answer.text()}`);
}

/** Organizations with their webhooks, one a receiver. What acts take is measured before there is one. */
async function prepare(
  given: Pick<Setting, 'database' | 'ours' | 'floor'>,
  urls: readonly string[],
): Promise<Pick<Setting, 'keys' | 'unheard'>> {
  const { database, ours } = given;
  const each: string[][] = [];
  for (let n = 0; n < ORGANIZATIONS; n++) {
    each.push(await createKeys(database.sql, await signUp(ours.origin, database.sql), KEYS, SCOPES));
  }
  const keys = Array.from({ length: KEYS }, (_, i) => each.map((own) => own[i] as string)).flat();
  await act({ ours, keys }, ACTS);
  const unheard = await usedBy(given, () => act({ ours, keys }, ACTS));
  for (const [index, url] of urls.entries()) {
    await subscribe(ours.origin, each[Math.floor(index / WEBHOOKS)]?.at(-1 - (index % WEBHOOKS)) ?? '', url);
  }
  return { keys, unheard };
}

/** Runs the service over a PostgreSQL of its own, whose clock it shares with the receivers. */
export async function runWebhookBench(rounds: number, seconds: number): Promise<WebhookResult> {
  const database = await startDatabase(SETTINGS);
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-bench-'));
  const closing: (() => unknown)[] = [() => rm(dataDir, { recursive: true, force: true }), () => database.stop()];
  try {
    const ours = await startServiceOver(database.url, dataDir);
    closing.push(() => ours.stop());
    const listening = forked('receivers.ts', String(RECEIVERS));
    closing.push(() => listening.disconnect());
    const urls = (await toldBy<number[]>(listening, 'the receivers')).map((port) => `http://127.0.0.1:${port}/`);
    const posting = forked('webhook-floor.ts');
    closing.push(() => posting.disconnect());
    const floor = helperOf<Posting, [string, number][]>(posting, 'the loop');
    const setting: Setting = {
      database,
      ours,
      floor,
      ...(await prepare({ database, ours, floor }, urls)),
      receivers: helperOf(listening, 'the receivers'),
      posting: { urls, body: JSON.stringify({ eventoId: randomUUID() }) },
    };
    return await measure(setting, rounds, seconds);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function measure(given: Setting, rounds: number, seconds: number): Promise<WebhookResult> {
  await drain(given);
  const [row] = await given.database.sql<{ body: string }[]>`
    select convert_from(corpo, 'UTF8') as body from entrega_webhook limit 1`;
  const setting = { ...given, posting: { ...given.posting, body: row?.body ?? '' } };
  const drained = await hold(
    { name: 'deliveries a second', ours: () => drain(setting), floor: () => loop(setting) },
    rounds,
  );
  await setting.database.sql`vacuum analyze`;
  const ours = await paced(setting, seconds);
  const floor = await pacedLoop(setting, seconds);
  return {
    drained: { ...drained, bar: RATIO_BAR, met: drained.ratio.median >= RATIO_BAR },
    paced: { ours, floor, bar: DELAY_BAR_MS, met: ours.p50 <= DELAY_BAR_MS },
    each: await each(setting),
  };
}

if (import.meta.main) {
  const [rounds = '3', seconds = '10'] = process.argv.slice(2);
  process.stdout.write(`${JSON.stringify(await runWebhookBench(Number(rounds), Number(seconds)), null, 1)}\n`);
}
