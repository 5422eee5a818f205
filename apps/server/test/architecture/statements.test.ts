import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What `core/sql.ts` has words for, nobody writes by hand. */

const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
const sources = new Map(
  readdirSync(SOURCES, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(SOURCES, path), readFileSync(path, 'utf8')] as const)
    .filter(([file]) => file !== 'core/sql.ts'),
);

/** Where each match of `pattern` stands, the files of `except` left out. */
const found = (pattern: RegExp, except: Readonly<Record<string, string>> = {}) =>
  [...sources]
    .filter(([file]) => !(file in except))
    .flatMap(([file, text]) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match.replace(/\s+/g, ' ')}`));

describe('a statement', () => {
  /** Files whose statements compare an organization with something else than their scope's. */
  const OUTSIDE_A_SCOPE = {
    'modules/oauth/registration.ts': "the operator's command names an organization, as the owner",
  };

  it('says which organization by `here`, `ours` or `alike`', () => {
    expect(found(/[\w.]*\borganizacao_id\s*(=(?!=)|<>|in\b|is\b)[^\n]*/g, OUTSIDE_A_SCOPE)).toEqual([]);
    for (const file of Object.keys(OUTSIDE_A_SCOPE)) expect(sources.get(file)).toMatch(/organizacao_id =/);
  });

  /** Files whose statements compare an environment with another than the scope's, which their tables do not keep apart. */
  const OF_BOTH_ENVIRONMENTS = { 'modules/chaves-api/store.ts': 'keys of both environments are managed in one list' };

  it('says which environment by `here` or `alike`', () => {
    expect(found(/[\w.]*\bambiente = (\$\{|\w+\.ambiente\b(?! as))[^\n]*/g, OF_BOTH_ENVIRONMENTS)).toEqual([]);
  });

  it('names the columns it returns, so that a new one changes nothing for whoever has prepared it (ADR 0070)', () => {
    expect(found(/(?<!\(\s*)\b(select|returning) (\w+\.)?\*(?!.*\n?\s*from (acesso\.|\(values))/g)).toEqual([]);
  });

  it('needs no cast around the driver', () => {
    expect(found(/\bsql\b(?:(?!;\n)[\s\S])*?\bas (never|unknown as)\b/g)).toEqual([]);
    expect(found(/from 'pg'/g).filter((line) => !line.startsWith('core/'))).toEqual([]);
  });
});

describe('the type of a row', () => {
  /** What is read that no table or door has. */
  const OF_NO_TABLE: Readonly<Record<string, string>> = {
    Due: 'what the doors of several sweeps have in common',
    DueAt: 'the same, of those that ask for test data',
    LimitRow: 'of a table in the documentation',
    LoginPowers: "rights of a role, from PostgreSQL's own catalogue",
    Periods: 'columns named by a constant',
    Replication: "the state of the server, from PostgreSQL's own views",
  };
  /** Of `Row` and `Columns`, or of types that are. */
  const MADE_OF_ROWS =
    /^(?:export )?(?:type \w+ =[\s\S]*(?:\b(?:Row|Columns)<\s*'|\b\w+Row\b)|interface \w+ extends \w+Row\b)/;
  const definitions = new Map(
    [...sources.values()].flatMap((text) =>
      [...text.matchAll(/^(?:export )?(?:interface|type) (\w+)\b[\s\S]*?(?=\n\n)/gm)].map(
        ([whole, name = '']) => [name, whole] as const,
      ),
    ),
  );
  const read = new Set(
    [...sources.values()].flatMap((text) =>
      [...text.matchAll(/\b(?:sql(?:\.unsafe)?|Statement)<\(?(?!Row<|Columns<)([A-Z]\w+)\b(?!\[')/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
  const named = [...definitions.keys()].filter((name) => name.endsWith('Row') && name !== 'Row');

  it('is compared with the catalogue by the compiler (core/row.ts)', () => {
    const wrong = [...new Set([...named, ...read])]
      .filter((name) => !(name in OF_NO_TABLE))
      .filter((name) => !MADE_OF_ROWS.test(definitions.get(name) ?? ''));
    expect(wrong).toEqual([]);
  });

  const CATALOGUE = readFileSync(join(SOURCES, '../migrations/tables.ts'), 'utf8');
  const columns = new Map(
    [...CATALOGUE.matchAll(/^ {2}'?([\w.]+)'?: \{\n([\s\S]*?)^ {2}\};/gm)].map(([, table = '', body = '']) => [
      table,
      new Set([...body.matchAll(/^ +(\w+):/gm)].map(([, column]) => column)),
    ]),
  );

  it('is written in a statement only for what the statement computes', () => {
    const inline = /<\(?(?:[^`<>]*& )?\{([^{}]*)\}\)?\[\]>\(?`((?:[^`\\$]|\$(?!\{)|\$\{[^}]*\})*)`/g;
    const wrong = [...sources].flatMap(([file, text]) =>
      [...text.matchAll(inline)].flatMap(([, type = '', statement = '']) => {
        const tables = [...statement.matchAll(/\b(?:from|join|into|update)\s+([\w.]+)/g)].map(
          ([, table = '']) => table,
        );
        return [...type.matchAll(/(\w+)\??:/g)]
          .filter(([, name]) => tables.some((table) => columns.get(table)?.has(name)))
          .map(([, name]) => `${file}: ${name} of ${tables.join(', ')}`);
      }),
    );
    expect(columns.size).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  });

  it('is excepted only while it is there', () => {
    expect(Object.keys(OF_NO_TABLE).filter((name) => !definitions.has(name))).toEqual([]);
  });
});
