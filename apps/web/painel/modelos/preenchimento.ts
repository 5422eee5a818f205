import type { DocumentoDeModeloEntrada, FatorAutenticacao, Modelo } from '@rubrica/contract';
import { FIELD_VALUE_MAX_CHARS, TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { type Fault, partyProblems } from '../editor/estado/regras.ts';
import { newParty, type Party } from '../editor/estado/tipos.ts';

/** A template filled in: what the short form and each line of a spreadsheet come to. */

/** What holds for everybody, and for every line of a spreadsheet. */
export interface Regras {
  readonly fatoresExigidos: readonly FatorAutenticacao[];
  /** Whether people act in the order of the template's roles. */
  readonly ordenado: boolean;
  readonly mensagem: string;
  readonly pastaId: string | null;
  /** Whether a variable may stay empty. */
  readonly comVazias: boolean;
}

export interface Preenchimento {
  readonly titulo: string;
  /** One a role, its id the role's. */
  readonly pessoas: readonly Party[];
  readonly variaveis: Readonly<Record<string, string>>;
}

export type Problema =
  | { readonly de: 'titulo'; readonly por: 'longo' }
  | { readonly de: 'pessoa'; readonly papelId: string; readonly dado: keyof Party; readonly por: Fault }
  | { readonly de: 'variavel'; readonly nome: string; readonly por: 'vazia' | 'longa' };

/** Whether the template's roles act one after another. */
export const temOrdem = ({ papeis }: Pick<Modelo, 'papeis'>): boolean =>
  new Set(papeis.map(({ ordem }) => ordem)).size > 1;

/** What keeps a document made of it from being sent as it is born. */
export function faltaAoModelo({ papeis, campos }: Pick<Modelo, 'papeis' | 'campos'>): 'papeis' | 'assinatura' | null {
  if (papeis.length === 0) return 'papeis';
  return campos.some(({ tipo }) => tipo === 'ASSINATURA') ? null : 'assinatura';
}

export const regrasDe = (modelo: Pick<Modelo, 'papeis'>): Regras => ({
  fatoresExigidos: ['EMAIL'],
  ordenado: temOrdem(modelo),
  mensagem: '',
  pastaId: null,
  comVazias: false,
});

/** Nobody yet in each role. */
export const pessoasDe = ({ papeis }: Pick<Modelo, 'papeis'>): Party[] =>
  papeis.map(({ id, funcao, ordem, fatoresExigidos }) => newParty(ordem, { id, funcao, reforco: fatoresExigidos }));

/** Everything the service would refuse, as far as it can be known before. */
export function problemasDe({ titulo, pessoas, variaveis }: Preenchimento, regras: Regras): Problema[] {
  const problemas: Problema[] = titulo.length > TITLE_MAX_CHARS ? [{ de: 'titulo', por: 'longo' }] : [];
  pessoas.forEach((pessoa, index) => {
    for (const { fault, spot, blocks } of partyProblems(pessoa, index, regras)) {
      if (blocks && spot.at === 'parte' && spot.name !== 'campos') {
        problemas.push({ de: 'pessoa', papelId: pessoa.id, dado: spot.name, por: fault });
      }
    }
  });
  for (const [nome, texto] of Object.entries(variaveis)) {
    if (texto.length > FIELD_VALUE_MAX_CHARS) problemas.push({ de: 'variavel', nome, por: 'longa' });
    if (texto.trim() === '' && !regras.comVazias) problemas.push({ de: 'variavel', nome, por: 'vazia' });
  }
  return problemas;
}

const given = <K extends string>(name: K, value: string): { [name in K]?: string } =>
  (value.trim() === '' ? {} : { [name]: value.trim() }) as { [name in K]?: string };

/** The request that makes the document. @param ids of the signers to be, in the order of the people */
export function pedidoDe(
  { titulo, pessoas, variaveis }: Preenchimento,
  { fatoresExigidos, ordenado, mensagem, pastaId }: Regras,
  ids: readonly string[] = [],
): DocumentoDeModeloEntrada {
  return {
    ...given('titulo', titulo),
    variaveis: { ...variaveis },
    papeis: pessoas.map((pessoa, index) => ({
      papelId: pessoa.id,
      ...(ids[index] ? { id: ids[index] } : {}),
      metodoEntrega: pessoa.metodoEntrega,
      ...given('nome', pessoa.nome),
      ...given('email', pessoa.email),
      ...given('telefone', pessoa.telefone),
      ...given('cpf', pessoa.cpf),
      ...given('dataNascimento', pessoa.dataNascimento),
    })),
    fatoresExigidos: [...fatoresExigidos],
    ordenado,
    ...given('mensagem', mensagem),
    ...(pastaId === null ? {} : { pastaId }),
  };
}
