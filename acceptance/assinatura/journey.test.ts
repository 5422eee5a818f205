import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, foreign, NARROW, PHONE, watched } from '../browser/browser.ts';
import { LONG_TITLE, opensWhole } from '../browser/long-titles.ts';
import { openStage } from '../browser/stage.ts';
import {
  CODE_IN_EMAIL,
  create,
  field,
  messageTo,
  newSender,
  person,
  type Sender,
  send,
  signByApi,
  tokenOf,
  until,
} from '../browser/world.ts';
import { VALID_CPF } from './scenes.ts';
import {
  agree,
  begin,
  button,
  draw,
  FRAMES,
  fillAll,
  fillAndSign,
  heading,
  holds,
  nextButton,
  readAll,
  readingTold,
  sign,
  wholeRoad,
} from './steps.ts';

/** A person signs. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

/** A page of a context of its own. */
async function open(options: BrowserContextOptions = PHONE) {
  const { context, watch } = await watched(browser, options);
  return { context, watch, page: await context.newPage() };
}

async function readyToSign(page: Page, link: string): Promise<void> {
  await begin(page, link);
  await readAll(page);
  await fillAll(page);
  await agree(page);
}

const statusOf = async (documentoId: string) => (await sender.api.obterDocumento({ params: { documentoId } })).status;

describe.skipIf(missing)('the whole road', () => {
  it.each([
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const)(
    'on a %s ends with the signed copy and its code',
    async (_device, options) => {
      const { page, context } = await open(options);
      const fields = [
        field(),
        field({ tipo: 'CPF', y: 0.3, altura: 0.03 }),
        field({ tipo: 'CHECKBOX', y: 0.4, largura: 0.03, altura: 0.02, rotulo: 'Recebi as chaves' }),
        field({ tipo: 'RUBRICA', pagina: 2, y: 0.5 }),
      ];
      const { id, links } = await send(sender, [person()], fields);
      await wholeRoad(page, links[0] ?? '', { CPF: VALID_CPF });
      expect(await statusOf(id)).toBe('ASSINADO');
      const shown = await page.getByText(/^SVC-/).textContent();
      const { resultado } = await sender.anyone.consultarValidacaoSandbox({ body: { codigo: shown ?? '' } });
      expect(resultado).toBe('AUTENTICO');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Baixar a via assinada' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\(assinado\)\.pdf$/);
      const [certificate] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Baixar o certificado' }).click(),
      ]);
      expect(certificate.suggestedFilename()).toMatch(/\(certificado\)\.pdf$/);
      await context.close();
    },
    120_000,
  );

  it('asks nothing of anybody else, leaves no token behind and keeps nothing', async () => {
    const { page, context, watch } = await open();
    const { links } = await send(sender, [person()]);
    await wholeRoad(page, links[0] ?? '');
    expect(foreign(watch, service.origin)).toEqual([]);
    expect(watch.referrers).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).toBe('[{},{}]');
    // Erased behind the page that says that all is done.
    await until(async () => (await page.evaluate('indexedDB.databases().then((all) => all.length)')) === 0);
    await until(() => service.printed().includes('/assinatura/:token'));
    expect(service.printed()).not.toContain(tokenOf(links[0] ?? ''));
    expect(watch.problems).toEqual([]);
    await context.close();
  });

  it('proves the mailbox by a code where the link came another way', async () => {
    const { page, context } = await open();
    const one = person({ metodoEntrega: 'LINK' });
    const { links } = await send(sender, [one]);
    await begin(page, links[0] ?? '');
    await button(page, 'Enviar código').click();
    await page.getByText('Você poderá pedir outro código em').waitFor();
    const code = await messageTo(sender, one.email, CODE_IN_EMAIL);
    await page.getByLabel('Código de 6 números').fill(` ${code.slice(0, 3)}-${code.slice(3)} `);
    await readAll(page);
    await fillAll(page);
    await heading(page, 'Revise e conclua').waitFor();
    await context.close();
  });

  it('goes through the documents of an envelope with one signature', async () => {
    const { page, context } = await open();
    const { id: envelopeId } = await sender.api.criarEnvelope({ body: { titulo: 'Locação' } });
    const one = person();
    const ids = [];
    for (const titulo of ['Contrato', 'Termo de vistoria']) {
      ids.push(await create(sender, [{ ...one, id: crypto.randomUUID() }], [field()], { titulo, envelopeId }));
    }
    await sender.api.enviarEnvelope({ params: { envelopeId } });
    await wholeRoad(page, await messageTo(sender, one.email, /(http\S+\/assinar\/[\w-]{43})/));
    expect(await Promise.all(ids.map(statusOf))).toEqual(['ASSINADO', 'ASSINADO']);
    await context.close();
  });

  it('sends a name that was corrected', async () => {
    const { page, context } = await open(DESKTOP);
    const { id, links } = await send(sender, [person({ nome: 'Marina Duate' })]);
    await readyToSign(page, links[0] ?? '');
    await page.getByLabel('Nome completo').fill('Marina Duarte');
    await sign(page);
    await heading(page, 'Pronto, você assinou').waitFor();
    const { signatarios } = await sender.api.obterDocumento({ params: { documentoId: id } });
    expect(signatarios[0]?.nome).toBe('Marina Duarte');
    await context.close();
  });
});

