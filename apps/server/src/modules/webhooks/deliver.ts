import { WEBHOOK_TIMEOUT_MS } from '@rubrica/contract';
import { createBatches } from '../../core/batch.ts';
import type { ScopeTime } from '../../core/clock.ts';
import { createJointWrite } from '../../core/joint.ts';
import type { Secrets, WebhookHttp, WebhookResponse } from '../../core/ports.ts';
import { type Scope, scopeKey } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { createTurns } from '../../core/turns.ts';
import { failAsAsked } from './falhar.ts';
import { type Attempt, isSuccess, type RetryPolicy, settleAttempt, settleSuccesses } from './settle.ts';
import { openSecret, SIGNATURE_HEADER, signature, standardHeaders } from './sign.ts';
import { type DueEntrega, findDue } from './store-deliveries.ts';

export interface DeliveryDeps extends RetryPolicy {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly webhookHttp: WebhookHttp;
  /** How long a receiver may take; the contract's 10 s unless a test shortens it. */
  readonly timeoutMs?: number;
}

/** Makes one delivery attempt, the one after `tentativa` others. */
export type Deliver = (scope: Scope, entregaId: string, tentativa: number) => Promise<void>;

/** Makes the next attempt of a delivery. */
export type Try = (scope: Scope, entrega: DueEntrega) => Promise<void>;

/** Acts of one organization, of one kind, that share their statements. */
export const TOGETHER = { atOnce: 2, most: 50 };

/** Reads what is still to be sent, and sends it. Attempts of one scope that begin at the same time are read together. */
export function createDeliver(db: Database, tryIt: Try): Deliver {
  interface Asked {
    readonly scope: Scope;
    readonly id: string;
  }
  const due = createBatches<Asked, DueEntrega | null>(async (_key, asked) => {
    const [{ scope }] = asked as readonly [Asked];
    const rows = await findDue(
      db,
      scope,
      asked.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ id }) => byId.get(id) ?? null);
  }, TOGETHER);

  return async (scope, entregaId, tentativa) => {
    const entrega = await due(scopeKey(scope), { scope, id: entregaId });
    if (entrega?.tentativas === tentativa) await tryIt(scope, entrega);
  };
}

/**
 * An attempt is sent outside any transaction, and settled. If the process dies in between, it stays unsettled and the queue
 * repeats it with the same body: at least once. Attempts of one scope that succeed at the same time share their statements;
 * those that failed are settled one by one.
 */
export function createTry(deps: DeliveryDeps): Try {
  const { db } = deps;
  const successes = createJointWrite<Attempt, void>(
    db,
    async (tx, attempts) => {
      await settleSuccesses(tx, deps, attempts);
      return attempts.map(() => undefined);
    },
    TOGETHER,
  );
  // Many receivers of an organization may be gone at a time, and requests need connections, too.
  const inTurn = createTurns();

  return async (scope, entrega) => {
    const time = await db.time(scope);
    const numero = entrega.tentativas + 1;
    const about = { entregaId: entrega.id, webhookId: entrega.webhook_id, numero, startedAt: time.now };
    if (entrega.falhas_simuladas > 0 && (await db.write(scope, (tx) => failAsAsked(tx, deps, about)))) return;
    const attempt: Attempt = { ...about, response: await send(deps, entrega, time) };
    if (isSuccess(attempt.response)) await successes.together(scope, attempt);
    else await inTurn(scopeKey(scope), () => db.write(scope, (tx) => settleAttempt(tx, deps, attempt)));
  };
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
