import { createHash } from 'node:crypto';
import type { PgBoss } from 'pg-boss';

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What pg-boss asks the database with; its types leave the pool out. */
interface Asking {
  readonly pool: { query(statement: Statement): Promise<{ rows: unknown[] }> };
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * What PostgreSQL says before it executes anything: that there are several statements in one text, or that a newer version,
 * migrated beside this one, changed what a prepared one returns ("cached plan must not change result type").
 */
const UNPREPARABLE = ['42601', '0A000'];
/** A connection keeps every statement that has a name. Those of the queue name a queue each, and how many jobs to fetch. */
const MOST_NAMED = 200;

/**
 * Gives each statement of the queue's pool a name, by its text, so that a connection parses and plans it once; pg-boss has
 * all of them planned anew, three times as long as the fetching of a job itself takes. Call it before the queue starts.
 */
export function prepareStatements(queue: PgBoss): void {
  const db = queue.getDb() as unknown as Asking;
  const unnamed = db.executeSql.bind(db);
  const names = new Map<string, string | null>();

  function nameOf(text: string): string | null {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMED) return known ?? null;
    const name = `fila_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  db.executeSql = async (text, values) => {
    const name = values === undefined ? null : nameOf(text);
    if (values === undefined || name === null) return unnamed(text, values);
    try {
      return await db.pool.query({ name, text, values });
    } catch (error) {
      if (!UNPREPARABLE.includes((error as { code?: string }).code ?? '')) throw error;
      names.set(text, null);
      return unnamed(text, values);
    }
  };
}
