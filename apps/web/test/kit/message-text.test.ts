import { describe, expect, it } from 'vitest';
import { stretchesOf } from '../../kit/message-text.ts';

/** What one does with a captured message. */

const plain = (at: number, text: string) => ({ at, text, url: null, code: false });

describe('addresses in a text', () => {
  it('are found without the punctuation that follows them', () => {
    expect(stretchesOf('Abra (https://a.exemplo/x?y=1). Ou http://b.exemplo!')).toEqual([
      plain(0, 'Abra ('),
      { ...plain(6, 'https://a.exemplo/x?y=1'), url: 'https://a.exemplo/x?y=1' },
      plain(29, '). Ou '),
      { ...plain(35, 'http://b.exemplo'), url: 'http://b.exemplo' },
      plain(51, '!'),
    ]);
  });

  it('are of http alone', () => {
    const text = 'javascript:alert(1) data:text/html,x https://';
    expect(stretchesOf(text)).toEqual([plain(0, text)]);
  });
});

describe('codes in a text', () => {
  it('are not part of a hash, or of the code of a certificate', () => {
    const text = 'SHA-256 0f25590fba770037dbd10, SVC-CERT-481902ABCD, 123456-7';
    expect(stretchesOf(text)).toEqual([plain(0, text)]);
  });

  it('are six digits and no more, outside of addresses', () => {
    expect(stretchesOf('Código 481902. Protocolo 1234567, https://a.exemplo/123456')).toEqual([
      plain(0, 'Código '),
      { ...plain(7, '481902'), code: true },
      plain(13, '. Protocolo 1234567, '),
      { ...plain(34, 'https://a.exemplo/123456'), url: 'https://a.exemplo/123456' },
    ]);
  });
});
