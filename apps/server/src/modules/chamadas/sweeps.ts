import { CALLS_KEPT_MAX } from '@rubrica/contract';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/sql.ts';
import type { Sweep } from '../../core/sweep.ts';

/** An organization with a full record is scanned entirely. */
const CALLS_EVERY_MS = 120_000;
/**
 * How far back to look for organizations that made calls; longer than the sweep's interval, so that a failed run skips
 * nobody.
 */
const RECENT_MS = 30 * 60_000;

/** Weeks of the record are opened long before they begin; a call of a week that was not is recorded all the same. */
const WEEKS_EVERY_MS = 3600_000;
const DAYS_AHEAD = 28;

/** Opens the weeks to come, and removes calls beyond the number kept per organization. Removing those past their period is up to the purge. */
export function sweeps({ db, clock }: { readonly db: Database; readonly clock: Clock }): Sweep[] {
  return [
    {
      name: 'podar-chamadas',
      everyMs: CALLS_EVERY_MS,
      async run() {
        const since = new Date(clock.now().getTime() - RECENT_MS);
        await db.sql`select acesso.limitar_chamadas(${CALLS_KEPT_MAX}, ${since})`;
      },
    },
    {
      name: 'abrir-semanas-de-chamadas',
      everyMs: WEEKS_EVERY_MS,
      async run() {
        await db.sql`select acesso.abrir_semanas_de_chamadas(make_interval(days => ${DAYS_AHEAD}))`;
      },
    },
  ];
}
