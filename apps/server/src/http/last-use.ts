import { setTimeout as pause } from 'node:timers/promises';
import { type Database, json } from '../core/sql.ts';
import { outside } from '../core/trace.ts';

/** How long uses are gathered before they are told. What a process that ends had gathered is not told. */
const GATHER_MS = 200;

/**
 * Records when and from where keys were last used, outside the request. One statement at a time carries everything gathered
 * in the meantime, so that many keys cost a few statements a second and one connection.
 */
export function createLastUse(db: Database, onError: (error: unknown) => void) {
  let waiting = new Map<string, { at: Date; ip: string }>();
  let telling = false;

  async function tell(): Promise<void> {
    telling = true;
    while (waiting.size > 0) {
      await pause(GATHER_MS, undefined, { ref: false });
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
      if (!telling) outside(() => void tell());
    },
  };
}
