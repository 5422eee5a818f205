import { createBatch, type Settled, settleTogether, unsettle } from './batch.ts';
import type { Scope } from './scope.ts';
import { type Database, leftNothing, type Tx } from './sql.ts';

/** Of one scope: joint transactions under way together. With one, what arrives meanwhile makes the next one large. */
const AT_ONCE = 1;
/** The most acts in one. */
const MOST = 32;

/** A write that may be shared. */
export interface JointWrite<A, R> {
  /** In a transaction with what else arrives meanwhile. */
  together(scope: Scope, act: A): Promise<R>;
  /** As part of a transaction of the caller's. */
  alone(tx: Tx, act: A): Promise<R>;
}

/**
 * Writes whose acts may share a transaction (ADR 0030): those of a scope that arrive while others are under way are
 * written together and commit together. Each act of a joint transaction that is known to have done nothing is then tried
 * by itself, so that none suffers for another's fault and each learns of its own. Scopes never share one, nor
 * wait for each other.
 *
 * @param work writes the acts and answers in their order. It may be run twice for an act, the first time in vain, so it
 * has no effect outside of its transaction.
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
