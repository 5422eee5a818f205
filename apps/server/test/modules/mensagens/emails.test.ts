import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, sharedService } from '../support.ts';

/** The gallery of every message the service writes, and what all of them promise. */

const service = sharedService();
const MESSAGES = join(import.meta.dirname, '../../../src/modules/mensagens');

interface Shown {
  readonly id: string;
  readonly html: string;
  readonly texto: string;
  readonly assunto: string;
  readonly preview: string;
}
let page: string;
let messages: readonly Shown[];
beforeAll(async () => {
  const gallery = `${service().origin}/dev/emails`;
  page = (await call(gallery)).bytes.toString();
  const ids = [...page.matchAll(/<section id="([^"]+)">/g)].map((match) => match[1] ?? '');
  messages = await Promise.all(
    ids.map(async (id) => {
      const [html, texto] = await Promise.all(
        ['html', 'texto'].map(async (form) => (await call(`${gallery}/${id}/${form}`)).bytes.toString()),
      );
      const section = page.slice(page.indexOf(`<section id="${id}">`));
      const term = (name: string) => new RegExp(`<dt>${name}</dt><dd>(.*?)</dd>`).exec(section)?.[1] ?? '';
      return { id, html: html ?? '', texto: texto ?? '', assunto: term('Assunto'), preview: term('Prévia') };
    }),
  );
});

/** What holds for every message, told with the ids of those for which it does not. */
const failing = (holds: (message: Shown) => boolean) => messages.filter((one) => !holds(one)).map(({ id }) => id);

/** The language of a sample, as its id tells it. */
const languageOf = (id: string) => /-(en|es)$/.exec(id)?.[1] ?? 'pt-BR';

