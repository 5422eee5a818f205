import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { createSelfSignedSeal, loadSealKey, type SealKey } from '../src/index.ts';
import { without } from './judges/programs.ts';

/** Programs of the machine that judge the engine's work; tests that need an absent one are skipped, and say so. */
export function has(tool: string): boolean {
  const found = spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
  if (!found) console.warn(`skipped: ${tool} is not installed`);
  return found;
}

/** Runs a program and gives back what it wrote, both streams together. */
export function run(tool: string, ...args: string[]): { status: number; output: string } {
  const result = spawnSync(tool, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  return { status: result.status ?? -1, output: `${result.stdout}${result.stderr}` };
}

/** A folder for one test file, removed after it. */
export function workFolder(): (name: string, bytes?: Uint8Array) => string {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name, bytes) => {
    const path = join(folder, name);
    if (bytes) writeFileSync(path, bytes);
    return path;
  };
}

export type Labelled = { file: string; verdict: string; why: string; pages: string; box: string; bytes: Buffer };

/** For tests over real files, which are no part of the repository, where they are not beside it. */
export const NO_CORPUS = without('the corpus of real PDFs is not at ../shared/corpus');

/** Real files with the verdict each should get, where the folder beside the checkout exists. */
export function corpus(): Labelled[] {
  const folder = resolve(import.meta.dirname, '../../../../shared/corpus');
  if (!existsSync(join(folder, 'LABELS.tsv'))) {
    console.warn('skipped: ../shared/corpus is absent');
    return [];
  }
  const rows = readFileSync(join(folder, 'LABELS.tsv'), 'utf8').trim().split('\n').slice(1);
  return rows.map((row) => {
    const [file = '', , , , , , , verdict = '', why = '', pages = '', , box = ''] = row.split('\t');
    return { file, verdict, why, pages, box, bytes: readFileSync(join(folder, file)) };
  });
}

export const SEALED_AT = new Date('2026-11-21T13:00:00Z');
let seal: Promise<SealKey> | undefined;

/** One seal key for all tests of a file: making an RSA key takes a while. */
export function testSeal(): Promise<SealKey> {
  seal ??= createSelfSignedSeal({
    organization: 'Organização de Teste',
    commonName: 'Selo de teste',
    notBefore: new Date('2026-01-01T00:00:00Z'),
    years: 3,
    password: 'segredo',
  }).then((p12) => loadSealKey(p12, 'segredo'));
  return seal;
}

export const FOOTER = {
  code: 'SVC-7K2M-QX9A-4TBD',
  url: 'https://rubrica.exemplo.br/validar/SVC-7K2M-QX9A-4TBD',
  lines: ['Assinado eletronicamente por 2 pessoas', 'Confira em:'],
};

/** What qpdf says of a file, its name left out; "file may still contain errors" is its way of saying nothing. */
export function qpdfComplaints(path: string): string[] {
  return run('qpdf', '--check', path)
    .output.split('\n')
    .filter((line) => /WARNING|ERROR|error/.test(line) && !/may still contain|errors that qpdf cannot/.test(line))
    .map((line) => line.replaceAll(path, 'file'));
}

/** A page as a renderer draws it: one byte a pixel, 0 black. */
export type Rendering = { width: number; height: number; data: Buffer };

/** Programs that draw pages and share no code with each other or with this engine. */
export const RENDERERS = ['pdftoppm', 'mutool'] as const;
export type Renderer = (typeof RENDERERS)[number];

/** Draws a page of a file, its crop box, in grey. @param size dots an inch, or pixels of the longer side */
export function render(
  by: Renderer,
  path: (name: string, bytes?: Uint8Array) => string,
  bytes: Uint8Array,
  size: { dpi: number } | { side: number },
  page = 1,
): Rendering {
  const file = path('page.pdf', bytes);
  const out = path('page.pgm');
  // What an earlier page left there is not this one.
  rmSync(out, { force: true });
  if (by === 'pdftoppm') {
    const scale = 'dpi' in size ? ['-r', String(size.dpi)] : ['-scale-to', String(size.side)];
    const only = ['-f', String(page), '-l', String(page), '-singlefile'];
    run('pdftoppm', '-cropbox', '-gray', ...scale, ...only, file, out.slice(0, -4));
  } else {
    const scale = 'dpi' in size ? ['-r', String(size.dpi)] : ['-w', String(size.side), '-h', String(size.side)];
    run('mutool', 'draw', '-q', '-c', 'gray', ...scale, '-o', out, file, String(page));
  }
  const raw = readFileSync(out);
  const header = /^P5\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s/.exec(raw.subarray(0, 80).toString('latin1'));
  if (!header) throw new Error(`${by} drew no PGM`);
  return { width: Number(header[1]), height: Number(header[2]), data: raw.subarray(header[0].length) };
}
