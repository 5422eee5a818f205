import { createBatches, type Settled, settleTogether, unsettle } from '../../core/batch.ts';
import type { Room } from '../../core/room.ts';
import { type Scope, scopeKey } from '../../core/scope.ts';
import { type Database, leftNothing } from '../../core/sql.ts';
import { TOGETHER, type Try } from './deliver.ts';
import { publishEvents } from './publish.ts';
import type { DueEntrega } from './store-deliveries.ts';

/** Publishes an event. @param again whether it may have been published before */
type Publish = (scope: Scope, eventoId: string, again: boolean) => Promise<void>;

/**
 * Publishes events and makes the first attempts of their deliveries, as long as there is room for them; the others get a
 * job each. The job of the event is done when these attempts are settled, so that deliveries which go through need none of
 * their own, and one whose process died is found by whoever publishes the event again. Events of one scope that are told at
 * the same time share their transaction.
 */
export function createPublish(db: Database, room: Room, tryIt: Try): Publish {
  interface Asked {
    readonly scope: Scope;
    readonly id: string;
    readonly again: boolean;
  }
  const published = createBatches<Asked, Settled<DueEntrega[]>>(
    (_key, several) => settleTogether(several, together, { nothingDone: leftNothing, inTurn: true }),
    TOGETHER,
  );

  async function together(asked: readonly Asked[]): Promise<Settled<DueEntrega[]>[]> {
    const [{ scope }] = asked as readonly [Asked];
    const ids = asked.map(({ id }) => id);
    const again = asked.filter((one) => one.again).map(({ id }) => id);
    const held: string[] = [];
    const takes = (webhookId: string) => room.take(scope.organizacaoId, webhookId) && held.push(webhookId) > 0;
    try {
      const taken = await db.write(scope, (tx) => publishEvents(tx, ids, again, takes));
      const byEvent = Map.groupBy(taken, ({ evento_id }) => evento_id);
      return ids.map((id) => {
        const value = byEvent.get(id) ?? [];
        // An event that is asked for twice is given out once.
        byEvent.delete(id);
        return { value };
      });
    } catch (error) {
      for (const webhookId of held) room.leave(scope.organizacaoId, webhookId);
      throw error;
    }
  }

  return async (scope, id, again) => {
    const taken = unsettle(await published(scopeKey(scope), { scope, id, again }));
    const leave = ({ webhook_id }: DueEntrega) => room.leave(scope.organizacaoId, webhook_id);
    const tried = taken.map((entrega) => tryIt(scope, entrega).finally(() => leave(entrega)));
    for (const one of await Promise.allSettled(tried)) if (one.status === 'rejected') throw one.reason;
  };
}
