import { setTimeout as delay } from 'node:timers/promises';
import { putAt } from './objects.ts';
import type { Target } from './target.ts';

/**
 * Who is at work in a target. A backup relies on contents it finds there and a pruning deletes contents that no manifest
 * names, so they must not meet. Each announces itself before it looks at the other: of two that begin at once at least one
 * sees the other. The pruning gives way, the backup waits.
 */

const ROOT = 'marks/';
const BEAT_MS = 60_000;
/** Whoever gave no sign for so long is dead. */
const DEAD_MS = 15 * BEAT_MS;
const LOOK_MS = 500;

export interface Mark {
  /** @throws Error if others may have taken this process for dead meanwhile */
  confirm(): void;
  remove(): Promise<void>;
}

type Work = 'backup' | 'prune';

/** Announces work, for as long as the process shows signs of life. @param now Unix ms */
export async function leaveMark(target: Target, work: Work, id: string, now: () => number = Date.now): Promise<Mark> {
  const key = `${ROOT}${work}-${id}`;
  let seen = now();
  const beat = async () => {
    const began = now();
    await putAt(target, key, Buffer.from(new Date(began).toISOString()));
    // A machine that slept for hours must not make up for it by one sign.
    if (began - seen < DEAD_MS / 2) seen = began;
  };
  await beat();
  const timer = setInterval(() => void beat().catch(() => {}), BEAT_MS);
  timer.unref();
  return {
    confirm() {
      if (now() - seen < DEAD_MS / 2) return;
      throw new Error(
        'Este trabalho parou por tempo demais, e outro pode tê-lo dado por morto. Rode-o de novo: ele continua de onde estava.',
      );
    },
    async remove() {
      clearInterval(timer);
      await target.store.delete(key);
    },
  };
}

/** Whether somebody is at this work now, by the target's clock. Marks of the dead are removed. */
export async function isAtWork({ store }: Target, work: Work): Promise<boolean> {
  const dead = new Set<string>();
  for await (const key of store.list(`${ROOT}${work}-`, DEAD_MS)) dead.add(key);
  let alive = false;
  for await (const key of store.list(`${ROOT}${work}-`, 0)) {
    if (dead.has(key)) await store.delete(key);
    else alive = true;
  }
  return alive;
}

export async function untilNobodyPrunes(target: Target): Promise<void> {
  while (await isAtWork(target, 'prune')) await delay(LOOK_MS);
}
