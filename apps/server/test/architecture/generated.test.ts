import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildOpenApi, DEFAULT_OPENAPI_OPTIONS, renderOpenApi } from '@rubrica/contract';
import { expect, it } from 'vitest';
import { CONFIGURATION_FILES } from '../../scripts/configuration.ts';
import { describeSchema, SCHEMA_FILE } from '../../scripts/schema.ts';
import { describeTables, TABLES_FILE } from '../../scripts/tables.ts';
import { startDatabase } from '../database.ts';

/** Files that are made from others are committed as they are made. */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

it('openapi.json is what the contract gives (npm run generate)', () => {
  const committed = readFileSync(`${ROOT}packages/contract/openapi.json`, 'utf8');
  expect(committed === renderOpenApi(buildOpenApi(DEFAULT_OPENAPI_OPTIONS))).toBe(true);
});

it.each(CONFIGURATION_FILES)(
  '%s is what the tables of variables and metrics give (npm run generate)',
  (path, render) => {
    expect(readFileSync(`${ROOT}${path}`, 'utf8') === render()).toBe(true);
  },
);

it('schema.sql and tables.ts are what the migrations and functions make (npm run generate)', async () => {
  const { owner, stop } = await startDatabase([]);
  try {
    expect(readFileSync(SCHEMA_FILE, 'utf8') === (await describeSchema(owner))).toBe(true);
    expect(readFileSync(TABLES_FILE, 'utf8') === (await describeTables(owner))).toBe(true);
  } finally {
    await stop();
  }
});

it('THIRD_PARTY_NOTICES.md is what the lockfile says (node scripts/notices.ts)', async () => {
  await promisify(execFile)(process.execPath, ['scripts/notices.ts', '--check'], { cwd: ROOT });
});
