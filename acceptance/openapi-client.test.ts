import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from './browser/stage.ts';
import { ROOT, SAMPLE, type Service } from './browser/world.ts';

/** A client generated from the served contract by tools that know nothing of this service. */

const run = promisify(execFile);

let workDir: string;
let service: Service;

/** A PDF part is a Blob to whoever calls by fetch. */
const BLOB = ts.factory.createTypeReferenceNode(ts.factory.createIdentifier('Blob'));

beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'rubrica-openapi-'));
  service = await sharedService();
  const types = await openapiTS(new URL(`${service.origin}/v1/openapi.json`), {
    // A field with a default may be left out of a request; the generator would have it required.
    defaultNonNullable: false,
    transform: (schema) => (schema.format === 'binary' ? BLOB : undefined),
  });
  await writeFile(join(workDir, 'schema.ts'), astToString(types));
  await copyFile(join(import.meta.dirname, 'fixtures/openapi-lifecycle.ts'), join(workDir, 'lifecycle.ts'));
  await symlink(join(ROOT, 'node_modules'), join(workDir, 'node_modules'));
  await writeFile(join(workDir, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rm(workDir, { recursive: true, force: true }));

describe('a client generated from the served contract', () => {
  it('compiles, strictly', async () => {
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit'];
    const resolution = [
      '--target',
      'es2024',
      '--module',
      'nodenext',
      '--allowImportingTsExtensions',
      '--types',
      'node',
    ];
    const { stdout } = await run(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...resolution, 'lifecycle.ts'],
      { cwd: workDir },
    ).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('drives the whole life of a document', async () => {
    const pdf = join(workDir, 'contrato.pdf');
    await copyFile(SAMPLE, pdf);
    const { stdout } = await run(process.execPath, ['lifecycle.ts', service.origin, pdf], { cwd: workDir });
    expect(JSON.parse(stdout)).toEqual({
      created: 'RASCUNHO',
      sameAgain: true,
      sent: 'AGUARDANDO_ASSINATURAS',
      refused: [409, 'DOCUMENTO_IMUTAVEL'],
      last: 'ASSINADO',
      originalIsPrefix: true,
      hashes: true,
      events: true,
      listed: [1, true, null],
      validated: ['AUTENTICO', 'CONCLUIDO'],
    });
  });
});
