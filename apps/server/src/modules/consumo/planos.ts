import { INITIAL_PLAN_DRAFTS, INITIAL_PLAN_ENVELOPES, rule, type TipoMedicao } from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';

/** What of a metered kind is included each month. */
export interface Franquia {
  readonly tipo: TipoMedicao;
  readonly quantidade: number;
}

export interface PlanoComercial {
  readonly codigo: string;
  readonly nome: string;
  readonly franquias: readonly Franquia[];
  /** Drafts at a time in one environment; without a bound where absent. */
  readonly rascunhos?: number;
  /** Whether sending goes on, at a price, once the allowance is used up. */
  readonly permiteExcedente: boolean;
  /** Monthly price. */
  readonly precoCentavos: number;
  /** Price of each envelope beyond the allowance; 0 where there is no excess. */
  readonly excedenteCentavos: number;
}

/** The plan every organization starts with. */
export const PLANO_INICIAL = 'INICIAL';

const envelopes = (quantidade: number): readonly Franquia[] => [{ tipo: 'ENVELOPE_ENVIADO', quantidade }];

/** The plans by code. An organization keeps the code; allowances and prices are read here when they are needed. */
export const PLANOS: Readonly<Record<string, PlanoComercial>> = {
  INICIAL: {
    codigo: PLANO_INICIAL,
    nome: 'Inicial',
    franquias: envelopes(INITIAL_PLAN_ENVELOPES),
    rascunhos: INITIAL_PLAN_DRAFTS,
    permiteExcedente: false,
    precoCentavos: 0,
    excedenteCentavos: 0,
  },
  ESSENCIAL: {
    codigo: 'ESSENCIAL',
    nome: 'Essencial',
    franquias: envelopes(100),
    permiteExcedente: true,
    precoCentavos: 99_00,
    excedenteCentavos: 1_50,
  },
  PROFISSIONAL: {
    codigo: 'PROFISSIONAL',
    nome: 'Profissional',
    franquias: envelopes(500),
    permiteExcedente: true,
    precoCentavos: 349_00,
    excedenteCentavos: 99,
  },
  EMPRESARIAL: {
    codigo: 'EMPRESARIAL',
    nome: 'Empresarial',
    franquias: envelopes(5_000),
    permiteExcedente: true,
    precoCentavos: 1_990_00,
    excedenteCentavos: 59,
  },
};

/** @throws when an organization carries a code that is not in the table: a fault of ours, never of a caller. */
export function planoDe(codigo: string): PlanoComercial {
  const plano = PLANOS[codigo];
  if (!plano) throw new Error(`unknown plan ${codigo}`);
  return plano;
}

/** The plan the organization of the scope has now. */
export async function findPlano({ sql, scope }: Tx): Promise<PlanoComercial> {
  const [row] = await sql<{ plano_codigo: string }[]>`
    select plano_codigo from organizacao where id = ${scope.organizacaoId}`;
  if (!row) throw new Error('the scope names no organization');
  return planoDe(row.plano_codigo);
}

const BOUNDED = Object.values(PLANOS).flatMap(({ codigo, rascunhos }) =>
  rascunhos === undefined ? [] : [{ codigo, rascunhos }],
);

/**
 * One statement, which a plan without a bound answers without a look at any document. Index documento_status.
 * @param novos ids of the drafts that this act adds, which may be written before or after this looks
 * @throws 422 LIMITE_EXCEDIDO where the plan keeps fewer drafts; two acts at the same time may pass it by their own
 */
export async function refuseTooManyDrafts({ sql, scope, here }: Tx, novos: readonly string[]): Promise<void> {
  const [over] = await sql<{ plano_codigo: string }[]>`
    select o.plano_codigo
      from organizacao o
      join unnest(${BOUNDED.map(({ codigo }) => codigo)}::text[], ${BOUNDED.map(({ rascunhos }) => rascunhos)}::int[])
           as limitado (codigo, rascunhos) on limitado.codigo = o.plano_codigo
     where o.id = ${scope.organizacaoId}
       and (select count(*)
              from (select 1
                      from documento
                     where ${here()}
                       and status = 'RASCUNHO' and excluido_em is null
                       and not id = any(${[...novos]}::uuid[])
                     limit limitado.rascunhos) as rascunho) + ${novos.length} > limitado.rascunhos`;
  if (!over) return;
  const { nome, rascunhos = 0 } = planoDe(over.plano_codigo);
  throw new Problem('422 LIMITE_EXCEDIDO', rule('draftsLimit', { plano: nome, n: rascunhos }));
}

/** What the plan includes of a kind each month, or null where it is counted without an allowance. */
export function franquiaDe(plano: PlanoComercial, tipo: TipoMedicao): number | null {
  return plano.franquias.find((franquia) => franquia.tipo === tipo)?.quantidade ?? null;
}

/** What of a month's quantity is beyond the allowance, and its price in cents. */
export function excedenteDe(
  plano: PlanoComercial,
  tipo: TipoMedicao,
  quantidade: number,
): { excedente: number; valorCentavos: number } {
  const franquia = franquiaDe(plano, tipo);
  const excedente = franquia === null ? 0 : Math.max(0, quantidade - franquia);
  const unit = tipo === 'ENVELOPE_ENVIADO' ? plano.excedenteCentavos : 0;
  return { excedente, valorCentavos: excedente * unit };
}
