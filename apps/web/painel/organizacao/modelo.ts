/** The placeholders of e-mail templates, filled in as the service does when it sends. */

export const VARIAVEIS = ['signatario', 'organizacao', 'titulo', 'prazo'] as const;
export type Variable = (typeof VARIAVEIS)[number];

/** What they stand for; null where the document has no such thing. */
export type Valores = Readonly<Record<Variable, string | null>>;

/** A piece of a text: plain, or what a placeholder gave way to. */
export interface Passage {
  readonly texto: string;
  readonly variable: Variable | null;
}

const PLACEHOLDER = /\{\{(signatario|organizacao|titulo|prazo)\}\}(\.(?!\.))?/g;

/** The placeholders a text names, each once. */
export const cited = (texto: string): Variable[] => [
  ...new Set([...texto.matchAll(PLACEHOLDER)].map(([, name]) => name as Variable)),
];

/** A text with its values in place. A value that ends in a full stop (“Ltda.”) takes no second one. */
export function fillIn(texto: string, valores: Valores): Passage[] {
  const passages: Passage[] = [];
  let at = 0;
  const plain = (text: string) => text && passages.push({ texto: text, variable: null });
  for (const match of texto.matchAll(PLACEHOLDER)) {
    const [whole, name, stop = ''] = match;
    const value = valores[name as Variable] ?? '';
    plain(texto.slice(at, match.index));
    passages.push({ texto: value, variable: name as Variable });
    if (!value.endsWith('.')) plain(stop);
    at = match.index + whole.length;
  }
  plain(texto.slice(at));
  return passages;
}

/** The paragraphs that are sent: one that names what the document does not have is left out whole. */
export const paragraphs = (corpo: string, valores: Valores): Passage[][] =>
  corpo
    .split(/\n{2,}/)
    .filter((paragraph) => cited(paragraph).every((name) => valores[name] !== null))
    .map((paragraph) => fillIn(paragraph, valores));
