import { INITIAL_PLAN_DRAFTS, INITIAL_PLAN_ENVELOPES, rule, type TipoMedicao } from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

/** How much of a metered kind is included each month. */
export interface Franquia {
  readonly tipo: TipoMedicao;
  readonly quantidade: number;
}

export interface CommercialPlan {
  readonly codigo: string;
  readonly nome: string;
  readonly franquias: readonly Franquia[];
  /** Drafts at a time in one environment; unlimited if absent. */
  readonly drafts?: number;
  /** Whether sending continues, at a price, once the allowance is used up. */
  readonly permiteExcedente: boolean;
  /** Monthly price. */
  readonly precoCentavos: number;
  /** Price of each envelope beyond the allowance; 0 if none are permitted. */
  readonly excedenteCentavos: number;
}

/** The plan every organization starts with. */
export const INITIAL_PLAN = 'INICIAL';

const envelopes = (quantidade: number): readonly Franquia[] => [{ tipo: 'ENVELOPE_ENVIADO', quantidade }];

/** The plans by code. An organization stores only the code; allowances and prices are read here. */
export const PLANS: Readonly<Record<string, CommercialPlan>> = {
  INICIAL: {
    codigo: INITIAL_PLAN,
    nome: 'Inicial',
    franquias: envelopes(INITIAL_PLAN_ENVELOPES),
    drafts: INITIAL_PLAN_DRAFTS,
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

/** @throws if an organization has a code that is not in the table: our fault, never a caller's. */
export function planOf(codigo: string): CommercialPlan {
  const plano = PLANS[codigo];
  if (!plano) throw new Error(`unknown plan ${codigo}`);
  return plano;
}

/** A plan as anybody may read it; prices in cents of a real. */
export interface PublishedPlan {
  readonly nome: string;
  readonly precoCentavos: number;
  /** Envelopes included a month. */
  readonly envelopes: number;
  /** Of each envelope beyond; null if there are none beyond. */
  readonly excedenteCentavos: number | null;
}

/** Every plan, the smallest first. */
export const publishedPlans = (): readonly PublishedPlan[] =>
  Object.values(PLANS).map((plan) => ({
    nome: plan.nome,
    precoCentavos: plan.precoCentavos,
    envelopes: allowanceOf(plan, 'ENVELOPE_ENVIADO') ?? 0,
    excedenteCentavos: plan.permiteExcedente ? plan.excedenteCentavos : null,
  }));

/** The current plan of the scope's organization. */
export async function findPlano({ sql, scope }: Tx): Promise<CommercialPlan> {
  const [row] = await sql<Columns<'organizacao', 'plano_codigo'>[]>`
    select plano_codigo from organizacao where id = ${scope.organizacaoId}`;
  if (!row) throw new Error('the scope names no organization');
  return planOf(row.plano_codigo);
}

/** The most drafts, by plan; a plan without a limit is not in it. */
const MOST_DRAFTS = Object.fromEntries(
  Object.values(PLANS).flatMap(({ codigo, drafts }) => (drafts === undefined ? [] : [[codigo, drafts]])),
);

/**
 * A single statement, which for a plan without a limit does not touch any document. Index documento_status.
 * @param added ids of the drafts being added, which may be written before or after this check
 * @throws 422 LIMITE_EXCEDIDO if the plan allows fewer drafts; concurrent creations may exceed it by their own number
 */
export async function refuseTooManyDrafts(
  { sql, scope, here, oneOf, json }: Tx,
  added: readonly string[],
): Promise<void> {
  const [over] = await sql<Columns<'organizacao', 'plano_codigo'>[]>`
    select o.plano_codigo
      from organizacao o
     cross join lateral (select (${json(MOST_DRAFTS)} ->> o.plano_codigo)::int) as plano (rascunhos)
     where o.id = ${scope.organizacaoId}
       and (select count(*)
              from (select 1
                      from documento
                     where ${here()}
                       and status = 'RASCUNHO' and excluido_em is null
                       and not ${oneOf('id', added)}
                     limit coalesce(plano.rascunhos, 0)) as rascunho) + ${added.length} > plano.rascunhos`;
  if (!over) return;
  const { nome, drafts = 0 } = planOf(over.plano_codigo);
  throw new Problem('422 LIMITE_EXCEDIDO', rule('draftsLimit', { plano: nome, n: drafts }));
}

/** The plan's monthly allowance of a kind, or null if it is counted without one. */
export function allowanceOf(plano: CommercialPlan, tipo: TipoMedicao): number | null {
  return plano.franquias.find((franquia) => franquia.tipo === tipo)?.quantidade ?? null;
}

/** The part of a month's quantity beyond the allowance, and its price in cents. */
export function excessOf(
  plano: CommercialPlan,
  tipo: TipoMedicao,
  quantidade: number,
): { excedente: number; valorCentavos: number } {
  const franquia = allowanceOf(plano, tipo);
  const excedente = franquia === null ? 0 : Math.max(0, quantidade - franquia);
  const unit = tipo === 'ENVELOPE_ENVIADO' ? plano.excedenteCentavos : 0;
  return { excedente, valorCentavos: excedente * unit };
}
