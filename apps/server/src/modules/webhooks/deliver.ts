import { WEBHOOK_TIMEOUT_MS } from '@rubrica/contract';
import type { ScopeTime } from '../../core/clock.ts';
import type { Secrets, WebhookHttp, WebhookResponse } from '../../core/ports.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { failAsAsked } from './falhar.ts';
import { type Attempt, type RetryPolicy, settleAttempt } from './settle.ts';
import { openSecret, SIGNATURE_HEADER, signature, standardHeaders } from './sign.ts';
import { type DueEntrega, findDue } from './store-deliveries.ts';

export interface DeliveryDeps extends RetryPolicy {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly webhookHttp: WebhookHttp;
  /** How long a receiver may take; the contract's 10 s unless a test shortens it. */
  readonly timeoutMs?: number;
}

/**
 * Makes one delivery attempt: reads what to send, sends it outside any transaction, and settles the attempt. If the
 * process dies in between, the attempt stays unsettled and the queue repeats it with the same body: at least once.
 */
export async function deliver(deps: DeliveryDeps, scope: Scope, entregaId: string, tentativa: number): Promise<void> {
  const entrega = await deps.db.read(scope, (tx) => findDue(tx, entregaId, tentativa));
  if (entrega === null) return;
  const time = await deps.db.time(scope);
  const about = { entregaId, webhookId: entrega.webhook_id, numero: tentativa + 1, startedAt: time.now };
  if (entrega.falhas_simuladas > 0 && (await deps.db.write(scope, (tx) => failAsAsked(tx, deps, about)))) return;
  const attempt: Attempt = { ...about, response: await send(deps, entrega, time) };
  await deps.db.write(scope, (tx) => settleAttempt(tx, deps, attempt));
}

/** The signature's time is for the receiver's clock, which is the real one. */
function send(deps: DeliveryDeps, entrega: DueEntrega, { now, realNow }: ScopeTime): Promise<WebhookResponse> {
  const segredos = secretsOf(deps, entrega, now);
  const unixSeconds = Math.floor(realNow.getTime() / 1000);
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Rubrica-Webhooks/1',
    [SIGNATURE_HEADER]: signature(segredos, unixSeconds, entrega.corpo),
    ...standardHeaders(segredos, entrega.evento_id, unixSeconds, entrega.corpo),
  };
  return deps.webhookHttp.post(entrega.url, headers, entrega.corpo, deps.timeoutMs ?? WEBHOOK_TIMEOUT_MS);
}

/** The currently valid signing secrets, newest first. */
function secretsOf(deps: DeliveryDeps, entrega: DueEntrega, now: Date): string[] {
  const { segredo, segredo_anterior, segredo_anterior_ate } = entrega;
  const valid = [segredo];
  if (segredo_anterior !== null && segredo_anterior_ate !== null && segredo_anterior_ate > now) {
    valid.push(segredo_anterior);
  }
  return valid.map((sealed) => openSecret(deps.secrets, entrega.webhook_id, sealed));
}
