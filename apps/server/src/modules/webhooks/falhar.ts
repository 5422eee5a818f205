import { type FalhaSimulada, type Falhas, type FalhasEntrada, rule, WEBHOOK_TIMEOUT_MS } from '@rubrica/contract';
import type { WebhookResponse } from '../../core/ports.ts';
import { found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { type Attempt, type RetryPolicy, settleAttempt } from './settle.ts';
import { lockLive, lockWebhook, updateWebhook } from './store.ts';

/**
 * Has the next attempts of a webhook of the sandbox fail.
 * @throws 404 when there is none; `authorize` runs once it was found.
 */
export async function falharWebhook(
  tx: Tx,
  id: string,
  { vezes, como }: FalhasEntrada,
  authorize: () => void,
): Promise<Falhas> {
  const webhook = found(await lockLive(tx, id));
  authorize();
  await updateWebhook(tx, webhook.id, { falhas_simuladas: vezes, falha_simulada: como });
  return { vezes, como };
}

const RESPONSES: Readonly<Record<FalhaSimulada, WebhookResponse>> = {
  TIMEOUT: {
    status: null,
    body: '',
    durationMs: WEBHOOK_TIMEOUT_MS,
    error: rule('tooSlow', { n: WEBHOOK_TIMEOUT_MS / 1000 }),
  },
  '500': { status: 500, body: '', durationMs: 0, error: null },
  '410': { status: 410, body: '', durationMs: 0, error: null },
  TLS: { status: null, body: '', durationMs: 0, error: rule('tlsUnknown') },
};

/**
 * Settles an attempt as failed, without sending anything, if its webhook still has to fail; the attempt and the count
 * commit together. @returns whether it did
 */
export async function failAsAsked(tx: Tx, policy: RetryPolicy, attempt: Omit<Attempt, 'response'>): Promise<boolean> {
  if (tx.scope.ambiente !== 'TESTE') return false;
  const webhook = await lockWebhook(tx, attempt.webhookId);
  if (!webhook?.falha_simulada || webhook.falhas_simuladas === 0) return false;
  const settled = await settleAttempt(tx, policy, { ...attempt, response: RESPONSES[webhook.falha_simulada] });
  if (settled) await updateWebhook(tx, webhook.id, { falhas_simuladas: webhook.falhas_simuladas - 1 });
  return true;
}
