import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log.ts';
import type { FileStore } from '../../core/ports.ts';
import type { Row } from '../../core/row.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Sql } from '../../core/sql.ts';
import { type Due, takeAll, workThroughDue } from '../../core/sweep.ts';
import { withDerivedKeys } from '../arquivos/index.ts';

export interface PurgeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly log: Logger;
}

/** The result of a purge. */
export interface Purged {
  readonly documentos: number;
  readonly entregas: number;
  readonly chamadas: number;
}

const ROWS_BATCH = 5_000;
/** How many of the documents kept are named to the operator. */
const NAMED = 100;

/**
 * Permanently removes everything past its retention period: documents in one transaction each, then webhook deliveries
 * and calls. SQL decides what may be removed (acesso.expurgar_documento), checking again under the document's lock;
 * files are deleted after the commit, and the sweep of orphaned files removes those a crash leaves behind. Running it
 * again, or twice at once, removes nothing more.
 */
export async function purgeExpired(deps: PurgeDeps): Promise<Purged> {
  return {
    documentos: await purgeDocuments(deps),
    entregas: await inBatches(
      (limit) => deps.db.sql`select acesso.expurgar_entregas(${deps.clock.now()}, ${limit}) as total`,
    ),
    chamadas: await inBatches(
      (limit) => deps.db.sql`select acesso.expurgar_chamadas(${deps.clock.now()}, ${limit}) as total`,
    ),
  };
}

async function purgeDocuments(deps: PurgeDeps): Promise<number> {
  const { db, clock, log } = deps;
  // Due according to its row but not purged: its trail says otherwise, or an unforeseen row still references it.
  const refused: string[] = [];
  let taken = 0;
  let now = clock.now();
  const due = (limit: number) => {
    now = clock.now();
    return db.sql<Due[]>`select * from acesso.expurgaveis(${now}, ${limit}, ${refused})`;
  };
  await workThroughDue(log, 'expurgar', due, async (scope, id) => {
    if (await purgeDocument(deps, scope, id, now)) taken += 1;
    else refused.push(id);
  });
  if (taken > 0) log.info({ documentos: taken }, 'documents purged at the end of their retention');
  if (refused.length > 0) log.warn({ documentos: refused.slice(0, NAMED) }, 'documents due for purging were kept');
  return taken;
}

async function purgeDocument({ db, files, log }: PurgeDeps, scope: Scope, id: string, now: Date): Promise<boolean> {
  try {
    const keys = await db.write(scope, async (tx) => {
      const [purged] = await tx.sql<{ chaves: string[] | null }[]>`
        select acesso.expurgar_documento(${id}, ${now}) as chaves`;
      return purged?.chaves ?? null;
    });
    for (const key of (keys ?? []).flatMap(withDerivedKeys)) {
      await files
        .delete(key)
        .catch((error) => log.warn({ err: error }, 'a purged file is left to the sweep of orphans'));
    }
    return keys !== null;
  } catch (error) {
    log.error({ err: error, documentoId: id }, 'a document could not be purged');
    return false;
  }
}

/** @param purge removes up to this many rows and returns their number */
const inBatches = (purge: (limit: number) => PromiseLike<readonly { total?: number }[]>): Promise<number> =>
  takeAll(ROWS_BATCH, async (limit) => (await purge(limit))[0]?.total ?? 0);

/** One line of the dry run. */
export type Forecast = Row<
  'acesso.expurgo_previsto',
  {
    readonly organizacao_id: string;
    readonly organizacao: string;
    readonly ambiente: string;
    readonly categoria: string;
    readonly quantidade: number;
    readonly bytes: number;
    /** The earliest start of a period among them. */
    readonly desde: Date;
  }
>;

/** What a purge would remove now, without removing it. */
export function forecastPurge(sql: Sql, now: Date): PromiseLike<Forecast[]> {
  return sql<Forecast[]>`select * from acesso.expurgo_previsto(${now})`;
}
