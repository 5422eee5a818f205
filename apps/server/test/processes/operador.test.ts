import { describe, expect, it } from 'vitest';
import { operator } from '../operator.ts';

/** How `npm run operador` tells of itself; what each command does is shown beside what it is about. */

const NAMES = [
  ...[
    'caixa',
    'doutor',
    'fatura paga',
    'organizacao suspender',
    'organizacao reativar',
    'retencao',
    'registro recomecar',
    'selo listar',
    'selo revogar',
  ],
  ...['backup', 'restaurar', 'restore'],
  ...['registrar', 'listar', 'revogar', 'concessoes', 'revogar-concessao'].map((one) => `oauth ${one}`),
];
/** Nothing is opened, or even read, before the words are understood. */
const run = (...args: string[]) => operator({ PORT: 'nenhuma' }, ...args);

describe('npm run operador', () => {
  it('--help lists every command and ends well', async () => {
    const { code, out, err } = await run('--help');
    expect([code, err]).toEqual([0, '']);
    const listed = [...out.matchAll(/^ {2}([a-z]+(?: [a-z][a-z-]*)?)/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(NAMES.toSorted());
  });

  it.each([[[]], [['selos']], [['oauth', 'tudo']], [['tudo', '--help']]])(
    '%j ends with 2 and the list',
    async (words) => {
      const { code, out, err } = await run(...words);
      expect([code, out]).toEqual([2, '']);
      for (const name of NAMES) expect(err).toContain(name);
    },
  );

  it('--help after a command tells how that one is used', async () => {
    const { code, out } = await run('oauth', 'registrar', '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/^Uso: npm run operador -- oauth registrar --nome NOME/);
    expect(out).not.toContain('selo listar');
  });

  it('tells what is wrong with its configuration in words', async () => {
    const { code, err } = await run('caixa');
    expect(code).toBe(1);
    expect(err).toMatch(/^Configuração inválida \(1 problema\):\n {2}PORT: /);
  });
});
