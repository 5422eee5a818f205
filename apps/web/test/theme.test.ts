import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { theme } from '../painel/theme.ts';
import { WEB } from '../scripts/bundles.ts';

/** The panel's parts that Mantine dresses stand on the same grounds in the dark as those that the kit dresses. */

const [, inTheDark = ''] = /prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(
  readFileSync(join(WEB, 'kit/tokens.css'), 'utf8'),
) ?? [''];
const token = (name: string) => new RegExp(`--${name}: (#\\w+);`).exec(inTheDark)?.[1];

it.each([
  ['text', 0],
  ['muted', 2],
  ['line-strong', 3],
  ['line', 4],
  ['sunken', 6],
  ['surface', 7],
  ['ground', 9],
] as const)('%s is number %i of the dark ones', (name, shade) => {
  expect(theme.colors?.dark?.[shade]).toBe(token(name));
  expect(token(name)).toMatch(/^#[\da-f]{6}$/);
});
