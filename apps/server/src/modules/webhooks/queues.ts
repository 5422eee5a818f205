import type { EventoWebhook } from '@rubrica/contract';
import { job } from '../../core/job.ts';
import { PUBLISH_EVENT, type ScopedPayload } from '../../core/outbox.ts';

/** One administrator to notify of one deactivation; `id` is the webhook's. */
export interface WarnPayload extends ScopedPayload {
  readonly membroId: string;
  /** The message's own id, so that a retry is the same message. */
  readonly avisoId: string;
}

/** Payload of one attempt: the delivery, and the number of earlier attempts, which makes running it twice harmless. */
export interface DeliverPayload extends ScopedPayload {
  readonly tentativa: number;
}

/** What is left to be delivered again, in the order of events. */
export interface RepeatPayload extends ScopedPayload {
  readonly eventos: readonly EventoWebhook[];
  /** Instants as text, exact to the microsecond. */
  readonly desde: string;
  readonly ate: string;
  /** The last event that was taken. */
  readonly depois: { readonly ocorridoEm: string; readonly id: string } | null;
}

export const QUEUES = {
  PUBLISH_EVENT,
  /**
   * The same, enqueued by a process of the version before. Such a process may be the one that runs it again, and takes every
   * delivery it finds for one that has a job: so each has one.
   */
  PUBLISH_BEFORE: job<ScopedPayload>('publicar-evento', PUBLISH_EVENT.retry),
  /**
   * One attempt at one delivery. Delays between attempts are scheduled by us; the queue's own retries cover faults on
   * our side.
   */
  DELIVER: job<DeliverPayload>('entregar-webhook', { limit: 'forever', delay: 1, maxDelay: 300 }),
  /** Requeues the pending deliveries of a reactivated webhook; `id` is the webhook's. */
  RESUME: job<ScopedPayload>('retomar-entregas', { limit: 'forever', delay: 1, maxDelay: 300 }),
  /** Delivers what occurred in a period again, some at a time; `id` is the webhook's. */
  REPEAT: job<RepeatPayload>('repetir-eventos', { limit: 'forever', delay: 1, maxDelay: 300 }),
  /** Tells one administrator of one deactivation. */
  WARN: job<WarnPayload>('avisar-webhook-desativado', { limit: 20, delay: 5, maxDelay: 3600 }),
};
