import { estimatedPart } from '@rubrica/contract/password';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/problem.ts';
import {
  hashPassword,
  NO_ACCOUNT_HASH,
  refuseWeakPassword,
  verifyPassword,
} from '../../../src/modules/sessoes/senha.ts';

const STRONG = 'trem azul cruza a serra às sete';
const known = ['Helena Prado', 'helena.prado@acacia.exemplo.com.br', 'Imobiliária Acácia'];

const refusalOf = (senha: string) =>
  refuseWeakPassword(senha, known).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );

describe('password hashes', () => {
  it('are argon2id PHC strings at OWASP cost, each with its own salt', async () => {
    const [a, b] = await Promise.all([hashPassword(STRONG), hashPassword(STRONG)]);
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(a).not.toBe(b);
  });

  it('verify the password and nothing else', async () => {
    const hash = await hashPassword(STRONG);
    expect(await verifyPassword(STRONG, hash)).toBe(true);
    expect(await verifyPassword(`${STRONG} `, hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it('do not depend on how a keyboard composes an accent', async () => {
    const hash = await hashPassword('à beira-mar, sem pressa'.normalize('NFC'));
    expect(await verifyPassword('à beira-mar, sem pressa'.normalize('NFD'), hash)).toBe(true);
  });

  it('agree with a string made by the reference implementation', async () => {
    // echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32, from the reference implementation's test suite.
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', reference)).toBe(true);
    expect(await verifyPassword('passwore', reference)).toBe(false);
  });

  it('that are none are a fault, not a wrong password', async () => {
    await expect(verifyPassword(STRONG, 'plain text')).rejects.toThrow('PHC');
  });

  it('of no account are given by no password', async () => {
    expect(await verifyPassword(STRONG, NO_ACCOUNT_HASH)).toBe(false);
  });
});

describe('password strength', () => {
  it.each([
    ['nine characters, however random', 'x7#Kq2!vZ'],
    ['a common password', 'senha123456'],
    ['a keyboard row', 'qwertyuiop'],
    ['one letter over and over', 'aaaaaaaaaaaaaaaaaaaa'],
    ['a date', '25/12/198025/12/1980'],
    ['the own name', 'HelenaPrado1'],
    ['the organization without its accents', 'imobiliariaacacia'],
    ['more than 256 characters', `${STRONG} `.repeat(9)],
  ])('refuses %s', async (_what, senha) => {
    const problem = await refusalOf(senha);
    expect(problem).toMatchObject({ status: 400, codigo: 'SENHA_FRACA' });
    expect(problem?.erros).toHaveLength(1);
    expect(problem?.inOneLine()).toMatch(/^senha: \p{L}/u);
  });

  it.each([STRONG, 'K7#vq9!Lz2@w', 'ônibus lilás dança devagar', '正直な蛙が七色の傘を運ぶ朝'])(
    'accepts %s',
    async (senha) => {
      expect(await refusalOf(senha)).toBeNull();
    },
  );

  it('counts characters, not code units', async () => {
    expect((await refusalOf('🌵🎷🧭🪁🦤🛶🥁🪐🦔'))?.inOneLine()).toBe('senha: Use ao menos 10 caracteres.');
  });

  it('does not hold the event loop for a hostile password', async () => {
    const hostile = Array.from({ length: 256 }, (_, i) => String.fromCharCode(33 + ((i * 37) % 90))).join('');
    /** What it costs this thread, the least of three times, whatever else the machine and the process do. */
    const cost = async (senha: string) => {
      const costs: number[] = [];
      for (let time = 0; time < 3; time++) {
        const started = process.threadCpuUsage();
        await refusalOf(senha);
        costs.push(process.threadCpuUsage(started).user);
      }
      return Math.min(...costs);
    };
    await refusalOf(hostile);
    // As much as what is estimated of it; forty times that if all 256 characters were looked at.
    expect(await cost(hostile)).toBeLessThan(5 * (await cost(estimatedPart(hostile))));
  });
});
