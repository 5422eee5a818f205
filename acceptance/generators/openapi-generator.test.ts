import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '../browser/stage.ts';
import type { Service } from '../browser/world.ts';
import { asOpenApi30 } from './openapi-3.0.ts';
import { newKey, openWorkshop, type Workshop } from './workshop.ts';

/**
 * Clients that openapi-generator makes of the served contract, where there is Java, a jar of the generator
 * (OPENAPI_GENERATOR_JAR) and the language with the libraries its client takes. Releases before 7 know OpenAPI 3.0 alone and
 * are given the contract in that form.
 */

const exec = promisify(execFile);
const answers = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const JAR = process.env.OPENAPI_GENERATOR_JAR;

/** Why a language cannot be tried here, as the end of the run tells it. */
function lacking(program: string, probe: readonly string[], what: string) {
  const reasons = [
    ...(JAR === undefined
      ? ['OPENAPI_GENERATOR_JAR is not set']
      : answers('java', '-version')
        ? []
        : ['java is not installed']),
    ...(answers(program, ...probe) ? [] : [`${what} not installed`]),
  ];
  return reasons.length === 0 ? {} : { skip: true, meta: { lacks: reasons.join('; ') } };
}

let service: Service;
let workshop: Workshop;
let key: string;
let contract: string;

async function generate(language: string, folder: string): Promise<void> {
  const args = ['-jar', JAR ?? '', 'generate', '-i', contract, '-g', language, '-o', join(workshop.folder, folder)];
  await exec('java', args, { maxBuffer: 1 << 26 });
}

beforeAll(async () => {
  if (JAR === undefined) return;
  service = await sharedService();
  workshop = await openWorkshop();
  key = await newKey(service);
  const { stdout } = await exec('java', ['-jar', JAR, 'version']);
  const served = (await (await fetch(`${service.origin}/v1/openapi.json`)).json()) as Record<string, unknown>;
  contract = join(workshop.folder, 'contract.json');
  await writeFile(contract, JSON.stringify(Number.parseInt(stdout, 10) < 7 ? asOpenApi30(served) : served));
});
afterAll(() => workshop?.close());

/** What every client is asked to do, as it tells of it: something made and read again, refusals read by their type. */
const DONE = {
  same: true,
  refused: [409, 'CONFLITO', 'folderTaken'],
  missing: [404, 'NAO_ENCONTRADO', 'notFound'],
};

describe(
  'PHP',
  lacking(
    'php',
    ['-r', 'require "GuzzleHttp/autoload.php"; exit(extension_loaded("curl") ? 0 : 1);'],
    'php with curl and Guzzle',
  ),
  () => {
    it('compiles and reaches the service', async () => {
      await generate('php', 'php');
      const files = (await readFile(join(workshop.folder, 'php/.openapi-generator/FILES'), 'utf8')).split('\n');
      const sources = files.filter((name) => /^lib\/.*\.php$/.test(name));
      expect(sources.length).toBeGreaterThan(200);
      const lint = 'foreach (array_slice($argv, 1) as $file) { token_get_all(file_get_contents($file), TOKEN_PARSE); }';
      await exec('php', ['-r', lint, ...sources.map((name) => join(workshop.folder, 'php', name))]);
      await workshop.take('openapi-generator-client.php');
      const program = join(workshop.folder, 'openapi-generator-client.php');
      const { stdout } = await exec('php', [
        '-d',
        'error_reporting=E_ALL & ~E_DEPRECATED',
        program,
        service.origin,
        key,
      ]);
      expect(JSON.parse(stdout)).toEqual(DONE);
    });
  },
);

describe(
  'Python',
  lacking('/usr/bin/python3', ['-c', 'import urllib3, dateutil, six'], 'python3 with urllib3, dateutil and six'),
  () => {
    it('compiles and reaches the service', async () => {
      await generate('python', 'python');
      await exec('/usr/bin/python3', ['-m', 'compileall', '-q', join(workshop.folder, 'python/openapi_client')]);
      await workshop.take('openapi-generator-client.py');
      const program = join(workshop.folder, 'openapi-generator-client.py');
      const { stdout } = await exec('/usr/bin/python3', [program, service.origin, key]);
      expect(JSON.parse(stdout)).toEqual(DONE);
    });
  },
);
