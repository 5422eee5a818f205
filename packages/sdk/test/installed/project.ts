import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '../../scripts/build.ts';

/** An empty project outside of the repository, with the package installed as it is published. */

const run = promisify(execFile);

/** The package packed, and installed into a new folder beside the programs that use it. @returns the folder */
export async function installPacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-sdk-installed-'));
  await run('npm', ['pack', '--silent', await build(), '--pack-destination', folder]);
  const [tarball = ''] = await readdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--offline', tarball], { cwd: folder });
  await cp(import.meta.dirname, folder, { recursive: true, filter: (path) => !path.endsWith('project.ts') });
  await writeFile(join(folder, 'contrato.pdf'), '%PDF-1.7');
  return folder;
}

export const removeProject = (folder: string) => rm(folder, { recursive: true, force: true });

const ANSWERS: Readonly<Record<string, { status: number; body: object }>> = {
  'POST /v1/sandbox/documentos': { status: 201, body: { id: 'd1' } },
  'GET /v1/sandbox/documentos': { status: 200, body: { itens: [{ titulo: 'a' }], total: 2, proximoCursor: 'c' } },
  'GET /v1/sandbox/documentos?cursor=c': { status: 200, body: { itens: [{ titulo: 'b' }], total: 2 } },
};
const NOT_FOUND = { status: 404, body: { status: 404, codigo: 'NAO_ENCONTRADO', detail: '', requestId: 'r' } };

/** What `smoke.mjs` prints where everything works. */
export const SMOKE = {
  id: 'd1',
  titulos: ['a', 'b'],
  missing: 'NAO_ENCONTRADO',
  evento: 'document.completed',
  forged: true,
};

async function delivery(): Promise<string> {
  const vectors = JSON.parse(await readFile(new URL('../../../contract/vectors.json', import.meta.url), 'utf8'));
  return JSON.stringify(vectors.signatures[0]);
}

/** Runs `smoke.mjs` of a project against a server that knows its calls. @param command the runtime, with its arguments */
export async function smoke(folder: string, [program = '', ...args]: readonly string[]): Promise<unknown> {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const { status, body } = ANSWERS[`${request.method} ${request.url}`] ?? NOT_FOUND;
    const type = status === 404 ? 'application/problem+json' : 'application/json';
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const given = ['smoke.mjs', url, join(folder, 'contrato.pdf'), await delivery()];
    const { stdout } = await run(program, [...args, ...given], { cwd: folder });
    return JSON.parse(stdout);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}
