import { EVENTS_SERVED_MS, type EventoWebhook, type Repeticao, type RepeticaoEntrada, rule } from '@rubrica/contract';
import { conflict, found, refuseInvalid } from '../../core/problem.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { bodyOf, enqueueAttempts, type NextAttempt } from './publish.ts';
import { QUEUES, type RepeatPayload } from './queues.ts';
import { lockLive, lockWebhook } from './store.ts';
import { countEventsIn, eventsIn, putOrRestart } from './store-replays.ts';

/** A period may hold a month of events; a transaction takes this many. */
const BATCH = 200;

/**
 * Has everything that occurred in a period delivered again to one webhook, at once and in the order of events; a job does it.
 * @throws 404 when there is none, 400 for a period that ends before it begins, 409 while it is inactive; `authorize` runs
 * once it was found.
 */
export async function repetirEventos(
  tx: Tx,
  webhookId: string,
  body: RepeticaoEntrada,
  authorize: () => void,
): Promise<Repeticao> {
  const webhook = found(await lockLive(tx, webhookId));
  authorize();
  const ate = body.ate === undefined ? tx.now : new Date(body.ate);
  const asked = new Date(body.desde);
  if (asked >= ate) refuseInvalid([{ campo: body.ate === undefined ? 'desde' : 'ate', ...rule('periodEmpty') }]);
  if (!webhook.ativo) throw conflict(rule('webhookOff'));

  const served = new Date(tx.now.getTime() - EVENTS_SERVED_MS);
  const period = {
    eventos: body.eventos ?? (webhook.eventos as readonly EventoWebhook[]),
    desde: (asked > served ? asked : served).toISOString(),
    ate: ate.toISOString(),
  };
  const quantidade = await countEventsIn(tx, period);
  if (quantidade > 0) await enqueueRepeat(tx, { ...period, id: webhook.id, depois: null });
  return { quantidade };
}

const enqueueRepeat = (tx: Tx, rest: Omit<RepeatPayload, 'organizacaoId' | 'ambiente'>): Promise<void> => {
  const { organizacaoId, ambiente } = tx.scope;
  return tx.enqueue(QUEUES.REPEAT, { organizacaoId, ambiente, ...rest });
};

/** The next events of a period: their deliveries, the jobs that make them, and the job that goes on, in one transaction. */
export async function repeatBatch(db: Database, payload: RepeatPayload): Promise<void> {
  await db.write(scopeOf(payload.organizacaoId, payload.ambiente), async (tx) => {
    const webhook = await lockWebhook(tx, payload.id);
    if (!webhook?.ativo || webhook.excluido_em !== null) return;
    const events = await eventsIn(tx, payload, BATCH);
    const due: NextAttempt[] = [];
    for (const event of events) {
      const entrega = await putOrRestart(tx, payload.id, event, bodyOf(event));
      if (entrega) due.push({ entregaId: entrega.id, webhookId: payload.id, tentativa: entrega.tentativas });
    }
    await enqueueAttempts(tx, due);
    const last = events.at(-1);
    if (!last || events.length < BATCH) return;
    const { eventos, desde, ate, id } = payload;
    await enqueueRepeat(tx, { eventos, desde, ate, id, depois: { ocorridoEm: last.lugar, id: last.id } });
  });
}
