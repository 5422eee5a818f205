import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The pages of docs/adr have one form, and their index lists each. */

const FOLDER = join(import.meta.dirname, '../../../../docs/adr');
const pages = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort()
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const titleOf = (text: string) => /^# (\d{4})\. (.+)\n/.exec(text);

/** Status, then these in this order; other sections stand between them or after. */
const SECTIONS = ['Context', 'Decision', 'Consequences'];

describe('a decision', () => {
  it.each(pages)('$name has title, status, context, decision and consequences', ({ name, text }) => {
    const [, number] = titleOf(text) ?? [];
    expect(name.slice(0, 5)).toBe(`${number}-`);
    expect(text).toMatch(/^# .+\n\n\*\*Status\*\*: (accepted|superseded by ADR \d{4})\b/);
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, section]) => section ?? '');
    expect(sections.filter((section) => SECTIONS.includes(section))).toEqual(SECTIONS);
  });

  it('has a number of its own', () => {
    const numbers = pages.map(({ name }) => name.slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('stands in the index with its title and a line', () => {
    const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    const rows = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.+?) \| (.+) \|$/gm)];
    expect(rows.map(([, number, name, title]) => [number, name, title])).toEqual(
      pages.map(({ name, text }) => [...(titleOf(text) ?? []).slice(1, 2), name, titleOf(text)?.[2]]),
    );
  });
});
