import { randomUUID } from 'node:crypto';
import { type EventoWebhook, type Rule, type StatusEntrega, sentenceOf, type Values } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import { columnsOf, type Row } from '../../core/row.ts';
import type { Scope } from '../../core/scope.ts';
import { alike, type Database, type Tx } from '../../core/sql.ts';
import type { EventRow } from '../eventos/index.ts';
import type { WebhookRow } from './store.ts';

export type EntregaRow = Row<
  'entrega_webhook',
  {
    id: string;
    webhook_id: string;
    evento_id: string;
    evento: EventoWebhook;
    corpo: Buffer;
    status: StatusEntrega;
    tentativas: number;
    /** Attempts made before the current round; the retry schedule counts from there. */
    rodada: number;
    teste: boolean;
    ocorrida_em: Date;
    criada_em: Date;
    /** Of the current round. */
    primeira_tentativa_em: Date | null;
    proxima_tentativa_em: Date | null;
    resposta_http: number | null;
    duracao_ms: number | null;
    /** Why the last attempt failed, in Portuguese; the rule is stored with the attempt. */
    erro: string | null;
  }
>;

/** An attempt as returned by the database within JSON: times are text. */
export interface TentativaJson {
  numero: number;
  realizada_em: string;
  resposta_http: number | null;
  resposta_corpo: string | null;
  duracao_ms: number;
  erro: string | null;
  /** The rule behind `erro`; null for attempts made before rules were stored. */
  regra: string | null;
  valores: Values | null;
}

export interface ListedEntrega extends EntregaRow {
  history: TentativaJson[];
}

/** What an attempt sends, and where. */
export type DueEntrega = Pick<EntregaRow, 'id' | 'webhook_id' | 'evento_id' | 'corpo' | 'tentativas'> &
  Pick<WebhookRow, 'url' | 'segredo' | 'segredo_anterior' | 'segredo_anterior_ate' | 'falhas_simuladas'>;

/** A delivery that was not there before, and whether its webhook accepts any now. */
type NewEntrega = Omit<DueEntrega, 'corpo'> & Pick<WebhookRow, 'ativo'>;

/**
 * Of each event one delivery for each webhook that its transaction saw active and subscribed, unless removed since; an
 * event written by a process of an older version names no listeners. The unique key (evento_id, webhook_id) makes repeating
 * this harmless. Who inserts a delivery waits for another who does, so all do it in the order of `eventsIn`.
 * @param bodies by event, the bytes that every attempt sends
 */
export const insertEntregas = (tx: Tx, bodies: ReadonlyMap<string, Buffer>): PromiseLike<NewEntrega[]> => {
  const { sql, now, here } = tx;
  const told = [...bodies].map(([id, corpo]) => ({ id, corpo: corpo.toString() }));
  return sql<NewEntrega[]>`
    with nova as (
      insert into entrega_webhook (id, organizacao_id, ambiente, webhook_id, evento_id, evento, corpo, ocorrida_em,
                                   criada_em, proxima_tentativa_em)
      select gen_random_uuid(), w.organizacao_id, w.ambiente, w.id, e.id, e.evento, convert_to(told.corpo, 'UTF8'),
             e.ocorrido_em, ${now}::timestamptz, ${now}::timestamptz
        from jsonb_to_recordset(${tx.json(told)}) as told (id uuid, corpo text)
        join evento_saida e on e.id = told.id
        join webhook w on case when e.ouvintes is null then w.ativo and e.evento = any (w.eventos)
                               else w.id = any (e.ouvintes) end
       where ${here('e')}
         and ${here('w')}
         and w.excluido_em is null
       order by e.ocorrido_em, e.id, w.id
      on conflict do nothing
      returning id, webhook_id, evento_id, tentativas
    )
    select nova.id, nova.webhook_id, nova.evento_id, nova.tentativas, w.url, w.segredo, w.segredo_anterior,
           w.segredo_anterior_ate, w.falhas_simuladas, w.ativo
      from nova
      join webhook w on w.id = nova.webhook_id
     where ${here('w')}`;
};

