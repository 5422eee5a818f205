import { createHash, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, NARROW, watched } from '../browser/browser.ts';
import { complaints, findings, fits } from '../browser/examination.ts';
import { sharedBrowser, sharedService } from '../browser/stage.ts';
import { field, newAddress, newSender, person, type Service, send } from '../browser/world.ts';
import { completed } from './records.ts';

/** Front page, documentation and the published seal. */

const browser = await sharedBrowser();
let service: Service;

beforeAll(async () => {
  service = await sharedService();
});

const page = async (path: string) => {
  const answer = await fetch(service.origin + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('the pages of the site', () => {
  it('lead nowhere that does not exist', async () => {
    const seen = new Set<string>();
    const queue = ['/'];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const answer = await page(path);
      expect([path, answer.status]).toEqual([path, 200]);
      if (!/html/.test(answer.headers.get('content-type') ?? '') || path.startsWith('/verificar')) continue;
      for (const [, href = ''] of answer.text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const url = new URL(href, service.origin + path);
        if (url.origin !== service.origin) continue;
        const target = url.pathname;
        if (url.hash !== '' && target === path)
          expect(answer.text, `${path}${url.hash}`).toContain(`id="${url.hash.slice(1)}"`);
        queue.push(target);
      }
    }
    expect([...seen]).toEqual(expect.arrayContaining(['/docs/webhooks', '/docs/webhooks.md', '/llms.txt', '/painel']));
  });

  it.each(['/', '/docs', '/docs/erros.html', '/docs/selo', '/privacidade', '/termos'])(
    '%s has neither script nor inline style, under a policy that allows neither',
    async (path) => {
      const { headers, text } = await page(path);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    },
  );

  it('a guide has scripts of this host only, and nothing inline', async () => {
    const { headers, text } = await page('/docs/inicio-rapido');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self';.*; script-src 'self'; connect-src 'self'$/,
    );
    expect(text).not.toMatch(/<script(?![^>]*\bsrc="\/)|<style|\sstyle=|\son\w+=/);
  });

  it('the front page says whether the service is up, and nothing of the machine it runs on', async () => {
    const { text } = await page('/');
    for (const words of ['O serviço está no ar', '/dev/caixa', '/doutor', '/docs', '/painel/cadastro', '/validar']) {
      expect(text).toContain(words);
    }
    const mailbox = (await page('/dev/caixa')).text;
    const standIns = [...mailbox.matchAll(/<li>([^<]+)<\/li>/g)].map(([, line = '']) => line);
    expect(standIns.join()).toContain('banco de dados');
    for (const line of standIns) expect(text).not.toContain(line);
    expect(text).not.toMatch(/\/(tmp|home|var|work|root)\//);
  });

  it.each([
    ['en', 'Electronic signatures that anyone can check', 'Create an account'],
    ['es', 'Firma electrónica que cualquiera comprueba', 'Crear una cuenta'],
  ])('the front page is all in %s where that is asked for, by address or by browser', async (language, title, act) => {
    const headers = { 'accept-language': `${language};q=0.9` };
    const shown = await Promise.all([
      page(`/?idioma=${language}`).then(({ text }) => text),
      fetch(`${service.origin}/`, { headers }).then((answer) => answer.text()),
    ]);
    for (const text of shown) {
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(title);
      expect(text).toContain(act);
      expect(text.replace(/<pre.*?<\/pre>|lang="pt-BR"[^>]*>Português/gs, '')).not.toMatch(
        /\b(você|não|assinatura eletrônica|documento assinado|Português)\b/,
      );
    }
  });

  it('shows pictures of the product, light and dark, small, each with words for it', async () => {
    const { text } = await page('/');
    const pictures = [...text.matchAll(/(?:src|srcset)="(\/assets\/marca\/[^"]+\.webp)"/g)].map(
      ([, path = '']) => path,
    );
    expect(pictures).toHaveLength(4);
    expect([...text.matchAll(/<img [^>]*alt="[^"]{20,}"/g)]).toHaveLength(2);
    for (const path of pictures) {
      const answer = await fetch(service.origin + path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/webp']);
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(80_000);
    }
  });

  it('says no prices where the operator takes no payments', async () => {
    expect((await page('/')).text).not.toContain('R$');
  });

  it('has texts on privacy and terms, which every foot leads to', async () => {
    for (const [path, title] of [
      ['/privacidade', 'Privacidade'],
      ['/termos', 'Termos de uso'],
    ]) {
      expect((await page(path ?? '')).text).toContain(`<h1>${title}</h1>`);
      for (const from of ['/', '/docs', '/dev/caixa']) expect((await page(from)).text).toContain(`href="${path}"`);
    }
  });

  it('a person at an address without anything gets a page, in their language, and a program the problem of the API', async () => {
    const person = (path: string, language = 'pt-BR') =>
      fetch(service.origin + path, { headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': language } });
    for (const path of ['/nada', '/docs/nada', '/validar-tudo']) {
      const answer = await person(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('Não há nada neste endereço');
    }
    expect(await (await person('/nada', 'en')).text()).toContain('There is nothing at this address');
    for (const answer of [await fetch(`${service.origin}/nada`), await person('/v1/nada')]) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ codigo: 'NAO_ENCONTRADO' });
    }
  });

  it.each(['%ZZ', '%E0%A4%A', '%F0%28%8C%BC'])(
    'a link of validation that ends in %s asks for the code',
    async (damaged) => {
      const answer = await fetch(`${service.origin}/validar/${damaged}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/validar']);
    },
  );

  it('llms.txt leads to every guide as plain text', async () => {
    const { text } = await page('/llms.txt');
    expect(text).toMatch(/^# Rubrica\n\n> /);
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => link.endsWith('.md')).length).toBeGreaterThanOrEqual(6);
    for (const link of links) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
  });

  it('the limits are those the service reads', async () => {
    const { text } = await page('/docs/limites.md');
    for (const row of [
      '| Requisições por chave de API | 60 em qualquer janela de 1 minuto; no sandbox, o que o operador disser (60, se nada disser) |',
      '| Tamanho do PDF | 20 MB | 413 |',
      '| Validação pública, por IP | 30 por minuto, até 10 de uma vez |',
      '| Formulário de contato, por IP | 5 por hora e 20 por dia |',
    ]) {
      expect(text).toContain(row);
    }
  });
});

describe('the search', () => {
  const found = async (query: string) => {
    const { text } = await page(`/docs/busca?${new URLSearchParams({ q: query })}`);
    return [...text.matchAll(/<li><a href="([^"]+)">[^<]*<\/a>(?: <span|<p>)/g)].map(([, href = '']) => href);
  };

  it.each([
    ['webhooks python', '/docs/webhooks'],
    ['Idempotency-Key repetir', '/docs/erros-e-repeticoes'],
    ['LIMITE_EXCEDIDO', '/docs/erros.html#limite_excedido'],
    ['duplicar', '/docs#operacoes'],
  ])('%s leads to %s', async (query, path) => {
    expect((await found(query)).some((href) => href.startsWith(path))).toBe(true);
  });

  it('takes accents and case as one writes them, and leads to places that are there', async () => {
    const places = await found('codigo');
    expect(places).toEqual(await found('CÓDIGO'));
    expect(places.length).toBeGreaterThan(5);
    for (const href of places.slice(0, 8)) {
      const [path = '', anchor] = href.split('#');
      const { status, text } = await page(path);
      expect([href, status]).toEqual([href, 200]);
      if (anchor) expect(text, href).toContain(`id="${anchor}"`);
    }
  });

  it('says so where there is nothing, and shows what was asked as text', async () => {
    const { text } = await page(`/docs/busca?${new URLSearchParams({ q: '<script>alert(1)</script>' })}`);
    expect(text).toContain('Nada com');
    expect(text).not.toContain('<script>alert');
  });
});

describe('the brand', () => {
  it.each([
    '/',
    '/validar',
    '/contato',
    '/painel',
    '/assinar/qualquer',
    '/formulario/qualquer',
    '/docs',
    '/docs/referencia',
  ])('%s has the mark and the typeface of the house in its head, from this host', async (path) => {
    const { text, headers } = await page(path);
    for (const [attribute, type] of [
      ['rel="icon" href', 'image/svg+xml'],
      ['rel="apple-touch-icon" href', 'image/png'],
      ['rel="preload" href', 'font/woff2'],
    ] as const) {
      const href = new RegExp(`<link ${attribute}="(/[^"]+)"`).exec(text)?.[1] ?? '';
      const answer = await fetch(service.origin + href);
      expect([href, answer.status, answer.headers.get('content-type')]).toEqual([href, 200, type]);
    }
    expect(headers.get('content-security-policy')).toContain("font-src 'self'");
  });

  it('the style sheet asks for the typeface where the head preloads it', async () => {
    const preloaded = /rel="preload" href="([^"]+)"/.exec((await page('/')).text)?.[1] ?? '';
    expect((await page('/docs/estilo.css')).text).toContain(`url("${preloaded}")`);
  });

  it.each(['/', '/docs/webhooks', '/validar', '/assinar/qualquer', '/formulario/qualquer'])(
    '%s says to a messenger what it is, with a picture that is there and says nothing of a document',
    async (path) => {
      const { text } = await page(path);
      const said = new Map(
        [...text.matchAll(/<meta property="og:([a-z:_]+)" content="([^"]*)">/g)].map(([, name, value = '']) => [
          name,
          value,
        ]),
      );
      expect([...said.keys()]).toEqual(expect.arrayContaining(['title', 'description', 'image']));
      expect(said.get('image')).toBe(`${service.origin}/assets/marca/rubrica.png`);
      expect((await fetch(said.get('image') ?? '')).headers.get('content-type')).toBe('image/png');
    },
  );

  it('a personal link shows the same to a messenger, whatever it opens', async () => {
    const one = person({ nome: 'Zenaide Incomum' });
    const { links } = await send(await newSender(service), [one], [field({ signatarioId: one.id })], {
      titulo: 'Distrato sigiloso',
    });
    const [opened, unknown] = await Promise.all([fetch(links[0] ?? ''), fetch(`${service.origin}/assinar/qualquer`)]);
    expect(await opened.text()).toBe(await unknown.text());
  });
});

