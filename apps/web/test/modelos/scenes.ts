import type { Modelo } from '@rubrica/contract';
import { rulesOf } from '../../painel/modelos/filling.ts';
import { type Line, linesOf, type Options } from '../../painel/modelos/spreadsheet/lines.ts';
import { type ReadItem, readText } from '../../painel/modelos/spreadsheet/read.ts';
import { type Choices, matched, targetsOf } from '../../painel/modelos/spreadsheet/targets.ts';

/** A template and spreadsheets to test with. */

export const LANDLORD = '3b241101-e2bb-4255-8caf-4136c566a962';
export const TENANT = '9f8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d';

const papel = (id: string, rotulo: string, ordem: number) => ({
  id,
  rotulo,
  funcao: 'ASSINAR' as const,
  ordem,
  fatoresExigidos: [],
});

export const LEASE: Modelo = {
  id: '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
  nome: 'Locação',
  descricao: null,
  escopo: 'ORGANIZACAO',
  paginas: 1,
  vezesUsado: 0,
  variaveis: ['endereco', 'valor_aluguel'],
  papeis: [papel(TENANT, 'Locatário', 1)],
  campos: [],
  criadoPor: LANDLORD,
  criadoEm: '2026-11-01T12:00:00.000Z',
};

/** With two roles, the second of which acts after the first. */
export const OF_TWO: Modelo = { ...LEASE, papeis: [...LEASE.papeis, papel(LANDLORD, 'Locador', 2)] };

export interface ReadRows {
  readonly readItem: Omit<ReadItem, 'encoding'>;
  readonly choices: Choices;
  readonly lines: readonly Line[];
}

/** The lines of a text, its columns found by their headings. */
export function textLines(modelo: Modelo, texto: string, change: Partial<Options> = {}): ReadRows {
  const rules = change.rules ?? rulesOf(modelo);
  const readItem = { ...readText(texto), encoding: 'utf-8' as const };
  const targets = targetsOf(modelo, rules);
  const choices = change.choices ?? matched(targets, readItem.header);
  const lines = linesOf(modelo, readItem, targets, { repeatedOnes: false, ...change, choices, rules });
  return { readItem, choices, lines };
}
