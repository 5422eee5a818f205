import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

/** What was kept in an organization's sandbox until an instant. */
export interface CleanPayload {
  readonly organizacaoId: string;
  readonly ambiente: 'PRODUCAO' | 'TESTE';
  /** RFC 3339. */
  readonly ate: string;
}

export const QUEUES = {
  /** Empties a sandbox. */
  CLEAN: job<CleanPayload>('limpar-sandbox', { limit: 'forever', delay: 1, maxDelay: 300 }),
  /** Gathers a person's data into a file. The law requires an answer, so this is never given up. */
  GATHER_DATA: job<ScopedPayload>('reunir-dados-do-titular', { limit: 'forever', delay: 5, maxDelay: 600 }),
};
