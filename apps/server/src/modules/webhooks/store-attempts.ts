import type { Tx } from '../../core/sql.ts';
import type { AttemptRow } from './store-deliveries.ts';

/** An attempt that succeeded, of a delivery that waits for exactly it unless it was settled before. */
export interface Delivered {
  readonly entregaId: string;
  readonly webhookId: string;
  readonly row: AttemptRow;
}

/**
 * Records attempts that succeeded with all that follows from them: the attempt, the state of its delivery, and what the
 * webhook shows about its last one. Webhooks are locked before their deliveries and in the order of their ids, as whoever
 * settles one attempt locks them.
 * @returns how many were not settled before
 */
export async function settleDelivered(tx: Tx, delivered: readonly Delivered[]): Promise<number> {
  const { sql, json, here, now, scope } = tx;
  const given = delivered.map(({ entregaId, webhookId, row: { falha: _, ...row } }) => ({
    entrega_id: entregaId,
    webhook_id: webhookId,
    ...row,
  }));
  const [row] = await sql<{ settled: number }[]>`
    with feita as materialized (
      select entrega_id, webhook_id, numero, realizada_em, resposta_http, resposta_corpo, duracao_ms
        from jsonb_to_recordset(${json(given)}) as feita (
               entrega_id uuid, webhook_id uuid, numero int, realizada_em timestamptz, resposta_http int,
               resposta_corpo text, duracao_ms int)
    ), trancado as materialized (
      select id
        from webhook
       where id in (select webhook_id from feita) and ${here()}
       order by id
         for no key update
    ), entregue as (
      update entrega_webhook e
         set status = 'ENTREGUE',
             tentativas = feita.numero,
             primeira_tentativa_em = coalesce(e.primeira_tentativa_em, feita.realizada_em),
             proxima_tentativa_em = null,
             resposta_http = feita.resposta_http,
             duracao_ms = feita.duracao_ms,
             erro = null
        from feita
        join trancado on trancado.id = feita.webhook_id
       where e.id = feita.entrega_id and ${here('e')}
         and e.status in ('PENDENTE', 'FALHOU')
         and e.tentativas = feita.numero - 1
      returning feita.entrega_id, feita.webhook_id, feita.numero, feita.realizada_em, feita.resposta_http,
                feita.resposta_corpo, feita.duracao_ms
    ), tentada as (
      insert into tentativa_entrega (entrega_id, organizacao_id, ambiente, numero, realizada_em, resposta_http,
                                     resposta_corpo, duracao_ms)
      select entrega_id, ${scope.organizacaoId}, ${scope.ambiente}, numero, realizada_em, resposta_http, resposta_corpo,
             duracao_ms
        from entregue
    ), notado as (
      update webhook
         set ultima_entrega_em = ${now}, ultima_entrega_status = 'ENTREGUE', ultimo_sucesso_em = ${now}
       where id in (select webhook_id from entregue) and ${here()}
    )
    select count(*) as settled from entregue`;
  return row?.settled ?? 0;
}
