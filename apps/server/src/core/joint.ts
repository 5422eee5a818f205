import { createBatches, type Limits, type Settled, settleTogether, unsettle } from './batch.ts';
import { type Scope, scopeKey } from './scope.ts';
import { type Database, leftNothing, type Tx } from './sql.ts';

/** Of one scope. With one at once, whatever arrives in the meantime makes the next one large. */
const LIMITS = { atOnce: 1, most: 32 };

/** A write that may share its transaction. */
export interface JointWrite<A, R> {
  /** In a transaction shared with other actions that arrive in the meantime. */
  together(scope: Scope, act: A): Promise<R>;
  /** As part of the caller's transaction. */
  alone(tx: Tx, act: A): Promise<R>;
}

/**
 * Writes that may share a transaction (ADR 0030): actions of a scope that arrive while a joint transaction is in
 * progress are written and committed together in the next one. If a joint transaction is known to have done nothing,
 * each of its actions is retried alone, one after another, so that none fails because of another and each gets its own
 * error. Scopes never share a transaction, nor wait for each other.
 *
 * @param work writes the actions and returns results in order. It may run twice for an action, the first time in vain,
 * so it must have no effect outside its transaction.
 */
export function createJointWrite<A, R>(
  db: Pick<Database, 'write'>,
  work: (tx: Tx, acts: readonly A[]) => Promise<readonly R[]>,
  limits: Limits = LIMITS,
): JointWrite<A, R> {
  interface Asked {
    readonly scope: Scope;
    readonly act: A;
  }
  const settled = createBatches<Asked, Settled<R>>(
    (_key, several) =>
      settleTogether(
        several,
        async (asked) => {
          const [{ scope }] = asked as readonly [Asked];
          const acts = asked.map(({ act }) => act);
          const values = await db.write(scope, (tx) => work(tx, acts));
          return values.map((value) => ({ value }));
        },
        { nothingDone: leftNothing, inTurn: true },
      ),
    limits,
  );
  return {
    together: async (scope, act) => unsettle(await settled(scopeKey(scope), { scope, act })),
    alone: async (tx, act) => (await work(tx, [act]))[0] as R,
  };
}
