import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/sql.ts';
import { type Sweep, takeAll } from '../../core/sweep.ts';

const EVERY_MS = 600_000;
const BATCH = 500;

/** Forgets who asked for a document and never confirmed. */
export const sweeps = ({ db, clock }: { readonly db: Database; readonly clock: Clock }): Sweep[] => [
  {
    name: 'esquecer-pedidos-de-formulario',
    everyMs: EVERY_MS,
    run: async () => {
      await takeAll(BATCH, async (limit) => {
        const [row] = await db.sql<{ forgotten: number }[]>`
          select acesso.esquecer_pedidos_de_formulario(${clock.now()}, ${limit}) as forgotten`;
        return row?.forgotten ?? 0;
      });
    },
  },
];
