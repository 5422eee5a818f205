import { flushCompileCache } from 'node:module';
import { getHeapStatistics } from 'node:v8';
import type { FromWorker, Outcome, TaskKind, Tasks, ToWorker, WorkerSetup } from './jobs.ts';

/** What every PDF worker does between its parent and its tasks. */

export type Handlers<Kinds extends TaskKind = TaskKind> = {
  readonly [K in Kinds]: (job: Tasks[K]['job']) => Promise<Tasks[K]['result']>;
};

/** The words of V8 (array buffers) and of Node (`ERR_MEMORY_ALLOCATION_FAILED`) when the memory limit says no. */
export function isOutOfMemory(message: string): boolean {
  return /allocation failed|failed to allocate|out of memory/i.test(message);
}

function answer(message: FromWorker): void {
  process.send?.(message);
}

async function outcomeOf(work: () => Promise<Tasks[TaskKind]['result'] | undefined>): Promise<Outcome> {
  try {
    const result = await work();
    return result === undefined ? {} : { result };
  } catch (error) {
    const { name, message, code } = (
      error instanceof Error ? error : new Error(String(error))
    ) as NodeJS.ErrnoException;
    const told = typeof code === 'string' ? { code } : {};
    return { failure: { name, message, ...told, outOfMemory: isOutOfMemory(message) } };
  }
}

/** When this much more lies outside of V8's heap than after the last look, its young generation is collected. */
const LEFTOVERS_BYTES = 16 * 1024 * 1024;
/** When this much is there in all, everything is: the memory bound is for the next task too (`bench`). */
const CROWDED_BYTES = 192 * 1024 * 1024;

let seen = Number.POSITIVE_INFINITY;

/**
 * Files lie outside of V8's heap, which does not feel them and would let several pile up. What a task leaves is young,
 * and a young generation is collected in a millisecond; a whole heap takes ten, and throws compiled code away, so that
 * the next hundred inspections cost four times as much.
 */
function letGo(): void {
  const { external_memory: outside, total_heap_size: heap } = getHeapStatistics();
  const crowded = outside + heap > CROWDED_BYTES;
  if (crowded || outside > seen + LEFTOVERS_BYTES) {
    globalThis.gc?.({ type: crowded ? 'major' : 'minor' });
    seen = getHeapStatistics().external_memory;
  } else {
    seen = Math.min(seen, outside);
  }
}

/**
 * Does the tasks that come from the parent, one at a time, and answers each message. The worker's last line.
 * @param handlers of the kinds of task that this worker is given
 */
export function serveTasks(setUp: (setup: WorkerSetup) => Promise<void>, handlers: Partial<Handlers>): void {
  const done = new Set<TaskKind>();
  const receive = async (message: ToWorker): Promise<void> => {
    if ('setup' in message) {
      answer({ outcomes: [await outcomeOf(() => setUp(message.setup).then(() => undefined))] });
      flushCompileCache();
      return;
    }
    const handle = handlers[message.kind] as (job: Tasks[TaskKind]['job']) => Promise<Tasks[TaskKind]['result']>;
    const outcomes: Outcome[] = [];
    for (const job of message.jobs) {
      letGo();
      outcomes.push(await outcomeOf(() => handle(job)));
    }
    answer({ outcomes });
    // Node writes compiled code when a process ends by itself, and a worker's end is a signal. A first task of its kind
    // may have loaded more.
    if (!done.has(message.kind)) flushCompileCache();
    done.add(message.kind);
    letGo();
  };
  process.on('message', (message) => void receive(message as ToWorker));
  // The parent is gone: whatever is being done has nobody to go to.
  process.on('disconnect', () => process.exit());
}
