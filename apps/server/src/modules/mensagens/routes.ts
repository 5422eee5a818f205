import type { CanalMensagem } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import type { Row } from '../../core/row.ts';

type CapturedRow = Row<
  'mensagem_capturada',
  {
    id: string;
    canal: CanalMensagem;
    destino: string;
    assunto: string | null;
    texto: string;
    html: string | null;
    criado_em: Date;
  }
> & {
  chave: string;
};

export function mensagensHandlers(deps: { cursors: Cursors }): Handlers<'listarCaixa'> {
  return {
    listarCaixa: (call) =>
      call.read(async (tx) => {
        const { scope, sql } = tx;
        const administers = call.actor.papel === 'PROPRIETARIO' || call.actor.papel === 'ADMINISTRADOR';
        const seen = administers ? sql`` : sql`and not reservada`;
        const { organizacaoId, ambiente } = scope;
        const filters = { operacao: 'caixa', organizacaoId, ambiente, administers };
        const body = await pageOf(deps.cursors, tx.now, call.query, filters, {
          page: (after, limit) => sql<CapturedRow[]>`
            select *, to_char(criado_em at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as chave
              from mensagem_capturada
             where ${tx.here()}
               ${seen}
               ${after ? sql`and (criado_em, id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)` : sql``}
             order by criado_em desc, id desc
             limit ${limit}`,
          total: async () => {
            const [row] = await sql<{ total: number }[]>`
              select count(*) as total
                from mensagem_capturada
               where ${tx.here()}
                 ${seen}`;
            return row?.total ?? 0;
          },
          key: (row) => [row.chave, row.id],
          present: (row) => ({
            id: row.id,
            canal: row.canal,
            destino: row.destino,
            assunto: row.assunto,
            texto: row.texto,
            html: row.html,
            criadoEm: row.criado_em.toISOString(),
          }),
        });
        return { body };
      }),
  };
}