describe.skipIf(missing)('the signature', () => {
  it('is drawn, undone and drawn again; a dot is refused; turning the phone keeps it', async () => {
    const { page, context } = await open({ ...PHONE, isMobile: false });
    const { id, links } = await send(sender, [person()]);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await page.locator('[data-tipo=ASSINATURA] button').click();
    const scrolled = await page.evaluate('scrollY');
    await draw(page, 4);
    await button(page, 'Usar esta assinatura').click();
    await page.getByText('Isso é pouco para uma assinatura').waitFor();
    await button(page, 'Desfazer').click();
    await draw(page, 200);
    const heights = new Set<unknown>();
    for (const way of ['Digitar', 'Enviar imagem', 'Desenhar']) {
      await page.getByRole('dialog').getByText(way, { exact: true }).click();
      heights.add((await page.getByRole('dialog').boundingBox())?.height);
    }
    expect(heights.size).toBe(1);
    expect(await page.evaluate('scrollY')).toBe(scrolled);
    const inked = `(() => { const c = document.querySelector("dialog canvas"); const { data } = c.getContext("2d").getImageData(0, 0, c.width, c.height); let n = 0; for (let i = 3; i < data.length; i += 4) if (data[i]) n += 1; return n > 200; })()`;
    await holds(page, inked);
    await page.setViewportSize({ width: 780, height: 390 });
    await holds(page, `document.querySelector("dialog canvas").clientWidth > 500 && ${inked}`);
    await button(page, 'Usar esta assinatura').click();
    await page.setViewportSize({ width: 390, height: 780 });
    await fillAndSign(page);
    expect(await statusOf(id)).toBe('ASSINADO');
    await context.close();
  });
});

describe.skipIf(missing)('what goes wrong on the way', () => {
  it('a double click signs once, and no error is shown', async () => {
    const { page, context, watch } = await open();
    const { id, links } = await send(sender, [person()]);
    await readyToSign(page, links[0] ?? '');
    await button(page, /^Assinar$/).dblclick();
    await heading(page, 'Pronto, você assinou').waitFor();
    expect(watch.urls.filter((url) => url.endsWith('/assinar')).length).toBe(1);
    expect(await statusOf(id)).toBe('ASSINADO');
    await context.close();
  });

  it('an answer that got lost on the way back is found out, not sent again', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    await readyToSign(page, links[0] ?? '');
    await page.route('**/assinatura/*/assinar', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await sign(page);
    await heading(page, /você assinou|Você já assinou/).waitFor();
    await context.close();
  });

  it('without a line what was given is kept, and sent when it is back', async () => {
    const { page, context } = await open();
    const { id, links } = await send(sender, [person()]);
    await readyToSign(page, links[0] ?? '');
    await context.setOffline(true);
    await sign(page);
    await page.getByText('Não feche a página').waitFor();
    expect(await statusOf(id)).toBe('AGUARDANDO_ASSINATURAS');
    await context.setOffline(false);
    await heading(page, 'Pronto, você assinou').waitFor();
    await context.close();
  });

  it('two tabs: the second shows that the first has signed', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    await readyToSign(page, links[0] ?? '');
    await signByApi(sender, links[0] ?? '');
    await sign(page);
    await heading(page, 'Você já assinou').waitFor();
    await context.close();
  });

  it('the back button goes one step back, and after signing stays where things stand', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    await readyToSign(page, links[0] ?? '');
    await page.goBack();
    await heading(page, 'Leia e preencha').waitFor();
    await page.goForward();
    await sign(page);
    await heading(page, 'Pronto, você assinou').waitFor();
    await page.goBack();
    await heading(page, 'Pronto, você assinou').waitFor();
    await context.close();
  });

  it('a link opened on another device goes on where the server knows it stands', async () => {
    const { links } = await send(sender, [person()]);
    const first = await open(DESKTOP);
    await begin(first.page, links[0] ?? '');
    const told = readingTold(first.page);
    await readAll(first.page);
    await told;
    const second = await open(PHONE);
    await begin(second.page, links[0] ?? '');
    await button(second.page, 'Fazer a assinatura').waitFor();
    await first.context.close();
    await second.context.close();
  });
});

