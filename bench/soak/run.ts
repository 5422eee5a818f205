import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { untilNoneWaits } from '../http/completions.ts';
import { connect } from '../http/database.ts';
import { personOf } from '../http/documents.ts';
import { paced, together } from '../http/pace.ts';
import { startService } from '../http/service.ts';
import { createOrganizations } from '../load/clone.ts';
import { quantiles, type Received, startReceiver } from '../load/receiver.ts';
import { SIGNED, Traffic } from '../load/traffic.ts';
import { METRICS_TOKEN, Observer, type Sample } from './samples.ts';

export interface SoakOptions {
  /** Minutes of load. */
  readonly minutes: number;
  /** Lives begun a second; without it, a share of what is measured first. */
  readonly rate?: number;
}

/** What an installation became under a load it can bear. */
export interface SoakResult {
  readonly minutes: number;
  /** Lives a second that callers got who each waited for theirs; NaN where the rate was given. */
  readonly capacity: number;
  readonly rate: number;
  readonly lives: number;
  /** Lives that were not lived to their end, because a request was refused for now or failed. */
  readonly broken: number;
  /** Most lives in progress at once. */
  readonly most: number;
  /** Milliseconds of a whole life, from when it was due. */
  readonly life: { readonly p50: number; readonly p95: number };
  /** Milliseconds from the last signature's request to its answer. */
  readonly sealed: { readonly p50: number; readonly p95: number };
  readonly webhooks: Received;
  readonly samples: readonly Sample[];
  /** Signed by everybody and not complete a minute after the load. */
  readonly stuck: number;
  /** Jobs that could run and had not, two minutes after the load. */
  readonly waiting: number;
  /** Names of temporary files that were there when nothing was in progress any more. */
  readonly leftOver: readonly string[];
}

/** Like an installation of several customers; each has ten keys and more, so that no limit of a key is met. */
const ORGANIZATIONS = 100;
const LISTENING = 20;
const CALLERS = 8;
const WARM_SECONDS = 20;
const CAPACITY_SECONDS = 30;
const SHARE = 0.7;
const SAMPLE_SECONDS = 30;
/** One life of so many also searches. */
const SEARCHES = 10;
const DRAIN_SECONDS = 120;

/** The service as users run it, under whole lives of documents that begin at a fixed rate, whatever becomes of those before. */
export async function runSoakBench({ minutes, rate }: SoakOptions): Promise<SoakResult> {
  const service = await startService([], { TRUST_PROXY: '127.0.0.1/32', METRICS_TOKEN });
  const sql = connect(service, 1);
  const receiver = await startReceiver();
  try {
    const organizations = await createOrganizations(sql, ORGANIZATIONS);
    const traffic = new Traffic([service.origin], organizations, [], []);
    await traffic.listen(LISTENING, receiver.url);
    const lives = new Lives(traffic);
    await lives.together(WARM_SECONDS);
    await sql`vacuum analyze`;
    const capacity = rate === undefined ? await lives.together(CAPACITY_SECONDS) : Number.NaN;
    const perSecond = rate ?? capacity * SHARE;
    const observer = new Observer(service, sql);
    await observer.begin();
    traffic.taken.clear();
    receiver.restart();
    lives.forget();
    const samples: Sample[] = [await observer.sample(true)];
    const over = new AbortController();
    const sampling = sampleUntil(over.signal, observer, samples);
    const most = await lives.paced(perSecond, minutes * 60);
    over.abort();
    await sampling;
    const stuck = await untilNoneWaits(sql);
    const waiting = await untilJobsAreDone(sql);
    samples.push(await observer.sample(true));
    traffic.close();
    return {
      minutes,
      capacity,
      rate: perSecond,
      lives: lives.times.length,
      broken: lives.broken,
      most,
      life: quantiles(lives.times),
      sealed: quantiles(traffic.taken.get(SIGNED)?.times ?? []),
      webhooks: receiver.told(),
      samples,
      stuck,
      waiting,
      leftOver: (await observer.temporary()).map((path) => path.slice(service.dataDir.length + 1)),
    };
  } finally {
    await receiver.close();
    await sql.end();
    await service.stop();
  }
}

/** Whole lives of documents, with what whoever sends them looks at besides. */
class Lives {
  readonly times: number[] = [];
  broken = 0;
  readonly #traffic: Traffic;
  #turn = 0;

  constructor(traffic: Traffic) {
    this.#traffic = traffic;
  }

  forget(): void {
    this.times.length = 0;
    this.broken = 0;
  }

  /** @returns lives a second that callers come to their end with who each wait for it */
  async together(seconds: number): Promise<number> {
    const before = this.times.length;
    const { perSecond, count } = await together(CALLERS, seconds, () => this.#one(performance.now()));
    return (perSecond * (this.times.length - before)) / count;
  }

  /** Lives that begin when they are due. @returns the most that were in progress at once */
  paced(perSecond: number, seconds: number): Promise<number> {
    return paced(perSecond, seconds, (due) => this.#one(due));
  }

  async #one(due: number): Promise<void> {
    if (await this.#live()) this.times.push(performance.now() - due);
    else this.broken += 1;
  }

  /** @returns whether it came to its end */
  async #live(): Promise<boolean> {
    const traffic = this.#traffic;
    const turn = this.#turn++;
    const key = () => traffic.keyOf(turn % ORGANIZATIONS);
    const read = (name: string, path: string) => traffic.ask(name, 'GET', path, key(), undefined, 200);
    const person = personOf(turn);
    const id = await traffic.draft(key(), person);
    if (id === null) return false;
    const link = await traffic.sendOne(id, key());
    if (link === null || !(await traffic.signAt(link, person))) return false;
    const stored = await read('read', `/v1/documentos/${id}`);
    if (stored === null) return false;
    const { status, codigoValidacao } = JSON.parse(stored);
    if (status !== 'ASSINADO') throw new Error(`a document signed by everybody is ${status}`);
    await read('download', `/v1/documentos/${id}/arquivo`);
    await traffic.validate(codigoValidacao);
    await read('list', '/v1/documentos?limite=25');
    await read('events', '/v1/eventos?limite=25');
    if (turn % SEARCHES === 0) await read('search', `/v1/documentos?limite=25&busca=${1000 + (turn % 9000)}`);
    return true;
  }
}

async function sampleUntil(over: AbortSignal, observer: Observer, samples: Sample[]): Promise<void> {
  for (;;) {
    await delay(SAMPLE_SECONDS * 1000, null, { signal: over }).catch(() => {});
    if (over.aborted) return;
    samples.push(await observer.sample(false));
  }
}

/** @returns jobs that could run and have not after two minutes */
async function untilJobsAreDone(sql: Sql): Promise<number> {
  for (let second = 0; ; second += 1) {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from fila.job where state <= 'active' and start_after <= now()`;
    if (row?.waiting === 0 || second === DRAIN_SECONDS) return row?.waiting ?? 0;
    await delay(1000);
  }
}

if (import.meta.main) {
  const [minutes = '5', rate] = process.argv.slice(2);
  const result = await runSoakBench({ minutes: Number(minutes), ...(rate ? { rate: Number(rate) } : {}) });
  console.log(JSON.stringify(result));
}
