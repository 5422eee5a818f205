import type { StatusEntrega } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Metrics } from '../../core/metrics/index.ts';
import type { WebhookResponse } from '../../core/ports.ts';
import type { Tx } from '../../core/sql.ts';
import { answerText } from './answer.ts';
import { deactivateWebhook } from './deactivate.ts';
import { enqueueAttempts } from './publish.ts';
import { nextAttempt } from './retry-schedule.ts';
import { lockWebhook, noteLastDelivery, type WebhookRow } from './store.ts';
import { settleDelivered } from './store-attempts.ts';
import { type AttemptRow, type EntregaRow, insertTentativa, lockEntrega, updateEntrega } from './store-deliveries.ts';

export interface RetryPolicy {
  /** Seconds between one attempt and the next. */
  readonly retrySeconds: readonly number[];
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly metrics: Metrics;
}

export interface Attempt {
  readonly entregaId: string;
  readonly webhookId: string;
  /** 1 for the first. */
  readonly numero: number;
  readonly startedAt: Date;
  readonly response: WebhookResponse;
}

const GONE = 410;
const OUTCOMES = { ENTREGUE: 'delivered', PENDENTE: 'retried', FALHOU: 'retried', DESISTIU: 'given_up' } as const;

/**
 * Settles an attempt: records it and its consequence, which is that the delivery succeeded, is retried later, or is
 * given up. An attempt that is already settled (the job ran twice) changes nothing.
 * @returns whether this settled it
 */
export async function settleAttempt(tx: Tx, policy: RetryPolicy, attempt: Attempt): Promise<boolean> {
  const webhook = await lockWebhook(tx, attempt.webhookId);
  const entrega = await lockEntrega(tx, attempt.entregaId);
  if (webhook === null || entrega === null || !awaits(entrega, attempt)) return false;

  const row = attemptRow(attempt);
  const firstAttempt = entrega.primeira_tentativa_em ?? attempt.startedAt;
  const { status, next } = outcomeOf(tx, policy, attempt, entrega, firstAttempt);
  const takesDeliveries = webhook.ativo && webhook.excluido_em === null;
  await insertTentativa(tx, entrega.id, row);
  await updateEntrega(tx, entrega.id, row, status, takesDeliveries ? next : null);
  await noteLastDelivery(tx, webhook.id, status);
  tx.afterCommit(() => policy.metrics.count('rubrica_webhook_deliveries_total', { outcome: OUTCOMES[status] }));
  if (!takesDeliveries || entrega.teste) return true;
  if (next !== null) {
    const delayMs = next.getTime() - tx.now.getTime();
    await enqueueAttempts(tx, [{ entregaId: entrega.id, webhookId: webhook.id, tentativa: attempt.numero, delayMs }]);
  }
  if (status === 'DESISTIU' && (isGone(attempt) || !succeededSince(webhook, firstAttempt))) {
    await deactivateWebhook(tx, webhook.id, isGone(attempt) ? 'RESPOSTA_410' : 'FALHAS');
  }
  return true;
}

/**
 * Settles attempts that succeeded, together: there is nothing to decide about any of them. One that is already settled
 * changes nothing.
 */
export async function settleSuccesses(tx: Tx, { metrics }: RetryPolicy, attempts: readonly Attempt[]): Promise<void> {
  const settled = await settleDelivered(
    tx,
    attempts.map((attempt) => ({ ...attempt, row: attemptRow(attempt) })),
  );
  tx.afterCommit(() => metrics.count('rubrica_webhook_deliveries_total', { outcome: OUTCOMES.ENTREGUE }, settled));
}

function awaits(entrega: EntregaRow, attempt: Attempt): boolean {
  const open = entrega.status === 'PENDENTE' || entrega.status === 'FALHOU';
  return open && entrega.tentativas === attempt.numero - 1;
}

function outcomeOf(
  tx: Tx,
  policy: RetryPolicy,
  attempt: Attempt,
  { rodada, teste }: EntregaRow,
  firstAttempt: Date,
): { status: StatusEntrega; next: Date | null } {
  if (isSuccess(attempt.response)) return { status: 'ENTREGUE', next: null };
  if (isGone(attempt) || teste) return { status: 'DESISTIU', next: null };
  const next = nextAttempt(policy.retrySeconds, attempt.numero - rodada, firstAttempt, tx.now, policy.random);
  return { status: next === null ? 'DESISTIU' : 'FALHOU', next };
}

/** Only the status matters: a receiver that answered 2xx in time has the event, even if its response was cut off. */
export const isSuccess = ({ status }: WebhookResponse) => status !== null && status >= 200 && status <= 299;

/** The receiver itself says that it is gone, so waiting is pointless. */
const isGone = ({ response }: Attempt) => response.status === GONE;

const succeededSince = ({ ultimo_sucesso_em }: WebhookRow, instant: Date) =>
  ultimo_sucesso_em !== null && ultimo_sucesso_em >= instant;

function attemptRow({ numero, startedAt, response }: Attempt): AttemptRow {
  return {
    numero,
    realizada_em: startedAt,
    resposta_http: response.status,
    resposta_corpo: response.status === null ? null : answerText(response.body),
    duracao_ms: Math.round(response.durationMs),
    falha: isSuccess(response) ? null : (response.error ?? rule('answered', { codigo: Number(response.status) })),
  };
}
