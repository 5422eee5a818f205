import type { Ambiente, CodigoErro, ConsultaChamadas, TipoAtor } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Tx } from '../../core/sql.ts';

export interface ChamadaRow {
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

/** What narrows the listing: the query without its page. */
export type Filtros = Omit<ConsultaChamadas, 'limite' | 'cursor'>;

/** First and last status of a class. */
const CLASSES = { SUCESSO: [200, 299], RECUSA: [400, 499], FALHA: [500, 599] } as const;
const FIRST_ERROR = 400;

function matching(tx: Tx, { desde, ate, requestId, somenteErros, classe, tipoAtor }: Filtros) {
  const { sql, scope } = tx;
  const [first, last] = classe === undefined ? [0, 0] : CLASSES[classe];
  return sql`
    organizacao_id = ${scope.organizacaoId} and ambiente = ${scope.ambiente}
    ${desde === undefined ? sql`` : sql`and ocorrido_em >= ${desde}::timestamptz`}
    ${ate === undefined ? sql`` : sql`and ocorrido_em < ${ate}::timestamptz`}
    ${requestId === undefined ? sql`` : sql`and requisicao_id = ${requestId}`}
    ${somenteErros ? sql`and status >= ${FIRST_ERROR}` : sql``}
    ${classe === undefined ? sql`` : sql`and status between ${first} and ${last}`}
    ${tipoAtor === undefined ? sql`` : sql`and tipo_ator = ${tipoAtor}`}`;
}

/** Relies on the primary key, read backwards. */
export function listChamadas(
  tx: Tx,
  filtros: Filtros,
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
     where ${matching(tx, filtros)}
           ${after}
     order by ocorrido_em desc, requisicao_id desc
     limit ${limit}`;
}

export async function countChamadas(tx: Tx, filtros: Filtros): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from registro_chamada where ${matching(tx, filtros)}`;
  return row?.total ?? 0;
}
