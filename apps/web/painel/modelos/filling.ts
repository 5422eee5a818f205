import type { DocumentoDeModeloEntrada, FatorAutenticacao, Modelo } from '@rubrica/contract';
import { FIELD_VALUE_MAX_CHARS, TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { type Fault, partyProblems } from '../editor/state/rules.ts';
import { isInPerson, newParty, type Party } from '../editor/state/types.ts';

/** A template filled in: what the short form and each line of a spreadsheet come to. */

/** What holds for everybody, and for every line of a spreadsheet. */
export interface Rules {
  readonly fatoresExigidos: readonly FatorAutenticacao[];
  /** Whether people act in the order of the template's roles. */
  readonly ordenado: boolean;
  readonly mensagem: string;
  readonly pastaId: string | null;
  /** Whether a variable may stay empty. */
  readonly withBlanks: boolean;
  /** Of all lines of a spreadsheet; the short form asks of each person. */
  readonly delegavel?: boolean;
  /** Of those whom the link is handed to, also of all lines. */
  readonly presencial?: boolean;
}

export interface Filling {
  readonly titulo: string;
  /** One a role, its id the role's. */
  readonly persons: readonly Party[];
  readonly variaveis: Readonly<Record<string, string>>;
}

export type Issue =
  | { readonly de: 'titulo'; readonly why: 'long' }
  | { readonly de: 'person'; readonly papelId: string; readonly dado: keyof Party; readonly why: Fault }
  | { readonly de: 'variable'; readonly nome: string; readonly why: 'blank' | 'long' };

/** Whether the template's roles act one after another. */
export const hasOrder = ({ papeis }: Pick<Modelo, 'papeis'>): boolean =>
  new Set(papeis.map(({ ordem }) => ordem)).size > 1;

/** What keeps a document made of it from being sent as it is born. */
export function missingInModelo({ papeis, campos }: Pick<Modelo, 'papeis' | 'campos'>): 'papeis' | 'assinatura' | null {
  if (papeis.length === 0) return 'papeis';
  return campos.some(({ tipo }) => tipo === 'ASSINATURA') ? null : 'assinatura';
}

export const rulesOf = (modelo: Pick<Modelo, 'papeis'>): Rules => ({
  fatoresExigidos: ['EMAIL'],
  ordenado: hasOrder(modelo),
  mensagem: '',
  pastaId: null,
  withBlanks: false,
});

/** Nobody yet in each role. */
export const personsOf = ({ papeis }: Pick<Modelo, 'papeis'>): Party[] =>
  papeis.map(({ id, funcao, ordem, fatoresExigidos }) =>
    newParty(ordem, { id, funcao, reinforcement: fatoresExigidos }),
  );

/** Everything the service would refuse, as far as it can be known before. */
export function issuesOf({ titulo, persons, variaveis }: Filling, rules: Rules): Issue[] {
  const issues: Issue[] = titulo.length > TITLE_MAX_CHARS ? [{ de: 'titulo', why: 'long' }] : [];
  persons.forEach((person, index) => {
    for (const { fault, spot, blocks } of partyProblems(person, index, rules)) {
      if (blocks && spot.at === 'part' && spot.name !== 'campos') {
        issues.push({ de: 'person', papelId: person.id, dado: spot.name, why: fault });
      }
    }
  });
  for (const [nome, texto] of Object.entries(variaveis)) {
    if (texto.length > FIELD_VALUE_MAX_CHARS) issues.push({ de: 'variable', nome, why: 'long' });
    if (texto.trim() === '' && !rules.withBlanks) issues.push({ de: 'variable', nome, why: 'blank' });
  }
  return issues;
}

const given = <K extends string>(name: K, value: string): { [name in K]?: string } =>
  (value.trim() === '' ? {} : { [name]: value.trim() }) as { [name in K]?: string };

/** The request that makes the document. @param ids of the signers to be, in the order of the people */
export function requestOf(
  { titulo, persons, variaveis }: Filling,
  { fatoresExigidos, ordenado, mensagem, pastaId, delegavel = false, presencial = false }: Rules,
  ids: readonly string[] = [],
): DocumentoDeModeloEntrada {
  return {
    ...given('titulo', titulo),
    variaveis: { ...variaveis },
    papeis: persons.map((person, index) => ({
      papelId: person.id,
      ...(ids[index] ? { id: ids[index] } : {}),
      metodoEntrega: person.metodoEntrega,
      ...(isInPerson({ ...person, presencial: person.presencial || presencial }) ? { presencial: true } : {}),
      ...(person.delegavel || delegavel ? { delegavel: true } : {}),
      ...given('nome', person.nome),
      ...given('email', person.email),
      ...given('telefone', person.telefone),
      ...given('cpf', person.cpf),
      ...given('dataNascimento', person.dataNascimento),
      ...(person.clienteId === null ? {} : { clienteId: person.clienteId }),
    })),
    fatoresExigidos: [...fatoresExigidos],
    ordenado,
    ...given('mensagem', mensagem),
    ...(pastaId === null ? {} : { pastaId }),
  };
}
