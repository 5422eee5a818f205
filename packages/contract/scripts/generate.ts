/** Writes `openapi.json`; with `--check`, says whether the committed one is what the contract gives, and exits 1 if not. */
import { readFileSync, writeFileSync } from 'node:fs';
import { buildOpenApi, DEFAULT_OPENAPI_OPTIONS, renderOpenApi } from '../src/index.ts';

const file = new URL('../openapi.json', import.meta.url);
const text = renderOpenApi(buildOpenApi(DEFAULT_OPENAPI_OPTIONS));

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('packages/contract/openapi.json is stale: run node packages/contract/scripts/generate.ts');
  process.exit(1);
}
