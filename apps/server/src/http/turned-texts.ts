import { type Operation, rule, WRITTEN } from '@rubrica/contract';
import { nameOf } from '../core/drawable.ts';
import type { FieldProblem } from '../core/problem.ts';
import { suspectsIn } from './found-texts.ts';
import { bodySchema, choicesOf } from './schema-choices.ts';

/** More than any text that people write; a picture is not looked through. */
const MAX_CHARS = 20_000;

/** Characters that turn the direction of what follows (Unicode UAX #9). */
const TURNING = /\p{Bidi_Control}/gu;
const isTurned = (text: string): boolean => text.length <= MAX_CHARS && text.search(TURNING) >= 0;

/**
 * Finds texts that read otherwise than they are, wherever a body has one that a person wrote for others to read: titles, names and
 * labels stand inside of sentences of ours, in mails, lists and pages, and would turn those around too.
 */
export function turnedTextsFinder(operation: Operation): (body: unknown) => FieldProblem[] {
  const schema = bodySchema(operation);
  if (schema === undefined) return () => [];
  const choices = choicesOf(schema);
  return (body) =>
    suspectsIn(body, choices, isTurned)
      .filter((suspect) => suspect.choices.some(({ pattern }) => pattern === WRITTEN))
      .map(({ campo, text }) => {
        const characters = [...new Set(text.match(TURNING))].map(nameOf).join(', ');
        return { campo, ...rule('turning', { caracteres: characters }) };
      });
}
