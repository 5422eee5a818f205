import fc from 'fast-check';
import { type Campo, type Canal, type Factor, HOUR, type Options, type SignerData } from './model.ts';
import type { Real } from './real.ts';

/** What a generated signer is, before it has an address of its own. */
export interface Person {
  metodo: Canal;
  /** The document's factors and these, or with `alone` these alone, which may be less than the document asks for. */
  fatores: Factor[] | null;
  alone: boolean;
  ordem: number | null;
  lacks: 'nothing' | 'email' | 'telefone' | 'pessoais';
  signs: boolean;
  initials: boolean;
}

export const fatores = (): fc.Arbitrary<Factor[]> =>
  fc.constantFrom<Factor[]>(
    ...[['EMAIL'], ['EMAIL'], ['SMS_OTP'], ['EMAIL', 'SMS_OTP'], ['DADOS_PESSOAIS'], ['EMAIL', 'TOTP']].map(
      (list) => list as Factor[],
    ),
  );

export const person = (): fc.Arbitrary<Person> =>
  fc.record({
    metodo: fc.constantFrom<Canal>('EMAIL', 'EMAIL', 'LINK', 'SMS'),
    fatores: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fatores() }),
    alone: fc.constantFrom(false, false, false, true),
    ordem: fc.constantFrom(null, 1, 1, 2, 3),
    lacks: fc.constantFrom<Person['lacks']>(...Array(24).fill('nothing'), 'email', 'telefone', 'pessoais'),
    signs: fc.constantFrom(true, true, true, false),
    initials: fc.constantFrom(true, false, false),
  });

export const options = (): fc.Arbitrary<Options> =>
  fc.record({
    nivel: fc.constantFrom('ELETRONICA' as const, 'ELETRONICA' as const, 'ELETRONICA' as const, 'SEGURA' as const),
    fatores: fatores(),
    ordenado: fc.boolean(),
    recusavel: fc.constantFrom(true, true, true, false),
    parar: fc.boolean(),
    // Hours from the act on; made a time when it is sent.
    prazo: fc.constantFrom(null, null, 2, 4),
  });

export function dataOf({ metodo, fatores, alone, ordem, lacks }: Person, of: Options, real: Real): SignerData {
  const own = fatores && !alone ? [...new Set([...of.fatores, ...fatores])] : fatores;
  return {
    email: lacks === 'email' ? null : real.email(),
    telefone: lacks === 'telefone' ? null : real.phone(),
    pessoais: lacks === 'pessoais' ? null : { cpf: '52998224725', dataNascimento: '1980-05-17' },
    metodo,
    fatores: own,
    ordem,
  };
}

/** A signer as a request carries it. */
export function signerBody(dados: SignerData) {
  return {
    funcao: 'ASSINAR',
    nome: 'Pessoa de Teste',
    metodoEntrega: dados.metodo,
    ...(dados.email === null ? {} : { email: dados.email }),
    ...(dados.telefone === null ? {} : { telefone: dados.telefone }),
    ...dados.pessoais,
    ...(dados.fatores === null ? {} : { fatoresExigidos: dados.fatores }),
    ...(dados.ordem === null ? {} : { ordem: dados.ordem }),
  };
}

export const optionsBody = (options: Partial<Options>) => ({
  ...(options.nivel === undefined ? {} : { nivelAssinatura: options.nivel }),
  ...(options.fatores === undefined ? {} : { fatoresExigidos: options.fatores }),
  ...(options.ordenado === undefined ? {} : { ordenado: options.ordenado }),
  ...(options.recusavel === undefined ? {} : { recusavel: options.recusavel }),
  ...(options.parar === undefined ? {} : { pararSeRecusado: options.parar }),
  ...(options.prazo === undefined ? {} : { prazoEm: options.prazo && new Date(options.prazo).toISOString() }),
});

const placeOf = (index: number) => ({ pagina: 1, x: 0.1, y: 0.05 + (index % 15) * 0.06, largura: 0.3, altura: 0.05 });
export const fieldBody = ({ tipo, owner }: Campo, index: number) => ({
  tipo,
  ...placeOf(index),
  ...(owner === null ? {} : { signatarioId: owner }),
});

export const fromNow = (options: Options, now: number): Options => ({
  ...options,
  prazo: options.prazo === null ? null : now + options.prazo * HOUR,
});

/** One thing to correct of a signer, and what to. */
export interface Correction {
  readonly what: 'email' | 'telefone' | 'metodo' | 'fatores' | 'ordem' | 'nome';
  readonly metodo: Canal;
  readonly fatores: Factor[];
  readonly ordem: number;
}

export const correction = (): fc.Arbitrary<Correction> =>
  fc.record({
    what: fc.constantFrom<Correction['what']>('email', 'telefone', 'metodo', 'fatores', 'ordem', 'nome'),
    metodo: fc.constantFrom<Canal>('EMAIL', 'LINK', 'SMS'),
    fatores: fatores(),
    ordem: fc.integer({ min: 1, max: 3 }),
  });

/** A field of a type for the next signer in turn, or a signature field that names nobody. */
export type FieldType = Campo['tipo'] | 'SEM_DONO';

export const fieldTypes = (): fc.Arbitrary<FieldType> =>
  fc.constantFrom<FieldType>('ASSINATURA', 'RUBRICA', 'DATA', 'SEM_DONO');
