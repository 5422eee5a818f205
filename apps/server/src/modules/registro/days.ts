import type { Ambiente } from '@rubrica/contract';
import { readHead } from '../../core/open-log/note.ts';
import type { Database } from '../../core/sql.ts';
import { createLogStore, type LogDay } from './store.ts';

/** The last head of a day that is over, as certificates print it. */
export interface DayHead {
  /** `AAAA-MM-DD`, of UTC. */
  readonly dia: string;
  readonly tamanho: number;
  /** In base64. */
  readonly raiz: string;
}

export type ReadDayHead = (ambiente: Ambiente) => Promise<DayHead | null>;

/** A day lasts long: what was read is taken for so long. */
const REMEMBERED_MS = 5_000;

/** Reads the last day that is over in a log; null before the first is. */
export function createDayHeads(db: Database): ReadDayHead {
  const last = new Map<Ambiente, { readonly head: DayHead; readonly until: number }>();
  return async (ambiente) => {
    const known = last.get(ambiente);
    if (known && performance.now() < known.until) return known.head;
    const head = headOf(await createLogStore(db.sql, ambiente).day(null));
    if (head) last.set(ambiente, { head, until: performance.now() + REMEMBERED_MS });
    return head;
  };
}

function headOf(day: LogDay | null): DayHead | null {
  if (day === null) return null;
  const { size, root } = readHead(day.nota);
  return { dia: day.dia, tamanho: size, raiz: root.toString('base64') };
}
