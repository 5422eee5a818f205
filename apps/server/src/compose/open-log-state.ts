import type { Ambiente } from '@rubrica/contract';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/log.ts';
import type { Metrics } from '../core/metrics/index.ts';
import type { Row } from '../core/row.ts';
import type { Sql } from '../core/sql.ts';
import { createLogStore, missingOf, type Witness } from '../modules/registro/index.ts';

/** However often it is asked for, the database is asked no more often. */
const KEPT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Leaves are merged within seconds; receipts promise a minute. */
const LATE_MS = 5 * 60_000;

const ENVIRONMENTS = ['PRODUCAO', 'TESTE'] as const;

/** How one of the logs that grow stands. */
export interface LogState {
  readonly environment: Ambiente;
  readonly leaves: number;
  /** For how long the oldest leaf waits; 0 without one. */
  readonly waitingMs: number;
  /** How old what is shown is, while there is something newer to show; else 0. */
  readonly unshownMs: number;
  /** The checkpoint that is shown, and since when. */
  readonly shown: string | null;
  readonly shownAt: Date | null;
  /** How long ago the oldest day without a time stamp ended; 0 without one. */
  readonly unstampedMs: number;
}

export type ReadLogStates = () => Promise<readonly LogState[]>;

/** Reads how the logs stand, of a moment ago at most. A database that is silent is not asked twice at once. */
export function createLogStates(sql: Sql, clock: Clock, keptMs = KEPT_MS): ReadLogStates {
  let last: { readonly value: Promise<readonly LogState[]>; readonly at: number } | null = null;
  let asking = false;
  return () => {
    const at = performance.now();
    if (last === null || (!asking && at - last.at > keptMs)) {
      asking = true;
      const value = readStates(sql, clock.now()).finally(() => {
        asking = false;
      });
      last = { value, at };
    }
    return last.value;
  };
}

export async function readStates(sql: Sql, now: Date): Promise<LogState[]> {
  const since = (moment: Date | null | undefined) => (moment ? Math.max(0, now.getTime() - moment.getTime()) : 0);
  const [busy, unstamped, ...heads] = await Promise.all([
    sql<Row<'acesso.registro_a_fazer', { ambiente: Ambiente; esperando_desde: Date | null }>[]>`
      select ambiente, esperando_desde from acesso.registro_a_fazer()`,
    sql<Row<'acesso.registro_sem_carimbo', { ambiente: Ambiente; dia: string }>[]>`
      select ambiente, dia::text as dia from acesso.registro_sem_carimbo('-infinity')`,
    ...ENVIRONMENTS.map((ambiente) => createLogStore(sql, ambiente).head()),
  ]);
  return ENVIRONMENTS.map((environment, index) => {
    const head = heads[index];
    const due = busy.find(({ ambiente }) => ambiente === environment);
    const day = unstamped.find(({ ambiente }) => ambiente === environment)?.dia;
    return {
      environment,
      leaves: head?.tamanho ?? 0,
      waitingMs: since(due?.esperando_desde),
      unshownMs: due ? since(head?.publicado_em) : 0,
      shown: head?.publicado ?? null,
      shownAt: head?.publicado_em ?? null,
      unstampedMs: day === undefined ? 0 : since(new Date(Date.parse(day) + DAY_MS)),
    };
  });
}

/**
 * Whether leaves wait for so long that receipts are not kept. It answers at once, with what the database said when it was asked last, and
 * asks it again.
 */
export function createLateness(states: ReadLogStates, log: Logger): () => boolean {
  let late = false;
  return () => {
    states().then(
      (all) => {
        late = all.some(({ waitingMs }) => waitingMs > LATE_MS);
      },
      (error) => log.debug({ err: error }, 'the state of the open log could not be read'),
    );
    return late;
  };
}

export interface GaugedLogs {
  readonly states: ReadLogStates;
  readonly clock: Clock;
  readonly witnesses: readonly Witness[];
  readonly witnessQuorum: number;
  /** Whether anybody gives time stamps. */
  readonly stamped: boolean;
}

const seconds = (ms: number): number => ms / 1000;

/** The metrics of the open log that are read when they are asked for. */
export function readLogGauges(
  metrics: Metrics,
  { states, clock, witnesses, witnessQuorum, stamped }: GaugedLogs,
): void {
  const each = (value: (state: LogState) => number) => async () =>
    (await states()).map((state) => ({ labels: { environment: state.environment }, value: value(state) }));
  metrics.readWith(
    'rubrica_open_log_leaves',
    each(({ leaves }) => leaves),
  );
  metrics.readWith(
    'rubrica_open_log_oldest_leaf_age_seconds',
    each(({ waitingMs }) => seconds(waitingMs)),
  );
  metrics.readWith(
    'rubrica_open_log_checkpoint_age_seconds',
    each(({ unshownMs }) => seconds(unshownMs)),
  );
  metrics.readWith(
    'rubrica_open_log_unstamped_day_age_seconds',
    each(({ unstampedMs }) => (stamped ? seconds(unstampedMs) : 0)),
  );
  const missing = createQuorumWatch(witnesses, witnessQuorum);
  metrics.readWith('rubrica_open_log_quorum_missing_seconds', async () => {
    const [own] = await states();
    return [{ labels: {}, value: own ? seconds(missing(own, clock.now())) : 0 }];
  });
}

/**
 * For how long the quorum is missing, from look to look: a busy log shows another checkpoint each second, and each lacks it. The first look
 * counts from when what it sees was shown.
 */
export function createQuorumWatch(witnesses: readonly Witness[], quorum: number) {
  let since: Date | null = null;
  return ({ shown, shownAt }: Pick<LogState, 'shown' | 'shownAt'>, now: Date): number => {
    const has = shown === null ? quorum : witnesses.length - missingOf(witnesses, shown).length;
    since = has >= quorum ? null : (since ?? shownAt ?? now);
    return since === null ? 0 : Math.max(0, now.getTime() - since.getTime());
  };
}
