import {
  type Ambiente,
  CALLS_SERVED_DAYS,
  type ChamadasQuery,
  type CodigoErro,
  type TipoAtor,
} from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

export type ChamadaRow = Row<
  'registro_chamada',
  {
    organizacao_id: string;
    ambiente: Ambiente;
    ocorrido_em: Date;
    requisicao_id: string;
    operacao: string;
    metodo: string;
    rota: string;
    status: number;
    codigo: CodigoErro | null;
    duracao_ms: number;
    tipo_ator: TipoAtor;
    ator: string;
    credencial_id: string | null;
    ip: string;
  }
>;

/** What narrows the listing: the query without its page. */
export type Filters = Omit<ChamadasQuery, 'limite' | 'cursor'>;

/** First and last status of each class. */
const CLASSES = { SUCESSO: [200, 299], RECUSA: [400, 499], FALHA: [500, 599] } as const;
const FIRST_ERROR = 400;

const DAY_MS = 24 * 3600_000;

/** The number of days for which the scope's calls are served: no longer than the organization wants them kept. */
export async function daysServed({ sql, here }: Tx): Promise<number> {
  const [row] = await sql<{ dias: number }[]>`
    select least(registro_chamada, ${CALLS_SERVED_DAYS}) as dias
      from prazo_guarda
     where ${here()}`;
  return row?.dias ?? CALLS_SERVED_DAYS;
}

/** @param dias how far back calls are served, whether or not earlier ones have been purged */
function matching(tx: Tx, dias: number, { desde, ate, requestId, somenteErros, classe, tipoAtor }: Filters) {
  const { sql, realNow: now } = tx;
  const [first, last] = classe === undefined ? [0, 0] : CLASSES[classe];
  return sql`
    ${tx.here()}
    and ocorrido_em > ${new Date(now.getTime() - dias * DAY_MS)}
    ${desde === undefined ? sql`` : sql`and ocorrido_em >= ${new Date(desde)}`}
    ${ate === undefined ? sql`` : sql`and ocorrido_em < ${new Date(ate)}`}
    ${requestId === undefined ? sql`` : sql`and requisicao_id = ${requestId}`}
    ${somenteErros ? sql`and status >= ${FIRST_ERROR}` : sql``}
    ${classe === undefined ? sql`` : sql`and status between ${first} and ${last}`}
    ${tipoAtor === undefined ? sql`` : sql`and tipo_ator = ${tipoAtor}`}`;
}

/** Uses the primary key, in reverse. */
export function listChamadas(
  tx: Tx,
  dias: number,
  filters: Filters,
  position: CursorPosition | null,
  limit: number,
): PromiseLike<ChamadaRow[]> {
  const after =
    position === null
      ? tx.sql``
      : tx.sql`and (ocorrido_em, requisicao_id) < (${position[0] ?? ''}::timestamptz, ${position[1] ?? ''}::uuid)`;
  return tx.sql<ChamadaRow[]>`
    select ocorrido_em, requisicao_id, operacao, metodo, rota, status, codigo, duracao_ms, tipo_ator, ator,
           credencial_id, ip
      from registro_chamada
     where ${matching(tx, dias, filters)}
           ${after}
     order by ocorrido_em desc, requisicao_id desc
     limit ${limit}`;
}

export async function countChamadas(tx: Tx, dias: number, filters: Filters): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from registro_chamada where ${matching(tx, dias, filters)}`;
  return row?.total ?? 0;
}
