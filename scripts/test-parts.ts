import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * The parts of the suite, by what a test starts; vitest calls them projects: `npx vitest run --project service`. Where a
 * file is and what it imports say which part it belongs to, so that no list of files has to be kept.
 */

const ROOT = resolve(import.meta.dirname, '..');

/**
 * `unit` starts nothing, `programs` other programs only (renderers, openssl, the verifiers), `service` the service or a
 * database. vitest begins them in the order of their names and in each the longest file first: with `unit` last no worker
 * is left alone at the end.
 */
export type Part = 'browser' | 'campaigns' | 'programs' | 'service' | 'unit';

const TESTS = [
  'scripts/*.test.ts',
  'packages/*/{src,test}/**/*.test.ts',
  'apps/*/{src,test}/**/*.test.ts',
  'acceptance/**/*.test.ts',
  'bench/**/*.test.ts',
];

/** What a file that starts processes, or asks the run for a database or for the built pages, has in its text. */
const STARTS = /['"](?:node:child_process|@rubrica\/web\/build)['"]|process\.env\.TEST_RUN\b/;
/** The files that a file takes code from; types are gone when it is run. */
const IMPORTS = /^(?:import|export)\s(?!type\s)[^;'"]*?['"](\.[^'"]+)['"]|\bimport\(['"](\.[^'"]+)['"]\)/gm;

/** Every test file of the repository, from its root, by part. */
export function testFiles(): Record<Part, string[]> {
  const parts: Record<Part, string[]> = { browser: [], campaigns: [], programs: [], service: [], unit: [] };
  const known = new Map<string, boolean>();
  for (const file of globSync(TESTS, { cwd: ROOT, exclude: ['**/node_modules'] }).sort())
    parts[partOf(file, known)].push(file);
  return parts;
}

function partOf(file: string, known: Map<string, boolean>): Part {
  if (file.startsWith('acceptance/')) return 'browser';
  if (file.startsWith('apps/server/test/campaigns/')) return 'campaigns';
  if (!starts(join(ROOT, file), known)) return 'unit';
  return file.startsWith('apps/server/') ? 'service' : 'programs';
}

/** Whether a file, or one that it imports, starts something. @param known what was found out so far, by path */
function starts(path: string, known: Map<string, boolean>): boolean {
  const found = known.get(path);
  if (found !== undefined) return found;
  // Of two files that import each other the first one asks for both.
  known.set(path, false);
  const text = readFileSync(path, 'utf8');
  const imported = [...text.matchAll(IMPORTS)].map(([, from, later]) => resolve(path, '..', from ?? later ?? ''));
  const result = STARTS.test(text) || imported.some((one) => starts(one, known));
  known.set(path, result);
  return result;
}
