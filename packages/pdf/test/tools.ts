import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { createSelfSignedSeal, loadSealKey, type SealKey } from '../src/index.ts';
import { without } from './judges/programs.ts';

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

/** For tests with real files, which are not part of the repository, if they are not beside it. */
export const NO_CORPUS = without('the corpus of real PDFs is not at ../shared/corpus');

/** Real files with the expected verdict for each, if the folder beside the checkout exists. */
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

/** One seal key for all tests of a file, because generating an RSA key takes a while. */
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
