import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, Frame, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '../packages/embed/scripts/build.ts';
import { until } from '../scripts/until.ts';
import { DESKTOP, type Watch, watched } from './browser/browser.ts';
import { sharedBrowser } from './browser/stage.ts';

/** `@rubrica/embed` as it is published, in a page of one origin that shows a page of another. */

const EMBED = resolve(import.meta.dirname, '../packages/embed');
const EVENTS = ['pronto', 'visualizado', 'assinado', 'recusado', 'delegado', 'salvo', 'enviado', 'erro', 'altura'];

const browser = await sharedBrowser();
const dist = await build();
const read = (name: string) => readFileSync(join(dist, name), 'utf8');

/** Serves what `answer` gives for a path: its type and text. */
async function serve(
  answer: (path: string) => readonly [string, string] | undefined,
  policy: (path: string) => string,
) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const [type, text] = answer(url) ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy(url) });
    response.end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The service, whose page says that it is shown; what else it says, each test says for it. */
const service = await serve(
  () => [
    'text/html',
    `<!doctype html><title>Assinar</title><script>parent.postMessage({ rubrica: 1, evento: 'pronto', dados: {} }, '*')</script>`,
  ],
  () => `frame-ancestors ${host.origin}`,
);

const RECORD = `
window.arrived = 0; window.heard = [];
addEventListener('message', () => { arrived += 1; });
for (const name of ${JSON.stringify(EVENTS)}) addEventListener(name, ({ detail }) => heard.push([name, detail]));`;
const scripts: Record<string, string> = { '/record.js': RECORD, '/rubrica-embed.js': read('rubrica-embed.js') };
const bodies: string[] = [];

/** Of the address of a page without such a policy. */
const LAX = '?lax';
/** Whose page it is: one that allows no style and no script but those in files. */
const host = await serve(
  (path) => {
    const name = path.replace(/\?.*/, '');
    if (name in scripts) return ['text/javascript', scripts[name] as string];
    if (name === '/own.css') return ['text/css', 'rubrica-assinatura { height: 300px }'];
    const body = bodies[Number(name.slice(1))];
    if (body === undefined) return undefined;
    return ['text/html', `<!doctype html><link rel="icon" href="data:,"><script src="/record.js"></script>${body}`];
  },
  (path) =>
    path.endsWith(LAX)
      ? ''
      : `default-src 'none'; img-src data:; script-src 'self'; style-src 'self'; frame-src 'self' ${service.origin}`,
);

const SCRIPT = '<script type="module" src="/rubrica-embed.js"></script>';
const linkTo = (ticket: string) => `${service.origin}/incorporar/${ticket}`;
const element = (ticket: string, more = '') =>
  `<rubrica-assinatura link="${linkTo(ticket)}" ${more}></rubrica-assinatura>`;
const askedFor = (ticket: string) => service.asked.filter((path) => path === `/incorporar/${ticket}`).length;

interface Opened {
  readonly page: Page;
  readonly watch: Watch;
}

async function open(body: string, query = '', before = ''): Promise<Opened> {
  const { context, watch } = await watched(browser as Browser, DESKTOP);
  const page = await context.newPage();
  await page.addInitScript(before);
  await page.goto(`${host.origin}/${bodies.push(body) - 1}${query}`);
  return { page, watch };
}

/** The frame in the element, once its page is there. */
async function framed(page: Page, ticket: string): Promise<Frame> {
  return until(() => page.frames().find((frame) => frame.url() === linkTo(ticket)));
}

const heard = (page: Page, name = 'heard') => page.evaluate(name) as Promise<unknown[]>;
const heightOf = async (page: Page, selector = 'rubrica-assinatura') =>
  (await page.locator(selector).boundingBox())?.height;

/** Has a frame post messages, and waits until all of them arrived. */
async function post(page: Page, frame: Frame, ...messages: unknown[]): Promise<void> {
  const before = (await page.evaluate('arrived')) as number;
  for (const message of messages) await frame.evaluate(`parent.postMessage(${JSON.stringify(message)}, '*')`);
  await until(async () => ((await page.evaluate('arrived')) as number) >= before + messages.length);
}

const said = (evento: string, dados: unknown = {}) => ({ rubrica: 1, evento, dados });

