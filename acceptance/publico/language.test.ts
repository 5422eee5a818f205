import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStage, sharedService } from '../browser/stage.ts';
import type { Service } from '../browser/world.ts';
import { visitorsOf } from './visit.ts';

/** A language chosen by hand on any page holds on the others, and on other days. */

const stage = await openStage();
const { opened, closed } = visitorsOf(stage);
let service: Service;

beforeAll(async () => {
  service = await sharedService();
});

const ask = (path: string, headers: Record<string, string> = {}) => fetch(service.origin + path, { headers });
const shown = async (path: string, headers?: Record<string, string>) => (await ask(path, headers)).text();

describe('the answer of the server', () => {
  it('keeps what was asked for on a page of the site, for a year, and nothing that a link from elsewhere asks for', async () => {
    const here = await ask('/?idioma=en', { 'sec-fetch-site': 'same-origin' });
    expect(here.headers.get('set-cookie')).toBe('rubrica_idioma=en; Path=/; Max-Age=31536000; SameSite=Lax');
    for (const site of ['cross-site', 'same-site', 'none']) {
      const elsewhere = await ask('/?idioma=en', { 'sec-fetch-site': site });
      expect([site, elsewhere.headers.get('set-cookie')]).toEqual([site, null]);
      expect(await elsewhere.text()).toContain('<html lang="en">');
    }
    expect((await ask('/?idioma=xx')).headers.get('set-cookie')).toBeNull();
    expect((await ask('/')).headers.get('set-cookie')).toBeNull();
  });

  it('is in the language kept, before that of the browser, and after what the address asks for', async () => {
    const cookie = 'outra=1; rubrica_idioma=es';
    const headers = { cookie, 'accept-language': 'en' };
    expect(await shown('/', headers)).toContain('<html lang="es">');
    expect(await shown('/?idioma=pt', headers)).toContain('<html lang="pt-BR">');
    expect(await shown('/', { ...headers, cookie: 'rubrica_idioma=toString' })).toContain('<html lang="en">');
  });

  it.each(['/docs', '/docs/webhooks', '/privacidade', '/termos', '/validar?codigo=SVC-AAAA-AAAA-AAAA'])(
    '%s, whose text is in Portuguese, has bar and foot in the language kept, and says which is which',
    async (path) => {
      const text = await shown(path, { cookie: 'rubrica_idioma=en' });
      expect(text).toContain('<html lang="pt-BR">');
      expect(text).toMatch(/<header class="site-top" lang="en">.*Skip to the content/s);
      expect(text).toMatch(/<footer class="site-bottom" lang="en">.*Privacy/s);
      expect(await shown(path)).not.toContain('lang="en"');
    },
  );

  it.each(['/', '/docs', '/docs/webhooks', '/privacidade', '/pagar/nada', '/dev/caixa'])(
    '%s is kept by no cache for whoever reads another language',
    async (path) => {
      const { headers } = await ask(path, { accept: 'text/html' });
      expect(headers.get('vary')).toMatch(/accept-language, cookie$/);
      expect(headers.get('cache-control')).toMatch(/^(no-store|private, no-cache)$/);
    },
  );
});

describe.skipIf(stage.missing)('in a browser', () => {
  const languageOf = (page: Page, language: string) => page.locator(`html[lang="${language}"]`).waitFor();

  it('what was chosen on the front page holds on every other', async () => {
    const visit = await opened('/');
    const { page } = visit;
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Electronic signatures that anyone can check' }).waitFor();
    await page.getByRole('link', { name: 'Documentation', exact: true }).click();
    await page.getByRole('link', { name: 'Validate', exact: true }).click();
    await page.waitForURL('**/validar');
    await languageOf(page, 'en');
    for (const path of ['/contato', '/painel/entrar', '/assinar/qualquer', '/formulario/qualquer', '/']) {
      await page.goto(service.origin + path);
      await languageOf(page, 'en');
    }
    const [kept] = await page.context().cookies();
    expect(kept).toMatchObject({ name: 'rubrica_idioma', value: 'en', sameSite: 'Lax' });
    const days = ((kept?.expires ?? 0) - (await page.evaluate<number>('Date.now() / 1000'))) / (24 * 3600);
    expect(Math.round(days)).toBe(365);
    await closed(visit);
  });

  it.each(['/validar', '/assinar/qualquer', '/formulario/qualquer', '/painel/entrar'])(
    'chosen on %s holds on the front page',
    async (path) => {
      const visit = await opened(path);
      const { page } = visit;
      await page.getByLabel('Idioma').selectOption('es');
      await languageOf(page, 'es');
      await page.goto(`${service.origin}/`);
      await page.getByRole('heading', { name: 'Firma electrónica que cualquiera comprueba' }).waitFor();
      await closed(visit);
    },
  );
});
