import type { Modelo } from '@rubrica/contract';
import { casadas, destinosDe, type Escolhas } from '../../painel/modelos/planilha/destinos.ts';
import { type Lido, readText } from '../../painel/modelos/planilha/ler.ts';
import { type Linha, linhasDe, type Opcoes } from '../../painel/modelos/planilha/linhas.ts';
import { regrasDe } from '../../painel/modelos/preenchimento.ts';

/** A template and spreadsheets to test with. */

export const LOCADOR = '3b241101-e2bb-4255-8caf-4136c566a962';
export const LOCATARIO = '9f8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d';

const papel = (id: string, rotulo: string, ordem: number) => ({
  id,
  rotulo,
  funcao: 'ASSINAR' as const,
  ordem,
  fatoresExigidos: [],
});

export const LOCACAO: Modelo = {
  id: '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
  nome: 'Locação',
  descricao: null,
  escopo: 'ORGANIZACAO',
  paginas: 1,
  vezesUsado: 0,
  variaveis: ['endereco', 'valor_aluguel'],
  papeis: [papel(LOCATARIO, 'Locatário', 1)],
  campos: [],
  criadoPor: LOCADOR,
  criadoEm: '2026-11-01T12:00:00.000Z',
};

/** With two roles, the second of which acts after the first. */
export const DE_DOIS: Modelo = { ...LOCACAO, papeis: [...LOCACAO.papeis, papel(LOCADOR, 'Locador', 2)] };

export interface Lidas {
  readonly lido: Omit<Lido, 'codificacao'>;
  readonly escolhas: Escolhas;
  readonly linhas: readonly Linha[];
}

/** The lines of a text, its columns found by their headings. */
export function linhasDoTexto(modelo: Modelo, texto: string, change: Partial<Opcoes> = {}): Lidas {
  const regras = change.regras ?? regrasDe(modelo);
  const lido = { ...readText(texto), codificacao: 'utf-8' as const };
  const destinos = destinosDe(modelo, regras);
  const escolhas = change.escolhas ?? casadas(destinos, lido.cabecalho);
  const linhas = linhasDe(modelo, lido, destinos, { repetidas: false, ...change, escolhas, regras });
  return { lido, escolhas, linhas };
}
