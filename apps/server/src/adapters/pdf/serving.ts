import { flushCompileCache } from 'node:module';
import { getHeapStatistics } from 'node:v8';
import type { FromWorker, Outcome, TaskKind, Tasks, ToWorker, WorkerSetup } from './jobs.ts';

/** The communication between every PDF worker's tasks and its parent. */

export type Handlers<Kinds extends TaskKind = TaskKind> = {
  readonly [K in Kinds]: (job: Tasks[K]['job']) => Promise<Tasks[K]['result']>;
};

/** How V8 (array buffers) and Node (`ERR_MEMORY_ALLOCATION_FAILED`) report that the memory limit was reached. */
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

/** When memory outside V8's heap has grown this much since the last check, the young generation is collected. */
const LEFTOVERS_BYTES = 16 * 1024 * 1024;
/** When it reaches this much in total, everything is collected: the next task needs the memory too (`bench`). */
const CROWDED_BYTES = 192 * 1024 * 1024;

let seen = Number.POSITIVE_INFINITY;

/**
 * Files are outside V8's heap, which does not notice them and would let several pile up. A task's leftovers are young,
 * and collecting the young generation takes a millisecond; collecting the whole heap takes ten, and discards compiled
 * code, so that the next hundred inspections cost four times as much.
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
 * Runs the tasks sent by the parent, one at a time, and answers each message. A worker calls this last.
 * @param handlers for the kinds of task this worker is given
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
    // Node writes its compile cache when a process exits by itself, but workers are ended by a signal. The first task
    // of each kind may have loaded more code.
    if (!done.has(message.kind)) flushCompileCache();
    done.add(message.kind);
    letGo();
  };
  process.on('message', (message) => void receive(message as ToWorker));
  // The parent is gone, so nobody needs the result.
  process.on('disconnect', () => process.exit());
}
