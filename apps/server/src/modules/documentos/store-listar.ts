import type { StatusDocumento } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import { likePattern } from '../../core/like.ts';
import { afterPlace, type Placed, placeOf } from '../../core/page.ts';
import type { Columns, Row } from '../../core/row.ts';
import type { Fragment, Tx } from '../../core/sql.ts';
import type { DocumentoResumoRow } from './rows.ts';

/** Filters of the listing. */
export interface DocumentoFilters {
  readonly status: StatusDocumento | null;
  readonly pastaId: string | null;
  /** The client's own reference, exactly. */
  readonly referencia: string | null;
  readonly busca: string | null;
  /** Between which instants, both included, what listings go by is. */
  readonly periods: Readonly<Record<Ordem, Period>>;
}

/** An end that is null is open. */
export interface Period {
  readonly desde: Date | null;
  readonly ate: Date | null;
}

/**
 * What listings go by, the newest first. Each has an index with the scope and the id (documento_lista, documento_atualizado,
 * documento_finalizado). What was not concluded has no place among what goes by its conclusion.
 */
const COLUMNS = { criadoEm: 'criado_em', atualizadoEm: 'atualizado_em', finalizadoEm: 'finalizado_em' } as const;
export type Ordem = keyof typeof COLUMNS;

/** Placed by the moment that the listing goes by. */
export type ListedRow = DocumentoResumoRow & Placed;

/** What a listing shows of a document. */
export const LISTED_COLUMNS = `
  id, titulo, descricao, status, nivel_assinatura, fatores_exigidos, pasta_id, envelope_id, ordenado, recusavel,
  parar_se_recusado, mensagem, lembrete, prazo_em, expira_em, modelo_email_id, responder_para, paginas,
  codigo_validacao, referencia_externa, metadados, criado_por, criado_em, atualizado_em, enviado_em, finalizado_em,
  excluido_em`;

/** `documento_contagem.pasta_id` of the rows that count documents in any folder and in none. */
const ALL_FOLDERS = '00000000-0000-0000-0000-000000000000';

/** Documents that pass filters. For a text alone see acesso.buscar; beside the others few are left to look into. */
export function passing({ sql }: Tx, filters: DocumentoFilters): Fragment {
  const { status, pastaId, referencia, busca, periods } = filters;
  const within = (ordem: Ordem) => {
    const { desde, ate } = periods[ordem];
    const column = sql(COLUMNS[ordem]);
    return sql`
      ${desde === null ? sql`` : sql`and ${column} >= ${desde}`}
      ${ate === null ? sql`` : sql`and ${column} <= ${ate}`}`;
  };
  return sql`
    ${status === null ? sql`` : sql`and status = ${status}`}
    ${pastaId === null ? sql`` : sql`and pasta_id = ${pastaId}`}
    ${referencia === null ? sql`` : sql`and referencia_externa = ${referencia}`}
    ${within('criadoEm')}
    ${within('atualizadoEm')}
    ${within('finalizadoEm')}
    ${busca === null ? sql`` : sql`and busca like rubrica_busca(${likePattern(busca)})`}`;
}

/** Whether a filter narrows the listing to documents few enough to be looked at one by one. */
export const isNarrow = ({ referencia, periods }: DocumentoFilters): boolean =>
  referencia !== null || Object.values(periods).some(({ desde, ate }) => desde !== null || ate !== null);

/** One page by key of the documents that `which` says. */
export function pageBy(
  tx: Tx,
  which: Fragment,
  ordem: Ordem,
  after: CursorPosition | null,
  limit: number,
): Promise<ListedRow[]> {
  const column = tx.sql(COLUMNS[ordem]);
  return tx.sql<ListedRow[]>`
    select ${tx.sql.unsafe(LISTED_COLUMNS)},
           ${placeOf(tx, COLUMNS[ordem])}
      from documento
     where ${which}
       and ${column} is not null
       ${afterPlace(tx, after, COLUMNS[ordem])}
     order by ${column} desc, id desc
     limit ${limit}`;
}

/**
 * One page by key: the index of the order, or documento_status, documento_pasta, documento_pasta_status or
 * documento_referencia by the filters given; a text alone is searched for by acesso.buscar, which says why.
 */
export function pageOfDocumentos(
  tx: Tx,
  filters: DocumentoFilters,
  ordem: Ordem,
  after: CursorPosition | null,
  limit: number,
): Promise<ListedRow[]> {
  const { sql } = tx;
  const { status, pastaId, busca } = filters;
  const found =
    busca === null || isNarrow(filters)
      ? passing(tx, filters)
      : sql`
        and id = any (array(
              select id
                from acesso.buscar(${likePattern(busca)}, ${status}, ${pastaId}, ${COLUMNS[ordem]},
                                   ${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}, ${limit})))`;
  return pageBy(tx, sql`${tx.here()} and excluido_em is null ${found}`, ordem, after, limit);
}

/** How many are looked at on either side of a period, one attempt after the other, before all within it are counted. */
const LOOKED_AT: readonly number[] = [10_000, 100_000];

/**
 * How many pass a narrow filter, each looked at: index documento_referencia, or
 * that of the instant it is narrowed by (documento_lista, documento_atualizado, documento_finalizado).
 * Where a period leaves out fewer than it holds, those are looked at, and taken from the total that is kept: whoever
 * fetches everything since long ago, page by page, has each page counted.
 */
