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

/** The worker of a queue whose jobs are short and many. */
export interface ShortWorker {
  /** Has it look for jobs now. */
  wake(): void;
  /** Begins no other job and waits for running ones for up to `graceMs`; what it holds besides goes back at once. */
  stop(graceMs: number): Promise<void>;
}

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
 * One statement fetches as many jobs as may start, another completes those that ended meanwhile; pg-boss's own workers
 * fetch and complete each alone, and every one of them asks whenever one job is enqueued. Nothing else is different: a job
 * is held by its heartbeat, settled for the attempt that was fetched, and runs again if its process dies.
 * @param heartbeatSeconds of the queue
 */
export function workShort(
  queue: PgBoss,
  { job: { name }, concurrency, perGroup = concurrency, handle }: JobHandler,
  log: Logger,
  watch: Watch,
  heartbeatSeconds: number,
): ShortWorker {
  const held = new Map<string, Held>();
  const groups = new Map<string, Group>();
  const runs = new Set<Promise<void>>();
  let running = 0;
  let [stopped, fetching, again] = [false, false, false];
  /** Whether there may be jobs that were not fetched for want of room. */
  let more = false;
  const failed = (error: unknown) => log.error({ err: error, job: name }, 'job queue');

  const complete = createBatch<JobWithMetadata<object>, void>(
    async (jobs) => {
      await queue.complete(name, [...jobs]);
      return jobs.map(() => undefined);
    },
    { atOnce: 1, most: COMPLETED_TOGETHER },
  );

  const groupOf = (id: string): Group => {
    const group = groups.get(id) ?? { running: 0, waiting: [] };
    groups.set(id, group);
    return group;
  };

  async function run(one: Held): Promise<void> {
    const { taken, lost } = one;
    try {
      await inFrame(watch, name, taken, (payload) =>
        handle(payload, { retries: taken.retryCount, signal: lost.signal }),
      );
      leave(one);
      await complete(taken);
    } catch (error) {
      leave(one);
      log.warn({ err: error, job: name, id: taken.id, retries: taken.retryCount }, 'job failed');
      // Of a job already completed this changes nothing.
      await queue.fail(name, [taken], error as object).catch(failed);
    } finally {
      held.delete(taken.id);
    }
  }

  function begin(one: Held): void {
    running += 1;
    if (one.taken.groupId) groupOf(one.taken.groupId).running += 1;
    const ended = run(one).finally(() => runs.delete(ended));
    runs.add(ended);
  }

  /** Gives up the room of a job that has ended. A job that ended and could not be completed did so before. */
  const left = new WeakSet<Held>();
  function leave(one: Held): void {
    if (left.has(one)) return;
    left.add(one);
    running -= 1;
    const { groupId } = one.taken;
    if (groupId) {
      const group = groupOf(groupId);
      group.running -= 1;
      const next = stopped ? undefined : group.waiting.shift();
      if (next) begin(next);
      else if (group.running === 0 && group.waiting.length === 0) groups.delete(groupId);
    }
    if (more) void look();
  }

  function take(taken: JobWithMetadata<object>): void {
    const one = { taken, lost: new AbortController() };
    held.set(taken.id, one);
    const group = taken.groupId ? groupOf(taken.groupId) : null;
    if (group !== null && group.running >= perGroup) group.waiting.push(one);
    else begin(one);
  }

  async function look(): Promise<void> {
    more = true;
    again = fetching;
    const room = concurrency - running;
    if (stopped || fetching || room <= 0) return;
    fetching = true;
    try {
      const full = [...groups].flatMap(([id, group]) => (group.running >= perGroup ? [id] : []));
      // `ignoreGroups` is what pg-boss's own workers say; its types leave it out.
      const options = {
        batchSize: room,
        includeMetadata: true,
        priority: true,
        orderByCreatedOn: true,
        ignoreGroups: full,
      };
      const jobs = await queue.fetch<object>(name, options as FetchOptions & { includeMetadata: true });
      more = jobs.length === room || full.length > 0;
      if (stopped) await handBack(jobs);
      else for (const one of jobs) take(one);
    } catch (error) {
      if (!stopped) failed(error);
    } finally {
      fetching = false;
      if (again) void look();
    }
  }

  const handBack = async (jobs: JobWithMetadata<object>[]) => {
    if (jobs.length > 0) await queue.fail(name, jobs, { message: 'the process was stopped' }).catch(failed);
  };

  async function beat(): Promise<void> {
    const now = [...held.values()];
    if (now.length === 0) return;
    // Which it refreshed is in its answer, and not in its types.
    const { settled }: { settled?: readonly string[] } = await queue.touch(
      name,
      now.map(({ taken }) => taken),
    );
    if (settled === undefined) return;
    const mine = new Set(settled);
    for (const { taken, lost } of now) if (!mine.has(taken.id)) lost.abort();
  }
  const beats = setInterval(() => void beat().catch(failed), (1000 * heartbeatSeconds) / HEARTBEATS);

  return {
    wake: () => void look(),
    async stop(graceMs) {
      stopped = true;
      const waiting = [...groups.values()].flatMap((group) => group.waiting.splice(0));
      for (const { taken } of waiting) held.delete(taken.id);
      await handBack(waiting.map(({ taken }) => taken));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, graceMs);
      });
      await Promise.race([Promise.all(runs), late]);
      clearTimeout(timer);
      clearInterval(beats);
      for (const { lost } of held.values()) lost.abort();
    },
  };
}