it('is committed as the service hands it out (npm run generate)', () => {
  expect(readFileSync(join(EMBED, 'rubrica-embed.js'), 'utf8') === read('rubrica-embed.js')).toBe(true);
});

it('is at most 3 kB for pages without a bundler', () => {
  expect(gzipSync(read('rubrica-embed.js'), { level: 9 }).length).toBeLessThanOrEqual(3 * 1024);
});

const SENT = '<rubrica-assinatura titulo="Contrato" altura="auto" class="largo"></rubrica-assinatura>';

it('is imported and rendered where there is no browser', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/server.mjs'], { cwd: EMBED });
  expect(stdout.trim().split('\n')).toEqual([
    SENT,
    '<rubrica-editor titulo="Contrato" altura="auto"></rubrica-editor>',
  ]);
});

describe.skipIf(!browser)('<rubrica-assinatura>', () => {
  it('shows the page of its link in a frame that may do what signing needs, and lets its policy be strict', async () => {
    const { page, watch } = await open(`${element('frame')}${SCRIPT}`);
    await framed(page, 'frame');
    const frame = page.locator('rubrica-assinatura iframe');
    expect(await frame.getAttribute('src')).toBe(linkTo('frame'));
    expect(await frame.getAttribute('title')).toBe('Assinatura do documento');
    expect(await frame.getAttribute('allow')).toBe(null);
    expect((await frame.getAttribute('sandbox'))?.split(' ')).toEqual([
      'allow-scripts',
      'allow-same-origin',
      'allow-forms',
      'allow-downloads',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-top-navigation-by-user-activation',
    ]);
    expect(await heightOf(page)).toBe(720);
    expect(await frame.boundingBox()).toEqual(await page.locator('rubrica-assinatura').boundingBox());
    await page.evaluate(`document.querySelector('rubrica-assinatura').setAttribute('titulo', 'Locação')`);
    expect(await frame.getAttribute('title')).toBe('Locação');
    expect(askedFor('frame')).toBe(1);
    expect(watch.referrers.filter((from) => from.startsWith(service.origin))).toEqual([]);
    expect(watch.problems).toEqual([]);
  });

  it('says what its page says, with what it brings, to whoever listens around it', async () => {
    const { page } = await open(`${element('events')}${SCRIPT}`);
    const frame = await framed(page, 'events');
    await until(async () => (await heard(page)).length === 1);
    const documentoIds = ['d1', 'd2'];
    const failed = { codigo: 'LINK_INDISPONIVEL', mensagem: 'O link não vale mais.' };
    await post(page, frame, said('visualizado', { documentoIds }), said('assinado', { documentoIds }));
    await post(page, frame, said('recusado', { documentoIds }), said('erro', failed), said('altura', { px: 900 }));
    expect(await heard(page)).toEqual([
      ['pronto', {}],
      ['visualizado', { documentoIds }],
      ['assinado', { documentoIds }],
      ['recusado', { documentoIds }],
      ['erro', failed],
      ['altura', { px: 900 }],
    ]);
  });

  it('believes nobody else, and nothing of another shape', async () => {
    const { page } = await open(
      `${element('believed')}<iframe src="${linkTo('other')}"></iframe><iframe src="/own.css"></iframe>${SCRIPT}`,
    );
    const frame = await framed(page, 'believed');
    const same = await until(() => page.frames().find((one) => one.url() === `${host.origin}/own.css`));
    await until(async () => (await page.evaluate('arrived')) === 2);
    const signed = said('assinado', { documentoIds: ['d1'] });
    await post(page, await framed(page, 'other'), signed);
    await post(page, same, signed);
    await post(page, page.mainFrame(), signed);
    const odd = [null, 1, 'assinado', [], {}, { evento: 'assinado', dados: {} }, { ...signed, rubrica: '1' }];
    const unknown = [said('toString'), said('click'), said(''), { rubrica: 1, evento: ['assinado'], dados: {} }];
    const empty = [{ rubrica: 1, evento: 'assinado' }, said('assinado', null), said('assinado', 'd1')];
    await post(page, frame, ...odd, ...unknown, ...empty);
    expect(await heard(page)).toEqual([['pronto', {}]]);
    // The same window, gone elsewhere.
    await frame.goto(`${host.origin}/own.css`);
    await post(page, frame, signed);
    expect(await heard(page)).toEqual([['pronto', {}]]);
  });

  it('shows another link in another frame, and none where there is none', async () => {
    const { page, watch } = await open(`${element('first')}${SCRIPT}`);
    await framed(page, 'first');
    const change = (code: string) =>
      page.evaluate(`{ const shown = document.querySelector('rubrica-assinatura'); ${code} }`);
    await change(`shown.shadowRoot.querySelector('iframe').id = 'old'; shown.link = '${linkTo('second')}'`);
    await framed(page, 'second');
    const frames = page.locator('rubrica-assinatura iframe');
    expect([await frames.count(), await page.locator('#old').count()]).toEqual([1, 0]);
    await change(`shown.setAttribute('link', '${linkTo('second')}')`);
    await change('shown.link = null');
    expect([await frames.count(), await page.getAttribute('rubrica-assinatura', 'link')]).toEqual([0, null]);
    expect(watch.problems).toEqual([]);
    for (const link of ['javascript:alert(1)', '/incorporar/x', 'data:text/html,x', 'incorporar']) {
      await change(`shown.link = ${JSON.stringify(link)}`);
      expect([link, await frames.count()]).toEqual([link, 0]);
    }
    expect(watch.problems).toHaveLength(4);
    await change(`shown.link = ''; shown.remove(); shown.link = '${linkTo('away')}'; window.away = shown`);
    expect([askedFor('second'), askedFor('away')]).toEqual([1, 0]);
    await page.evaluate('document.body.append(away)');
    await framed(page, 'away');
    expect(askedFor('away')).toBe(1);
  });

  it('is as high as its page wants to be where it is told so, and never too low to read', async () => {
    const { page } = await open(`${element('high', 'altura="auto"')}${SCRIPT}`);
    const frame = await framed(page, 'high');
    expect(await heightOf(page)).toBe(720);
    for (const [px, height] of [
      [1234.5, 1234.5],
      [90, 400],
      ['900', 400],
      [null, 400],
    ]) {
      await post(page, frame, said('altura', { px }));
      expect([px, await heightOf(page)]).toEqual([px, height]);
    }
    await page.evaluate(`document.querySelector('rubrica-assinatura').removeAttribute('altura')`);
    expect(await heightOf(page)).toBe(720);
    await page.evaluate(`document.querySelector('rubrica-assinatura').hidden = true`);
    expect(await page.locator('rubrica-assinatura').isVisible()).toBe(false);
  });

  it('follows the own sheet of the page before anything else', async () => {
    const sheet = '<link rel="stylesheet" href="/own.css">';
    const { page } = await open(`${sheet}${element('own', 'altura="auto"')}${SCRIPT}`);
    await post(page, await framed(page, 'own'), said('altura', { px: 900 }));
    expect([await heightOf(page), await heightOf(page, 'rubrica-assinatura iframe')]).toEqual([300, 300]);
  });

  it('may be made twice, and be given its link before it is made', async () => {
    scripts['/late.js'] = `
      document.querySelector('rubrica-assinatura').link = '${linkTo('early')}';
      await import('/rubrica-embed.js');
      await import('/rubrica-embed.js?again');
      window.twice = true;`;
    const { page, watch } = await open(
      '<rubrica-assinatura></rubrica-assinatura><script type="module" src="/late.js"></script>',
    );
    await framed(page, 'early');
    await until(() => page.evaluate('window.twice'));
    await page.evaluate(`document.querySelector('rubrica-assinatura').link = '${linkTo('later')}'`);
    await framed(page, 'later');
    expect([askedFor('early'), watch.problems]).toEqual([1, []]);
  });

  it('has its styles in browsers that know no constructed sheets', async () => {
    const older = 'window.CSSStyleSheet = class { constructor() { throw new TypeError(); } }';
    const { page } = await open(`${element('older', 'altura="auto"')}${SCRIPT}`, LAX, older);
    await post(page, await framed(page, 'older'), said('altura', { px: 900 }));
    expect([await heightOf(page), await heightOf(page, 'rubrica-assinatura iframe')]).toEqual([900, 900]);
  });
});