export async function countNarrow(tx: Tx, filters: DocumentoFilters, lookedAt = LOOKED_AT): Promise<number> {
  const { sql } = tx;
  const here = sql`${tx.here()} and excluido_em is null`;
  const outside = leftOut(tx, filters, here);
  for (const most of outside === null ? [] : lookedAt) {
    // One statement, because only within one snapshot may a count be taken from another.
    const [row] = await sql<{ total: number | null }[]>`
      with inside as materialized (
             select count(*) as n
               from (select 1 from documento where ${here} ${passing(tx, filters)} limit ${most}) as d),
           outside as materialized (select count(*) as n from (${outside} limit ${most}) as d)
      select case when (select n from inside) < ${most} then (select n from inside)
                  when (select n from outside) < ${most} then ${listedTotal(tx, filters)} - (select n from outside)
             end as total`;
    if (row && row.total !== null) return row.total;
  }
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from documento where ${here} ${passing(tx, filters)}`;
  return row?.total ?? 0;
}

/**
 * What a filter leaves out of what is listed without its period; null if it has no period or several, or if not all have
 * the instant it goes by.
 */
function leftOut({ sql }: Tx, filters: DocumentoFilters, here: Fragment): Fragment | null {
  const { status, pastaId, referencia, busca, periods } = filters;
  const narrowed = (Object.keys(COLUMNS) as Ordem[]).filter((one) => periods[one].desde ?? periods[one].ate);
  const [ordem, ...others] = narrowed;
  if (ordem === undefined || others.length > 0 || referencia !== null || busca !== null) return null;
  if (ordem === 'finalizadoEm' && status !== 'ASSINADO') return null;
  const { desde, ate } = periods[ordem];
  const column = sql(COLUMNS[ordem]);
  // Each side by itself, because an index is entered at one place.
  const side = (beyond: Fragment) => sql`
    select 1 from documento
     where ${here} and ${beyond}
       ${status === null ? sql`` : sql`and status = ${status}`}
       ${pastaId === null ? sql`` : sql`and pasta_id = ${pastaId}`}`;
  const before = desde === null ? null : side(sql`${column} < ${desde}`);
  const after = ate === null ? null : side(sql`${column} > ${ate}`);
  return before && after ? sql`${before} union all ${after}` : (before ?? after);
}

/** How many are of a status and in a folder, whatever they are: a sum over the few rows that count them, the newest included. */
export async function countListed(tx: Tx, filters: DocumentoFilters): Promise<number> {
  const [row] = await tx.sql<Columns<'documento_contagem', 'total'>[]>`select ${listedTotal(tx, filters)} as total`;
  return row?.total ?? 0;
}

function listedTotal(tx: Tx, { status, pastaId }: DocumentoFilters): Fragment {
  const { sql } = tx;
  const ofStatus = status === null ? sql`` : sql`and status = ${status}`;
  const ofFolder = pastaId === null ? sql`` : sql`and pasta_id = ${pastaId}`;
  return sql`
    (coalesce((select sum(total)
                 from documento_contagem
                where ${tx.here()} and pasta_id = ${pastaId ?? ALL_FOLDERS} ${ofStatus}), 0)::bigint
     + coalesce((select sum(variacao)
                   from documento_variacao
                  where ${tx.here()} and not dobrada ${ofFolder} ${ofStatus}), 0))`;
}

/** A total and the snapshot in which it was counted (pg_snapshot as text). */
export type CountAsOf = Row<
  'acesso.contar_busca',
  {
    readonly total: number;
    readonly retrato: string;
  }
>;

/** Counts the results of a search by checking each document. */
export async function countFound(tx: Tx, { status, pastaId, busca }: DocumentoFilters): Promise<CountAsOf> {
  const [row] = await tx.sql<CountAsOf[]>`
    select total, retrato::text as retrato
      from acesso.contar_busca(${likePattern(busca ?? '')}, ${status}, ${pastaId})`;
  return row as CountAsOf;
}

/**
 * Updates an earlier count with every variation that its snapshot did not see and this one does. Correct as long as no
 * such variation was forgotten; see VARIATIONS_KEPT_MS.
 * @returns null if the text of one was, so that only counting again can tell
 */
export async function countSince(tx: Tx, filters: DocumentoFilters, known: CountAsOf): Promise<CountAsOf | null> {
  const { sql } = tx;
  const { status, pastaId, busca } = filters;
  const [row] = await sql<(CountAsOf & { sem_texto: boolean | null })[]>`
    select ${known.total}::bigint + coalesce(sum(variacao) filter (where passa), 0) as total,
           bool_or(sem_texto) as sem_texto,
           pg_current_snapshot()::text as retrato
      from (select variacao, sem_texto,
                   busca like rubrica_busca(${likePattern(busca ?? '')})
                   ${status === null ? sql`` : sql`and status = ${status}`}
                   ${pastaId === null ? sql`` : sql`and pasta_id is not distinct from ${pastaId}`} as passa
              from documento_variacao
             where ${tx.here()}
               and transacao >= pg_snapshot_xmin(${known.retrato}::pg_snapshot)
               and not pg_visible_in_snapshot(transacao, ${known.retrato}::pg_snapshot)) as v`;
  return row && !row.sem_texto ? { total: row.total, retrato: row.retrato } : null;
}

/** Deletes the text in variations of these documents, when it is erased from the documents. */
export async function forgetTexts(tx: Tx, documentoIds: readonly string[]): Promise<void> {
  await tx.sql`
    update documento_variacao
       set busca = '', sem_texto = true
     where ${tx.here()} and documento_id = any(${documentoIds})`;
}