/** Elements left open, or closed without having been opened. */
function unbalanced(html: string): string[] {
  const VOID = new Set(['meta', 'img', 'br', 'hr', 'link', 'input']);
  const open: string[] = [];
  const wrong: string[] = [];
  // What only Outlook reads is a table opened in one comment and closed in another.
  const text = html.replace(/<!--[\s\S]*?-->/g, '').replace(/<style>[\s\S]*?<\/style>/g, '');
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
    if (VOID.has(name)) continue;
    if (!slash) open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

describe('the gallery', () => {
  it('shows every kind of message there is', async () => {
    const index = await readFile(join(MESSAGES, 'index.ts'), 'utf8');
    const files = ['samples.ts', 'account-samples.ts'].map((name) => readFile(join(MESSAGES, name), 'utf8'));
    const samples = (await Promise.all(files)).join('\n');
    const kinds = [...index.matchAll(/\brender[A-Z]\w*/g)]
      .map(([name]) => name)
      .filter((name) => !name.endsWith('Sms'));
    expect(kinds.length).toBeGreaterThan(7);
    expect(kinds.filter((name) => !samples.includes(`${name}(`))).toEqual([]);
    expect(messages.length).toBeGreaterThan(25);
  });

  it('shows each in both widths and as text, and loads nothing from elsewhere', async () => {
    for (const { id } of messages) {
      expect(page.split(`src="/dev/emails/${id}/html"`).length - 1).toBe(2);
    }
    const { headers } = await call(`${service().origin}/dev/emails`);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const file of ['galeria.css', 'galeria.js']) {
      expect((await call(`${service().origin}/dev/emails/${file}`)).status).toBe(200);
    }
  });

  it('lets a message run nothing and be framed by the gallery alone', async () => {
    const { headers } = await call(`${service().origin}/dev/emails/convite/html`);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'.*frame-ancestors 'self'/);
    expect(headers.get('content-security-policy')).not.toContain('script');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('knows no message of another name', async () => {
    for (const path of ['nada/html', 'convite/pdf', 'convite']) {
      expect((await call(`${service().origin}/dev/emails/${path}`)).status).toBe(404);
    }
  });
});

describe('every message', () => {
  it('is whole HTML, of balanced elements', () => {
    expect(
      failing(
        ({ id, html }) =>
          html.startsWith(`<!doctype html>\n<html lang="${languageOf(id)}"`) && unbalanced(html).length === 0,
      ),
    ).toEqual([]);
  });

  it('ends a sentence once, whoever it names last', () => {
    expect(failing(({ texto }) => texto.includes('Ltda.'))).not.toHaveLength(messages.length);
    expect(failing(({ texto }) => !/[^.]\.\.(?!\.)/.test(texto))).toEqual([]);
  });

  it('to signers is there in each language they can choose', () => {
    const inLanguage = (language: string) =>
      messages.flatMap(({ id }) => (languageOf(id) === language ? [id.replace(/-(en|es)$/, '')] : []));
    expect(inLanguage('en').length).toBeGreaterThan(8);
    expect(inLanguage('es')).toEqual(inLanguage('en'));
  });

  it('names no resource outside of itself, and its logo is the only picture', () => {
    const outside = ({ html }: Shown) =>
      [
        ...html.matchAll(/(?:src|background|poster|srcset)="([^"]*)"|url\(([^)]*)\)|@import|<link|<script|<iframe/g),
      ].filter((match) => !match[1]?.startsWith('data:image/png;base64,'));
    expect(failing((one) => outside(one).length === 0)).toEqual([]);
    expect(failing(({ html }) => html.split('<img ').length <= 2)).toEqual([]);
  });

  it('says its links in the plain text too, and shows them with their host in the HTML', () => {
    const links = ({ html }: Shown) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((match) => match[1] ?? '');
    const visible = ({ html }: Shown) => html.replace(/<[^>]*>/g, '');
    expect(failing((one) => links(one).every((url) => one.texto.includes(url) && visible(one).includes(url)))).toEqual(
      [],
    );
    // Whoever has the address that another account wanted has nothing to do.
    const withoutLink = ['codigo', 'contato', 'autenticador-desfeito', 'troca-de-email-ocupado'];
    expect(failing((one) => withoutLink.includes(one.id.replace(/-(en|es)$/, '')) || links(one).length > 0)).toEqual(
      [],
    );
  });

  it('has a subject in words, a preheader and a heading', () => {
    expect(failing(({ assunto }) => /\p{L}{3,}.*\s/u.test(assunto))).toEqual([]);
    expect(failing(({ preview, html }) => preview.length > 10 && html.includes(`${preview}&#847;`))).toEqual([]);
    expect(failing(({ html }) => html.split('<h1').length === 2)).toEqual([]);
  });

  it('says in its text all that the HTML says', () => {
    const bare = (text: string) =>
      text
        .replace(/&[#\w]+;/g, '')
        .replace(/[^\p{L}\p{N}]+/gu, '')
        .toLowerCase();
    const paragraphs = ({ html }: Shown) =>
      [...html.matchAll(/<(?:p|li)\b[^>]*>([\s\S]*?)<\/(?:p|li)>/g)].map((match) =>
        (match[1] ?? '').replace(/<[^>]*>/g, ''),
      );
    const missing = (one: Shown) =>
      paragraphs(one).filter(
        (text) => !/^(O botão abre|The button opens|El botón abre)/.test(text) && !bare(one.texto).includes(bare(text)),
      );
    // Names that are code are escaped in one and not in the other.
    expect(messages.filter(({ id }) => id !== 'extremo-codigo-em-nomes').flatMap(missing)).toEqual([]);
  });

  it('holds in Outlook and on a phone: tables of 600 px, told to be presentation', () => {
    expect(failing(({ html }) => html.includes('<!--[if mso]><table role="presentation" width="600"'))).toEqual([]);
    expect(failing(({ html }) => html.includes('max-width:600px'))).toEqual([]);
    expect(
      failing(({ html }) =>
        [...html.matchAll(/<table\b[^>]*>/g)].every(([tag]) => tag.includes('role="presentation"')),
      ),
    ).toEqual([]);
    expect(failing(({ html }) => html.includes('<meta name="color-scheme" content="light dark">'))).toEqual([]);
  });

  it('writes letters that can be read over its button', () => {
    const ratio = (one: string, other: string) => {
      const light = (color: string) =>
        [1, 3, 5]
          .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
          .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
          .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0.05);
      return Math.max(light(one) / light(other), light(other) / light(one));
    };
    const readable = ({ html }: Shown) =>
      [...html.matchAll(/<a [^>]*style="background:(#\w{6});color:(#\w{6})/g)].every(
        ([, ground = '', ink = '']) => ratio(ground, ink) >= 4.5,
      );
    expect(failing(readable)).toEqual([]);
  });

  it('shows code in names as text', () => {
    const { html } = messages.find(({ id }) => id === 'extremo-codigo-em-nomes') as Shown;
    expect(html).not.toMatch(/<script|<img src=x/);
    expect(html).toContain('&lt;script&gt;alert(&quot;oi&quot;)&lt;/script&gt;');
  });
});
