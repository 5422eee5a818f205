import type { MetodoEntrega, Modelo } from '@rubrica/contract';
import { METODOS_ACEITOS } from '@rubrica/contract/enums';
import { TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { digitsOf, isCpf, phoneOf } from '../../../kit/brazil.ts';
import type { Party } from '../../editor/estado/tipos.ts';
import { type Preenchimento, type Problema, pessoasDe, problemasDe, type Regras } from '../preenchimento.ts';
import { arrumado, duvidoso, especieDe, withZeros } from '../variavel.ts';
import type { Dado, Destino, Escolhas } from './destinos.ts';
import type { Lido } from './ler.ts';

/** What each line of a spreadsheet would make, and what is wrong with it, before anything is made. */

export type ProblemaDaLinha =
  | Problema
  | { readonly de: 'leitura'; readonly por: 'aspas' }
  | { readonly de: 'leitura'; readonly por: 'colunas'; readonly colunas: number; readonly esperadas: number }
  | { readonly de: 'entrega'; readonly papelId: string }
  /** The same as a line before it. */
  | { readonly de: 'repetida'; readonly linha: number };

export interface Linha {
  /** Of the file, from 1. */
  readonly linha: number;
  readonly celulas: readonly string[];
  /** Null where the line could not be read. */
  readonly preenchimento: Preenchimento | null;
  readonly problemas: readonly ProblemaDaLinha[];
  /** Variables whose value does not look like what they are for. */
  readonly duvidas: readonly string[];
  /** Everything that the line says, in one text: the same for the same line, wherever it stands. */
  readonly conteudo: string;
  /** How many lines before it say the same. */
  readonly vez: number;
}

export interface Opcoes {
  readonly escolhas: Escolhas;
  readonly regras: Regras;
  /** Whether a line that says what another said makes a document of its own. */
  readonly repetidas: boolean;
}

/** All lines of a file in its order, the broken ones among them. */
export function linhasDe(modelo: Modelo, lido: Lido, destinos: readonly Destino[], opcoes: Opcoes): readonly Linha[] {
  const firsts = new Map<string, { linha: number; times: number }>();
  const read = lido.registros.map(({ linha, celulas }): Linha => {
    const { preenchimento, titulo, entregas } = fill(modelo, destinos, opcoes, celulas);
    const conteudo = contentOf({ ...preenchimento, titulo });
    const first = firsts.get(conteudo);
    const vez = first?.times ?? 0;
    firsts.set(conteudo, { linha: first?.linha ?? linha, times: vez + 1 });
    const problemas: ProblemaDaLinha[] = [
      ...problemasDe(preenchimento, opcoes.regras),
      ...entregas.map((papelId) => ({ de: 'entrega' as const, papelId })),
      ...(first && !opcoes.repetidas ? [{ de: 'repetida' as const, linha: first.linha }] : []),
    ];
    const duvidas = Object.entries(preenchimento.variaveis).flatMap(([nome, texto]) =>
      duvidoso(especieDe(nome), texto) ? [nome] : [],
    );
    return { linha, celulas, preenchimento, problemas, duvidas, conteudo, vez };
  });
  const broken = lido.quebradas.map(({ linha, por, colunas }): Linha => {
    const problema: ProblemaDaLinha =
      por === 'aspas' ? { de: 'leitura', por } : { de: 'leitura', por, colunas, esperadas: lido.cabecalho.length };
    return { linha, celulas: [], preenchimento: null, problemas: [problema], duvidas: [], conteudo: '', vez: 0 };
  });
  return [...read, ...broken].sort((a, b) => a.linha - b.linha);
}

interface Filled {
  readonly preenchimento: Preenchimento;
  /** As the line says it; empty where it gets one from the template, whose name may change. */
  readonly titulo: string;
  /** Roles whose way of delivery is no word we know. */
  readonly entregas: readonly string[];
}

function fill(modelo: Modelo, destinos: readonly Destino[], { escolhas }: Opcoes, celulas: readonly string[]): Filled {
  const pessoas = new Map(pessoasDe(modelo).map((pessoa) => [pessoa.id, pessoa]));
  const entregas: string[] = [];
  // As pairs: a variable may be called `__proto__`.
  const values: [nome: string, texto: string][] = [];
  let titulo = '';
  for (const destino of destinos) {
    const fonte = escolhas[destino.id];
    const value = fonte === undefined ? '' : fonte.de === 'fixo' ? fonte.valor.trim() : (celulas[fonte.indice] ?? '');
    if (destino.de === 'titulo') titulo = value;
    else if (destino.de === 'variavel') values.push([destino.nome, arrumado(especieDe(destino.nome), value)]);
    else if (value !== '') {
      const pessoa = pessoas.get(destino.papelId);
      const known = dadoDe(destino.dado, value);
      if (known === null) entregas.push(destino.papelId);
      else if (pessoa) pessoas.set(pessoa.id, { ...pessoa, ...known });
    }
  }
  const all = [...pessoas.values()];
  const variaveis = Object.fromEntries(values);
  return { preenchimento: { titulo: titulo || titleOf(modelo, all), pessoas: all, variaveis }, titulo, entregas };
}

/** The template's name and the first person's: a list of documents that are all called the same helps nobody. */
function titleOf({ nome }: Modelo, pessoas: readonly Party[]): string {
  const who = pessoas.find((pessoa) => pessoa.nome !== '')?.nome;
  const title = who ? `${nome} — ${who}` : nome;
  return title.length > TITLE_MAX_CHARS ? nome : title;
}

const DELIVERIES: Readonly<Record<string, MetodoEntrega>> = { 'e-mail': 'EMAIL', correo: 'EMAIL', enlace: 'LINK' };

/** A datum of a person as the service takes it, whatever a spreadsheet made of it; null where it is no known word. */
function dadoDe(dado: Dado, value: string): Partial<Party> | null {
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
      const known = METODOS_ACEITOS.find((one) => one.toLowerCase() === word) ?? DELIVERIES[word];
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
function contentOf({ titulo, pessoas, variaveis }: Preenchimento): string {
  const people = pessoas.map(({ id, nome, email, telefone, cpf, dataNascimento, metodoEntrega }) => [
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
