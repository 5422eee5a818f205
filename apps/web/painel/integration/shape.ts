/**
 * Messages are made of inline styles, because that is what readers of mail understand, and the panel's policy, which a
 * frame inherits, allows none. So they are moved into a sheet that carries the page's nonce: the policy stays as it is.
 */

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/gi;

/**
 * The document to put into a sandboxed frame: links open in a tab of their own, styles go by the page's nonce.
 * @param html a message's HTML, as the service wrote it
 * @param nonce of the page's policy for style sheets
 */
export function documentOf(html: string, nonce: string): string {
  const sheets = new Map<string, number>();
  const body = html
    .replace(STYLE_ATTRIBUTE, (_whole, value: string) => {
      const css = value.replace(/&(?:quot|#34|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);
      const number = sheets.get(css) ?? sheets.size;
      sheets.set(css, number);
      return ` data-style="${number}"`;
    })
    .replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);
  // A rule may not end its block, nor the sheet.
  const rules = [...sheets].map(([css, number]) => `[data-style="${number}"]{${css.replace(/[{}<]/g, '')}}`);
  const head = `<base target="_blank"><style nonce="${nonce}">${rules.join('\n')}</style>`;
  // Before the message's own sheets, which put right for the dark what stood inline.
  return /<head(\s[^>]*)?>/i.test(body) ? body.replace(/<head(\s[^>]*)?>/i, (tag) => tag + head) : head + body;
}
