import { HOME_LIST_MAX, type Inicio } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import type { Fragment, Tx } from '../../core/sql.ts';
import type { DocumentosDeps } from './deps.ts';
import { presentSummaries } from './ler.ts';
import type { DocumentoResumoRow } from './rows.ts';
import { LISTED_COLUMNS } from './store-listar.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Within which what is going to end is told of. */
const SOON_MS = 7 * DAY_MS;
/** For how long what ended is told of. */
const LATELY_MS = 30 * DAY_MS;
/** The newest drafts of the organization, among which one's own are looked for. */
const DRAFTS_LOOKED_AT = 100;

const IN_PROGRESS = ['AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO'];

type Listed = (tx: Tx, caller: { readonly usuarioId: string; readonly membroId: string }) => Fragment;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** A list of documents that signers are found for first. @param alias the signers' table, by which documents are ordered */
const ofSigners = ({ sql, here }: Tx, signers: Fragment): Fragment => sql`
  select ${sql.unsafe(LISTED_COLUMNS)}
    from (select distinct on (documento_id) documento_id, convidado_em
            from (select documento_id, convidado_em
                    from signatario
                   where ${here()} and ${signers}
                   order by convidado_em desc
                   limit ${HOME_LIST_MAX}) as found
           order by documento_id, convidado_em desc) as signatario
    join documento on documento.id = documento_id
   where ${here('documento')} and excluido_em is null and documento.status = any(${IN_PROGRESS})
   order by convidado_em desc, id`;

/** Each list reads the beginning of one index, and never counts. */
export const LISTS: { readonly [name in keyof Inicio]: Listed } = {
  /** Index signatario_a_assinar. */
  paraAssinar: (tx, { usuarioId }) =>
    ofSigners(
      tx,
      tx.sql`status in ('ENVIADO', 'VISUALIZADO')
         and lower(email) = (select lower(usuario.email) from usuario where usuario.id = ${usuarioId})`,
    ),
  /** Index signatario_nao_alcancado. */
  naoEntregues: (tx) => ofSigners(tx, tx.sql`status = 'FALHA_ENTREGA'`),
  /** Index documento_a_vencer. */
  aVencer: ({ sql, here, now }) => sql`
    select ${sql.unsafe(LISTED_COLUMNS)}
      from documento
     where ${here()} and excluido_em is null
       and status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
       and least(prazo_em, expira_em) between ${now} and ${before(now, -SOON_MS)}
     order by least(prazo_em, expira_em), id
     limit ${HOME_LIST_MAX}`,
  /** Index documento_recusado. */
  recusados: ({ sql, here, now }) => sql`
    select ${sql.unsafe(LISTED_COLUMNS)}
      from documento
     where ${here()} and excluido_em is null and status = 'RECUSADO' and atualizado_em > ${before(now, LATELY_MS)}
     order by atualizado_em desc, id desc
     limit ${HOME_LIST_MAX}`,
  /** Index documento_finalizado. */
  concluidos: ({ sql, here, now }) => sql`
    select ${sql.unsafe(LISTED_COLUMNS)}
      from documento
     where ${here()} and excluido_em is null and finalizado_em > ${before(now, LATELY_MS)}
     order by finalizado_em desc, id desc
     limit ${HOME_LIST_MAX}`,
  /** Index documento_status. */
  rascunhos: ({ sql, here }, { membroId }) => sql`
    select ${sql.unsafe(LISTED_COLUMNS)}
      from (select *
              from documento
             where ${here()} and excluido_em is null and status = 'RASCUNHO'
             order by criado_em desc, id desc
             limit ${DRAFTS_LOOKED_AT}) as documento
     where criado_por = ${membroId}
     order by criado_em desc, id desc
     limit ${HOME_LIST_MAX}`,
};

/** What waits for somebody and what changed lately. */
export const homeHandlers = ({ tokens }: DocumentosDeps): Handlers<'obterInicio'> => ({
  obterInicio: (call) =>
    call.read(async (tx) => {
      call.authorize();
      const names = Object.keys(LISTS) as (keyof Inicio)[];
      const lists = await Promise.all(
        names.map((name) => tx.sql<DocumentoResumoRow[]>`${LISTS[name](tx, call.actor)}`),
      );
      const shown = await presentSummaries(tx, tokens, lists.flat());
      const byId = new Map(shown.map((one) => [one.id, one]));
      const body = Object.fromEntries(
        names.map((name, index) => [name, lists[index]?.map(({ id }) => byId.get(id))]),
      ) as unknown as Inicio;
      return { body };
    }),
});
