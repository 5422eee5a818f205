import type { Sweep } from '../../core/sweep.ts';
import { takeAll } from '../../core/sweep.ts';
import { type ClosingDeps, measureStorage } from './armazenamento.ts';

/** Reads an index and has nothing to do on all but one run a day. */
const CLOSING_EVERY_MS = 10_000;
const COUNT_EVERY_MS = 5_000;
const COUNT_BATCH = 10_000;

export function sweeps(deps: ClosingDeps): Sweep[] {
  const { sql } = deps.db;
  return [
    { name: 'medir-armazenamento', everyMs: CLOSING_EVERY_MS, run: () => measureStorage(deps) },
    {
      // Keeps the rows behind the sums few. Correctness does not depend on it.
      name: 'contar-consumo',
      everyMs: COUNT_EVERY_MS,
      async run() {
        await takeAll(COUNT_BATCH, async (limit) => {
          const [row] = await sql<{ total: number }[]>`select acesso.dobrar_consumo(${limit}) as total`;
          return row?.total ?? 0;
        });
      },
    },
  ];
}
