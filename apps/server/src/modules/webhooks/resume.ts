import type { ScopedPayload } from '../../core/outbox.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { enqueueAttempts } from './publish.ts';
import { QUEUES } from './queues.ts';
import { type OpenEntrega, openEntregasAfter, restartOpenEntregas } from './store-deliveries.ts';

/** A webhook may have thousands of pending deliveries when it comes back; one transaction handles this many. */
const BATCH = 200;

/** Starts a new round for every delivery still waiting; a job queues the attempts. */
export async function resumeEntregas(tx: Tx, webhookId: string): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  if ((await restartOpenEntregas(tx, webhookId)) === 0) return;
  await tx.enqueue(
    QUEUES.RESUME,
    { organizacaoId, ambiente, id: webhookId },
    { singletonKey: `${webhookId}:${+tx.now}` },
  );
}

/** Queues the next attempt of each. Run twice it queues attempts that find nothing left to do. */
export async function enqueueOpen(db: Database, payload: ScopedPayload): Promise<void> {
  const scope: Scope = scopeOf(payload.organizacaoId, payload.ambiente);
  let last: OpenEntrega | undefined;
  do {
    const after = last?.id ?? null;
    last = await db.write(scope, async (tx) => {
      const open = await openEntregasAfter(tx, payload.id, after, BATCH);
      await enqueueAttempts(
        tx,
        open.map(({ id, tentativas }) => ({ entregaId: id, webhookId: payload.id, tentativa: tentativas })),
      );
      return open.length < BATCH ? undefined : open.at(-1);
    });
  } while (last !== undefined);
}
