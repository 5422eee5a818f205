import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lacking } from '../../pdf/test/judges/programs.ts';
import { main } from '../src/cli.ts';
import { RESULTS, type Resultado } from '../src/index.ts';

/** Two verifiers that share no code must give the same results for the same files. */

const FOLDER = resolve(import.meta.dirname, '../vectors');
const INDEPENDENT = resolve(import.meta.dirname, '../independent/verify.py');
interface Vector {
  readonly name: string;
  readonly about: string;
  readonly checks: readonly { readonly under: readonly string[]; readonly result: Resultado; readonly exit?: number }[];
}
const VECTORS = JSON.parse(readFileSync(join(FOLDER, 'vectors.json'), 'utf8')) as Vector[];
const CHECKS = VECTORS.flatMap(({ name, checks }) =>
  checks.map((check): [string, string, readonly string[], Resultado, number] => {
    const given = check.under.map((word) =>
      /\.(json|pem|vkey|tlog-proof|recibo)$/.test(word) ? join(FOLDER, word) : word,
    );
    const files = [`${name}.assinado.pdf`, `${name}.certificado.pdf`].map((file) => join(FOLDER, file));
    return [
      name,
      check.under.map((word) => word.slice(0, 24)).join(' ') || 'nothing',
      [...given, ...files],
      check.result,
      check.exit ?? RESULTS[check.result],
    ];
  }),
);

/** Receipts as the signing page saves those of a set: each below the title of its document. */
const AWAY = mkdtempSync(join(tmpdir(), 'receipts-'));
afterAll(() => rmSync(AWAY, { recursive: true }));
const RECEIPT = readFileSync(join(FOLDER, 'registro.recibo'), 'utf8');
const OF_ANOTHER = RECEIPT.replace(/(?<=\nATO\n)\S+/, '7d1f6d0c-1111-4222-8333-123456789abc');
const SETS: [string, string, Resultado][] = [
  ['with its own', `Aditivo\n${OF_ANOTHER}\nContrato\n${RECEIPT}`, 'CONFERE'],
  ['of other documents', `Aditivo\n${OF_ANOTHER}\nAnexo\n${OF_ANOTHER}`, 'NAO_CONFERE'],
  ['with its own, another act’s', `Contrato\n${RECEIPT.replace(/(?<=\nATO\n\S+\n)\d+/, '1')}`, 'NAO_CONFERE'],
];
const setArgs = (text: string): string[] => {
  writeFileSync(join(AWAY, 'recibo.txt'), text);
  const of = (name: string) => join(FOLDER, name);
  return [
    ...['--selo', of('selos.json'), '--registro', of('registro.vkey'), '--recibo', join(AWAY, 'recibo.txt')],
    ...[of('genuino-registrado.assinado.pdf'), of('genuino-registrado.certificado.pdf')],
  ];
};

describe('the command', () => {
  it.each(SETS)('takes the file of a set %s', async (_, text, result) => {
    expect(await main(['verify', ...setArgs(text)], { out: () => {}, err: () => {} })).toBe(RESULTS[result]);
  });

  it.each(CHECKS)('%s, under %s', async (_, __, args, result, exit) => {
    const said: string[] = [];
    const code = await main(['verify', '--json', ...args], {
      out: (text) => said.push(text),
      err: (text) => said.push(text),
    });
    expect([code, JSON.parse(said.join('')).resultado]).toEqual([exit, result]);
  });
});

describe('the independent verifier', lacking('python3', 'openssl'), () => {
  it('is 400 lines at most, of Python’s standard library', () => {
    const text = readFileSync(INDEPENDENT, 'utf8');
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(400);
    const imported = [...text.matchAll(/^(?:import|from) ([\w., ]+)/gm)].flatMap(([, names]) =>
      (names as string).split(' import ')[0]?.split(', '),
    );
    const standard = [
      'argparse',
      'base64',
      'datetime',
      'decimal',
      'hashlib',
      'hmac',
      'json',
      'os',
      're',
      'subprocess',
      'sys',
      'tempfile',
      'zlib',
    ];
    expect(imported.filter((name) => !standard.includes(name ?? ''))).toEqual([]);
  });

  it.each(SETS)('takes the file of a set %s', (_, text, result) => {
    const { status, stderr } = spawnSync('python3', [INDEPENDENT, ...setArgs(text)], { encoding: 'utf8' });
    expect([stderr, status]).toEqual(['', RESULTS[result]]);
  });

  it.each(CHECKS)('%s, under %s', (_, __, args, result, exit) => {
    const { status, stdout, stderr } = spawnSync('python3', [INDEPENDENT, ...args], { encoding: 'utf8' });
    expect([stderr, status, stdout.trimEnd().split('\n').at(-1)]).toEqual(['', exit, result]);
  });
});
