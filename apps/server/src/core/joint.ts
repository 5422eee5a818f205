import { createBatch, type Settled, settleTogether, unsettle } from './batch.ts';
import type { Scope } from './scope.ts';
import { type Database, leftNothing, type Tx } from './sql.ts';

/** Concurrent joint transactions per scope. With one, whatever arrives in the meantime makes the next one large. */
const AT_ONCE = 1;
/** The most actions in one transaction. */
const MOST = 32;

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
 * each of its actions is retried alone, so that none fails because of another and each gets its own error. Scopes never
 * share a transaction, nor wait for each other.
 *
 * @param work writes the actions and returns results in order. It may run twice for an action, the first time in vain,
 * so it must have no effect outside its transaction.
 */
export function createJointWrite<A, R>(
  db: Pick<Database, 'write'>,
  work: (tx: Tx, acts: readonly A[]) => Promise<readonly R[]>,
): JointWrite<A, R> {
  const settle = (scope: Scope, acts: readonly A[]): Promise<readonly Settled<R>[]> =>
    settleTogether(
      acts,
      async (together) => {
        const values = await db.write(scope, (tx) => work(tx, together));
        return values.map((value) => ({ value }));
      },
      leftNothing,
    );

  interface Queue {
    readonly enter: (act: A) => Promise<Settled<R>>;
    inside: number;
  }
  const queues = new Map<string, Queue>();

  const together = async (scope: Scope, act: A): Promise<R> => {
    const key = `${scope.organizacaoId}/${scope.ambiente}`;
    const queue = queues.get(key) ?? {
      enter: createBatch<A, Settled<R>>((acts) => settle(scope, acts), { atOnce: AT_ONCE, most: MOST }),
      inside: 0,
    };
    queues.set(key, queue);
    queue.inside += 1;
    const settled = await queue.enter(act);
    queue.inside -= 1;
    if (queue.inside === 0) queues.delete(key);
    return unsettle(settled);
  };
  return { together, alone: async (tx, act) => (await work(tx, [act]))[0] as R };
}
