import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCnpj, isCpf, isE164, normaliseTaxId } from '../src/brazil.ts';

/** Check digits computed as the Receita Federal publishes them, one weight per position, to verify the code. */
function cnpjDigits(base: string): string {
  const digit = (text: string, weights: readonly number[]) => {
    const sum = weights.reduce((total, weight, place) => total + weight * (text.charCodeAt(place) - 48), 0);
    return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  };
  const first = digit(base, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return first + digit(base + first, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}

describe('CPF', () => {
  it.each(['52998224725', '529.982.247-25', '11144477735', '00000000191', '390.533.447-05'])('accepts %s', (cpf) => {
    expect(isCpf(cpf)).toBe(true);
  });

  it.each([
    ['a wrong first check digit', '52998224735'],
    ['a wrong second check digit', '52998224726'],
    ['eleven equal digits', '11111111111'],
    ['zeros', '00000000000'],
    ['ten digits', '5299822472'],
    ['twelve digits', '529982247250'],
    ['half the punctuation', '529.98224725'],
    ['a blank in front', ' 52998224725'],
    ['a line feed behind', '52998224725\n'],
    ['digits of another script', '５２９９８２２４７２５'],
    ['nothing', ''],
  ])('refuses %s', (_what, cpf) => {
    expect(isCpf(cpf)).toBe(false);
  });

  it('is broken by any single wrong digit', () => {
    const valid = '52998224725';
    for (let place = 0; place < valid.length; place++) {
      for (let digit = 0; digit < 10; digit++) {
        const changed = valid.slice(0, place) + digit + valid.slice(place + 1);
        expect(isCpf(changed), changed).toBe(changed === valid);
      }
    }
  });
});

describe('CNPJ', () => {
  it.each([
    '11222333000181',
    '11.222.333/0001-81',
    '00000000000191',
    '33.000.167/0001-01',
    '12ABC34501DE35', // the Receita Federal's example
    '12.ABC.345/01DE-35',
    '12abc34501de35',
  ])('accepts %s', (cnpj) => {
    expect(isCnpj(cnpj)).toBe(true);
  });

  it.each([
    ['a wrong check digit', '11222333000180'],
    ['zeros', '00000000000000'],
    ['a letter among the check digits', '12ABC34501DEA5'],
    ['a wrong check digit after letters', '12ABC34501DE53'],
    ['another letter', '12ABD34501DE35'],
    ['thirteen places', '1122233300018'],
    ['half the punctuation', '11.222.3330001-81'],
    ['an accented letter', '12ÁBC34501DE35'],
    ['a letter whose upper case is two', 'ßABC34501DE35'],
    ['a letter whose upper case is plain', 'ſ2ABC34501DE35'],
    ['a CPF', '52998224725'],
  ])('refuses %s', (_what, cnpj) => {
    expect(isCnpj(cnpj)).toBe(false);
  });

  it('agrees with the published weights for every base, of digits or of letters', () => {
    const base = fc.string({
      unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(base, fc.integer({ min: 0, max: 99 }), (text, guess) => {
        const right = cnpjDigits(text);
        const given = String(guess).padStart(2, '0');
        expect(isCnpj(text + right)).toBe(new Set(text + right).size > 1);
        expect(isCnpj(text + given)).toBe(given === right && new Set(text + given).size > 1);
      }),
    );
  });
});

describe('normal form', () => {
  it('drops the punctuation and writes letters in upper case', () => {
    expect(normaliseTaxId('529.982.247-25')).toBe('52998224725');
    expect(normaliseTaxId('12.abc.345/01de-35')).toBe('12ABC34501DE35');
  });
});

describe('E.164', () => {
  it.each(['+5511987654321', '+551133334444', '+12025550123', '+12345678', '+123456789012345'])(
    'accepts %s',
    (number) => {
      expect(isE164(number)).toBe(true);
    },
  );

  it.each([
    '5511987654321',
    '+0511987654321',
    '+1234567',
    '+1234567890123456',
    '+55 11 98765-4321',
    '+55119876x4321',
    '',
    '+',
  ])('refuses "%s"', (number) => {
    expect(isE164(number)).toBe(false);
  });
});