describe.skipIf(missing)('what senders write', () => {
  it('is shown as text, whatever it looks like', async () => {
    const { page, context, watch } = await open();
    const script = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const { links } = await send(sender, [person({ nome: script })], [field({ rotulo: '<b>Assine</b>' })], {
      titulo: script,
      mensagem: script,
    });
    await page.goto(links[0] ?? '');
    await page.getByText(script).first().waitFor();
    expect(await page.locator('img[src=x], script:not([src])').count()).toBe(0);
    expect(watch.problems).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('a long title', () => {
  it('leaves a phone room for the document, and is whole once asked for', async () => {
    const { page, context } = await open(NARROW);
    const { links } = await send(sender, [person()], [field()], { titulo: LONG_TITLE });
    await page.goto(links[0] ?? '');
    const title = page.locator('.title');
    const opens = async () => {
      expect(await title.textContent()).toBe(LONG_TITLE);
      await opensWhole(page, title, 'Mostrar o título inteiro', 'Encurtar o título');
    };
    await heading(page, /^Olá/).waitFor();
    await opens();
    await button(page, 'Começar').click();
    await heading(page, 'Leia e preencha').waitFor();
    await opens();
    await context.close();
  });
});

describe.skipIf(missing)('by keyboard alone', () => {
  it('the whole road is gone, the focus always where the eye is', async () => {
    const { page, context } = await open(DESKTOP);
    const fields = [
      field(),
      field({ tipo: 'CHECKBOX', y: 0.4, largura: 0.03, altura: 0.02, rotulo: 'Recebi as chaves' }),
    ];
    const { id, links } = await send(sender, [person()], fields);
    /** Tabs until what has the focus is called so, and presses a key on it. @returns false if it is not there any more */
    const press = async (name: RegExp, key = 'Enter', isThere = async () => true) => {
      for (let i = 0; i < 80; i += 1) {
        await page.keyboard.press('Tab');
        if (!(await isThere())) return false;
        const focused = String(
          await page.evaluate(
            '((e) => e.getAttribute("aria-label") ?? (e.labels?.[0]?.textContent || e.textContent))(document.activeElement)',
          ),
        );
        if (!name.test(focused.trim())) continue;
        await page.keyboard.press(key);
        return true;
      }
      throw new Error(`${name} cannot be reached by keyboard`);
    };
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    await press(/^Começar$/);
    await heading(page, 'Leia e preencha').waitFor();
    await page.locator('canvas[data-drawn]').first().waitFor();
    const walked = () => page.locator('[data-dock]').textContent();
    // A page that comes into sight passes by itself, also while one tabs.
    const turnsPages = async () => (await nextButton(page).textContent()) === 'Próxima página';
    while (await turnsPages()) {
      await page.evaluate(FRAMES);
      const before = await walked();
      if (await press(/^Próxima página$/, 'Enter', turnsPages)) await until(async () => (await walked()) !== before);
    }
    await page.locator('[data-ready]').waitFor();
    await press(/^Recebi as chaves$/, 'Space');
    await press(/^Assinatura\. /);
    await page.getByRole('dialog').waitFor();
    await press(/^Usar esta assinatura$/);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await holds(page, 'document.activeElement.closest("[data-tipo=ASSINATURA]")');
    await holds(page, '!document.querySelector("[data-dock] .primary[aria-disabled]")');
    await press(/^Revisar$/);
    await heading(page, 'Revise e conclua').waitFor();
    await holds(page, 'document.activeElement.tagName === "H1"');
    await press(/^Li o documento/, 'Space');
    await press(/^Assinar$/);
    await heading(page, 'Pronto, você assinou').waitFor();
    expect(await statusOf(id)).toBe('ASSINADO');
    await context.close();
  });
});
