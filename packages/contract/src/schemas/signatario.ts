import { type Static, Type } from 'typebox';
import { SIGNER_KEY_MAX_CHARS, SIGNER_NAME_MAX_CHARS, URL_MAX_CHARS } from '../limits.ts';
import { Enum } from './enums.ts';
import { CPF, SENT_AT, SIGNATARIO_ID, VIEWED_AT } from './example-values.ts';
import {
  checkedCpf,
  date,
  dateTime,
  drawnText,
  email,
  INT32_MAX,
  listOf,
  named,
  nullable,
  pagina,
  phone,
  ref,
  text,
  uri,
  uuid,
  uuidV4,
  withDefault,
} from './kit.ts';
import { ownReference, ownReferenceChange, ownReferenceShown } from './own-reference.ts';

/** The factors required of a signer: every one of the list must be fulfilled. */
export const fatoresExigidos = (description: string) =>
  listOf(Enum.FatorAutenticacao, { minItems: 1, uniqueItems: true, description });

const nome = drawnText(SIGNER_NAME_MAX_CHARS, 'Como deve aparecer no certificado.');
const contato = email('Necessário quando o fator EMAIL é exigido ou o convite vai por e-mail.');
const telefone = phone('Formato E.164. Necessário quando o fator SMS_OTP é exigido ou o convite vai por SMS.');
const documento = checkedCpf('Conferido no fator DADOS_PESSOAIS.');
const nascimento = date('Entre 1900-01-01 e hoje. Conferida junto com o CPF.');
const reinforcedFactors = fatoresExigidos('Reforça os fatores do documento para esta pessoa; precisa contê-los todos.');
const ordem = Type.Integer({ minimum: 1, maximum: INT32_MAX, description: 'Vez de assinar, em documento ordenado.' });
const travarDados = Type.Boolean({ description: 'Impede que a pessoa corrija nome ou CPF ao assinar.' });
const presencial = Type.Boolean({
  description:
    'Assina na presença de quem envia, num aparelho que lhe é entregue; só com `metodoEntrega` LINK. É o que quem envia declara, dito na trilha: não prova nada nem dispensa fator.',
});
const delegavel = Type.Boolean({
  description: 'Permite que a pessoa, identificada, passe a assinatura a outra no lugar dela, uma vez.',
});
const clienteId = nullable(uuid(), { description: 'Pessoa do seu cadastro (GET /clientes).' });

export const urlRetorno = text(
  { format: 'uri', maxLength: URL_MAX_CHARS },
  'Para onde a pessoa volta ao fim, com `?rubrica=assinado` ou `recusado` e `documentoId`. Só numa das `origensPermitidas` da organização.',
);

const chave = text(
  { pattern: `^[a-z0-9_-]{1,${SIGNER_KEY_MAX_CHARS}}$` },
  'Como as marcas do PDF chamam esta pessoa: `{{assinatura:chave}}`. Não se repete no documento.',
);

/** Every optional field when creating a signer; the person who fills a template's role takes the same. */
export const signatarioOptions = {
  nome: Type.Optional(nome),
  email: Type.Optional(contato),
  telefone: Type.Optional(telefone),
  cpf: Type.Optional(documento),
  dataNascimento: Type.Optional(nascimento),
  metodoEntrega: withDefault(ref(Enum.MetodoEntrega), 'EMAIL'),
  fatoresExigidos: Type.Optional(reinforcedFactors),
  ordem: Type.Optional(ordem),
  travarDados: withDefault(travarDados, false),
  presencial: withDefault(presencial, false),
  delegavel: withDefault(delegavel, false),
  clienteId: Type.Optional(
    nullable(uuid(), {
      description:
        'Pessoa do seu cadastro (GET /clientes). O que não vier de nome, e-mail, telefone, CPF, nascimento, referência e metadados é o dela.',
    }),
  ),
  urlRetorno: Type.Optional(urlRetorno),
  ...ownReference,
};

const entryExample = {
  funcao: 'ASSINAR',
  nome: 'Marina Duarte Leal',
  email: 'marina.leal@exemplo.com.br',
  telefone: '+5519987654321',
  cpf: CPF,
  metodoEntrega: 'EMAIL',
  fatoresExigidos: ['EMAIL', 'SMS_OTP'],
};

export const SignatarioEntrada = named(
  'SignatarioEntrada',
  {
    id: Type.Optional(uuidV4('Escolhido por você, para que os campos do mesmo pedido apontem para esta pessoa.')),
    funcao: ref(Enum.FuncaoSignatario),
    chave: Type.Optional(chave),
    ...signatarioOptions,
  },
  { examples: [{ id: SIGNATARIO_ID, ...entryExample }] },
);
export type SignatarioEntrada = Static<typeof SignatarioEntrada>;

