import { type Static, Type } from 'typebox';
import { SIGNER_NAME_MAX_CHARS } from '../limits.ts';
import { pageQuery } from './common.ts';
import { CLIENTE_ID, CPF, CREATED_AT, SENT_AT } from './example-values.ts';
import {
  checkedCpf,
  date,
  dateTime,
  drawnText,
  email,
  freeText,
  inline,
  named,
  nullable,
  pagina,
  phone,
  text,
  uuid,
} from './kit.ts';
import { OWN_REFERENCE_EXAMPLE, ownReference, ownReferenceChange, ownReferenceShown } from './own-reference.ts';

const nome = drawnText(SIGNER_NAME_MAX_CHARS, 'Como deve aparecer no certificado.');
const endereco = email('De uma só pessoa do cadastro, sem distinção de maiúsculas.');
const telefone = phone('Formato E.164.');
const documento = checkedCpf();
const nascimento = date('Entre 1900-01-01 e hoje.');

const example = {
  nome: 'Marina Duarte Leal',
  email: 'marina.leal@exemplo.com.br',
  telefone: '+5519987654321',
  cpf: CPF,
  dataNascimento: '1987-04-12',
  ...OWN_REFERENCE_EXAMPLE,
};

export const ClienteEntrada = named(
  'ClienteEntrada',
  {
    nome,
    email: Type.Optional(endereco),
    telefone: Type.Optional(telefone),
    cpf: Type.Optional(documento),
    dataNascimento: Type.Optional(nascimento),
    ...ownReference,
  },
  { examples: [example] },
);
export type ClienteEntrada = Static<typeof ClienteEntrada>;

export const ClienteAlteracao = named(
  'ClienteAlteracao',
  {
    nome: Type.Optional(nome),
    email: Type.Optional(nullable(endereco)),
    telefone: Type.Optional(nullable(telefone)),
    cpf: Type.Optional(nullable(documento)),
    dataNascimento: Type.Optional(nullable(nascimento)),
    ...ownReferenceChange,
  },
  {
    description: 'Só o que vier muda; nulo apaga. Os documentos que já citam a pessoa ficam como estão.',
    examples: [{ telefone: '+5519912345678' }],
  },
);
export type ClienteAlteracao = Static<typeof ClienteAlteracao>;

export const Cliente = named(
  'Cliente',
  {
    id: uuid(),
    nome: text(),
    email: nullable(text()),
    telefone: nullable(text()),
    cpf: nullable(text()),
    dataNascimento: nullable(date()),
    ...ownReferenceShown,
    criadoEm: dateTime(),
    usadoEm: nullable(dateTime(), {
      description: 'Quando um documento citou a pessoa pela última vez, com a precisão de uma hora.',
    }),
  },
  {
    description: 'Uma pessoa do cadastro da organização, a quem se enviam documentos.',
    examples: [{ id: CLIENTE_ID, ...example, cpf: '52998224725', criadoEm: CREATED_AT, usadoEm: SENT_AT }],
  },
);
export type Cliente = Static<typeof Cliente>;

export const PaginaDeCliente = pagina(Cliente);
export type PaginaDeCliente = Static<typeof PaginaDeCliente>;

export const ClientesQuery = inline({
  ...pageQuery,
  busca: Type.Optional(
    freeText(
      200,
      'Parte do nome, do e-mail, do telefone ou da referência externa, sem distinguir maiúsculas nem acentos.',
    ),
  ),
});
export type ClientesQuery = Static<typeof ClientesQuery>;
