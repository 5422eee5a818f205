import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../scripts/in-order.ts';
import { verify } from '../src/index.ts';

/** Every command in docs/verification.md is run as written, on a genuine pair, against a stand-in for the site. */

const PACKAGE = resolve(import.meta.dirname, '..');
const DOCS = readFileSync(resolve(PACKAGE, '../../docs/verification.md'), 'utf8');
const VECTOR = (name: string) => join(PACKAGE, 'vectors', name);
const SITE = 'https://rubrica.exemplo';
/** What of the log has an address, and what of it the vectors have. */
const OF_LOG = {
  '/registro/chave.vkey': 'registro.vkey',
  '/registro/prova/SVC-7K2M-QX9A-4TBD?de=CONCLUSAO&dia=2026-11-21': 'registro.tlog-proof',
  '/registro/dias/2026-11-21.tst': 'registro.tst',
  'kept by somebody who signed': 'registro.recibo',
  'made by who verifies': 'registro.politica',
};
const folder = mkdtempSync(join(tmpdir(), 'verify-docs-'));
let server: Server;
let origin = '';

interface Command {
  readonly text: string;
  readonly exit: number;
}

/** Commands of the shell blocks: one per line, or the whole block if it contains a here-document. */
const COMMANDS = [...DOCS.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']): Command[] => {
  if (block.includes('<<')) return [{ text: `set -e\n${block}`, exit: 0 }];
  return block
    .trimEnd()
    .split('\n')
    .map((line) => ({ text: line, exit: Number(/# exit (\d)$/.exec(line)?.[1] ?? 0) }));
});

const TOOLS = ['curl', 'jq', 'pdfdetach', 'pdfsig', 'qpdf', 'openssl', 'python3', 'sha256sum', 'cmp'];
const absent = TOOLS.filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
const lacking = ({ text }: Command) => absent.filter((tool) => new RegExp(`(^|[|] *)${tool}\\b`, 'm').test(text));

function run(text: string): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  return new Promise((done) => {
    execFile('sh', ['-c', text.replaceAll(SITE, origin)], { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

beforeAll(async () => {
  copyFileSync(VECTOR('genuino-registrado.assinado.pdf'), join(folder, 'assinado.pdf'));
  copyFileSync(VECTOR('genuino-registrado.certificado.pdf'), join(folder, 'certificado.pdf'));
  for (const name of ['selos.json', 'raiz.pem', 'tempo.pem', ...Object.values(OF_LOG)]) {
    copyFileSync(VECTOR(name), join(folder, name));
  }
  copyFileSync(join(PACKAGE, 'independent/verify.py'), join(folder, 'verify.py'));
  const command = `#!/bin/sh\nexec '${process.execPath}' '${join(PACKAGE, 'bin/rubrica.mjs')}' "$@"\n`;
  writeFileSync(join(folder, 'rubrica'), command, { mode: 0o755 });

  const plain = readFileSync(join(PACKAGE, 'verificar.html'));
  const seals = readFileSync(VECTOR('selos.json'), 'utf8');
  const data = JSON.stringify({ origem: SITE, ...JSON.parse(seals) });
  const own = Buffer.from(plain.toString('utf8').replace('id="instalacao">null<', () => `id="instalacao">${data}<`));
  const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const files: Readonly<Record<string, string | Buffer>> = {
    '/.well-known/rubrica/selos.json': seals,
    ...Object.fromEntries(Object.entries(OF_LOG).map(([at, name]) => [at, readFileSync(VECTOR(name))])),
    '/verificar.html': own,
    '/verificar-sem-selos.html': plain,
    '/verificar.sha256': `${sum(own)}  verificar.html\n${sum(plain)}  verificar-sem-selos.html\n`,
  };
  server = createServer((request, response) => {
    const file = files[request.url ?? ''];
    response.writeHead(file === undefined ? 404 : 200).end(file ?? '');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

describe('docs/verification.md', () => {
  it('has commands of each kind', () => {
    expect(COMMANDS.length).toBeGreaterThanOrEqual(15);
  });

  describe('followed from its beginning', IN_ORDER, () => {
    it.each(
      COMMANDS.map((command): [string, Command] => [command.text.replace(/^set -e\n/, '').slice(0, 80), command]),
    )('%s', async (_, command) => {
      const tools = lacking(command);
      if (tools.length > 0) {
        console.warn(`skipped: ${tools.join(', ')} is not installed`);
        return;
      }
      // What an earlier step would have produced, if its tool is not installed.
      if (command.text.includes('conteudo.json')) await detach();
      const { code, output } = await run(command.text);
      expect([code, code === command.exit ? '' : output]).toEqual([command.exit, '']);
    });
  });

  it('names every code that a report can have', () => {
    const sources = [
      'verify.ts',
      'signed-file.ts',
      'trail/chain.ts',
      'trail/check.ts',
      'seal/check.ts',
      'seal/mark.ts',
      'log/check.ts',
      'log/check-proof.ts',
    ];
    const codes = sources.flatMap((name) => {
      const text = readFileSync(join(PACKAGE, 'src', name), 'utf8');
      const whole = [...text.matchAll(/'((?:ARQUIVO|PACOTE|REGISTRO|TRILHA|SELOS)\.[A-Z_]+)'/g)].map(
        ([, code]) => code as string,
      );
      const parts = [...text.matchAll(/\bcheck\(\s*'([A-Z_]+)'/g)].map(([, code]) => code as string);
      const seal = [...text.matchAll(/`SELO_\$\{file\}\.([A-Z_]+)`/g)].map(([, code]) => `SELO_x.${code}`);
      return [...whole, ...seal, ...parts.map((code) => `${name.startsWith('trail') ? 'TRILHA' : 'SELO_x'}.${code}`)];
    });
    expect(codes.length).toBeGreaterThan(40);
    expect(codes.filter((code) => !DOCS.includes(code))).toEqual([]);
  });
});

async function detach(): Promise<void> {
  const script = `import sys; sys.argv = ['x']; sys.path.insert(0, '.'); import verify
for name, data in verify.attachments(open('certificado.pdf', 'rb').read()).items(): open(name, 'wb').write(data)`;
  const { status, stderr } = spawnSync('python3', ['-c', script], { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(
    (await verify(readFileSync(join(folder, 'assinado.pdf')), readFileSync(join(folder, 'certificado.pdf')))).resultado,
  ).toBe('SELO_NAO_IDENTIFICADO');
}
