import { join } from 'node:path';
import { readConfig } from '../../src/config/index.ts';
import { ROWS, VARIABLES } from '../../src/config/variables/index.ts';

/** What the tests of `deploy` share: the files there name variables, and the service says what it makes of them. */

export const ROOT = join(import.meta.dirname, '../../../..');

/** A value that the service accepts for a variable, instead of a secret that a file only names. */
export function exampleOf(name: string): string {
  const [, row] = ROWS.find(([known]) => known === name) ?? [];
  if (row === undefined) throw new Error(`${name} is in no table of variables`);
  // A key's example is only its form.
  return name === 'MASTER_KEY' ? `2026a:${'ab'.repeat(32)}` : row.example;
}

/** The names of an environment that the service does not read. */
export const unread = (env: Readonly<Record<string, string>>): string[] =>
  Object.keys(env).filter((name) => !(name in VARIABLES));

/** What the service itself makes of an environment. @throws ConfigError with what it refuses */
export const accepted = (env: Readonly<Record<string, string>>) => readConfig(env);
