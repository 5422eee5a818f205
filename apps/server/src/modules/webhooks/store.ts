import type { EventoWebhook, FalhaSimulada, StatusEntrega } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import { type Columns, columnsOf, type Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { EventRow } from '../eventos/index.ts';

/** Why deliveries stopped automatically: the receiver said it is gone, or did not respond for as long as we try. */
export type MotivoDesativacao = 'RESPOSTA_410' | 'FALHAS';

export type WebhookRow = Row<
  'webhook',
  {
    id: string;
    url: string;
    eventos: EventoWebhook[];
    descricao: string | null;
    ativo: boolean;
    segredo: Buffer;
    segredo_anterior: Buffer | null;
    segredo_anterior_ate: Date | null;
    criado_em: Date;
    excluido_em: Date | null;
    desativado_em: Date | null;
    desativado_motivo: MotivoDesativacao | null;
    ultimo_sucesso_em: Date | null;
    ultima_entrega_em: Date | null;
    ultima_entrega_status: StatusEntrega | null;
    /** How many of the next attempts fail without anything being sent, and how; of the sandbox alone. */
    falhas_simuladas: number;
    falha_simulada: FalhaSimulada | null;
  }
>;

export type NewWebhook = Pick<WebhookRow, 'id' | 'url' | 'eventos' | 'descricao' | 'ativo' | 'segredo'>;

export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<WebhookRow> {
  const [row] = await tx.sql<WebhookRow[]>`
    insert into webhook ${tx.rows({
      id: webhook.id,
      url: webhook.url,
      eventos: webhook.eventos,
      descricao: webhook.descricao,
      ativo: webhook.ativo,
      segredo: webhook.segredo,
      criado_em: tx.now,
    })}
    returning ${columnsOf('webhook')}`;
  return row as WebhookRow;
}

export async function findWebhook(tx: Tx, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.sql<WebhookRow[]>`
    select ${columnsOf('webhook')}
      from webhook
     where id = ${id} and ${tx.here()} and excluido_em is null`;
  return row ?? null;
}

/**
 * A webhook, locked, including deleted ones. Locked before any of its deliveries, so that two operations never
 * deadlock.
 */
export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.sql<WebhookRow[]>`
    select ${columnsOf('webhook')}
      from webhook
     where id = ${id} and ${tx.here()}
       for no key update`;
  return row ?? null;
}

/** A webhook locked for a change, unless it was deleted. */
export async function lockLive(tx: Tx, id: string): Promise<WebhookRow | null> {
  const webhook = await lockWebhook(tx, id);
  return webhook?.excluido_em === null ? webhook : null;
}

/** Uses the partial index webhook (organizacao_id, ambiente, criado_em desc, id desc). */
export function listWebhooks(tx: Tx, position: CursorPosition | null, limit: number): PromiseLike<WebhookRow[]> {
  const after =
    position === null
      ? tx.sql``
      : tx.sql`and (criado_em, id) < (${position[0] ?? ''}::timestamptz, ${position[1] ?? ''}::uuid)`;
  return tx.sql<WebhookRow[]>`
    select ${columnsOf('webhook')}
      from webhook
     where ${tx.here()} and excluido_em is null ${after}
     order by criado_em desc, id desc
     limit ${limit}`;
}

export async function countWebhooks(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from webhook where ${tx.here()} and excluido_em is null`;
  return row?.total ?? 0;
}

export type WebhookChanges = Partial<
  Pick<
    WebhookRow,
    | 'url'
    | 'eventos'
    | 'descricao'
    | 'ativo'
    | 'desativado_em'
    | 'desativado_motivo'
    | 'segredo'
    | 'segredo_anterior'
    | 'segredo_anterior_ate'
    | 'falhas_simuladas'
    | 'falha_simulada'
  >
>;

/** Changes a locked webhook; without changes it does nothing. */
export async function updateWebhook(tx: Tx, id: string, changes: WebhookChanges): Promise<WebhookRow> {
  const [row] = await tx.sql<WebhookRow[]>`
    update webhook
       set ${tx.set({ id, ...changes })}
     where id = ${id} and ${tx.here()}
    returning ${columnsOf('webhook')}`;
  if (!row) throw new Error('a locked webhook vanished');
  return row;
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.sql`update webhook set ativo = false, excluido_em = ${tx.now} where id = ${id} and ${tx.here()}`;
}

/** Records what the listing shows about the last delivery; a success also counts against giving the webhook up. */
export async function noteLastDelivery(tx: Tx, id: string, status: StatusEntrega): Promise<void> {
  await tx.sql`
    update webhook
       set ultima_entrega_em = ${tx.now},
           ultima_entrega_status = ${status},
           ultimo_sucesso_em = case when ${status === 'ENTREGUE'} then ${tx.now}::timestamptz else ultimo_sucesso_em end
     where id = ${id} and ${tx.here()}`;
}

/** Those of these events that are there. */
export const findEvents = (tx: Tx, ids: readonly string[]): PromiseLike<EventRow[]> =>
  tx.sql<EventRow[]>`
    select id, evento, ocorrido_em, dados
      from evento_saida
     where ${tx.oneOf('id', ids)} and ${tx.here()}`;

/** Writes a test event, which belongs to no document. Its writer delivers it; it is not published to other webhooks. */
export async function insertEvent(tx: Tx, event: EventRow): Promise<void> {
  await tx.sql`
    insert into evento_saida ${tx.rows({
      id: event.id,
      evento: event.evento,
      ocorrido_em: event.ocorrido_em,
      dados: tx.json(event.dados),
    })}`;
}

/** The webhooks of the scope that an event is told to: one whatever it subscribes to, or all that do. */
export async function listenersOf(tx: Tx, evento: EventoWebhook, only: string | null): Promise<string[]> {
  const rows = await tx.sql<Columns<'webhook', 'id'>[]>`
    select id
      from webhook
     where ${tx.here()} and ativo and excluido_em is null
       and ${only === null ? tx.sql`${evento} = any (eventos)` : tx.sql`id = ${only}`}`;
  return rows.map(({ id }) => id);
}

/**
 * Writes an event that was asked for, for these webhooks.
 * @param documentoId the document it tells of; it is the document's latest event then, whatever the clocks say
 */
export async function insertTriggered(
  tx: Tx,
  { id, evento, ocorrido_em, dados }: EventRow,
  documentoId: string | null,
  ouvintes: readonly string[],
): Promise<void> {
  await tx.sql`
    insert into evento_saida ${tx.rows({
      id,
      evento,
      ocorrido_em,
      dados: tx.json(dados),
      documento_id: documentoId,
      ouvintes: [...ouvintes],
    })}`;
}

/** Who is told that a webhook stopped: the organization's active owners and administrators. */
export function listAdministrators(tx: Tx): PromiseLike<{ id: string; nome: string; email: string }[]> {
  return tx.sql<Row<'membro', { id: string; nome: string; email: string }, 'nome'>[]>`
    select m.id, m.nome, m.email
      from membro m
      join usuario u on u.id = m.usuario_id
     where ${tx.ours('m')}
       and m.papel in ('PROPRIETARIO', 'ADMINISTRADOR')
       and m.estado = 'ATIVO'
       and m.removido_em is null
       and not 'webhookDesativado' = any(u.avisos_recusados)
     order by m.criado_em, m.id`;
}
