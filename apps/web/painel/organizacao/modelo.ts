/** The placeholders of e-mail templates, filled in as the service does when it sends. */

export const VARIAVEIS = ['signatario', 'organizacao', 'titulo', 'prazo'] as const;
export type Variavel = (typeof VARIAVEIS)[number];

/** What they stand for; null where the document has no such thing. */
export type Valores = Readonly<Record<Variavel, string | null>>;

/** A piece of a text: plain, or what a placeholder gave way to. */
export interface Trecho {
  readonly texto: string;
  readonly variavel: Variavel | null;
}

const PLACEHOLDER = /\{\{(signatario|organizacao|titulo|prazo)\}\}(\.(?!\.))?/g;

/** The placeholders a text names, each once. */
export const citadas = (texto: string): Variavel[] => [
  ...new Set([...texto.matchAll(PLACEHOLDER)].map(([, name]) => name as Variavel)),
];

/** A text with its values in place. A value that ends in a full stop (“Ltda.”) takes no second one. */
export function preencher(texto: string, valores: Valores): Trecho[] {
  const trechos: Trecho[] = [];
  let at = 0;
  const plain = (text: string) => text && trechos.push({ texto: text, variavel: null });
  for (const match of texto.matchAll(PLACEHOLDER)) {
    const [whole, name, stop = ''] = match;
    const value = valores[name as Variavel] ?? '';
    plain(texto.slice(at, match.index));
    trechos.push({ texto: value, variavel: name as Variavel });
    if (!value.endsWith('.')) plain(stop);
    at = match.index + whole.length;
  }
  plain(texto.slice(at));
  return trechos;
}

/** The paragraphs that are sent: one that names what the document does not have is left out whole. */
export const paragrafos = (corpo: string, valores: Valores): Trecho[][] =>
  corpo
    .split(/\n{2,}/)
    .filter((paragraph) => citadas(paragraph).every((name) => valores[name] !== null))
    .map((paragraph) => preencher(paragraph, valores));