type UntriedEntrega = Pick<EntregaRow, 'id' | 'webhook_id'>;

/** Deliveries of these events for which no attempt was made yet. */
export const untriedEntregas = (tx: Tx, eventoIds: readonly string[]): PromiseLike<UntriedEntrega[]> =>
  tx.sql<UntriedEntrega[]>`
    select id, webhook_id
      from entrega_webhook
     where ${tx.oneOf('evento_id', eventoIds)} and ${tx.here()}
       and status = 'PENDENTE' and tentativas = 0 and not teste`;

/**
 * Of these deliveries those that are still open, of webhooks that still accept deliveries; a test always runs. `offset 0`
 * keeps the planner from looking for them before the scope is set.
 */
export const findDue = (db: Database, scope: Scope, ids: readonly string[]): Promise<DueEntrega[]> =>
  db.ask<DueEntrega>(
    scope,
    (sql, escopo) => sql`
      select due.id, due.webhook_id, due.evento_id, due.corpo, due.tentativas, due.url, due.segredo, due.segredo_anterior,
             due.segredo_anterior_ate, due.falhas_simuladas
        from ${escopo}
       cross join lateral (
             select e.id, e.webhook_id, e.evento_id, e.corpo, e.tentativas, w.url, w.segredo, w.segredo_anterior,
                    w.segredo_anterior_ate, w.falhas_simuladas
               from entrega_webhook e
               join webhook w on w.id = e.webhook_id
              where e.id = any (${[...ids]}::uuid[])
                and ${alike(sql, 'e', 'escopo')}
                and ${alike(sql, 'w', 'escopo')}
                and e.status in ('PENDENTE', 'FALHOU')
                and (w.ativo or e.teste)
                and w.excluido_em is null
             offset 0) as due`,
  );

export async function lockEntrega(tx: Tx, id: string): Promise<EntregaRow | null> {
  const [row] = await tx.sql<EntregaRow[]>`
    select ${columnsOf('entrega_webhook')}
      from entrega_webhook
     where id = ${id} and ${tx.here()}
       for update`;
  return row ?? null;
}

export type AttemptRow = Row<
  'tentativa_entrega',
  {
    numero: number;
    realizada_em: Date;
    resposta_http: number | null;
    resposta_corpo: string | null;
    duracao_ms: number;
  }
> & {
  /** Why it failed. */
  falha: Rule | null;
};

export async function insertTentativa(tx: Tx, entregaId: string, attempt: AttemptRow): Promise<void> {
  await tx.sql`
    insert into tentativa_entrega ${tx.rows({
      entrega_id: entregaId,
      numero: attempt.numero,
      realizada_em: attempt.realizada_em,
      resposta_http: attempt.resposta_http,
      resposta_corpo: attempt.resposta_corpo,
      duracao_ms: attempt.duracao_ms,
      erro: attempt.falha && sentenceOf(attempt.falha),
      regra: attempt.falha?.regra ?? null,
      valores: attempt.falha && tx.json(attempt.falha.valores),
    })}`;
}

/** Updates a delivery after an attempt: counters, state and the time of the next attempt. */
export async function updateEntrega(
  tx: Tx,
  id: string,
  attempt: AttemptRow,
  status: StatusEntrega,
  next: Date | null,
): Promise<void> {
  await tx.sql`
    update entrega_webhook
       set status = ${status},
           tentativas = ${attempt.numero},
           primeira_tentativa_em = coalesce(primeira_tentativa_em, ${attempt.realizada_em}),
           proxima_tentativa_em = ${next},
           resposta_http = ${attempt.resposta_http},
           duracao_ms = ${attempt.duracao_ms},
           erro = ${attempt.falha && sentenceOf(attempt.falha)}
     where id = ${id} and ${tx.here()}`;
}

/** The delivery of a test to one webhook. @returns its id */
export async function insertTestEntrega(tx: Tx, webhookId: string, event: EventRow, corpo: Buffer): Promise<string> {
  const id = randomUUID();
  await tx.sql`
    insert into entrega_webhook ${tx.rows({
      id,
      webhook_id: webhookId,
      evento_id: event.id,
      evento: event.evento,
      corpo,
      ocorrida_em: event.ocorrido_em,
      criada_em: tx.now,
      proxima_tentativa_em: tx.now,
      teste: true,
    })}`;
  return id;
}

