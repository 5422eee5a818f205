import { setTimeout as delay } from 'node:timers/promises';
import { CLOCK_AHEAD_MAX_S, CLOCK_WAIT_MS, type Relogio, type RelogioAvanco, type Rule, rule } from '@rubrica/contract';
import type { WaitingJobs } from '../../core/job.ts';
import { invalid, Problem } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { QUEUES } from './queues.ts';
import { type ClockRow, lockClock, readClock, setDestination } from './store.ts';

const DAY_S = 86_400;
/** How often a caller looks whether the clock has arrived. */
const LOOK_MS = 20;
const RETRY_AFTER_S = 5;

/**
 * Sets the clock's destination, with the job that takes it there. An advance under way is lengthened, so that calls add
 * up however they overlap.
 * @throws 400 unless exactly one of the two is given, and for a moment the clock is past; 422 LIMITE_EXCEDIDO if too far
 */
export async function avancarRelogio(tx: Tx, entrada: RelogioAvanco): Promise<Relogio> {
  const destino = destinationOf(tx, await lockClock(tx), entrada);
  if (destino > CLOCK_AHEAD_MAX_S) {
    throw new Problem('422 LIMITE_EXCEDIDO', rule('clockTooFar', { n: CLOCK_AHEAD_MAX_S / DAY_S }));
  }
  await setDestination(tx, destino);
  const { organizacaoId, ambiente } = tx.scope;
  await tx.enqueue(QUEUES.ADVANCE, { organizacaoId, ambiente, id: organizacaoId }, { group: organizacaoId });
  const agora = new Date(tx.realNow.getTime() + destino * 1000);
  return { agora: agora.toISOString(), deslocamentoSegundos: destino };
}

function destinationOf(tx: Tx, clock: ClockRow, { segundos, ate }: RelogioAvanco): number {
  const from = clock.destino_s ?? clock.deslocamento_s;
  const places = segundos === undefined && ate === undefined ? ['corpo'] : ['segundos', 'ate'];
  if ((segundos === undefined) === (ate === undefined)) {
    throw invalid(places.map((campo) => ({ campo, ...rule('clockOneOfTwo') })));
  }
  if (ate === undefined) return from + Number(segundos);
  const wanted = Math.ceil((Date.parse(ate) - tx.realNow.getTime()) / 1000);
  if (wanted <= clock.deslocamento_s) throw invalid([{ campo: 'ate', ...rule('clockNeverBack') }]);
  return Math.max(from, wanted);
}

/**
 * Waits until the clock has arrived and all on the way is done.
 * @param stopping aborted when the process is to end
 * @throws 503 SERVICO_INDISPONIVEL if that takes too long; the job goes on
 */
export async function untilArrived(db: Database, scope: Scope, stopping: AbortSignal): Promise<void> {
  const moving = async () => (await readClock(db, scope)).destino_s !== null;
  await whileTrue(moving, rule('clockStillMoving'), stopping);
}

/**
 * Waits, where the clock is ahead, until nothing is under way that was begun by it: what empties the sandbox goes by the
 * time at which it was asked for, and would take what is made after the clock went back.
 * @param stopping aborted when the process is to end
 * @throws 503 SERVICO_INDISPONIVEL if that takes too long; the clock stays
 */
export async function untilIdle(db: Database, queue: WaitingJobs, scope: Scope, stopping: AbortSignal): Promise<void> {
  if ((await readClock(db, scope)).deslocamento_s === 0) return;
  const busy = async () => (await queue.waiting(db.sql, scope, QUEUES.ADVANCE.name)).busy;
  await whileTrue(busy, rule('clockStillBusy'), stopping);
}

async function whileTrue(asked: () => Promise<boolean>, otherwise: Rule, stopping: AbortSignal): Promise<void> {
  const until = performance.now() + CLOCK_WAIT_MS;
  while (await asked()) {
    if (stopping.aborted || performance.now() > until) {
      const headers = { 'retry-after': String(RETRY_AFTER_S) };
      throw new Problem('503 SERVICO_INDISPONIVEL', otherwise, { headers });
    }
    await delay(LOOK_MS);
  }
}
