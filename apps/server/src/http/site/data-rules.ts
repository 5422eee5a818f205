import { components, DRAWN, defaultInWords, FIELD_TYPES } from '@rubrica/contract';

/** The parts of the guide to data rules that are generated from the contract, in Markdown. */

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The locations in a schema whose text is drawn, as paths: `organizacao.nome`. */
function drawnIn({ properties = {} }: Schema, path = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return schema.description?.endsWith(DRAWN) ? [place] : drawnIn(schema, place);
  });
}

/** Every text of a request that is drawn in a PDF: the name of its schema, and its locations. */
export const DRAWN_TEXTS: readonly (readonly [schema: string, places: readonly string[]])[] = [...components]
  .map(([name, schema]) => [name, drawnIn(schema as Schema)] as const)
  .filter(([, places]) => places.length > 0);

export const drawnTextsInMarkdown = (): string =>
  [
    '| Esquema | Onde |',
    '|---|---|',
    ...DRAWN_TEXTS.map(([name, places]) => `| ${name} | ${places.map((place) => `\`${place}\``).join(', ')} |`),
  ].join('\n');

export const defaultsInMarkdown = (): string =>
  [
    '| `tipo` | `valorPadrao` |',
    '|---|---|',
    ...FIELD_TYPES.map((tipo) => `| \`${tipo}\` | ${defaultInWords(tipo)} |`),
  ].join('\n');
