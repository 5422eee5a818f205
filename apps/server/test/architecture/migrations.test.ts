import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import released from '../../migrations/released.json' with { type: 'json' };

/**
 * Processes of the last release run on a schema that a newer one migrates (ADR 0070). What would break them, or keep a
 * large table locked while it is rewritten or indexed, is refused in a migration that is not released yet, unless the
 * line before the statement says `-- squawk-ignore RULE` (`rubrica-ignore` for what squawk does not know) and the one
 * before that `-- Safe: ` and why.
 */

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** Taste, and time limits that `compose/migrations.ts` sets for all of them. */
const NOT_OURS = [
  ...['prefer-bigint-over-int', 'prefer-bigint-over-smallint', 'prefer-identity', 'prefer-repack', 'prefer-text-field'],
  ...['prefer-robust-stmts', 'prefer-timestamp-tz', 'require-lock-timeout', 'require-statement-timeout'],
];
/** What processes of before may ask for, or wait for, and squawk does not look at. */
const OURS: Readonly<Record<string, RegExp>> = {
  'drop-of-what-is-called':
    /^\s*drop\s+(materialized\s+view|view|function|procedure|sequence|type|domain|schema|policy)\b/im,
  'rename-of-what-is-called': /^\s*alter\s+(view|function|procedure|sequence|type|domain|schema)\b[^;]*\brename\b/im,
  'table-rewritten-or-locked':
    /^\s*(cluster\b|vacuum\s+\(?full\b|lock\s+table\b|alter\s+table\b[^;]*\bset\s+(un)?logged\b)/im,
};
const SAYS_WHY = /^-- Safe: \S.{20,}/;

const squawk = (() => {
  try {
    const own = createRequire(createRequire(import.meta.url).resolve('squawk-cli/package.json'));
    return own.resolve(
      `@squawk-cli/${process.platform}-${process.arch}/bin/squawk${process.platform === 'win32' ? '.exe' : ''}`,
    );
  } catch {
    return null;
  }
})();

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule_name: string;
}

/** As `compose/migrations.ts` knows them, which run outside of a transaction. */
const ONE_BY_ONE = '-- Statement by statement.';

/** What squawk says of files. */
async function examine(paths: readonly string[], ...more: readonly string[]): Promise<Finding[]> {
  if (paths.length === 0) return [];
  const args = ['--reporter', 'json', '--pg-version', '15.0', `--exclude=${NOT_OURS}`, ...more, ...paths];
  // Its exit code is 1 where it found anything.
  const { stdout } = await promisify(execFile)(squawk as string, args).catch((error) => error as { stdout: string });
  return JSON.parse(stdout) as Finding[];
}

/** What is wrong with each file, as `file:line rule`. */
async function findingsIn(paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
  const apart = (oneByOne: boolean) =>
    files.filter(({ text }) => text.startsWith(ONE_BY_ONE) === oneByOne).map(({ path }) => path);
  const found = [...(await examine(apart(false), '--assume-in-transaction')), ...(await examine(apart(true)))];
  return [
    ...found.map((one) => `${basename(one.file)}:${one.line + 1} ${one.rule_name}`),
    ...files.flatMap(({ path, text }) => [...ownFindings(basename(path), text), ...unexplained(basename(path), text)]),
  ];
}

function ownFindings(name: string, text: string): string[] {
  return text.split(/(?<=;)/).flatMap((statement, index, all) => {
    const code = statement.replace(/--[^\n]*/g, '');
    const line = all.slice(0, index).join('').split('\n').length;
    return Object.entries(OURS)
      .filter(([rule, pattern]) => pattern.test(code) && !statement.includes(`-- rubrica-ignore ${rule}`))
      .map(([rule]) => `${name}:${line} ${rule}`);
  });
}

/** Exceptions without a reason. */
const unexplained = (name: string, text: string): string[] =>
  text.split('\n').flatMap((line, index, all) => {
    const ignores = /^\s*-- (squawk|rubrica)-ignore/.test(line);
    let above = index - 1;
    // A reason may have several lines.
    while (above > 0 && /^-- (?!Safe: )/.test(all[above] ?? '')) above -= 1;
    return ignores && !SAYS_WHY.test(all[above] ?? '') ? [`${name}:${index + 1} exception-without-a-reason`] : [];
  });

describe.skipIf(squawk === null)('a migration beyond the last release (needs squawk-cli for this platform)', () => {
  it('leaves the version before it at work', async () => {
    const all = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).sort();
    expect(all).toContain(released.migration);
    const beyond = all.slice(all.indexOf(released.migration) + 1);
    expect(await findingsIn(beyond.map((name) => join(MIGRATIONS, name)))).toEqual([]);
  });

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rubrica-migracoes-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const REFUSED = {
    'alter table documento drop column titulo;': 'ban-drop-column',
    'alter table documento rename column titulo to nome;': 'renaming-column',
    'drop table documento;': 'ban-drop-table',
    'alter table documento rename to papel;': 'renaming-table',
    'alter table documento alter column titulo set not null;': 'adding-not-nullable-field',
    'alter table documento add column novo text not null;': 'adding-required-field',
    'alter table documento alter column paginas type bigint;': 'changing-column-type',
    'alter table documento add constraint cheio check (paginas > 0);': 'constraint-missing-not-valid',
    'alter table documento add column em timestamptz not null default clock_timestamp();': 'adding-field-with-default',
    'create index documento_titulo on documento (titulo);': 'require-concurrent-index-creation',
    'drop index documento_titulo;': 'require-concurrent-index-deletion',
    'alter table documento alter column titulo drop not null;': 'ban-drop-not-null',
    'drop view prazo_guarda;': 'drop-of-what-is-called',
    'drop function if exists acesso.link(uuid);': 'drop-of-what-is-called',
    'vacuum full documento;': 'table-rewritten-or-locked',
    '-- squawk-ignore ban-drop-column\nalter table documento drop column titulo;': 'exception-without-a-reason',
  };
  const TAKEN = [
    'alter table documento add column novo text;',
    "alter table documento add column novo text not null default '';",
    'alter table documento add constraint cheio check (paginas > 0) not valid;',
    '-- Statement by statement.\ncreate index concurrently if not exists documento_titulo on documento (titulo);',
    'create table novo (id int primary key, de int not null);\ncreate index novo_de on novo (de);',
    '-- Safe: no version reads it since 0.3, and 0.3 is the oldest one that may run beside this.\n' +
      '-- squawk-ignore ban-drop-column\nalter table documento drop column titulo;',
    '-- Safe: replaced in the same transaction by one that has the same columns\n-- and one more.\n' +
      '-- rubrica-ignore drop-of-what-is-called\ndrop view prazo_guarda;',
  ];

  it('is refused where it would not, and taken with its reason', async () => {
    const given = [...Object.keys(REFUSED), ...TAKEN].map((text, index) => [
      join(folder, `${1000 + index}_a.sql`),
      text,
    ]);
    for (const [path = '', text = ''] of given) await writeFile(path, `${text}\n`);
    const found = await findingsIn(given.map(([path = '']) => path));
    const rules = given.map(([path = '', text = '']) => {
      const own = found.filter((line) => line.startsWith(basename(path))).map((line) => line.split(' ')[1]);
      return [text, own] as const;
    });
    expect(Object.fromEntries(rules)).toEqual({
      ...Object.fromEntries(Object.entries(REFUSED).map(([text, rule]) => [text, [rule]])),
      ...Object.fromEntries(TAKEN.map((text) => [text, []])),
    });
  });
});
