import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generated } from '../scripts/build.ts';
import { makePair } from './pair.ts';

const PACKAGE = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'verify-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);

/** The command as it is shipped, in a folder where nothing of the project can be imported. */
function rubrica(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const options = { cwd: folder, encoding: 'utf8' as const, env: {} };
  return spawnSync(process.execPath, [path('rubrica.mjs'), ...args], options);
}

beforeAll(async () => {
  const { signed, certificate } = await makePair();
  writeFileSync(path('assinado.pdf'), signed);
  writeFileSync(path('certificado.pdf'), certificate);
  const changed = Buffer.from(signed);
  changed[100] = (changed[100] as number) ^ 1;
  writeFileSync(path('mudado.pdf'), changed);
  writeFileSync(path('rubrica.mjs'), readFileSync(join(PACKAGE, 'bin/rubrica.mjs')));
});

it('what is shipped is what the sources give (node packages/verify/scripts/build.ts)', async () => {
  for (const [name, text] of await generated()) {
    expect(readFileSync(join(PACKAGE, name), 'utf8') === text, name).toBe(true);
  }
});

describe('rubrica verify', () => {
  it('ends with 0 when everything holds, and says so in words', () => {
    const { status, stdout, stderr } = rubrica('verify', path('assinado.pdf'), path('certificado.pdf'));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Contrato de prestação de serviços — SVC-7K2M-QX9A-4TBD/);
    expect(stdout).toContain('✓ O arquivo original está inteiro no começo do assinado: os primeiros 310 bytes');
    expect(stdout).toMatch(/TUDO CONFERE\. Os 24 pontos conferidos se confirmaram\.\n$/);
    expect(stdout).not.toContain('✗');
  });

  it('ends with 1 when something does not hold, with the reason', () => {
    const { status, stdout } = rubrica('verify', path('mudado.pdf'), path('certificado.pdf'));
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /✗ O arquivo assinado é, byte a byte, o do certificado: o SHA-256 deste arquivo é [0-9a-f]{64}/,
    );
    expect(stdout).toMatch(/✗ O selo do arquivo assinado é deste conteúdo: o conteúdo mudou depois do selo\./);
    expect(stdout).toMatch(/NÃO CONFERE\. 3 de 24 pontos não se confirmam/);
  });

  it.each([
    ['files that were swapped', ['verify', 'certificado.pdf', 'assinado.pdf'], /trocados um pelo outro/],
    ['a file that is not a PDF', ['verify', 'rubrica.mjs', 'certificado.pdf'], /não começa como um PDF/],
    ['a file that is not there', ['verify', 'nada.pdf', 'certificado.pdf'], /Não foi possível ler/],
    ['one file', ['verify', 'assinado.pdf'], /Informe dois arquivos/],
    ['no command', [], /O comando é verify/],
    ['an unknown option', ['verify', '--rede', 'assinado.pdf', 'certificado.pdf'], /opção desconhecida/],
    ['half a fingerprint', ['verify', '--selo', 'abc', 'assinado.pdf', 'certificado.pdf'], /64 algarismos/],
  ])('ends with 2 given %s', (_, args, says) => {
    const { status, stdout, stderr } = rubrica(...args.map((arg) => (/\.(pdf|mjs)$/.test(arg) ? path(arg) : arg)));
    expect(status).toBe(2);
    expect(stdout + stderr).toMatch(says);
  });

  it('writes JSON for programs', () => {
    const { status, stdout } = rubrica('verify', '--json', path('mudado.pdf'), path('certificado.pdf'));
    const report = JSON.parse(stdout);
    expect([status, report.resultado, report.documento.versao]).toEqual([1, 'NAO_CONFERE', 1]);
    expect(report.itens[0]).toEqual({
      codigo: 'ARQUIVO.PDF',
      confere: true,
      afirmacao: 'O arquivo assinado é um PDF',
      motivo: 'começa como um PDF',
    });
  });

  it('explains itself', () => {
    const { status, stdout } = rubrica('--help');
    expect([status, stdout]).toEqual([0, expect.stringContaining('Uso: rubrica verify')]);
  });
});
