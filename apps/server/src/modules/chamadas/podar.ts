import { CALLS_KEPT_MAX } from '@rubrica/contract';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/sql.ts';

/** Looked back at for who called; longer than the sweep's rest, so that one run that fails leaves nobody out. */
const RECENT_MS = 30 * 60_000;

/** Removes the calls beyond the number that is kept for an organization. Those past their period are the purge's. */
export async function podarChamadas({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const since = new Date(clock.now().getTime() - RECENT_MS);
  await db.sql`select acesso.limitar_chamadas(${CALLS_KEPT_MAX}, ${since})`;
}
