import type { MetodoEntrega, Modelo } from '@rubrica/contract';
import { ACCEPTED_DELIVERY_METHODS } from '@rubrica/contract/enums';
import { TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { digitsOf, isCpf, phoneOf } from '../../../kit/brazil.ts';
import type { Party } from '../../editor/state/types.ts';
import { type Filling, type Issue, issuesOf, personsOf, type Rules } from '../filling.ts';
import { doubtful, kindOf, tidied, withZeros } from '../variable.ts';
import type { ReadItem } from './read.ts';
import type { Choices, Detail, Target } from './targets.ts';

/** What each line of a spreadsheet would make, and what is wrong with it, before anything is made. */

export type LineIssue =
  | Issue
  | { readonly de: 'leitura'; readonly why: 'quotes' }
  | { readonly de: 'leitura'; readonly why: 'columns'; readonly columns: number; readonly expectedOnes: number }
  | { readonly de: 'entrega'; readonly papelId: string }
  /** The same as a line before it. */
  | { readonly de: 'repeated'; readonly line: number };

export interface Line {
  /** Of the file, from 1. */
  readonly line: number;
  readonly gridCells: readonly string[];
  /** Null where the line could not be read. */
  readonly filling: Filling | null;
  readonly issues: readonly LineIssue[];
  /** Variables whose value does not look like what they are for. */
  readonly doubts: readonly string[];
  /** Everything that the line says, in one text: the same for the same line, wherever it stands. */
  readonly conteudo: string;
  /** How many lines before it say the same. */
  readonly vez: number;
}

export interface Options {
  readonly choices: Choices;
  readonly rules: Rules;
  /** Whether a line that says what another said makes a document of its own. */
  readonly repeatedOnes: boolean;
}

/** All lines of a file in its order, the broken ones among them. */
export function linesOf(
  modelo: Modelo,
  readItem: ReadItem,
  targets: readonly Target[],
  options: Options,
): readonly Line[] {
  const firsts = new Map<string, { line: number; times: number }>();
  const read = readItem.recordRows.map(({ linha: line, gridCells }): Line => {
    const { filling, titulo, entregas } = fill(modelo, targets, options, gridCells);
    const conteudo = contentOf({ ...filling, titulo });
    const first = firsts.get(conteudo);
    const vez = first?.times ?? 0;
    firsts.set(conteudo, { line: first?.line ?? line, times: vez + 1 });
    const issues: LineIssue[] = [
      ...issuesOf(filling, options.rules),
      ...entregas.map((papelId) => ({ de: 'entrega' as const, papelId })),
      ...(first && !options.repeatedOnes ? [{ de: 'repeated' as const, line: first.line }] : []),
    ];
    const doubts = Object.entries(filling.variaveis).flatMap(([nome, texto]) =>
      doubtful(kindOf(nome), texto) ? [nome] : [],
    );
    return { line, gridCells, filling, issues, doubts, conteudo, vez };
  });
  const broken = readItem.brokenOnes.map(({ linha: line, why, columns }): Line => {
    const issue: LineIssue =
      why === 'quotes' ? { de: 'leitura', why } : { de: 'leitura', why, columns, expectedOnes: readItem.header.length };
    return { line, gridCells: [], filling: null, issues: [issue], doubts: [], conteudo: '', vez: 0 };
  });
  return [...read, ...broken].sort((a, b) => a.line - b.line);
}

interface Filled {
  readonly filling: Filling;
  /** As the line says it; empty where it gets one from the template, whose name may change. */
  readonly titulo: string;
  /** Roles whose way of delivery is no word we know. */
  readonly entregas: readonly string[];
}

function fill(modelo: Modelo, targets: readonly Target[], { choices }: Options, gridCells: readonly string[]): Filled {
  const persons = new Map(personsOf(modelo).map((person) => [person.id, person]));
  const entregas: string[] = [];
  // As pairs: a variable may be called `__proto__`.
  const values: [nome: string, texto: string][] = [];
  let titulo = '';
  for (const destino of targets) {
    const fonte = choices[destino.id];
    const value = fonte === undefined ? '' : fonte.de === 'fixed' ? fonte.valor.trim() : (gridCells[fonte.index] ?? '');
    if (destino.de === 'titulo') titulo = value;
    else if (destino.de === 'variable') values.push([destino.nome, tidied(kindOf(destino.nome), value)]);
    else if (value !== '') {
      const person = persons.get(destino.papelId);
      const known = detailOf(destino.dado, value);
      if (known === null) entregas.push(destino.papelId);
      else if (person) persons.set(person.id, { ...person, ...known });
    }
  }
  const all = [...persons.values()];
  const variaveis = Object.fromEntries(values);
  return { filling: { titulo: titulo || titleOf(modelo, all), persons: all, variaveis }, titulo, entregas };
}

/** The template's name and the first person's: a list of documents that are all called the same helps nobody. */
function titleOf({ nome }: Modelo, persons: readonly Party[]): string {
  const who = persons.find((person) => person.nome !== '')?.nome;
  const title = who ? `${nome} — ${who}` : nome;
  return title.length > TITLE_MAX_CHARS ? nome : title;
}

const DELIVERIES: Readonly<Record<string, MetodoEntrega>> = { 'e-mail': 'EMAIL', mail: 'EMAIL', enlace: 'LINK' };

/** A datum of a person as the service takes it, whatever a spreadsheet made of it; null where it is no known word. */
export function detailOf(dado: Detail, value: string): Partial<Party> | null {
  switch (dado) {
    case 'nome':
    case 'email':
      return { [dado]: value };
    case 'telefone':
      return { telefone: /^55[1-9]\d9\d{8}$/.test(digitsOf(value)) ? `+${digitsOf(value)}` : phoneOf(value) };
    case 'cpf':
      return { cpf: /^\d{1,11}$/.test(value) ? withZeros(value, isCpf, 11) : digitsOf(value) || value };
    case 'dataNascimento':
      return { dataNascimento: isoOf(value) };
    case 'metodoEntrega': {
      const word = value.toLowerCase();
      const known = ACCEPTED_DELIVERY_METHODS.find((one) => one.toLowerCase() === word) ?? DELIVERIES[word];
      return known ? { metodoEntrega: known } : null;
    }
  }
}

/** `1/2/1990` as `1990-02-01`; anything else stays, and is told to be no date. */
function isoOf(value: string): string {
  const match = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(value);
  if (!match) return value;
  const [, day = '', month = '', year = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** In a fixed order and with nothing but what is said. */
function contentOf({ titulo, persons, variaveis }: Filling): string {
  const people = persons.map(({ id, nome, email, telefone, cpf, dataNascimento, metodoEntrega }) => [
    id,
    nome,
    email.toLowerCase(),
    telefone,
    cpf,
    dataNascimento,
    metodoEntrega,
  ]);
  const values = Object.entries(variaveis).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([titulo, people, values]);
}
