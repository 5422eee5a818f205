import type { PgBoss } from 'pg-boss';

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[] | undefined;
}

/** What pg-boss asks the database with; its types leave the pool out. */
interface Asking {
  readonly pool: { query(statement: Statement): Promise<{ rows: unknown[] }> };
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * What PostgreSQL says before it executes a prepared statement of which a newer version, migrated beside this one, changed what
 * it returns ("cached plan must not change result type").
 */
const RESULT_CHANGED = '0A000';
/** Texts that are remembered, and statements that a connection keeps at most. Those of the queue are some thirty. */
const MOST_KNOWN = 100;

/** Jobs by their ids: those that ended, or whose worker lives. */
const BY_ID = /\bid = any\(\$\d+::uuid\[\]\)/i;

/**
 * Gives each statement of the queue's pool that finds jobs by their ids a name, by its text, so that a connection parses and
 * plans it once; pg-boss has all of them planned anew. Its plan is right for any number of jobs. What fetches or counts them has
 * to be planned for as many as there are by then: a plan made for an empty queue reads every job of that queue, which is right
 * there, and would be kept. Call it before the queue starts.
 */
export function prepareStatements(queue: PgBoss): void {
  const db = queue.getDb() as unknown as Asking;
  const unnamed = db.executeSql.bind(db);
  const names = new Map<string, string | null>();

  function nameOf(text: string): string | null {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_KNOWN) return known ?? null;
    const name = BY_ID.test(text) ? `fila_${names.size}` : null;
    names.set(text, name);
    return name;
  }

  db.executeSql = async (text, values) => {
    const name = nameOf(text);
    if (name === null) return unnamed(text, values);
    try {
      return await db.pool.query({ name, text, values });
    } catch (error) {
      if ((error as { code?: string }).code !== RESULT_CHANGED) throw error;
      names.set(text, null);
      return unnamed(text, values);
    }
  };
}
