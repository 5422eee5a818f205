import { describe, expect, it } from 'vitest';
import { documentOf, stretchesOf } from '../../painel/integration/shape.ts';

/** What the test mailbox makes of a message. */

describe('the document of a message', () => {
  it('has no inline style left, only sheets with the nonce of the page', () => {
    const made = documentOf(
      '<html><head><style>a{color:red}</style></head><body style="margin:0"><p style="font:&quot;Arial&quot;">x</p><b style="margin:0">y</b></body></html>',
      'N0',
    );
    expect(made).not.toContain(' style="');
    expect(made.match(/<style/g)).toEqual(['<style', '<style']);
    expect(made.match(/<style nonce="N0">/g)).toHaveLength(2);
    expect(made).toContain('[data-style="0"]{margin:0}');
    expect(made).toContain('[data-style="1"]{font:"Arial"}');
    expect(made).toContain('<b data-style="0">');
  });

  it('opens its links in a new tab', () => {
    expect(documentOf('<a href="https://a.exemplo">a</a>', 'N')).toMatch(/^<base target="_blank">/);
  });

  it('lets no value of a style end its rule or its sheet', () => {
    const made = documentOf('<p style="a:b}*{display:none}</style><script>1</script>">x</p>', 'N');
    expect(made).not.toContain('*{');
    expect(made).not.toContain('<script>');
  });
});

describe('addresses in a text', () => {
  it('are found without the punctuation that follows them', () => {
    expect(stretchesOf('Abra (https://a.exemplo/x?y=1). Ou http://b.exemplo!')).toEqual([
      { at: 0, text: 'Abra (', url: null },
      { at: 6, text: 'https://a.exemplo/x?y=1', url: 'https://a.exemplo/x?y=1' },
      { at: 29, text: '). Ou ', url: null },
      { at: 35, text: 'http://b.exemplo', url: 'http://b.exemplo' },
      { at: 51, text: '!', url: null },
    ]);
  });

  it('are of http alone', () => {
    const text = 'javascript:alert(1) data:text/html,x https://';
    expect(stretchesOf(text)).toEqual([{ at: 0, text, url: null }]);
  });
});
