import { rule } from '@rubrica/contract';
import type { FieldProblem } from './problem.ts';

/** Characters of a text that the embedded fonts cannot draw; empty when all can. */
export type Undrawable = (text: string) => readonly string[];

/** Enough to see what is wrong; a text of another script would list every character. */
const CHARACTERS_NAMED = 5;

/**
 * Texts that the signed file or the certificate will draw, refused where they are entered, with the characters no
 * font of ours has. Control characters and lone surrogates are among them, so that the database never meets them.
 */
export function checkDrawable(
  texts: readonly (readonly [campo: string, text: string | null | undefined])[],
  undrawable: Undrawable,
): FieldProblem[] {
  return texts.flatMap(([campo, text]) => {
    const missing = text ? undrawable(text) : [];
    if (missing.length === 0) return [];
    const characters = missing.slice(0, CHARACTERS_NAMED).map(nameOf).join(', ');
    return [{ campo, ...rule('undrawable', { caracteres: characters }) }];
  });
}

/** The character itself, or its code point where nothing of it would be seen. */
function nameOf(character: string): string {
  if (!/^[\p{C}\p{Z}]$/u.test(character)) return `“${character}”`;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
