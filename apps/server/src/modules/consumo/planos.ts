import { INITIAL_PLAN_ENVELOPES, type TipoMedicao } from '@rubrica/contract';

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
