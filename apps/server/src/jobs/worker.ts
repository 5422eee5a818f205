import type { FetchOptions, JobWithMetadata, PgBoss } from 'pg-boss';
import { createBatch } from '../core/batch.ts';
import type { JobHandler } from '../core/job.ts';
import type { Logger } from '../core/log.ts';
import { createRoom, type Room } from '../core/room.ts';
import type { Watch } from '../core/watch.ts';
import { inFrame } from './frame.ts';

/** Two in the time after which a silent worker is considered dead. */
const HEARTBEATS = 2;
/** Ended jobs that are completed in one statement. */
const COMPLETED_TOGETHER = 100;

interface Held {
  readonly taken: JobWithMetadata<object>;
  /** Who may take a part of the workers, and of that a few for one group. */
  readonly owner: string;
  readonly group: string;
  readonly lost: AbortController;
}

/** Jobs are fetched in the order in which they were enqueued, and returned in any. */
const longestWaiting = (a: JobWithMetadata<object>, b: JobWithMetadata<object>) =>
  b.priority - a.priority || Number(a.createdOn) - Number(b.createdOn);

/**
 * Runs the jobs of a queue in this process. One statement fetches as many jobs as may start, another completes those that
 * ended meanwhile; pg-boss's own workers fetch and complete each alone, every one of them asks whenever one job is enqueued,
 * and rests after each. A job is held by its heartbeat, settled for the attempt that was fetched, and runs again if its
 * process dies.
 */
export class QueueWorker {
  readonly #queue: PgBoss;
  readonly #job: JobHandler;
  readonly #room: Room;
  readonly #log: Logger;
  readonly #watch: Watch;
  readonly #complete: (job: JobWithMetadata<object>) => Promise<void>;
  readonly #beats: NodeJS.Timeout;
  /** By job, the run of it that was fetched last. */
  readonly #held = new Map<string, Held>();
  /** Fetched with others while there was no room for their group or their organization; the longest wait first. */
  readonly #waiting: Held[] = [];
  readonly #runs = new Set<Promise<void>>();
  /** Jobs whose room was given up: one that ended and could not be completed did so before. */
  readonly #left = new WeakSet<Held>();
  #stopped = false;
  #fetching: Promise<void> | null = null;
  #again = false;
  /** Whether there may be jobs that were not fetched for want of room. */
  #more = false;

  /** @param heartbeatSeconds of the queue */
  constructor(queue: PgBoss, job: JobHandler, log: Logger, watch: Watch, heartbeatSeconds: number) {
    this.#queue = queue;
    this.#job = job;
    const { concurrency: all, perOrganization = all, perGroup = all } = job;
    this.#room = createRoom({ all, perOwner: perOrganization, perKey: perGroup });
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
    this.#look();
  }

  /** Begins no other job and waits for running ones for up to `graceMs`; what it holds besides goes back at once. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    const waiting = this.#waiting.splice(0);
    for (const one of waiting) this.#release(one);
    const back = this.#handBack(waiting.map(({ taken }) => taken));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((done) => {
      timer = setTimeout(done, graceMs);
    });
    // What is being fetched goes back as soon as it is here.
    await Promise.race([Promise.all([back, this.#fetching, ...this.#runs]), late]);
    clearTimeout(timer);
    clearInterval(this.#beats);
    for (const { lost } of this.#held.values()) lost.abort();
  }

  get #name(): string {
    return this.#job.job.name;
  }

  readonly #failed = (error: unknown): void => this.#log.error({ err: error, job: this.#name }, 'job queue');

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

  /** Another run has the job now: whoever works on it is told, and what has not begun never does. */
  #lose(one: Held): void {
    one.lost.abort();
    const index = this.#waiting.indexOf(one);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    this.#release(one);
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
    const ended = this.#run(one).finally(() => this.#runs.delete(ended));
    this.#runs.add(ended);
  }

  /** Gives up the room of a job that has ended. */
  #leave(one: Held): void {
    if (this.#left.has(one)) return;
    this.#left.add(one);
    this.#room.leave(one.owner, one.group);
    for (let waited = this.#next(); waited; waited = this.#next()) this.#begin(waited);
    if (this.#more) this.#look();
  }

  /** Of those that wait the first for whom there is room, which it has taken. */
  #next(): Held | undefined {
    const index = this.#waiting.findIndex(({ owner, group }) => this.#room.take(owner, group));
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }

  #take(taken: JobWithMetadata<object>): void {
    const { organizacaoId = '' } = taken.data as { readonly organizacaoId?: string };
    const one = { taken, owner: organizacaoId, group: taken.groupId ?? taken.id, lost: new AbortController() };
    // After a stall this process may be given a job that it still runs: that run has lost it.
    const earlier = this.#held.get(taken.id);
    if (earlier) this.#lose(earlier);
    this.#held.set(taken.id, one);
    if (this.#room.take(one.owner, one.group)) this.#begin(one);
    else this.#waiting.push(one);
  }

  #look(): void {
    this.#more = true;
    this.#again = this.#fetching !== null;
    const room = this.#room.free;
    if (this.#stopped || this.#fetching !== null || room <= 0) return;
    this.#fetching = this.#fill(room);
  }

  async #fill(room: number): Promise<void> {
    try {
      const full = this.#full();
      const jobs = await this.#fetch(room, full);
      this.#more = jobs.length === room || full.length > 0;
      if (this.#stopped) await this.#handBack(jobs);
      else for (const one of jobs.sort(longestWaiting)) this.#take(one);
      // Behind those that wait now may be others for whom there is room.
      if (jobs.length === room) this.#again = true;
    } catch (error) {
      if (!this.#stopped) this.#failed(error);
    } finally {
      this.#fetching = null;
      if (this.#again) this.#look();
    }
  }

  /** Groups of which no job could begin. */
  #full(): string[] {
    const full = new Set<string>();
    for (const { taken, owner, group } of this.#held.values()) {
      if (taken.groupId && !this.#room.has(owner, group)) full.add(group);
    }
    return [...full];
  }

  /** @param full groups that are left where they are */
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
    for (const one of now) if (!mine.has(one.taken.id)) this.#lose(one);
  }
}
