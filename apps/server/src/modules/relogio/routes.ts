import { rule } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import type { WaitingJobs } from '../../core/job.ts';
import { conflict } from '../../core/problem.ts';
import type { Database } from '../../core/sql.ts';
import { avancarRelogio, untilArrived, untilIdle } from './avancar.ts';
import { countAhead, resetClock } from './store.ts';

export interface RelogioDeps {
  readonly db: Database;
  readonly queue: WaitingJobs;
  /** Aborted when the process is to end. */
  readonly stopping: AbortSignal;
}

export function relogioHandlers({
  db,
  queue,
  stopping,
}: RelogioDeps): Handlers<'obterRelogio' | 'avancarRelogio' | 'reiniciarRelogio'> {
  return {
    obterRelogio: async (call) => {
      const { now, realNow } = await db.time(call.scope);
      const deslocamentoSegundos = (now.getTime() - realNow.getTime()) / 1000;
      return { body: { agora: now.toISOString(), deslocamentoSegundos } };
    },

    avancarRelogio: async (call) => {
      const reply = await call.write(async (tx) => ({ body: await avancarRelogio(tx, call.body) }));
      await untilArrived(db, call.scope, stopping);
      return reply;
    },

    reiniciarRelogio: async (call) => {
      await untilIdle(db, queue, call.scope, stopping);
      return call.write(
        async (tx) => {
          const ahead = await countAhead(tx);
          if (ahead > 0) throw conflict(rule('clockHoldsDocuments', { n: ahead }));
          await resetClock(tx);
          return { body: { agora: tx.realNow.toISOString(), deslocamentoSegundos: 0 } };
        },
        { movesClock: true },
      );
    },
  };
}
