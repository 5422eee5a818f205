import { rule } from '@rubrica/contract';
import type { FieldProblem } from './problem.ts';

/** Characters of a text that the embedded fonts cannot draw; empty if they can draw all. */
export type Undrawable = (text: string) => readonly string[];

/** Enough to see the problem; a text in another script would list every character. */
const CHARACTERS_NAMED = 5;

/**
 * Refuses texts that the signed file or the certificate could not draw, where they are entered, naming the characters
 * that none of our fonts has. These include control characters and lone surrogates, so the database never receives
 * them.
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

/** The character itself, or its code point if it would be invisible. */
export function nameOf(character: string): string {
  if (!/^[\p{C}\p{Z}]$/u.test(character)) return `“${character}”`;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
