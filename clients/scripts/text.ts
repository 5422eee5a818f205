import type { Method, Shape } from './shapes.ts';

/** What the texts of both languages are made with. */

/** `obterArquivo` as `obter_arquivo`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The class of a resource: `DocumentosSignatarios` for `documentos.signatarios`. */
export const classOf = (resource: readonly string[]): string => resource.map(capital).join('');

/** Lines moved to the right, but for empty ones. */
export const indented = (lines: readonly string[], by: string): string[] =>
  lines.map((line) => (line === '' ? '' : `${by}${line}`));

/** A text in lines of at most `width` characters, its own line breaks kept; an item of a list hangs from its dash. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const hanging = paragraph.startsWith('- ') ? '  ' : '';
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = hanging + word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  });
}

/** A resource with what it has: methods, and resources below it by the last part of their names. */
export interface Resource {
  readonly path: readonly string[];
  readonly methods: readonly Method[];
  readonly below: readonly string[];
}

/** Every resource, those before that stand below others. */
export function resourcesOf(methods: readonly Method[]): Resource[] {
  const paths = new Map<string, readonly string[]>();
  for (const { resource } of methods) {
    for (let depth = resource.length; depth > 0; depth -= 1) {
      const path = resource.slice(0, depth);
      paths.set(path.join('.'), path);
    }
  }
  return [...paths]
    .sort(([, a], [, b]) => b.length - a.length || (classOf(a) < classOf(b) ? -1 : 1))
    .map(([name, path]) => ({
      path,
      methods: methods.filter(({ resource }) => resource.join('.') === name),
      below: [...paths.values()]
        .filter((other) => other.length === path.length + 1 && other.slice(0, -1).join('.') === name)
        .map((other) => other.at(-1) ?? '')
        .sort(),
    }));
}

/** The resources a client has at once. */
export const topOf = (resources: readonly Resource[]): string[] =>
  resources.flatMap(({ path }) => (path.length === 1 ? path : [])).sort();

/** The names of named types in a shape, lists of texts included. */
export function namesIn(shape: Shape): string[] {
  if (shape.kind === 'named') return [shape.name];
  if (shape.kind === 'enum') return shape.name === undefined ? [] : [shape.name];
  if (shape.kind === 'choice') return shape.of.flatMap(namesIn);
  return 'of' in shape ? namesIn(shape.of) : [];
}

/** The object that a shape leads to through lists and nulls, or null if it is none or one of several. */
export function objectIn(shape: Shape): string | null {
  if (shape.kind === 'named') return shape.name;
  return shape.kind === 'list' || shape.kind === 'nullable' ? objectIn(shape.of) : null;
}

/** Whether a map has objects as values, which no client makes models of. */
export const hasMapOfObjects = (shape: Shape): boolean =>
  shape.kind === 'map'
    ? objectIn(shape.of) !== null
    : 'of' in shape && !Array.isArray(shape.of) && hasMapOfObjects(shape.of as Shape);
