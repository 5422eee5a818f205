import { taxIdInWords } from '@rubrica/contract/brazil';
import { describe, expect, it } from 'vitest';
import { ACCEPTANCE_TEXTS, acceptedText } from '../../src/modules/certificados/acceptance-texts.ts';
import { deviceInWords } from '../../src/modules/certificados/device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('an agent in words', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145, Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/145.0.0.0 Safari/537.36`, 'Chrome 145, Windows'],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/145.0.0.0 Mobile Safari/537.36`,
      'Chrome 145, Android (celular)',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari 26, iOS (celular)',
    ],
    // What is no browser is not made one, and what an agent writes of its own is not repeated.
    ['node', null],
    ['curl/8.5.0', null],
    ['', null],
    [null, null],
    ['<script>alert(1)</script>/1 (x)', null],
    ['\u202eadulterado/1 \u202e/2', null],
    ['x'.repeat(100_000), null],
  ])('%s', (agent, words) => {
    expect(deviceInWords(agent)).toBe(words);
  });
});

describe('texts that signers agreed to', () => {
  it('stay as they were: a new wording is a new entry', () => {
    expect(ACCEPTANCE_TEXTS.map(({ textoAceiteId, versao, textoHash }) => [versao, textoAceiteId, textoHash])).toEqual([
      ['1', '6f1f7c52-3c0e-4c34-9a54-8d1f0f5f6a01', '1a21fc2131132bd5050f35f08554d16c0d7876a195cfab4bc76f42de9152df86'],
    ]);
  });

  it('are found by the id and hash they were agreed to with, and by no other', () => {
    const [{ texto, ...agreed }] = ACCEPTANCE_TEXTS;
    expect(acceptedText(agreed).texto).toBe(texto);
    expect(() => acceptedText({ ...agreed, textoHash: 'a'.repeat(64) })).toThrow(agreed.textoAceiteId);
  });
});

describe('a CPF or CNPJ in words', () => {
  it.each([
    ['52998224725', 'CPF 529.982.247-25'],
    ['11222333000181', 'CNPJ 11.222.333/0001-81'],
    ['12ABC34501DE35', 'CNPJ 12.ABC.345/01DE-35'],
    ['outro', 'outro'],
  ])('%s', (id, words) => {
    expect(taxIdInWords(id)).toBe(words);
  });
});
