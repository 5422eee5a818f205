import { createHash, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, foreign, watched } from '../browser/browser.ts';
import { complaints } from '../browser/examination.ts';
import { sharedBrowser, sharedService } from '../browser/stage.ts';
import { newSender, type Service, until } from '../browser/world.ts';
import { concluido } from './records.ts';
import { heading, LONG } from './steps.ts';

/** Front page, documentation and the published seal. */

const browser = await sharedBrowser();
let service: Service;

beforeAll(async () => {
  service = await sharedService();
}, 120_000);

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
  }, 120_000);

  it.each(['/', '/docs', '/docs/webhooks', '/docs/erros.html', '/docs/selo'])(
    '%s has neither script nor inline style, under a policy that allows neither',
    async (path) => {
      const { headers, text } = await page(path);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    },
  );

  it('the front page says what a development installation stands on, and whether it is up', async () => {
    const { text } = await page('/');
    for (const words of [
      'O serviço está no ar',
      'banco de dados',
      '/dev/caixa',
      '/readyz',
      '/docs',
      '/painel',
      '/validar',
    ]) {
      expect(text).toContain(words);
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
      '| Requisições por chave de API | 60 em qualquer janela de 1 minuto |',
      '| Tamanho do PDF | 20 MB | 413 |',
      '| Validação pública, por IP | 30 por minuto, até 10 de uma vez |',
      '| Formulário de contato, por IP | 5 por hora e 20 por dia |',
    ]) {
      expect(text).toContain(row);
    }
  });
});

describe('the seal', () => {
  it('is published with its fingerprint, and beside it the one that test documents bear', async () => {
    const sender = await newSender(service);
    const done = await concluido(sender);
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

describe.skipIf(!browser)('the reference', () => {
  it('shows the contract, breaks no policy, asks nobody else and keeps no script of its own inline', async () => {
    if (!browser) return;
    const { context, watch } = await watched(browser, DESKTOP);
    const shown = await context.newPage();
    // Compressing the viewer for the first time takes a while on a busy machine.
    await shown.goto(`${service.origin}/docs/referencia`, { timeout: 60_000 });
    await heading(shown, 'Rubrica').waitFor({ timeout: 60_000 });
    await shown
      .getByRole('button', { name: /Documentos/ })
      .first()
      .waitFor(LONG);
    await shown.goto(`${service.origin}/docs/referencia#tag/webhooks/POST/webhooks`);
    await shown.getByText('Registra um webhook').first().waitFor({ timeout: 60_000 });
    await until(async () => watch.urls.some((url) => url.endsWith('/openapi.json')));
    expect(await shown.getByRole('button', { name: /Test Request|Testar/ }).count()).toBe(0);
    expect(foreign(watch, service.origin)).toEqual([]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  }, 180_000);
});
