import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { quantiles } from '../load/receiver.ts';
import { SIGNED, Traffic, type Visit } from '../load/traffic.ts';
import { untilNoneWaits } from './completions.ts';
import { connect, createKeys, signUp } from './database.ts';
import { type Person, personOf } from './documents.ts';
import { paced, spread, together } from './pace.ts';
import { allProcesses, below } from './processes.ts';
import { startService } from './service.ts';

/** Milliseconds of processor time, of a service and what it started. */
export interface ProcessorTime {
  readonly main: number;
  readonly pdf: number;
  readonly postgres: number;
}

/** What whole lives of documents cost: created, sent, opened, identified, read, accepted, signed and sealed. */
export interface Lives {
  readonly connections: number;
  readonly perSecond: number;
  /** Milliseconds of processor a life. */
  readonly processor: ProcessorTime;
  /** The last signature's milliseconds from request to response, at {@link PACE} of `perSecond`. */
  readonly p50: number;
  readonly p95: number;
  /** Documents that everybody signed and that were not complete a minute after the last. */
  readonly stuck: number;
}

const CALLERS = 8;
const KEYS = 2_000;
/** The share of the rate that all callers reach at which the last signature is timed. */
const PACE = 0.7;

export interface Setting {
  readonly traffic: Traffic;
  readonly sql: Sql;
  readonly pid: number;
  /** Somebody else each time: each life has a signer of its own. */
  personNext(): Person;
}

/** Runs `work` on a service of its own, with an organization and its keys. */
export async function withService<T>(nodeArgs: readonly string[], work: (setting: Setting) => Promise<T>): Promise<T> {
  const service = await startService(nodeArgs, { TRUST_PROXY: '127.0.0.1/32' });
  const sql = connect(service);
  try {
    const keys = await createKeys(sql, await signUp(service.origin, sql), KEYS);
    const traffic = new Traffic([service.origin], [{ keys }], [], []);
    let people = 0;
    const personNext = () => personOf(people++);
    const result = await work({ traffic, sql, pid: service.pid, personNext });
    traffic.insist();
    traffic.close();
    return result;
  } finally {
    await sql.end();
    await service.stop();
  }
}

/** A document and its only signer, so far. */
interface Life {
  readonly person: Person;
  id?: string;
  visit?: Visit;
}

const beginLife = (setting: Setting): Life => ({ person: setting.personNext() });

/** Everything done in a life, in order. @throws if a request is refused for now or fails */
function actsOf(traffic: Traffic) {
  const done = <T>(value: T | null | undefined | false): T => {
    if (value) return value;
    traffic.insist();
    throw new Error('an act out of order');
  };
  const step = (name: keyof Visit) => async (life: Life) => {
    done(await life.visit?.[name]());
  };
  return {
    create: async (life: Life) => {
      life.id = done(await traffic.draft(traffic.keyOf(0), life.person));
    },
    send: async (life: Life) => {
      life.visit = traffic.visit(done(await traffic.sendOne(done(life.id), traffic.keyOf(0))), life.person);
    },
    open: step('open'),
    prove: step('prove'),
    read: step('read'),
    accept: step('accept'),
    sign: step('sign'),
  };
}

async function live(setting: Setting): Promise<void> {
  const life = beginLife(setting);
  for (const act of Object.values(actsOf(setting.traffic))) await act(life);
}

/** The service's descendants are its PostgreSQL and its PDF workers. */
function processorTime(pid: number): ProcessorTime {
  const all = allProcesses();
  const spent = { main: 0, pdf: 0, postgres: 0 };
  for (const one of all) if (one.pid === pid) spent.main = one.seconds * 1000;
  for (const one of below(pid, all)) spent[one.name.startsWith('postgres') ? 'postgres' : 'pdf'] += one.seconds * 1000;
  return spent;
}

/** @returns milliseconds of processor that `work` took for each of `count` */
async function costOf(pid: number, work: () => Promise<number>): Promise<ProcessorTime> {
  const before = processorTime(pid);
  const count = await work();
  const after = processorTime(pid);
  const each = (part: keyof ProcessorTime) => (after[part] - before[part]) / count;
  return { main: each('main'), pdf: each('pdf'), postgres: each('postgres') };
}

/** As many lives as callers get who each wait for theirs. */
export const liveFor = (setting: Setting, seconds: number) => together(CALLERS, seconds, () => live(setting));

/** Plans made for empty tables would be kept while the tables grow. */
async function warmUp(setting: Setting, seconds: number): Promise<void> {
  await liveFor(setting, seconds);
  await setting.sql`vacuum analyze`;
}

/** @param seconds of each phase: as many as possible, paced */
export function runLivesBench(seconds: number, nodeArgs: readonly string[] = []): Promise<Lives> {
  return withService(nodeArgs, async (setting) => {
    const { traffic, sql, pid } = setting;
    await warmUp(setting, seconds / 2);
    let perSecond = 0;
    const processor = await costOf(pid, async () => {
      const done = await liveFor(setting, seconds);
      perSecond = done.perSecond;
      return done.count;
    });
    traffic.insist();
    traffic.taken.clear();
    await paced(PACE * perSecond, seconds, () => live(setting));
    const { p50, p95 } = quantiles(traffic.taken.get(SIGNED)?.times ?? []);
    return { connections: CALLERS, perSecond, processor, p50, p95, stuck: await untilNoneWaits(sql) };
  });
}

/** Each act of all lives before the next of any. @returns its milliseconds of processor; jobs that follow count to it */
export function runActs(lives: number): Promise<Record<string, ProcessorTime>> {
  return withService([], async (setting) => {
    const { traffic, sql, pid } = setting;
    await warmUp(setting, 15);
    const all = Array.from({ length: lives }, () => beginLife(setting));
    const costs: Record<string, ProcessorTime> = {};
    for (const [name, act] of Object.entries(actsOf(traffic))) {
      costs[name] = await costOf(pid, async () => {
        await spread(CALLERS, all, act);
        await untilIdle(sql);
        return lives;
      });
    }
    return costs;
  });
}

/** Until no job could start or runs. */
async function untilIdle(sql: Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ due: number }[]>`
      select count(*)::int as due from fila.job where state = 'active' or (state < 'active' and start_after <= now())`;
    if (row?.due === 0) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}

if (import.meta.main) {
  const [what = '20', ...rest] = process.argv.slice(2);
  if (what === 'acts') console.table(await runActs(Number(rest[0] ?? 300)));
  else console.log(await runLivesBench(Number(what), rest));
}
