import type { JobHandler } from '../core/job.ts';
import type { JobDefinition } from '../core/sql.ts';
import { MAP_INK } from '../modules/arquivos/index.ts';
import { SEND_CODE, SEND_FORGOTTEN } from '../modules/assinatura/index.ts';
import { COMPLETE_DOCUMENT } from '../modules/certificados/index.ts';
import { SEND_CONTACT } from '../modules/contatos/index.ts';
import { SEND_INVITATION, SEND_OUTCOME } from '../modules/documentos/index.ts';
import { GATHER_DATA } from '../modules/lgpd/index.ts';
import { SEND_MEMBER_INVITATION } from '../modules/organizacao/index.ts';
import { SESSOES_JOBS } from '../modules/sessoes/index.ts';
import { WEBHOOKS_JOBS } from '../modules/webhooks/index.ts';

/** Every job there is. A process that only migrates makes their queues without being able to work them. */
export const JOBS: readonly JobDefinition<object>[] = [
  ...WEBHOOKS_JOBS,
  ...SESSOES_JOBS,
  SEND_MEMBER_INVITATION,
  SEND_INVITATION,
  SEND_OUTCOME,
  SEND_CODE,
  SEND_FORGOTTEN,
  GATHER_DATA,
  SEND_CONTACT,
  COMPLETE_DOCUMENT,
  MAP_INK,
];

/** @throws when a job is worked whose queue nobody makes, or the other way round */
export function checkJobs(handlers: readonly JobHandler[]): void {
  const names = (jobs: readonly JobDefinition<object>[]) =>
    jobs
      .map(({ name }) => name)
      .sort()
      .join();
  const [listed, worked] = [names(JOBS), names(handlers.map(({ job }) => job))];
  if (listed !== worked) throw new Error(`jobs listed and worked differ: ${listed} and ${worked}`);
}
