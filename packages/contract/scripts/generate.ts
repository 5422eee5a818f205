/**
 * Generates `openapi.json`, `vectors.json` and `docs/operations.tsv` from the contract. With `--check`, lists the committed files that
 * are stale and exits 1.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildOpenApi, DEFAULT_OPENAPI_OPTIONS, renderOpenApi, renderOperations } from '../src/index.ts';
import { renderVectors } from './vectors.ts';

const FILES = [
  ['../openapi.json', renderOpenApi(buildOpenApi(DEFAULT_OPENAPI_OPTIONS))],
  ['../../../docs/operations.tsv', renderOperations()],
  ['../vectors.json', renderVectors()],
] as const;

for (const [path, text] of FILES) {
  const file = new URL(path, import.meta.url);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${fileURLToPath(file)} is stale: run npm run generate`);
    process.exitCode = 1;
  }
}
