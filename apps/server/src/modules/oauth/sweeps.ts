import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/sql.ts';
import type { Sweep } from '../../core/sweep.ts';

const HOURLY_MS = 3600_000;
/** Expired codes and tokens are kept for a day, so that an operator can still see them. */
const LEFTOVERS_MS = 24 * 3600_000;

export function sweeps({ db, clock }: { readonly db: Database; readonly clock: Clock }): Sweep[] {
  return [
    {
      name: 'limpar-oauth',
      everyMs: HOURLY_MS,
      async run() {
        await db.sql`select acesso.limpar_oauth(${new Date(clock.now().getTime() - LEFTOVERS_MS)})`;
      },
    },
  ];
}
