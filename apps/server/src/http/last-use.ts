import { type Database, json } from '../core/sql.ts';

/**
 * Records when and from where keys were last used, outside the request. One statement at a time carries everything
 * collected in the meantime, so that a burst of keys costs a few statements and one connection.
 */
export function createLastUse(db: Database, onError: (error: unknown) => void) {
  let waiting = new Map<string, { at: Date; ip: string }>();
  let telling = false;

  async function tell(): Promise<void> {
    telling = true;
    while (waiting.size > 0) {
      const told = waiting;
      waiting = new Map();
      const uses = [...told].map(([id, { at, ip }]) => ({ id, em: at, ip }));
      await db.sql`select acesso.chaves_usadas(${json(db.sql, uses)})`.catch(onError);
    }
    telling = false;
  }

  return {
    keyUsed(id: string, at: Date, ip: string): void {
      waiting.set(id, { at, ip });
      if (!telling) void tell();
    },
  };
}