export const SignatarioAlteracao = named(
  'SignatarioAlteracao',
  {
    funcao: Type.Optional(ref(Enum.FuncaoSignatario)),
    chave: Type.Optional(nullable(chave)),
    nome: Type.Optional(nullable(nome)),
    email: Type.Optional(nullable(contato)),
    telefone: Type.Optional(nullable(telefone)),
    cpf: Type.Optional(nullable(documento)),
    dataNascimento: Type.Optional(nullable(nascimento)),
    metodoEntrega: Type.Optional(ref(Enum.MetodoEntrega)),
    fatoresExigidos: Type.Optional(nullable(reinforcedFactors)),
    ordem: Type.Optional(nullable(ordem)),
    travarDados: Type.Optional(travarDados),
    presencial: Type.Optional(presencial),
    delegavel: Type.Optional(delegavel),
    clienteId: Type.Optional(clienteId),
    urlRetorno: Type.Optional(nullable(urlRetorno)),
    ...ownReferenceChange,
  },
  {
    description:
      'Só o que vier muda; nulo apaga. Um contato corrigido recebe um link novo, e o anterior deixa de valer; depois da primeira visualização, também quem teve nome, CPF, nascimento ou função corrigidos.',
    examples: [{ email: 'marina@exemplo.com.br', telefone: null }],
  },
);
export type SignatarioAlteracao = Static<typeof SignatarioAlteracao>;

export const DelegadoDe = named(
  'DelegadoDe',
  { nome: nullable(text()), email: nullable(text()), em: dateTime() },
  {
    description: 'Quem passou a assinatura a outra pessoa, e quando.',
    examples: [{ nome: 'Ana Reis', email: 'ana.reis@exemplo.com.br', em: SENT_AT }],
  },
);
export type DelegadoDe = Static<typeof DelegadoDe>;

const milestone = (description: string) => nullable(dateTime(), { description });

export const Signatario = named(
  'Signatario',
  {
    id: uuid(),
    funcao: ref(Enum.FuncaoSignatario),
    nome: nullable(text()),
    email: nullable(text()),
    telefone: nullable(text()),
    cpf: nullable(text()),
    dataNascimento: nullable(date()),
    metodoEntrega: ref(Enum.MetodoEntrega),
    fatoresExigidos: listOf(Enum.FatorAutenticacao, { description: 'Tudo o que esta pessoa precisa cumprir.' }),
    ordem: nullable(Type.Integer({ minimum: 1 })),
    travarDados: Type.Boolean(),
    presencial: Type.Boolean({ description: 'Assina na presença de quem envia, segundo este.' }),
    delegavel: Type.Boolean({ description: 'Se ainda pode passar a assinatura a outra pessoa.' }),
    delegadoDe: nullable(ref(DelegadoDe), {
      description: 'Quem passou esta assinatura a quem está no lugar agora; nulo se ninguém passou.',
    }),
    clienteId: nullable(uuid()),
    chave: nullable(text(), { description: 'Como as marcas do PDF chamam esta pessoa.' }),
    urlRetorno: nullable(text(), { description: 'Para onde a pessoa volta ao fim.' }),
    ...ownReferenceShown,
    status: ref(Enum.StatusSignatario),
    link: Type.Optional(uri('Endereço pessoal de assinatura; só quando `metodoEntrega` é LINK.')),
    enviadoEm: milestone('Quando o convite foi aceito pelo canal de entrega.'),
    visualizadoEm: milestone('Quando abriu o documento pela primeira vez.'),
    assinadoEm: milestone('Quando assinou.'),
    motivoRecusa: nullable(text()),
    fatoresCumpridos: listOf(Enum.FatorAutenticacao, { description: 'O que já cumpriu.' }),
  },
  {
    description: 'Quem assina. Não tem conta: acessa por um link pessoal.',
    examples: [
      {
        id: SIGNATARIO_ID,
        ...entryExample,
        dataNascimento: null,
        ordem: null,
        travarDados: false,
        presencial: false,
        delegavel: false,
        delegadoDe: null,
        clienteId: null,
        chave: null,
        urlRetorno: null,
        referenciaExterna: null,
        metadados: {},
        status: 'VISUALIZADO',
        enviadoEm: SENT_AT,
        visualizadoEm: VIEWED_AT,
        assinadoEm: null,
        motivoRecusa: null,
        fatoresCumpridos: ['EMAIL'],
      },
    ],
  },
);
export type Signatario = Static<typeof Signatario>;

export const PaginaDeSignatario = pagina(Signatario);
export type PaginaDeSignatario = Static<typeof PaginaDeSignatario>;

export const MinhaAssinatura = named(
  'MinhaAssinatura',
  { url: uri('Onde a própria pessoa assina.') },
  { examples: [{ url: 'http://localhost:3000/assinar/SigningTokenOfThePerson' }] },
);
export type MinhaAssinatura = Static<typeof MinhaAssinatura>;
