import type { Workers } from '../../core/job.ts';
import { createRoom } from '../../core/room.ts';
import { scopeOf } from '../../core/scope.ts';
import { type NoticeDeps, warnOfDeactivation } from './deactivate.ts';
import { createDeliver, createTry, type DeliveryDeps } from './deliver.ts';
import { createPublish } from './first-attempts.ts';
import { publishEvents } from './publish.ts';
import type { QUEUES } from './queues.ts';
import { repeatBatch } from './repetir.ts';
import { enqueueOpen } from './resume.ts';

/**
 * Deliveries mostly wait for somebody else's server, so there may be many more of them than the machine has cores; and the
 * more there are, the more share what they ask of the database.
 */
const DELIVERIES = 128;
/** A receiver whose deliveries all time out occupies this many workers and leaves the rest to the others. */
const DELIVERIES_PER_WEBHOOK = 2;
/** An organization may have forty webhooks, and all of their receivers may be silent; so may those of several. */
const DELIVERIES_PER_ORGANIZATION = 32;
/** First attempts that are made by who publishes the event; and how many events may be published beside those that wait. */
const FIRST_ATTEMPTS = 128;
const PUBLISHERS = 32;

/**
 * From the outbox to the receivers, and what follows when a receiver is gone or back. Each event is published to the
 * webhooks that subscribe to it and delivered in attempts, and each attempt is settled.
 */
export function jobs(deps: DeliveryDeps & NoticeDeps): Workers<typeof QUEUES> {
  const { db } = deps;
  const tryIt = createTry(deps);
  const deliver = createDeliver(db, tryIt);
  const room = createRoom({
    all: FIRST_ATTEMPTS,
    perOwner: DELIVERIES_PER_ORGANIZATION,
    perKey: DELIVERIES_PER_WEBHOOK,
  });
  const publish = createPublish(db, room, tryIt);
  return {
    PUBLISH_EVENT: {
      concurrency: FIRST_ATTEMPTS + PUBLISHERS,
      handle: ({ organizacaoId, ambiente, id }, { retries }) =>
        publish(scopeOf(organizacaoId, ambiente), id, retries > 0),
    },
    PUBLISH_BEFORE: {
      concurrency: 4,
      handle: ({ organizacaoId, ambiente, id }) =>
        db.write(scopeOf(organizacaoId, ambiente), async (tx) => void (await publishEvents(tx, [id], [], () => false))),
    },
    DELIVER: {
      concurrency: DELIVERIES,
      perGroup: DELIVERIES_PER_WEBHOOK,
      perOrganization: DELIVERIES_PER_ORGANIZATION,
      handle: ({ organizacaoId, ambiente, id, tentativa }) => deliver(scopeOf(organizacaoId, ambiente), id, tentativa),
    },
    RESUME: { concurrency: 1, handle: (payload) => enqueueOpen(db, payload) },
    REPEAT: { concurrency: 1, handle: (payload) => repeatBatch(db, payload) },
    WARN: { concurrency: 2, handle: (payload) => warnOfDeactivation(deps, payload) },
  };
}
