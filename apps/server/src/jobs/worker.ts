import type { FetchOptions, JobWithMetadata, PgBoss } from 'pg-boss';
import { createBatch } from '../core/batch.ts';
import type { JobHandler } from '../core/job.ts';
import type { Logger } from '../core/log.ts';
import type { Watch } from '../core/watch.ts';
import { inFrame } from './frame.ts';

/** Two in the time after which a silent worker is considered dead. */
const HEARTBEATS = 2;
/** Ended jobs that are completed in one statement. */
const COMPLETED_TOGETHER = 100;

interface Held {
  readonly taken: JobWithMetadata<object>;
  readonly lost: AbortController;
}

/** Jobs of one group in this process. */
interface Group {
  running: number;
  /** Fetched with others while the group had no room. */
  readonly waiting: Held[];
}

/**
 * Runs the jobs of a queue in this process. One statement fetches as many jobs as may start, another completes those that
 * ended meanwhile; pg-boss's own workers fetch and complete each alone, every one of them asks whenever one job is enqueued,
 * and rests after each. A job is held by its heartbeat, settled for the attempt that was fetched, and runs again if its
 * process dies.
 */
export class QueueWorker {
  readonly #queue: PgBoss;
  readonly #job: JobHandler;
  readonly #perGroup: number;
  readonly #log: Logger;
  readonly #watch: Watch;
  readonly #complete: (job: JobWithMetadata<object>) => Promise<void>;
  readonly #beats: NodeJS.Timeout;
  /** By job, the run of it that was fetched last. */
  readonly #held = new Map<string, Held>();
  readonly #groups = new Map<string, Group>();
  readonly #runs = new Set<Promise<void>>();
  /** Jobs whose room was given up: one that ended and could not be completed did so before. */
  readonly #left = new WeakSet<Held>();
  #running = 0;
  #stopped = false;
  #fetching = false;
  #again = false;
  /** Whether there may be jobs that were not fetched for want of room. */
  #more = false;

