import { addDays, dayOf } from '../core/brasilia.ts';
import { type Manifest, readManifests, removeManifest } from './manifest.ts';
import { isAtWork, leaveMark } from './marks.ts';
import { removeObject, storedHashes } from './objects.ts';
import { inParallel, union, without } from './streams.ts';
import type { Target } from './target.ts';
import { hashesOf } from './verify.ts';

/** How many of the newest days, weeks, months and years that have a set keep their newest one. */
export interface KeepRule {
  readonly d: number;
  readonly s: number;
  readonly m: number;
  readonly a: number;
}

const UNITS = ['d', 's', 'm', 'a'] as const;
/** Contents younger than this, by the target's clock, stay even if no set names them. */
const YOUNG_MS = 24 * 3600_000;
const WIDTH = 8;

/** `7d,4s,12m`: seven days, four weeks, twelve months; `a` is years. Null if it is not such a rule, or keeps nothing. */
export function readRule(text: string): KeepRule | null {
  const rule = { d: 0, s: 0, m: 0, a: 0 };
  for (const item of text.split(',')) {
    const [, count, unit] = /^\s*(\d{1,4})([dsma])\s*$/.exec(item) ?? [];
    if (count === undefined || rule[unit as keyof KeepRule] > 0) return null;
    rule[unit as keyof KeepRule] = Number(count);
  }
  return UNITS.some((unit) => rule[unit] > 0) ? rule : null;
}

/** The day, week (its Monday), month or year of a set in Brasília. */
const PERIOD: Record<keyof KeepRule, (instant: Date) => string> = {
  d: dayOf,
  s: (instant) => addDays(dayOf(instant), -((new Date(`${dayOf(instant)}T00:00:00Z`).getUTCDay() + 6) % 7)),
  m: (instant) => dayOf(instant).slice(0, 7),
  a: (instant) => dayOf(instant).slice(0, 4),
};

type Known = Pick<Manifest, 'id' | 'takenAt'> & { readonly files: Pick<Manifest['files'], 'missing'> };

/**
 * The sets that a rule keeps: of each of the newest periods that have a set, the newest one; and always the newest that
 * lacks nothing. Periods without sets do not count, so that an installation whose backups stopped loses none.
 */
export function keptBy(rule: KeepRule, sets: readonly Known[]): Set<string> {
  const newestFirst = sets.toSorted((a, b) => Date.parse(b.takenAt) - Date.parse(a.takenAt));
  const kept = new Set<string>();
  for (const unit of UNITS) {
    const periods = new Set<string>();
    for (const { id, takenAt } of newestFirst) {
      const period = PERIOD[unit](new Date(takenAt));
      if (periods.has(period) || periods.size >= rule[unit]) continue;
      periods.add(period);
      kept.add(id);
    }
  }
  const good = newestFirst.find(({ files }) => files.missing.length === 0) ?? newestFirst[0];
  if (good) kept.add(good.id);
  return kept;
}

export interface Pruned {
  /** Ids of the sets that went. */
  readonly sets: readonly string[];
  readonly kept: number;
  /** How many contents no set named any more. */
  readonly objects: number;
}

/**
 * Removes the sets that a rule does not keep, then contents that are named by no set that remains. Only what is known to
 * be unneeded goes: every remaining manifest and list must be readable, no backup may be under way, which relies on
 * contents it found, and contents of the last day stay.
 * @throws Error for the operator if one of that is not so
 */
export async function prune(target: Target, rule: KeepRule, id: string, youngMs = YOUNG_MS): Promise<Pruned> {
  const mark = await leaveMark(target, 'prune', id);
  try {
    if (await isAtWork(target, 'backup'))
      throw new Error('Um backup está em curso neste alvo: nada foi apagado. Rode a poda depois dele.');
    const manifests = await readManifests(target);
    const kept = keptBy(rule, manifests);
    const [remaining, gone] = [
      manifests.filter((one) => kept.has(one.id)),
      manifests.filter((one) => !kept.has(one.id)),
    ];
    // Before anything goes, what remains is read to its end once.
    for await (const _ of union(remaining.map((one) => hashesOf(target, one))));
    for (const one of gone) await removeManifest(target, one.id);
    let objects = 0;
    const named = union(remaining.map((one) => hashesOf(target, one)));
    await inParallel(
      without(storedHashes(target, youngMs), (sha256) => sha256, named),
      WIDTH,
      async (sha256) => {
        mark.confirm();
        await removeObject(target, sha256);
        objects += 1;
      },
    );
    return { sets: gone.map((one) => one.id), kept: remaining.length, objects };
  } finally {
    await mark.remove();
  }
}