describe('the seal', () => {
  it('is published with its fingerprint, and beside it the one that test documents bear', async () => {
    const sender = await newSender(service);
    const done = await completed(sender);
    const particulars = (await (await fetch(`${service.origin}/.well-known/rubrica/selo.json`)).json()) as {
      impressaoDigital: string;
      pem: string;
    };
    const { text: pem } = await page('/.well-known/rubrica/selo.pem');
    const certificate = new X509Certificate(pem);
    const fingerprint = createHash('sha256').update(certificate.raw).digest('hex');
    expect(particulars).toMatchObject({ impressaoDigital: fingerprint, pem });
    const { selos } = (await (await fetch(`${service.origin}/.well-known/rubrica/selos.json`)).json()) as {
      selos: { impressaoDigital: string; ambiente: string; pem: string }[];
    };
    expect(selos.filter(({ ambiente }) => ambiente === 'PRODUCAO').map((one) => one.impressaoDigital)).toEqual([
      fingerprint,
    ]);
    const [test] = selos.filter(({ ambiente }) => ambiente === 'TESTE');
    const own = new X509Certificate(test?.pem ?? '').raw.toString('hex').slice(0, 200);
    expect(done.assinado.toString('latin1').toLowerCase()).toContain(own);
    expect((await page('/docs/selo')).text).toContain(fingerprint);
    expect((await page('/docs/verificacao.md')).text).toContain(fingerprint);
    expect(pem).not.toContain('PRIVATE');
  });
});

