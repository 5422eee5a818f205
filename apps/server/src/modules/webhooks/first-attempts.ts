import { createBatches, type Settled, settleTogether, unsettle } from '../../core/batch.ts';
import type { Scope } from '../../core/scope.ts';
import { type Database, leftNothing } from '../../core/sql.ts';
import { keyOf, TOGETHER, type Try } from './deliver.ts';
import { publishEvents } from './publish.ts';
import type { Rooms } from './rooms.ts';
import type { DueEntrega } from './store-deliveries.ts';

/** Publishes an event. @param again whether it may have been published before */
export type Publish = (scope: Scope, eventoId: string, again: boolean) => Promise<void>;

/** A delivery whose first attempt is to be made, and the room it has. */
interface Begun {
  readonly entrega: DueEntrega;
  readonly leave: () => void;
}

/**
 * Publishes events and makes the first attempts of their deliveries, as long as there is room for them; the others get a
 * job each. The job of the event is done when these attempts are settled, so that deliveries which go through need none of
 * their own, and one whose process died is found by whoever publishes the event again. Events of one scope that are told at
 * the same time share their transaction.
 */
export function createPublish(db: Database, rooms: Rooms, tryIt: Try): Publish {
  interface Asked {
    readonly scope: Scope;
    readonly id: string;
    readonly again: boolean;
  }
  const published = createBatches<Asked, Settled<Begun[]>>(
    (_key, several) => settleTogether(several, (asked) => together(asked), leftNothing),
    TOGETHER,
  );

  async function together(asked: readonly Asked[]): Promise<Settled<Begun[]>[]> {
    const [{ scope }] = asked as readonly [Asked];
    const ids = asked.map(({ id }) => id);
    const again = asked.filter((one) => one.again).map(({ id }) => id);
    const leaves = new Map<string, (() => void)[]>();
    const takes = (webhookId: string) => {
      const leave = rooms.take(webhookId);
      if (leave !== null) leaves.set(webhookId, [...(leaves.get(webhookId) ?? []), leave]);
      return leave !== null;
    };
    try {
      const taken = await db.write(scope, (tx) => publishEvents(tx, ids, again, takes));
      const begun = taken.map((entrega) => ({ entrega, leave: leaves.get(entrega.webhook_id)?.pop() as () => void }));
      const byEvent = Map.groupBy(begun, ({ entrega }) => entrega.evento_id);
      return ids.map((id) => {
        const mine = byEvent.get(id) ?? [];
        byEvent.delete(id);
        return { value: mine };
      });
    } catch (error) {
      for (const leave of [...leaves.values()].flat()) leave();
      throw error;
    }
  }

  return async (scope, id, again) => {
    const begun = unsettle(await published(keyOf(scope), { scope, id, again }));
    const ended = await Promise.allSettled(begun.map(({ entrega, leave }) => tryIt(scope, entrega).finally(leave)));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  };
}
