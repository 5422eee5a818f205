import { describe, expect, it } from 'vitest';
import { documentOf } from '../../painel/integration/shape.ts';

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
