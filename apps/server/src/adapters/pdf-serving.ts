import { getHeapStatistics } from 'node:v8';
import type { FromWorker, TaskKind, Tasks, ToWorker, WorkerSetup } from './pdf-jobs.ts';

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

/**
 * More than this left behind outside of V8's heap is collected at once: the memory bound is for the next task too. Less,
 * and inspections mostly collect; more, and completions mostly take fresh memory (`bench`).
 */
const LEFTOVERS_BYTES = 16 * 1024 * 1024;
/** Above this, whatever tasks left behind is. */
const CROWDED_BYTES = 192 * 1024 * 1024;

let atRest: number | undefined;

/** Files lie outside of V8's heap, which does not feel them and would let several pile up. */
function letGo(): void {
  const { external_memory: outside, total_heap_size: heap } = getHeapStatistics();
  atRest ??= outside;
  if (outside > atRest + LEFTOVERS_BYTES || outside + heap > CROWDED_BYTES) globalThis.gc?.();
}

/**
 * Does the tasks that come from the parent, one at a time, and answers each. The worker's last line.
 * @param handlers of the kinds of task that this worker is given
 */
export function serveTasks(setUp: (setup: WorkerSetup) => Promise<void>, handlers: Partial<Handlers>): void {
  const receive = async (message: ToWorker): Promise<void> => {
    try {
      if ('setup' in message) {
        await setUp(message.setup);
        answer({ ready: true });
      } else {
        const handle = handlers[message.kind] as (job: Tasks[TaskKind]['job']) => Promise<Tasks[TaskKind]['result']>;
        answer({ result: await handle(message.job) });
      }
    } catch (error) {
      const { name, message: text } = error instanceof Error ? error : new Error(String(error));
      answer({ failure: { name, message: text, outOfMemory: isOutOfMemory(text) } });
    }
  };
  process.on('message', (message) => void receive(message as ToWorker).then(letGo));
  // The parent is gone: whatever is being done has nobody to go to.
  process.on('disconnect', () => process.exit());
}