describe.skipIf(!browser)('a guide in a browser', () => {
  it('has its examples in tabs of one language, remembered on the next page, copied by a button, by keyboard too', async () => {
    if (!browser) return;
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { context, watch } = await watched(browser, { ...DESKTOP, permissions });
    const shown = await context.newPage();
    await shown.goto(`${service.origin}/docs/clientes`);
    const php = shown.getByRole('tab', { name: 'PHP' }).first();
    expect(await shown.getByRole('tabpanel').count()).toBe(await shown.getByRole('tablist').count());
    await shown.getByRole('tab', { name: 'Python' }).first().focus();
    await shown.keyboard.press('ArrowRight');
    expect(await php.getAttribute('aria-selected')).toBe('true');
    await shown.getByRole('tabpanel').first().getByRole('button', { name: 'Copiar' }).click();
    await shown.getByRole('status').filter({ hasText: 'Copiado' }).waitFor({ state: 'attached' });
    expect(await shown.evaluate<string>('navigator.clipboard.readText()')).toContain('<?php');
    await shown.goto(`${service.origin}/docs/inicio-rapido`);
    expect(await shown.getByRole('tab', { name: 'PHP' }).first().getAttribute('aria-selected')).toBe('true');
    await shown.getByRole('link', { name: /^Próxima/ }).click();
    await shown.waitForURL(/\/docs\/sandbox/);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(!browser)('the documentation on a phone', () => {
  it.each(['/docs', '/docs/webhooks', '/docs/erros.html', '/docs/selo'])(
    '%s begins on the first screen, below its menu, which can be scrolled',
    async (path) => {
      if (!browser) return;
      const { context } = await watched(browser, { ...NARROW, viewport: { width: 320, height: 640 } });
      const shown = await context.newPage();
      await shown.goto(service.origin + path);
      const title = await shown.getByRole('heading', { level: 1 }).boundingBox();
      expect((title?.y ?? Number.POSITIVE_INFINITY) + (title?.height ?? 0)).toBeLessThan(640);
      const last = shown.getByRole('navigation', { name: 'Documentação' }).getByRole('link').last();
      await last.focus();
      const box = await last.boundingBox();
      expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThan(title?.y ?? 0);
      await context.close();
    },
  );
});

describe.skipIf(!browser)('the test mailbox in a browser', () => {
  it('brings a new message by itself, with its link to follow and its code to copy', async () => {
    if (!browser) return;
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { context, watch } = await watched(browser, { ...DESKTOP, permissions });
    const shown = await context.newPage();
    await shown.goto(`${service.origin}/dev/caixa`);
    const mensagem = `Meu código é 481902, e a página https://exemplo.com.br/ajuda?x=1 diz <b>o resto</b>. ${Date.now()}`;
    const sent = await fetch(`${service.origin}/api/v1/contatos`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
      body: JSON.stringify({ nome: 'Rita Campos', email: 'rita@exemplo.com.br', assunto: 'DUVIDA', mensagem }),
    });
    expect([sent.status, await sent.text()]).toEqual([202, expect.any(String)]);
    const message = shown.getByRole('article').filter({ hasText: '481902' });
    await message.waitFor();
    expect(await message.getByRole('link', { name: 'https://exemplo.com.br/ajuda?x=1' }).getAttribute('href')).toBe(
      'https://exemplo.com.br/ajuda?x=1',
    );
    expect(await message.textContent()).toContain('<b>o resto</b>');
    await shown.setViewportSize({ width: 320, height: 640 });
    expect([await findings(shown), await fits(shown)]).toEqual([[], true]);
    await message.getByRole('button', { name: 'Copiar 481902' }).click();
    await message.getByText('Copiado').waitFor();
    expect(await shown.evaluate<string>('navigator.clipboard.readText()')).toBe('481902');
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});
