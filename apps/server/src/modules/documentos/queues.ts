import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

/** Retries for an outcome notice; the last one records that it was not delivered. */
export const OUTCOME_RETRIES = 20;

/** A conclusion is in the open log so long after its commit, nearly always (ADR 0085). */
export const PROOF_AFTER_MS = 1_500;

/** One message with notices. */
export interface OutcomePayload extends ScopedPayload {
  /** Since when it waits for proofs, in ms of the real time. */
  readonly desde?: number;
}

/** One message about places that were passed on together. */
export interface DelegationPayload extends ScopedPayload {
  /** To whom. */
  readonly membroId: string;
  /** When, in RFC 3339. */
  readonly em: string;
  readonly documentos: readonly { readonly id: string; readonly signatarioId: string }[];
}

export const QUEUES = {
  /** Delivers one link by e-mail or SMS; `id` is the link's. */
  SEND_INVITATION: job<ScopedPayload>('enviar-convite', { limit: 20, delay: 5, maxDelay: 3600 }),
  /** Sends one message with notices; `id` is the message's. */
  SEND_OUTCOME: job<OutcomePayload>('enviar-aviso-de-desfecho', { limit: OUTCOME_RETRIES, delay: 5, maxDelay: 3600 }),
  /** Tells the sender that somebody passed a signature on; `id` is the message's. */
  SEND_DELEGATION: job<DelegationPayload>('enviar-aviso-de-delegacao', { limit: 20, delay: 5, maxDelay: 3600 }),
};
