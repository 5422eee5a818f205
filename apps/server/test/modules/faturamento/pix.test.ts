import { describe, expect, it } from 'vitest';
import { type ConfigError, readConfig } from '../../../src/config/index.ts';
import { brCode } from '../../../src/modules/faturamento/pix.ts';
import { readBrCode } from './br-code.ts';

/** BR Codes as the Banco Central's manual has them, and what the configuration takes for them. */

describe('a BR Code', () => {
  it('is, byte for byte, the example of the manual', () => {
    const receiver = { key: '123e4567-e12b-12d1-a456-426655440000', name: 'Fulano de Tal', city: 'BRASILIA' };
    expect(brCode(receiver, null, null)).toBe(
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    );
  });

  it.each([1, 99, 100, 10_350, 123_456_789])('of %i cents says key, amount, receiver and what it pays', (cents) => {
    const receiver = { key: 'cobranca@rubrica.exemplo.com.br', name: 'A'.repeat(25), city: 'B'.repeat(15) };
    expect(readBrCode(brCode(receiver, cents, '2026000041'))).toEqual({
      '00': '01',
      '26': { '00': 'br.gov.bcb.pix', '01': receiver.key },
      '52': '0000',
      '53': '986',
      '54': (cents / 100).toFixed(2),
      '58': 'BR',
      '59': receiver.name,
      '60': receiver.city,
      '62': { '05': '2026000041' },
      '63': expect.stringMatching(/^[0-9A-F]{4}$/),
    });
  });

  it('takes the longest key there is, and no txid of another form', () => {
    const receiver = { key: `${'a'.repeat(62)}@exemplo.com.br`, name: 'Fulano', city: 'BRASILIA' };
    expect(readBrCode(brCode(receiver, 1, null))['26']).toEqual({ '00': 'br.gov.bcb.pix', '01': receiver.key });
    expect(() => brCode(receiver, 1, '2026-000041')).toThrow();
  });
});

describe('the configuration', () => {
  const PIX = { PIX_KEY: 'cobranca@exemplo.com.br', PIX_NAME: 'Rubrica Ltda', PIX_CITY: 'SAO PAULO' };
  const problems = (env: Record<string, string>) => {
    try {
      readConfig({ NODE_ENV: 'test', ...env });
      return [];
    } catch (error) {
      return (error as ConfigError).problems.map((problem) => problem.split(':')[0]);
    }
  };

  it.each([
    ['529.982.247-25', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['+5511987654321', '+5511987654321'],
    ['Cobranca@Exemplo.com.br', 'cobranca@exemplo.com.br'],
    ['123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ])('takes %s as the key %s', (given, key) => {
    expect(readConfig({ NODE_ENV: 'test', ...PIX, PIX_KEY: given }).pix).toEqual({
      key,
      name: 'Rubrica Ltda',
      city: 'SAO PAULO',
    });
  });

  it.each([
    [{ ...PIX, PIX_KEY: '52998224726' }, ['PIX_KEY']],
    [{ ...PIX, PIX_KEY: 'chave' }, ['PIX_KEY']],
    [{ ...PIX, PIX_NAME: 'Associação Ltda' }, ['PIX_NAME']],
    [{ ...PIX, PIX_NAME: 'A'.repeat(26) }, ['PIX_NAME']],
    [{ ...PIX, PIX_CITY: 'São Paulo' }, ['PIX_CITY']],
    [{ ...PIX, PIX_CITY: 'B'.repeat(16) }, ['PIX_CITY']],
    [{ PIX_KEY: PIX.PIX_KEY }, ['PIX_NAME', 'PIX_CITY']],
    [{ PIX_NAME: PIX.PIX_NAME, PIX_CITY: PIX.PIX_CITY }, ['PIX_KEY']],
    [{ PIX_CHAVE: 'x' }, ['PIX_CHAVE']],
  ])('refuses %j at %j', (env, wrong) => {
    expect(problems(env)).toEqual(wrong);
  });

  it('is without Pix where nothing is set', () => {
    expect(readConfig({ NODE_ENV: 'test' }).pix).toBeNull();
  });
});
