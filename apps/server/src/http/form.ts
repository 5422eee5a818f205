import { rule } from '@rubrica/contract';
import { invalid } from '../core/problem.ts';
import { decodeUtf8, printable, unstorable } from './json.ts';

/**
 * Reads `application/x-www-form-urlencoded` as required by RFC 6749, 3.2: a parameter without a value counts as not
 * sent, and none may be repeated.
 * @throws 400 naming each repeated parameter and each value that the database cannot store as text
 */
export function readForm(text: string): Record<string, string> {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue;
    if (values.has(name)) repeated.add(name);
    values.set(name, value);
  }
  const form = Object.fromEntries(values);
  const problems = [
    ...[...repeated].map((name) => ({ campo: printable(name), ...rule('givenTwice') })),
    ...unstorable(form, 'corpo'),
  ];
  if (problems.length > 0) throw invalid(problems);
  return form;
}

/** The content-type parser for forms. An absent body stays absent. */
export const parseForm = async (_request: unknown, body: Buffer): Promise<Record<string, string> | undefined> =>
  body.length === 0 ? undefined : readForm(decodeUtf8(body, 'corpo'));
