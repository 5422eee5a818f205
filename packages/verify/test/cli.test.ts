import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generated } from '../scripts/build.ts';
import { Signer } from './open-log.ts';
import { fingerprintOf, makePair, ownSeal } from './pair.ts';

const PACKAGE = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'verify-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);
let seal = '';

/** The command as shipped, in a folder from which nothing of the project can be imported. */
function rubrica(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
  const options = { cwd: folder, encoding: 'utf8' as const, env };
  return spawnSync(process.execPath, [path('rubrica.mjs'), ...args], options);
}

beforeAll(async () => {
  const { signed, certificate } = await makePair();
  const test = await makePair({ environment: 'TESTE' });
  writeFileSync(path('assinado.pdf'), signed);
  writeFileSync(path('certificado.pdf'), certificate);
  writeFileSync(path('teste.pdf'), test.signed);
  writeFileSync(path('certificado-teste.pdf'), test.certificate);
  const changed = Buffer.from(signed);
  changed[100] = (changed[100] as number) ^ 1;
  writeFileSync(path('mudado.pdf'), changed);
  writeFileSync(path('rubrica.mjs'), readFileSync(join(PACKAGE, 'bin/rubrica.mjs')));
  seal = fingerprintOf(await ownSeal());
  const line = {
    impressaoDigital: seal,
    ambiente: 'PRODUCAO',
    de: '2026-01-01T00:00:00.000Z',
    ate: null,
    revogadoEm: null,
  };
  writeFileSync(path('selos.json'), JSON.stringify({ selos: [line] }));
  writeFileSync(
    path('revogado.json'),
    JSON.stringify({ selos: [{ ...line, revogadoEm: '2026-02-01T00:00:00.000Z' }] }),
  );
  writeFileSync(path('de-teste.json'), JSON.stringify({ selos: [{ ...line, ambiente: 'TESTE' }] }));
  writeFileSync(path('vazio.json'), JSON.stringify({ selos: [] }));
  writeFileSync(path('selo.pem'), String((await ownSeal()).certificate));
});

it('what is shipped is what the sources give (node packages/verify/scripts/build.ts)', async () => {
  for (const [name, text] of await generated()) {
    expect(readFileSync(join(PACKAGE, name), 'utf8') === text, name).toBe(true);
  }
});

