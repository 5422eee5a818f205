import type { Workers } from '../../core/job.ts';
import { scopeOf } from '../../core/scope.ts';
import { type NoticeDeps, warnOfDeactivation } from './deactivate.ts';
import { createDeliver, type DeliveryDeps } from './deliver.ts';
import { publishEvent } from './publish.ts';
import type { QUEUES } from './queues.ts';
import { repeatBatch } from './repetir.ts';
import { enqueueOpen } from './resume.ts';

const PUBLISHERS = 4;
/**
 * Deliveries mostly wait for somebody else's server, so there may be many more of them than the machine has cores; and the
 * more there are, the more share what they ask of the database.
 */
const DELIVERIES = 128;
/** A receiver whose deliveries all time out occupies this many workers and leaves the rest to the others. */
const DELIVERIES_PER_WEBHOOK = 2;

/**
 * From the outbox to the receivers, and what follows when a receiver is gone or back. Each event is published to the
 * webhooks that subscribe to it and delivered in attempts, and each attempt is settled.
 */
export function jobs(deps: DeliveryDeps & NoticeDeps): Workers<typeof QUEUES> {
  const deliver = createDeliver(deps);
  return {
    PUBLISH_EVENT: {
      concurrency: PUBLISHERS,
      handle: ({ organizacaoId, ambiente, id }) =>
        deps.db.write(scopeOf(organizacaoId, ambiente), (tx) => publishEvent(tx, id)),
    },
    DELIVER: {
      concurrency: DELIVERIES,
      perGroup: DELIVERIES_PER_WEBHOOK,
      handle: ({ organizacaoId, ambiente, id, tentativa }) => deliver(scopeOf(organizacaoId, ambiente), id, tentativa),
    },
    RESUME: { concurrency: 1, handle: (payload) => enqueueOpen(deps.db, payload) },
    REPEAT: { concurrency: 1, handle: (payload) => repeatBatch(deps.db, payload) },
    WARN: { concurrency: 2, handle: (payload) => warnOfDeactivation(deps, payload) },
  };
}
