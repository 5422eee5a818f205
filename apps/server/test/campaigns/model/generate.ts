import fc from 'fast-check';
import { type Campo, type Canal, type Factor, type Funcao, HOUR, type Options, type SignerData } from './model.ts';
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
  funcao: Funcao;
  travado: boolean;
  /** Signs in person, so the link is handed out. */
  presencial: boolean;
  delegavel: boolean;
}

const funcao = (): fc.Arbitrary<Funcao> =>
  fc.constantFrom<Funcao>(
    ...['ASSINAR', 'ASSINAR', 'APROVAR', 'RECONHECER', 'TESTEMUNHAR', 'ACUSAR_RECEBIMENTO', 'ENDOSSAR'].map(
      (one) => one as Funcao,
    ),
  );

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
    funcao: funcao(),
    travado: fc.constantFrom(false, false, true),
    presencial: fc.constantFrom(false, false, false, true),
    delegavel: fc.boolean(),
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

/** Two people's CPF and date of birth. */
export const PERSONAL = [
  { cpf: '52998224725', dataNascimento: '1980-05-17' },
  { cpf: '11144477735', dataNascimento: '1991-11-30' },
] as const;

export function dataOf(who: Person, of: Options, real: Real): SignerData {
  const { metodo, fatores, alone, ordem, lacks, funcao, travado, presencial, delegavel } = who;
  const own = fatores && !alone ? [...new Set([...of.fatores, ...fatores])] : fatores;
  return {
    nome: 'Pessoa de Teste',
    email: lacks === 'email' ? null : real.email(),
    telefone: lacks === 'telefone' ? null : real.phone(),
    pessoais: lacks === 'pessoais' ? null : PERSONAL[0],
    metodo: presencial ? 'LINK' : metodo,
    fatores: own,
    ...{ funcao, ordem, travado, presencial, delegavel },
  };
}

/** A signer, or what is corrected of one, as a request carries it. */
export function signerBody({ pessoais, metodo, fatores, travado, ...plain }: Partial<SignerData>): object {
  const named = { metodoEntrega: metodo, fatoresExigidos: fatores, travarDados: travado };
  const given = Object.entries({ ...plain, ...pessoais, ...named });
  return Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined));
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

/** One thing to correct of a signer, and what to; `pessoa` is another name and address at once. */
export interface Correction {
  readonly what: (typeof CORRECTED)[number];
  readonly metodo: Canal;
  readonly fatores: Factor[];
  readonly ordem: number;
  readonly funcao: Funcao;
  readonly yes: boolean;
}

const CORRECTED = [
  ...(['email', 'telefone', 'metodo', 'fatores', 'ordem', 'nome'] as const),
  ...(['pessoa', 'pessoais', 'funcao', 'presencial', 'delegavel'] as const),
] as const;

export const correction = (): fc.Arbitrary<Correction> =>
  fc.record({
    what: fc.constantFrom(...CORRECTED),
    metodo: fc.constantFrom<Canal>('EMAIL', 'LINK', 'SMS'),
    fatores: fatores(),
    ordem: fc.integer({ min: 1, max: 3 }),
    funcao: funcao(),
    yes: fc.boolean(),
  });

/** A field of a type for the next signer in turn, or a signature field that names nobody. */
export type FieldType = Campo['tipo'] | 'SEM_DONO';

export const fieldTypes = (): fc.Arbitrary<FieldType> =>
  fc.constantFrom<FieldType>('ASSINATURA', 'RUBRICA', 'DATA', 'SEM_DONO');

/** What a sent document is given, in hours from then on; a deadline of before now is refused. */
export interface Adjustment {
  readonly prazo?: number | null;
  readonly expira?: number | null;
  readonly descricao?: string | null;
}

export const adjustment = (): fc.Arbitrary<Adjustment> =>
  fc
    .record(
      {
        prazo: fc.constantFrom(null, 1, 3, 5, -1),
        expira: fc.constantFrom(null, 4, 6),
        descricao: fc.constantFrom(null, 'Para o arquivo', 'Só nossa'),
      },
      { requiredKeys: [] },
    )
    .filter((adjusted) => Object.keys(adjusted).length > 0);

const dateBody = (at: number | null) => at && new Date(at).toISOString();
/** What is adjusted, its deadlines made times, as a request carries it. */
export const adjustmentBody = ({ prazo, expira, ...rest }: Adjustment) => ({
  ...rest,
  ...(prazo === undefined ? {} : { prazoEm: dateBody(prazo) }),
  ...(expira === undefined ? {} : { expiraEm: dateBody(expira) }),
});

/** Whom a signature is passed to. */
export interface Successor {
  readonly who: 'other' | 'self' | 'signer';
  readonly lacks: 'nothing' | 'telefone' | 'pessoais';
}

export const successor = (): fc.Arbitrary<Successor> =>
  fc.record({
    who: fc.constantFrom<Successor['who']>('other', 'other', 'other', 'other', 'self', 'signer'),
    lacks: fc.constantFrom<Successor['lacks']>('nothing', 'nothing', 'nothing', 'telefone', 'pessoais'),
  });
