import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '../browser/stage.ts';
import { SAMPLE, type Service } from '../browser/world.ts';
import { asOpenApi30 } from './openapi-3.0.ts';
import { newKey, openWorkshop, type Workshop } from './workshop.ts';

/**
 * Clients that openapi-generator makes of the served contract, where there is Java, a jar of the generator
 * (OPENAPI_GENERATOR_JAR) and the language with the libraries its client takes. Releases before 7 know OpenAPI 3.0 alone and
 * are given the contract in that form. README.md says where the jars are, and what cannot be had.
 */

const exec = promisify(execFile);
const answers = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const JAR = process.env.OPENAPI_GENERATOR_JAR;
/** Of 5.0.0-beta2 `go` makes no models; of 4.3.1 `go-experimental` does what later releases do. */
const JAR_FOR_GO = process.env.OPENAPI_GENERATOR_4_JAR;

/** Why a language cannot be tried here, as the end of the run tells it. */
function lacking(program: string, probe: readonly string[], what: string, jar = JAR, name = 'OPENAPI_GENERATOR_JAR') {
  const reasons = [
    ...(jar === undefined ? [`${name} is not set`] : answers('java', '-version') ? [] : ['java is not installed']),
    ...(answers(program, ...probe) ? [] : [`${what} not installed`]),
  ];
  return reasons.length === 0 ? {} : { skip: true, meta: { lacks: reasons.join('; ') } };
}

let service: Service;
let workshop: Workshop;
let key: string;

/** The client that a generator makes, in a folder of the workshop. */
async function generate(jar: string | undefined, language: string, folder: string, ...more: readonly string[]) {
  const { stdout } = await exec('java', ['-jar', jar ?? '', 'version']);
  const served = (await (await fetch(`${service.origin}/v1/openapi.json`)).json()) as Record<string, unknown>;
  const contract = join(workshop.folder, `${language}.json`);
  await writeFile(contract, JSON.stringify(Number.parseInt(stdout, 10) < 7 ? asOpenApi30(served) : served));
  const out = join(workshop.folder, folder);
  const args = ['-jar', jar ?? '', 'generate', '-i', contract, '-g', language, '-o', out, ...more];
  await exec('java', args, { maxBuffer: 1 << 26 });
}

beforeAll(async () => {
  if ((JAR ?? JAR_FOR_GO) === undefined) return;
  service = await sharedService();
  workshop = await openWorkshop();
  key = await newKey(service);
});
afterAll(() => workshop?.close());

/** What every client is asked to do, as it tells of it: things made and read again, refusals read by their type. */
const done = (language: string) => ({
  document: [`Contrato de ${language}`, 'RASCUNHO', 4],
  same: true,
  refused: [409, 'CONFLITO', 'folderTaken'],
  missing: [404, 'NAO_ENCONTRADO', 'notFound'],
});

describe(
  'PHP',
  lacking(
    'php',
    ['-r', 'require "GuzzleHttp/autoload.php"; exit(extension_loaded("curl") ? 0 : 1);'],
    'php with curl and Guzzle',
  ),
  () => {
    it('compiles and reaches the service', async () => {
      await generate(JAR, 'php', 'php');
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
        SAMPLE,
      ]);
      expect(JSON.parse(stdout)).toEqual(done('PHP'));
    });
  },
);

describe(
  'Python',
  lacking('/usr/bin/python3', ['-c', 'import urllib3, dateutil, six'], 'python3 with urllib3, dateutil and six'),
  () => {
    it('compiles and reaches the service', async () => {
      await generate(JAR, 'python', 'python');
      await exec('/usr/bin/python3', ['-m', 'compileall', '-q', join(workshop.folder, 'python/openapi_client')]);
      await workshop.take('openapi-generator-client.py');
      const program = join(workshop.folder, 'openapi-generator-client.py');
      const { stdout } = await exec('/usr/bin/python3', [program, service.origin, key, SAMPLE]);
      expect(JSON.parse(stdout)).toEqual(done('Python'));
    });
  },
);

describe('Java', lacking('javac', ['-version'], 'a JDK'), () => {
  it('compiles and reaches the service', async () => {
    await generate(JAR, 'java', 'java', '--library', 'native', '-p', 'openApiNullable=false');
    await workshop.take('OpenapiGeneratorClient.java');
    // What the client takes is in the generator's own jar: Jackson with its module of dates, and annotations.
    const [classes, classPath] = [join(workshop.folder, 'classes'), JAR ?? ''];
    const { stdout: listed } = await exec('find', [join(workshop.folder, 'java/src/main'), '-name', '*.java']);
    const sources = listed.trim().split('\n');
    expect(sources.length).toBeGreaterThan(200);
    const program = join(workshop.folder, 'OpenapiGeneratorClient.java');
    await exec('javac', ['-nowarn', '-cp', classPath, '-d', classes, program, ...sources]);
    const { stdout } = await exec('java', [
      ...['-cp', `${classes}:${classPath}`, 'OpenapiGeneratorClient'],
      ...[service.origin, key, SAMPLE],
    ]);
    expect(JSON.parse(stdout)).toEqual(done('Java'));
  });
});

/** Where Debian keeps packages of Go. */
const DEBIAN_GO = '/usr/share/gocode';

describe(
  'Go',
  lacking(
    'env',
    ['GO111MODULE=off', `GOPATH=${DEBIAN_GO}`, 'go', 'list', 'golang.org/x/oauth2'],
    'go with golang.org/x/oauth2 (Debian: golang-golang-x-oauth2-dev)',
    JAR_FOR_GO,
    'OPENAPI_GENERATOR_4_JAR',
  ),
  () => {
    it('compiles and reaches the service', async () => {
      const options = 'packageName=rubrica,enumClassPrefix=true';
      await generate(JAR_FOR_GO, 'go-experimental', 'gopath/src/rubrica', '-p', options);
      // This release writes an import there that it does not use, which Go refuses and goimports would take out.
      const union = join(workshop.folder, 'gopath/src/rubrica/model_evento_webhook_envelope.go');
      await writeFile(union, (await readFile(union, 'utf8')).replace('\t"time"\n', ''));
      await workshop.take('openapi-generator-client.go');
      const GOPATH = `${join(workshop.folder, 'gopath')}:${DEBIAN_GO}`;
      const env = { ...process.env, GO111MODULE: 'off', GOPATH };
      const program = join(workshop.folder, 'openapi-generator-client.go');
      const { stdout } = await exec('go', ['run', program, service.origin, key, SAMPLE], { env });
      expect(JSON.parse(stdout)).toEqual(done('Go'));
    });
  },
);
