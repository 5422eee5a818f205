import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-pt-br';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const WORD_LIST = join(import.meta.dirname, 'english-words.txt');
const LISTED = readFileSync(WORD_LIST, 'utf8').trimEnd().split('\n');
const ENGLISH = new Set(LISTED);

const SOURCES = ['apps', 'acceptance', 'bench', 'packages', 'scripts'].map(
  (folder) => `${folder}/**/*.{ts,tsx,mjs,css,html,sql,py}`,
);
const NOT_OURS = ['node_modules', 'dist', '.data', 'screenshots'];
/** Whose names are told outside of the repository: a database remembers its migrations, people are handed the verifier. */
const NAMED_FOR_GOOD = /^apps\/server\/migrations\/\d|^packages\/verify\/verificar\.html$/;
/** Nouns that are Portuguese and not in the contract. No other is taken. */
const NOUNS = {
  painel: 'the panel: its address is /painel',
  validar: 'public validation: its address is /validar',
  publico: 'the bundle of pages for anybody',
  faturamento: 'the module of invoices',
};
/** Portuguese that is kept or sent and stands in no schema: it has the names it had. */
const KEPT = {
  'afirmacao confere conferir como sem validade': 'the report of the verifier, which programs read',
  alteracoes: 'the detail of an event of the trail',
  anteriores: 'the page of seals, as JSON',
  dependencias: 'the answer of /readyz, as JSON',
  'chamar verificar': 'methods of the published client',
  'exame fazer fato ponto pontos que': 'the reports of `rubrica doutor --json` and `operador doutor --json`',
  manter: 'an option of the command that takes backups',
  'ouvir testemunha vigia': 'subcommands of `rubrica`',
  responsavel: 'an option of the command that registers applications',
  sobre: 'a job that waits in the queue',
};
/** Of tests: people and an organization. */
const INVENTED = 'bruno caio joao rui jatoba';

/** The words of a name in lower case: `usarArquivo`, `usar-arquivo` and `usar_arquivo` have two. Numbers are none. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1);

interface Api {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, unknown>>;
}

/** Every word of operation ids, tags, paths, names of schemas, members and parameters, and values of enumerations. */
function contractWords(): Set<string> {
  const api = JSON.parse(readFileSync(join(ROOT, 'packages/contract/openapi.json'), 'utf8')) as Api;
  const words = new Set([...api.tags.map(({ name }) => name), ...Object.keys(api.paths)].flatMap(wordsOf));
  const add = (name: unknown) => {
    if (typeof name === 'string') for (const word of wordsOf(name)) words.add(word);
  };
  const walk = (value: unknown, under: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) walk(one, under);
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      if (under === 'properties' || under === 'schemas') add(key);
      if (key === 'example' || key === 'examples') continue;
      if (key === 'operationId' || key === 'const' || (key === 'name' && under !== 'properties')) add(member);
      if (key === 'enum' && Array.isArray(member)) member.forEach(add);
      walk(member, key);
    }
  };
  walk(api, '');
  return words;
}

const CONTRACT = contractWords();
/** `certificados` is the contract's `certificado`. */
const isOfContract = (word: string) => CONTRACT.has(word) || (word.endsWith('s') && CONTRACT.has(word.slice(0, -1)));
const isAllowed = (word: string) => isOfContract(word) || word in NOUNS || ENGLISH.has(word);

const FILES = globSync(SOURCES, { cwd: ROOT, exclude: (path) => NOT_OURS.includes(basename(path)) })
  .filter((file) => !NAMED_FOR_GOOD.test(file) && !/\/fixtures\//.test(file))
  .sort();

describe('the name of a source file or folder', () => {
  it('has words of the contract or of english-words.txt only', () => {
    expect(FILES.length).toBeGreaterThan(1000);
    const unknown = FILES.flatMap((file) => {
      const words = file
        .split('/')
        .flatMap(wordsOf)
        .filter((word) => !isAllowed(word));
      return words.length > 0 ? [`${file}: ${words.join(', ')}`] : [];
    });
    // An English word that is new goes into the list; a Portuguese one that the contract does not have, out of the name.
    expect(unknown).toEqual([]);
  });
});

/** Words of the tables and columns, which a database keeps. */
const STORED = new Set(wordsOf(readFileSync(join(ROOT, 'apps/server/migrations/schema.sql'), 'utf8')));
/** Of passwords people choose, and of what the contract tells them in Portuguese. */
const PORTUGUESE = new Set(
  [
    ...dictionary['commonWords-pt-br'],
    ...dictionary['wikipedia-pt-br'],
    readFileSync(join(ROOT, 'packages/contract/openapi.json'), 'utf8'),
  ].flatMap(wordsOf),
);

const OF_OURS = new Set([...Object.keys(KEPT), INVENTED].flatMap(wordsOf));

const COMMENT = /\/\*.*?\*\/|^\s*\/\/.*$/gms;
const DECLARED = /\b(?:function\*?|class|interface|type|enum|const|let)\s+([A-Za-z_$][\w$]*)/g;
/** A member of a type, so also a prop of a component. */
const MEMBER = /\breadonly\s+([A-Za-z_$][\w$]*)\??\s*:/g;
const isForeign = (word: string) => PORTUGUESE.has(word) && !STORED.has(word) && !OF_OURS.has(word) && !isAllowed(word);
/** A column, which a test of its own compares with the catalogue. */
const isColumn = (name: string) => name.includes('_') && name === name.toLowerCase();

describe('a name that is declared', () => {
  it('has no Portuguese word but those of the contract and of the tables', () => {
    const sources = FILES.filter((file) => /\.(ts|tsx)$/.test(file) && file !== 'apps/server/migrations/tables.ts');
    const unknown = sources.flatMap((file) => {
      const code = readFileSync(join(ROOT, file), 'utf8').replace(COMMENT, '');
      const names = [DECLARED, MEMBER].flatMap((kind) => [...code.matchAll(kind)].map(([, name = '']) => name));
      const words = names.filter((name) => !isColumn(name)).flatMap(wordsOf);
      const foreign = words.filter((word) => isForeign(word));
      return foreign.length > 0 ? [`${file}: ${[...new Set(foreign)].join(', ')}`] : [];
    });
    // A word that is English, too, goes into the list; any other, out of the name.
    expect(unknown).toEqual([]);
  });
});

it('english-words.txt is sorted, has each word once, and none that the contract has anyway', () => {
  expect(LISTED).toEqual([...ENGLISH].sort());
  expect(LISTED.filter(isOfContract)).toEqual([]);
});
