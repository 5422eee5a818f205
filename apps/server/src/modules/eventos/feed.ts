import type { EventoWebhook } from '@rubrica/contract';
import { createBatch } from '../../core/batch.ts';
import type { Logger } from '../../core/log.ts';
import type { Row } from '../../core/row.ts';
import type { Database } from '../../core/sql.ts';
import { type Wanted as AnyWanted, createWaiting } from '../../core/waiting.ts';

/** Events that one look numbers, and tells of. */
const MOST = 5_000;
/** Readers whose looks are one. */
const TOGETHER = 100_000;

/** What a reader waits for. */
export interface Wanted extends AnyWanted {
  readonly tipo: EventoWebhook | null;
  readonly documentoId: string | null;
}

/**
 * The feed of events, for the readers of one process. They never ask the database each for itself: one look numbers what
 * was committed before it, for all of them, and wakes those whom it concerns.
 */
export interface Feed {
  /** Numbers what was committed before this was called. @returns how many got a number */
  settle(): Promise<number>;
  /**
   * Reads, and while there is nothing reads again when something came, for so long at most.
   * @param read one page; what it answers is given as it is
   */
  read<T>(wanted: Wanted, waitMs: number, read: () => Promise<T>, isEmpty: (page: T) => boolean): Promise<T>;
  /** How many wait. */
  waiting(): number;
}

type New = Row<
  'acesso.eventos_depois',
  {
    readonly posicao: number;
    readonly organizacao_id: string;
    readonly ambiente: string;
    readonly evento: string;
    readonly documento_id: string | null;
  }
>;

/** @param stopping wakes everybody: the process ends */
export function createFeed(db: Pick<Database, 'sql'>, log: Logger, stopping: AbortSignal): Feed {
  const waiting = createWaiting<Wanted>(() => settle(), { log, stopping, first: () => settle() });
  /** The greatest number that waiters were told of. */
  let told: number | null = null;

  async function look(): Promise<number> {
    const [row] = await db.sql<
      Row<'acesso.numerar_eventos', { numerados: number; ultima: number }>[]
    >`select * from acesso.numerar_eventos(${MOST})`;
    const { numerados, ultima } = row ?? { numerados: 0, ultima: 0 };
    // Whoever begins to wait reads after the next look, so what was there before is nothing to tell.
    if (told === null || waiting.count() === 0) told = Math.max(told ?? 0, ultima);
    else if (ultima > told) {
      const news = await db.sql<New[]>`select * from acesso.eventos_depois(${told}, ${MOST})`;
      for (const one of news) waiting.wake(one.organizacao_id, one.ambiente, (wanted) => concerns(wanted, one));
      told = news.at(-1)?.posicao ?? ultima;
    }
    return numerados;
  }
  const joinLook = createBatch<null, number>(
    async (readers) => {
      const numbered = await look();
      return readers.map(() => numbered);
    },
    { atOnce: 1, most: TOGETHER },
  );
  const settle = () => joinLook(null);

  return {
    settle,
    waiting: waiting.count,
    read: waiting.read,
  };
}

const concerns = ({ tipo, documentoId }: Wanted, { evento, documento_id }: New): boolean =>
  (tipo === null || tipo === evento) && (documentoId === null || documentoId === documento_id);