  /** @param heartbeatSeconds of the queue */
  constructor(queue: PgBoss, job: JobHandler, log: Logger, watch: Watch, heartbeatSeconds: number) {
    this.#queue = queue;
    this.#job = job;
    this.#perGroup = job.perGroup ?? job.concurrency;
    this.#log = log;
    this.#watch = watch;
    this.#complete = createBatch<JobWithMetadata<object>, void>(
      async (jobs) => {
        await queue.complete(this.#name, [...jobs]).catch((error) => {
          this.#failed(error);
          throw error;
        });
        return jobs.map(() => undefined);
      },
      { atOnce: 1, most: COMPLETED_TOGETHER },
    );
    const everyMs = (1000 * heartbeatSeconds) / HEARTBEATS;
    this.#beats = setInterval(() => void this.#beat().catch(this.#failed), everyMs);
  }

  /** Has it look for jobs now. */
  wake(): void {
    void this.#look();
  }

  /** Begins no other job and waits for running ones for up to `graceMs`; what it holds besides goes back at once. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    const waiting = [...this.#groups.values()].flatMap((group) => group.waiting.splice(0));
    for (const one of waiting) this.#release(one);
    await this.#handBack(waiting.map(({ taken }) => taken));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, graceMs);
    });
    await Promise.race([Promise.all(this.#runs), late]);
    clearTimeout(timer);
    clearInterval(this.#beats);
    for (const { lost } of this.#held.values()) lost.abort();
  }

  get #name(): string {
    return this.#job.job.name;
  }

  readonly #failed = (error: unknown): void => this.#log.error({ err: error, job: this.#name }, 'job queue');

  #groupOf(id: string): Group {
    const group = this.#groups.get(id) ?? { running: 0, waiting: [] };
    this.#groups.set(id, group);
    return group;
  }

  async #run(one: Held): Promise<void> {
    const { taken } = one;
    try {
      await this.#attempt(one);
      this.#leave(one);
      await this.#complete(taken);
    } catch (error) {
      this.#leave(one);
      // Of a job already completed this changes nothing.
      await this.#queue.fail(this.#name, [taken], error as object).catch(this.#failed);
    } finally {
      this.#release(one);
    }
  }

  /** Holds a job no longer, unless it is another run of it that is held. */
  #release(one: Held): void {
    if (this.#held.get(one.taken.id) === one) this.#held.delete(one.taken.id);
  }

  /** @throws what the handler does, once that is in the log under the request that the job follows from */
  #attempt({ taken, lost }: Held): Promise<void> {
    const retries = taken.retryCount;
    return inFrame(this.#watch, this.#name, taken, async (payload) => {
      try {
        await this.#job.handle(payload, { retries, signal: lost.signal });
      } catch (error) {
        this.#log.warn({ err: error, job: this.#name, id: taken.id, retries }, 'job failed');
        throw error;
      }
    });
  }

  #begin(one: Held): void {
    this.#running += 1;
    if (one.taken.groupId) this.#groupOf(one.taken.groupId).running += 1;
    const ended = this.#run(one).finally(() => this.#runs.delete(ended));
    this.#runs.add(ended);
  }

  /** Gives up the room of a job that has ended. */
  #leave(one: Held): void {
    if (this.#left.has(one)) return;
    this.#left.add(one);
    this.#running -= 1;
    const { groupId } = one.taken;
    if (groupId) {
      const group = this.#groupOf(groupId);
      group.running -= 1;
      const next = this.#stopped ? undefined : group.waiting.shift();
      if (next) this.#begin(next);
      else if (group.running === 0 && group.waiting.length === 0) this.#groups.delete(groupId);
    }
    if (this.#more) void this.#look();
  }

  #take(taken: JobWithMetadata<object>): void {
    const one = { taken, lost: new AbortController() };
    // After a stall this process may be given a job that it still runs: that run has lost it.
    this.#held.get(taken.id)?.lost.abort();
    this.#held.set(taken.id, one);
    const group = taken.groupId ? this.#groupOf(taken.groupId) : null;
    if (group !== null && group.running >= this.#perGroup) group.waiting.push(one);
    else this.#begin(one);
  }

  async #look(): Promise<void> {
    this.#more = true;
    this.#again = this.#fetching;
    const room = this.#job.concurrency - this.#running;
    if (this.#stopped || this.#fetching || room <= 0) return;
    this.#fetching = true;
    try {
      const full = [...this.#groups].flatMap(([id, group]) => (group.running >= this.#perGroup ? [id] : []));
      const jobs = await this.#fetch(room, full);
      this.#more = jobs.length === room || full.length > 0;
      if (this.#stopped) await this.#handBack(jobs);
      else for (const one of jobs) this.#take(one);
    } catch (error) {
      if (!this.#stopped) this.#failed(error);
    } finally {
      this.#fetching = false;
      if (this.#again) void this.#look();
    }
  }

  /** @param full groups that have no room */
  #fetch(most: number, full: readonly string[]): Promise<JobWithMetadata<object>[]> {
    // `ignoreGroups` is what pg-boss's own workers say; its types leave it out.
    const options = {
      batchSize: most,
      includeMetadata: true,
      priority: true,
      orderByCreatedOn: true,
      ignoreGroups: full,
    };
    return this.#queue.fetch<object>(this.#name, options as FetchOptions & { includeMetadata: true });
  }

  async #handBack(jobs: JobWithMetadata<object>[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.#queue.fail(this.#name, jobs, { message: 'the process was stopped' }).catch(this.#failed);
  }

  async #beat(): Promise<void> {
    const now = [...this.#held.values()];
    if (now.length === 0) return;
    // Which it refreshed is in its answer, and not in its types.
    const { settled }: { settled?: readonly string[] } = await this.#queue.touch(
      this.#name,
      now.map(({ taken }) => taken),
    );
    if (settled === undefined) return;
    const mine = new Set(settled);
    for (const { taken, lost } of now) if (!mine.has(taken.id)) lost.abort();
  }
}