/** Starts a new round for one delivery: due now, with its retry schedule from the start. */
export async function restartEntrega(tx: Tx, id: string): Promise<void> {
  await tx.sql`
    update entrega_webhook
       set status = 'PENDENTE', rodada = tentativas, primeira_tentativa_em = null, proxima_tentativa_em = ${tx.now}
     where id = ${id} and ${tx.here()}`;
}

/** Starts a new round for all pending deliveries except tests. @returns how many */
export async function restartOpenEntregas(tx: Tx, webhookId: string): Promise<number> {
  const result = await tx.sql`
    update entrega_webhook
       set rodada = tentativas, primeira_tentativa_em = null, proxima_tentativa_em = ${tx.now}
     where webhook_id = ${webhookId} and ${tx.here()} and status in ('PENDENTE', 'FALHOU') and not teste`;
  return result.count;
}

export type OpenEntrega = Pick<EntregaRow, 'id' | 'tentativas'>;

/** The next pending deliveries, by id. Uses the partial index entrega_webhook_aberta. */
export function openEntregasAfter(
  tx: Tx,
  webhookId: string,
  after: string | null,
  limit: number,
): PromiseLike<OpenEntrega[]> {
  return tx.sql<OpenEntrega[]>`
    select id, tentativas
      from entrega_webhook
     where webhook_id = ${webhookId} and ${tx.here()} and status in ('PENDENTE', 'FALHOU') and not teste
           ${after === null ? tx.sql`` : tx.sql`and id > ${after}`}
     order by id
     limit ${limit}`;
}

/** The attempts of the delivery `e`, first to last; they come by primary key. */
const history = (tx: Tx) => tx.sql`
           (select coalesce(json_agg(json_build_object(
                     'numero', t.numero,
                     'realizada_em', t.realizada_em,
                     'resposta_http', t.resposta_http,
                     'resposta_corpo', t.resposta_corpo,
                     'duracao_ms', t.duracao_ms,
                     'erro', t.erro,
                     'regra', t.regra,
                     'valores', t.valores) order by t.numero), '[]')
              from tentativa_entrega t
             where t.entrega_id = e.id) as history`;

/** One delivery of a webhook with its attempts. */
export async function findEntrega(tx: Tx, webhookId: string, id: string): Promise<ListedEntrega | null> {
  const [row] = await tx.sql<ListedEntrega[]>`
    select ${columnsOf('entrega_webhook', 'e')}, ${history(tx)}
      from entrega_webhook e
     where e.id = ${id} and e.webhook_id = ${webhookId}
       and ${tx.here('e')}`;
  return row ?? null;
}

/** Uses the index entrega_webhook (webhook_id, criada_em desc, id desc). */
export function listEntregas(
  tx: Tx,
  webhookId: string,
  status: StatusEntrega | null,
  position: CursorPosition | null,
  limit: number,
): PromiseLike<ListedEntrega[]> {
  const after =
    position === null
      ? tx.sql``
      : tx.sql`and (e.criada_em, e.id) < (${position[0] ?? ''}::timestamptz, ${position[1] ?? ''}::uuid)`;
  return tx.sql<ListedEntrega[]>`
    select ${columnsOf('entrega_webhook', 'e')}, ${history(tx)}
      from entrega_webhook e
     where e.webhook_id = ${webhookId}
       and ${tx.here('e')}
           ${status === null ? tx.sql`` : tx.sql`and e.status = ${status}`}
           ${after}
     order by e.criada_em desc, e.id desc
     limit ${limit}`;
}

export async function countEntregas(tx: Tx, webhookId: string, status: StatusEntrega | null): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total
      from entrega_webhook
     where webhook_id = ${webhookId} and ${tx.here()}
           ${status === null ? tx.sql`` : tx.sql`and status = ${status}`}`;
  return row?.total ?? 0;
}