describe.skipIf(!browser)('<rubrica-editor>', () => {
  it('shows the editor of its link, and says what it says', async () => {
    const { page, watch } = await open(
      `<rubrica-editor link="${linkTo('edicao/one')}" altura="auto"></rubrica-editor>${SCRIPT}`,
    );
    const frame = await framed(page, 'edicao/one');
    await until(async () => (await heard(page)).length === 1);
    expect(await page.locator('rubrica-editor iframe').getAttribute('title')).toBe('Editor do documento');
    const documentoIds = ['d1'];
    await post(page, frame, said('altura', { px: 900 }), said('salvo'), said('enviado', { documentoIds }));
    expect(await heard(page)).toEqual([
      ['pronto', {}],
      ['altura', { px: 900 }],
      ['salvo', {}],
      ['enviado', { documentoIds }],
    ]);
    expect([await heightOf(page, 'rubrica-editor'), watch.problems]).toEqual([900, []]);
  });
});

describe.skipIf(!browser)('the components for React', () => {
  beforeAll(async () => {
    const bundle = await rolldown({
      input: join(EMBED, 'test/react-page.mjs'),
      platform: 'browser',
      // It warns of `use client`, which is for other bundlers.
      logLevel: 'silent',
      resolve: { alias: { '@rubrica/embed/react': join(dist, 'react.js') } },
      transform: { define: { 'process.env.NODE_ENV': '"development"' } },
    });
    const { output } = await bundle.generate({ format: 'esm' });
    await bundle.close();
    scripts['/react.js'] = output[0].code;
  });

  it('takes over what a server sent, calls the latest handlers, and leaves the frame as it is', async () => {
    const { page, watch } = await open(`<div id="react">${SENT}</div><script type="module" src="/react.js"></script>`);
    const props = { link: linkTo('react'), titulo: 'Contrato', alturaAutomatica: true, className: 'largo' };
    const show = (version: number, more: object = {}) =>
      page.evaluate(`show(${version}, ${JSON.stringify({ ...props, ...more })})`);
    await show(1);
    const frame = await framed(page, 'react');
    await until(async () => (await heard(page, 'told')).length === 1);
    await show(2);
    await show(3, { style: { width: '50%' } });
    const documentoIds = ['d1'];
    const failed = { codigo: 'X', mensagem: 'Y' };
    await post(page, frame, said('visualizado', { documentoIds }), said('assinado', { documentoIds }));
    await post(page, frame, said('recusado', { documentoIds }), said('delegado', { documentoIds }));
    await post(page, frame, said('erro', failed), said('altura', { px: 555 }));
    expect(await heard(page, 'told')).toEqual([
      [1, 'aoFicarPronto', {}],
      [3, 'aoVisualizar', { documentoIds }],
      [3, 'aoAssinar', { documentoIds }],
      [3, 'aoRecusar', { documentoIds }],
      [3, 'aoDelegar', { documentoIds }],
      [3, 'aoErrar', failed],
      [3, 'aoMudarAltura', { px: 555 }],
    ]);
    expect([askedFor('react'), await heightOf(page, '.largo')]).toEqual([1, 555]);
    expect(await page.locator('.largo').getAttribute('style')).toBe('width: 50%;');
    expect(await page.locator('.largo iframe').getAttribute('title')).toBe('Contrato');
    await show(4, { link: linkTo('react-again'), alturaAutomatica: false });
    await framed(page, 'react-again');
    expect([askedFor('react'), await heightOf(page, '.largo')]).toEqual([1, 720]);
    expect(watch.problems).toEqual([]);
  });

  it('tell of the editor what it says, too', async () => {
    const { page } = await open('<div id="react"></div><script type="module" src="/react.js"></script>');
    const link = linkTo('edicao/react');
    await page.evaluate(`show(1, ${JSON.stringify({ link, className: 'largo' })}, true)`);
    const frame = await framed(page, 'edicao/react');
    await until(async () => (await heard(page, 'told')).length === 1);
    expect(await page.locator('rubrica-editor.largo iframe').getAttribute('src')).toBe(link);
    await post(page, frame, said('salvo'), said('enviado', { documentoIds: ['d1'] }));
    expect(await heard(page, 'told')).toEqual([
      [1, 'aoFicarPronto', {}],
      [1, 'aoSalvar', {}],
      [1, 'aoEnviar', { documentoIds: ['d1'] }],
    ]);
  });
});
