import fc from 'fast-check';
import { newId } from '../../kit/uuid.ts';
import {
  type Draft,
  EMPTY_DRAFT,
  type Field,
  newParty,
  type Options,
  type Party,
} from '../../painel/editor/state/types.ts';

/** Drafts to test with. */

export const OPTIONS: Options = {
  titulo: 'Contrato',
  mensagem: '',
  nivelAssinatura: 'ELETRONICA',
  fatoresExigidos: ['EMAIL'],
  ordenado: false,
  recusavel: true,
  pararSeRecusado: true,
  lembrete: null,
  prazoEm: '',
  modeloEmailId: null,
  responderPara: '',
};

export const someone = (overrides: Partial<Party> = {}): Party =>
  newParty(1, { nome: 'Marina Duarte Leal', email: 'marina@exemplo.com.br', ...overrides });

export const field = (holder: string | null, overrides: Partial<Field> = {}): Field => ({
  id: newId(),
  tipo: 'ASSINATURA',
  holder,
  pagina: 1,
  x: 0.1,
  y: 0.7,
  largura: 0.3,
  altura: 0.06,
  z: 0,
  rotulo: '',
  obrigatorio: true,
  valorPadrao: '',
  ...overrides,
});

export const draftOf = (parts: readonly Party[], campos: readonly Field[], options: Partial<Options> = {}): Draft => ({
  ...EMPTY_DRAFT,
  options: { ...OPTIONS, ...options },
  parts,
  campos,
});

const id = fc.uuid({ version: 4 });
const factor = fc.constantFrom('EMAIL' as const, 'SMS_OTP' as const, 'TOTP' as const, 'DADOS_PESSOAIS' as const);

/** People as they are typed: some things given, some missing, some wrong. */
export const anyParty = (known: fc.Arbitrary<string> = id): fc.Arbitrary<Party> =>
  fc.record({
    id: known,
    nome: fc.constantFrom('Marina Duarte', 'Ana'),
    funcao: fc.constantFrom('ASSINAR' as const, 'TESTEMUNHAR' as const),
    ordem: fc.integer({ min: 1, max: 3 }),
    email: fc.constantFrom('', 'ana@exemplo.com.br', 'ana@'),
    telefone: fc.constantFrom('', '+5511987654321', '119876'),
    cpf: fc.constantFrom('', '52998224725', '52998224724'),
    dataNascimento: fc.constantFrom('', '1987-04-12'),
    metodoEntrega: fc.constantFrom('EMAIL' as const, 'SMS' as const, 'LINK' as const),
    reinforcement: fc.uniqueArray(factor, { maxLength: 2 }),
    travarDados: fc.boolean(),
    presencial: fc.boolean(),
    delegavel: fc.boolean(),
    clienteId: fc.constant(null),
  });

export const anyOptions: fc.Arbitrary<Options> = fc.record({
  titulo: fc.constantFrom('Contrato', 'Outro', ''),
  mensagem: fc.constantFrom('', 'Olá'),
  nivelAssinatura: fc.constantFrom('ELETRONICA' as const, 'SEGURA' as const),
  fatoresExigidos: fc.uniqueArray(factor, { minLength: 1, maxLength: 3 }),
  ordenado: fc.boolean(),
  recusavel: fc.boolean(),
  pararSeRecusado: fc.boolean(),
  lembrete: fc.constantFrom(null, 'SEMANAL' as const),
  prazoEm: fc.constantFrom('', '2030-01-01T12:00:00.000Z', '2020-01-01T12:00:00.000Z'),
  modeloEmailId: fc.constantFrom(null, '4c52cef1-7687-405b-982c-87c6eb8c8900'),
  responderPara: fc.constantFrom('', 'ana@exemplo.com.br'),
});

export const anyField = (owners: readonly string[]): fc.Arbitrary<Field> =>
  fc.record({
    id,
    tipo: fc.constantFrom('ASSINATURA' as const, 'TEXTO' as const, 'CPF' as const, 'CHECKBOX' as const),
    holder: owners.length > 0 ? fc.constantFrom(null, ...owners) : fc.constant(null),
    pagina: fc.integer({ min: 1, max: 4 }),
    x: fc.constantFrom(0, 0.1, 0.5),
    y: fc.constantFrom(0, 0.25),
    largura: fc.constantFrom(0.1, 0.3),
    altura: fc.constantFrom(0.05, 0.1),
    z: fc.constant(0),
    rotulo: fc.constantFrom('', 'Nome da mãe'),
    obrigatorio: fc.boolean(),
    valorPadrao: fc.constantFrom('', 'true', '52998224725', 'texto'),
  });

const IDS = [newId(), newId(), newId(), newId()];

/** Drafts over the same few people, so that one can become the other. */
export const anyDraft: fc.Arbitrary<Draft> = fc
  .tuple(anyOptions, fc.uniqueArray(anyParty(fc.constantFrom(...IDS)), { maxLength: 4, selector: (party) => party.id }))
  .chain(([options, parts]) =>
    fc.array(anyField(parts.map((party) => party.id)), { maxLength: 5 }).map((campos) => ({ options, parts, campos })),
  );
