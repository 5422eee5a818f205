import { INITIAL_PLAN_ENVELOPES, type TipoMedicao } from '@rubrica/contract';
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