describe('rubrica verify', () => {
  const both = () => [path('assinado.pdf'), path('certificado.pdf')];

  it('ends with 0 when everything holds under a seal that was given, and says so in words', () => {
    const { status, stdout, stderr } = rubrica('verify', '--selo', seal, ...both());
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^“Contrato de prestação de serviços” — SVC-7K2M-QX9A-4TBD/);
    expect(stdout).toContain('✓ O arquivo original está inteiro no começo do assinado: os primeiros 310 bytes');
    expect(stdout).toMatch(
      /TUDO CONFERE\. O selo é um dos que você informou, e os \d+ pontos conferidos se confirmaram\.\n$/,
    );
    expect(stdout).not.toMatch(/^[✗?]/m);
  });

  it('ends with 1 when something does not hold, with the reason', () => {
    const { status, stdout } = rubrica('verificar', path('mudado.pdf'), path('certificado.pdf'));
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /✗ O arquivo assinado é, byte a byte, o do certificado: o SHA-256 deste arquivo é [0-9a-f]{64}/,
    );
    expect(stdout).toMatch(/✗ O selo do arquivo assinado é deste conteúdo: o conteúdo mudou depois do selo\./);
    expect(stdout).toMatch(/NÃO CONFERE\. 3 de \d+ pontos não se confirmam/);
  });

  it('ends with 3 when nobody said whose seal it is, or when it is none of theirs', () => {
    for (const trust of [[], ['--selo', '0'.repeat(64)]]) {
      const { status, stdout } = rubrica('verify', ...trust, ...both());
      expect(status).toBe(3);
      expect(stdout).toContain('SELO NÃO IDENTIFICADO.');
      expect(stdout).not.toContain('TUDO CONFERE');
      expect(stdout).toMatch(/^\? O selo do arquivo assinado é um dos que você informou: /m);
    }
  });

  it('ends with 4 for a test document, whatever was given', () => {
    for (const trust of [[], ['--selo', seal]]) {
      const { status, stdout } = rubrica('verify', ...trust, path('teste.pdf'), path('certificado-teste.pdf'));
      expect(status).toBe(4);
      expect(stdout).toMatch(/\nSEM VALIDADE JURÍDICA[\s\S]*DOCUMENTO DE TESTE\./);
    }
  });

  it.each([
    [['--selo', 'SEAL'], 0],
    [['--selo', 'GROUPED'], 0],
    [['--selo', 'selos.json'], 0],
    [['--selo', '0'.repeat(64), '--selo', 'SEAL'], 0],
    [['--raiz', 'selo.pem'], 0],
    [['--raiz', 'selo.pem', '--selo', '0'.repeat(64)], 3],
    [['--selo', 'revogado.json'], 1],
    [['--selo', 'de-teste.json'], 1],
  ])('trusts %j: ends with %i', (trust, expected) => {
    const grouped = seal.toUpperCase().replace(/(..)(?=.)/g, '$1:');
    const named = trust.map(
      (word) => ({ SEAL: seal, GROUPED: grouped })[word] ?? (/\./.test(word) ? path(word) : word),
    );
    expect(rubrica('verify', ...named, ...both()).status).toBe(expected);
  });

  it.each([
    ['files that were swapped', ['verify', 'certificado.pdf', 'assinado.pdf'], /trocados um pelo outro/],
    ['a file that is not a PDF', ['verify', 'rubrica.mjs', 'certificado.pdf'], /não começa como um PDF/],
    ['a file that is not there', ['verify', 'nada.pdf', 'certificado.pdf'], /Não foi possível ler/],
    ['one file', ['verify', 'assinado.pdf'], /Informe dois arquivos/],
    ['no command', [], /O comando é verify/],
    ['an unknown option', ['verify', '--rede', 'assinado.pdf', 'certificado.pdf'], /opção desconhecida/],
    ['half a fingerprint', ['verify', '--selo', 'abc', 'assinado.pdf', 'certificado.pdf'], /64 algarismos/],
    ['an empty list of seals', ['verify', '--selo', 'vazio.json', 'assinado.pdf', 'certificado.pdf'], /vazia/],
    ['roots without any', ['verify', '--raiz', 'selos.json', 'assinado.pdf', 'certificado.pdf'], /não há certificado/],
    ['authorities without any', ['verify', '--ac-tempo', 'assinado.pdf', 'assinado.pdf', 'certificado.pdf'], /não há/],
  ])('ends with 2 given %s', (_, args, says) => {
    const { status, stdout, stderr } = rubrica(...args.map((arg) => (/\.(pdf|mjs|json)$/.test(arg) ? path(arg) : arg)));
    expect(status).toBe(2);
    expect(stdout + stderr).toMatch(says);
  });

  it('says nothing to the terminal that a file’s name or an option says to it', () => {
    const evil = 'x\u001b[2J\u001b]0;TUDO CONFERE\u0007\u202e.pdf';
    for (const args of [
      [evil, path('certificado.pdf')],
      ['--selo', `a${evil}`, ...both()],
    ]) {
      const { status, stderr } = rubrica('verify', ...args);
      expect(status).toBe(2);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
      expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  });

  describe('with what there is of the open log', () => {
    const vector = (name: string) => join(PACKAGE, 'vectors', name);
    const ofLog = (...args: string[]) =>
      rubrica(
        ...['verify', '--selo', vector('selos.json')],
        ...args.map((arg) => (/\.(vkey|tlog-proof|recibo|politica|tst|pem)$/.test(arg) ? vector(arg) : arg)),
        ...['assinado', 'certificado'].map((file) => vector(`genuino-registrado.${file}.pdf`)),
      );
    const proven = ['--politica', 'registro.politica', '--prova', 'registro.tlog-proof'];
    const stamped = [...proven, '--tempo', 'registro.tst', '--ac-tempo', 'tempo.pem'];
    const vkey = readFileSync(vector('registro.vkey'), 'utf8').trim();

    it.each([
      [[], 0, 'ÍNTEGRO'],
      [['--exige', 'integro'], 0, 'ÍNTEGRO'],
      [['--exige', 'ancorado'], 5, 'ÍNTEGRO'],
      [[...proven, '--exige', 'ancorado'], 0, 'ANCORADO'],
      [[...proven, '--exige', 'hora'], 5, 'ANCORADO'],
      [[...proven, '--exige', 'ANCORADO_COM_HORA_EXTERNA'], 5, 'ANCORADO'],
      [[...stamped, '--exige', 'hora'], 0, 'ANCORADO COM HORA EXTERNA'],
      [['--registro', vkey, '--prova', 'registro.tlog-proof', '--exige', 'ancorado'], 0, 'ANCORADO'],
      [['--registro', 'registro.vkey', '--recibo', 'registro.recibo', '--exige', 'ancorado'], 5, 'ÍNTEGRO'],
    ])('%j: ends with %i, at the level %s', (args, expected, level) => {
      const { status, stdout, stderr } = ofLog(...args);
      expect([status, stderr]).toEqual([expected, '']);
      expect(stdout).toContain(`\nNível ${level}: `);
      expect(stdout.includes('NÍVEL INSUFICIENTE')).toBe(expected === 5);
      expect(stdout).toContain('TUDO CONFERE');
    });

    it('has the level, and the one that was demanded, in JSON', () => {
      const { resultado, nivel, exigido } = JSON.parse(ofLog('--json', ...proven, '--exige', 'hora').stdout);
      expect([resultado, nivel, exigido]).toEqual(['CONFERE', 'ANCORADO', 'ANCORADO_COM_HORA_EXTERNA']);
      expect(JSON.parse(ofLog('--json').stdout)).not.toHaveProperty('exigido');
    });

    it('ends with 1 where something does not hold, and with 2 where nothing can be read, whatever is demanded', () => {
      const { status, stdout } = ofLog('--registro', 'outro.vkey', '--prova', 'registro.tlog-proof', '--exige', 'hora');
      expect([status, stdout]).toEqual([1, expect.stringMatching(/✗ A árvore está assinada pela chave do registro/)]);
      expect(stdout).not.toMatch(/Nível|NÍVEL/);
      const swapped = ['certificado.pdf', 'assinado.pdf'].map(path);
      expect(rubrica('verify', '--exige', 'hora', ...swapped).status).toBe(2);
    });

    it('ends with 5, rather than 3 or 4, where a level is demanded of what holds otherwise', () => {
      const test = [path('teste.pdf'), path('certificado-teste.pdf')];
      expect(rubrica('verify', '--exige', 'ancorado', ...test).status).toBe(5);
      const { status, stdout } = rubrica('verify', '--exige', 'ancorado', ...both());
      expect([status, stdout]).toEqual([
        5,
        expect.stringMatching(/\? .*recibos.*o pacote é de antes do registro aberto/i),
      ]);
    });

    it.each([
      ['a level of no kind', ['--exige', 'muito'], /--exige toma/],
      ['two levels', ['--exige', 'hora', '--exige', 'integro'], /não pode repetir-se/],
      ['two policies', [...proven, '--politica', 'registro.politica'], /não pode repetir-se/],
      ['a policy that is none', ['--politica', 'registro.vkey'], /tlog-policy/],
      ['a key that is none', ['--registro', 'registro.politica'], /a chave de um registro/],
      ['the key of a witness', ['--registro', new Signer('t.exemplo', 4).vkey], /a chave de uma testemunha/],
      ['a proof that is not there', ['--prova', 'nada.tlog-proof'], /Não foi possível ler/],
    ])('ends with 2 given %s', (_, args, says) => {
      const { status, stderr } = ofLog(...args);
      expect([status, stderr]).toEqual([2, expect.stringMatching(says)]);
    });
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
