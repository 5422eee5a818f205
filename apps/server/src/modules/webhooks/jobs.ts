import { handler, type JobHandler } from '../../core/job.ts';
import { PUBLISH_EVENT } from '../../core/outbox.ts';
import { scopeOf } from '../../core/scope.ts';
import type { JobDefinition } from '../../core/sql.ts';
import { avisarDesativacao, type NoticeDeps, WARN } from './desativar.ts';
import { type DeliveryDeps, entregar } from './entregar.ts';
import { DELIVER, publicarEvento } from './publicar.ts';
import { enfileirarAbertas, RESUME } from './retomar.ts';

const PUBLISHERS = 4;
/** Deliveries mostly wait for somebody else's server, so there may be more of them than the machine has cores. */
const DELIVERIES = 16;
/** A receiver that lets every delivery time out holds this many of them and leaves the rest to the others. */
const DELIVERIES_PER_WEBHOOK = 2;

export const WEBHOOKS_JOBS: readonly JobDefinition<object>[] = [PUBLISH_EVENT, DELIVER, RESUME, WARN];

/** From the outbox to the receivers, and what follows when a receiver is gone or back. */
export function webhooksJobs(deps: DeliveryDeps & NoticeDeps): JobHandler[] {
  return [
    handler({
      job: PUBLISH_EVENT,
      concurrency: PUBLISHERS,
      handle: ({ organizacaoId, ambiente, id }) =>
        deps.db.write(scopeOf(organizacaoId, ambiente), (tx) => publicarEvento(tx, id)),
    }),
    handler({
      job: DELIVER,
      concurrency: DELIVERIES,
      perGroup: DELIVERIES_PER_WEBHOOK,
      handle: ({ organizacaoId, ambiente, id, tentativa }) =>
        entregar(deps, scopeOf(organizacaoId, ambiente), id, tentativa),
    }),
    handler({ job: RESUME, concurrency: 1, handle: (payload) => enfileirarAbertas(deps.db, payload) }),
    handler({ job: WARN, concurrency: 2, handle: (payload) => avisarDesativacao(deps, payload) }),
  ];
}
