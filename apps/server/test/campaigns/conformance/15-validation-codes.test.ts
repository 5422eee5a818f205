import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maskCode, readCode } from '../../../../web/publico/code.ts';
import { call, newSender, sent, sharedService, validate } from '../../modules/support.ts';

/** One code, as people write it: found however it is written, by the API as by the page. */

const service = sharedService();
let code: string;
beforeAll(async () => {
  const sender = await newSender(service(), 'PRODUCAO');
  code = (await sent(sender)).codigoValidacao;
});
// The bucket of the address all tests ask from is full again after twenty seconds.
beforeEach(() => service().clock.advance(20_000));

const bare = () => code.slice('SVC-'.length);
const spellings: [string, () => string][] = [
  ['as it is printed', () => code],
  ['in small letters', () => code.toLowerCase()],
  ['without hyphens', () => code.replaceAll('-', '')],
  ['without hyphens, in small letters', () => code.replaceAll('-', '').toLowerCase()],
  ['without its prefix', bare],
  ['without prefix and hyphens', () => bare().replaceAll('-', '')],
  ['without prefix, in small letters', () => bare().toLowerCase()],
  ['with blanks for hyphens', () => code.replaceAll('-', ' ')],
  ['with blanks around it', () => `  ${code}\n`],
  ['with the hyphens of a word processor', () => code.replaceAll('-', '\u2011')],
  ['with letters for the figures they look like', () => code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ['in a sentence', () => `O código é ${code.toLowerCase()}, no rodapé.`],
];

describe('a validation code', () => {
  it.each(spellings)('%s is found by the API', async (_, spell) => {
    for (const presented of [{ codigo: spell() }, { qrCode: spell() }, { codigo: spell(), qrCode: code }]) {
      const { body } = await validate(service(), presented);
      expect([presented, body.resultado, body.codigo]).toEqual([presented, 'AUTENTICO', code]);
    }
  });

  it.each(spellings)('%s is found by the form without JavaScript', async (_, spell) => {
    const shown = await call(`${service().origin}/validar?codigo=${encodeURIComponent(spell())}`);
    expect([shown.status, shown.bytes.toString().includes(code)]).toEqual([200, true]);
  });

  it.each(spellings)('%s is what the page asks for', (_, spell) => {
    expect([maskCode(spell()), readCode(spell())]).toEqual([code, { code }]);
  });

  it('is none where a letter is missing or too much', async () => {
    const letters = code.replaceAll('-', '');
    for (const codigo of [code.slice(0, -1), bare().slice(1), `${letters}0`, `${bare()}-0000`, 'SVC', '']) {
      const { body } = await validate(service(), { codigo });
      expect([codigo, body.resultado]).toEqual([codigo, 'NAO_ENCONTRADO']);
    }
  });

  it('may begin with the letters of the prefix', () => {
    expect(readCode('SVC7-K3MQ-9XA2')).toEqual({ code: 'SVC-SVC7-K3MQ-9XA2' });
    expect(readCode('svc-svc7-k3mq-9xa2')).toEqual({ code: 'SVC-SVC7-K3MQ-9XA2' });
  });

  it('that is still being typed stays one that begins with the prefix', () => {
    const typed = [...'svc7k3mq9xa2dtp'].reduce((text, letter) => maskCode(text + letter), '');
    expect(typed).toBe('SVC-7K3M-Q9XA-2DTP');
    expect(readCode('SVC-7K3M-Q9XA-2')).toEqual({ problem: { kind: 'short', missing: 3 } });
  });
});
