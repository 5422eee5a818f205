import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, foreign } from '../browser/browser.ts';
import { complaints, findings, fits } from '../browser/examination.ts';
import { openStage, sharedService } from '../browser/stage.ts';
import type { Service } from '../browser/world.ts';
import { enter, type Member, newMember, newOwner, openAs, openAsStranger } from '../painel/members.ts';
import { button } from './steps.ts';

/** The reader's own test key in the examples of the documentation. */

const { browser, missing } = await openStage();
let service: Service;
let owner: Member;

beforeAll(async () => {
  service = await sharedService();
  owner = await newOwner(service);
});

const page = async (path: string) => (await fetch(service.origin + path)).text();
const MAKE = 'Usar a minha chave de teste nos exemplos';
const offer = (shown: Page) => shown.getByRole('region', { name: 'Chave de teste nos exemplos' });
const keysOf = async (member: Member) => (await member.sandbox.listarChavesApi({})).itens;
const examples = async (shown: Page) => (await shown.locator('.example pre').allTextContents()).join('\n');

describe('the page of a guide', () => {
  it('asks for the scopes that the quick start gives its key', async () => {
    const [, scopes = ''] = /data-scopes="([^"]+)"/.exec(await page('/docs/inicio-rapido')) ?? [];
    const [, given = ''] = /"escopos": (\[[^\]]+\])/.exec(await page('/docs/inicio-rapido.md')) ?? [];
    expect(scopes.split(' ')).toEqual(JSON.parse(given));
  });

  it('marks every place of a key in its examples, and offers none where there is no such place', async () => {
    for (const slug of ['inicio-rapido', 'sandbox', 'webhooks', 'modelos', 'envelopes', 'testes-sem-navegador']) {
      const text = await page(`/docs/${slug}`);
      const unmarked = text
        .replace(/<span class="key-place"[^>]*>[^<]*<\/span>/g, '')
        .match(/<pre[^>]*id=.*?<\/pre>/gs);
      expect(unmarked?.join('')).not.toMatch(/\$KEY\b|RUBRICA_CHAVE|svc_test_/);
      expect(text).toContain('src="/docs/own-key.js"');
    }
    expect(await page('/docs/limites')).not.toContain('own-key');
  });
});

describe.skipIf(missing)('in a browser', () => {
  it('who is signed in makes a key once, which stands in every example and what is copied, on the other guides too', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page: shown, context, watch } = await openAs(browser, owner, { ...DESKTOP, permissions });
    await shown.goto(`${service.origin}/docs/inicio-rapido`);
    await offer(shown).getByText('fica só neste navegador').waitFor();
    expect(await examples(shown)).toContain('Bearer $KEY');
    await button(shown, MAKE).press('Enter');
    await offer(shown).getByText('Os exemplos usam a sua chave de teste').waitFor();
    expect(await shown.evaluate('document.activeElement.textContent')).toBe('Esquecer a chave');

    const [made, ...others] = await keysOf(owner);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ nome: 'Exemplos da documentação', ambiente: 'TESTE' });
    const text = await examples(shown);
    expect(text).not.toMatch(/\$KEY\b/);
    const [key = ''] = /svc_test_[\w.-]+/.exec(text) ?? [];
    expect(key.startsWith(`${made?.prefixo}.`)).toBe(true);
    const called = await fetch(`${service.origin}/v1/sandbox/documentos`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(called.status).toBe(200);

    await shown
      .locator('.example', { hasText: '/enviar' })
      .getByRole('button', { name: /^Copiar/ })
      .click();
    await shown.getByRole('status').filter({ hasText: 'Copiado' }).waitFor({ state: 'attached' });
    expect(await shown.evaluate<string>('navigator.clipboard.readText()')).toContain(`authorization: Bearer ${key}`);

    await shown.goto(`${service.origin}/docs/testes-sem-navegador`);
    await offer(shown).getByText('Os exemplos usam a sua chave de teste').waitFor();
    const programs = await examples(shown);
    expect(programs).toContain(`AUTH="authorization: Bearer ${key}"`);
    expect(programs).not.toContain('RUBRICA_CHAVE');
    expect(await keysOf(owner)).toHaveLength(1);
    expect([await findings(shown), await fits(shown)]).toEqual([[], true]);

    await button(shown, 'Esquecer a chave').click();
    await button(shown, MAKE).waitFor();
    expect(await examples(shown)).not.toContain(key);
    expect(await shown.evaluate<string>('JSON.stringify(localStorage)')).not.toContain(key);
    expect([watch.urls, watch.referrers].flat().join()).not.toContain('svc_test_');
    expect([foreign(watch, service.origin), complaints(watch.problems)]).toEqual([[], []]);
    await context.close();
  });

  it('goes when the panel is left, and never stands in the examples of somebody else', async () => {
    const { page: shown, context } = await openAs(browser, await enter(service.origin, owner.email, owner.ip));
    await shown.goto(`${service.origin}/docs/sandbox`);
    await button(shown, MAKE).click();
    await offer(shown).getByText('Os exemplos usam a sua chave de teste').waitFor();
    const kept = await shown.evaluate<string>("localStorage.getItem('rubrica.docs.chave')");
    expect(kept).toContain('svc_test_');
    await shown.goto(`${service.origin}/painel/sandbox/conta`);
    await button(shown, /^Conta de/).click();
    await shown.getByRole('menuitem', { name: 'Sair' }).click();
    await shown.getByRole('heading', { name: 'Entrar' }).waitFor();
    expect(await shown.evaluate("localStorage.getItem('rubrica.docs.chave')")).toBeNull();
    await context.close();

    const another = await openAs(browser, await newOwner(service));
    await another.page.goto(`${service.origin}/docs/sandbox`);
    await another.page.evaluate(`localStorage.setItem('rubrica.docs.chave', ${JSON.stringify(kept)})`);
    await another.page.reload();
    await button(another.page, MAKE).waitFor();
    expect(await examples(another.page)).not.toMatch(/svc_test_\w/);
    expect(await another.page.evaluate("localStorage.getItem('rubrica.docs.chave')")).toBeNull();
    await another.context.close();
  });

  it('is offered to nobody whose role makes no keys, and to no stranger, whom nothing is asked for', async () => {
    const operator = await newMember(owner, 'OPERADOR');
    const { page: shown, context } = await openAs(browser, operator);
    const answered = shown.waitForResponse(/\/v1\/organizacoes/);
    await shown.goto(`${service.origin}/docs/inicio-rapido`);
    await (await answered).finished();
    await shown.evaluate('new Promise((done) => setTimeout(done))');
    expect(await offer(shown).count()).toBe(0);
    await context.close();

    const stranger = await openAsStranger(browser);
    await stranger.page.goto(`${service.origin}/docs/inicio-rapido`, { waitUntil: 'networkidle' });
    expect(await offer(stranger.page).count()).toBe(0);
    expect(stranger.watch.urls.filter((url) => url.includes('/v1/'))).toEqual([]);
    await stranger.context.close();
  });
});
