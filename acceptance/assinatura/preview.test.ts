import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { pdfOf } from '../browser/pages.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, messageTo, newSender, person, type Sender, send, until } from '../browser/world.ts';
import { begin, button, drawn, heading, holds, readAll } from './steps.ts';

/** What is seen before the document is there, and what is downloaded ahead of time. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

async function open(options = PHONE) {
  const { context, watch } = await watched(browser, options);
  return { context, watch, page: await context.newPage() };
}

/** Keeps the document back until told otherwise. */
async function hold(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/assinatura/*/arquivo?*', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const preview = (page: Page) => page.locator('[data-page="1"] > img');

describe.skipIf(missing)('while the document is on its way', () => {
  it('its first page is seen, in its place, and does not count as passed until it is drawn from the file', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    const release = await hold(page);
    await begin(page, links[0] ?? '');
    await preview(page).waitFor();
    await page.getByText('Abrindo o documento…').waitFor();
    const seen = await preview(page).boundingBox();
    expect((seen?.height ?? 0) / (seen?.width ?? 1)).toBeCloseTo(842 / 595, 2);
    await page.getByText('0 de 4 páginas percorridas').waitFor();
    expect(await preview(page).getAttribute('alt')).toBe('Prévia da primeira página');
    release();
    await drawn(page);
    await page.getByText('1 de 4 páginas percorridas').waitFor();
    const canvas = await page.locator('[data-page="1"] canvas').boundingBox();
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs((canvas?.[side] ?? 0) - (seen?.[side] ?? 0)), side).toBeLessThanOrEqual(1);
    }
    await context.close();
  });

  it('fields lie over the picture where they lie over the page, and what is typed there stays', async () => {
    const { page, context } = await open(DESKTOP);
    const pdf = pdfOf(['/MediaBox [0 0 800 900] /CropBox [50 70 650 870] /Rotate 90']);
    const fields = [field({ tipo: 'TEXTO', x: 0.3, y: 0.2, altura: 0.05, rotulo: 'Cidade' }), field()];
    const { links } = await send(sender, [person()], fields, {}, pdf);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await heading(page, 'Leia e preencha').waitFor();
    const release = await hold(page);
    await page.reload();
    await preview(page).waitFor();
    // Within the page of the document: the reader goes back to where the person was.
    const spots = () =>
      page.locator('[data-campo]').evaluateAll((fields) => {
        const around = fields[0].closest('[data-page]').getBoundingClientRect();
        return fields.map((field) => {
          const { x, y, width, height } = field.getBoundingClientRect();
          return { x: x - around.x, y: y - around.y, width, height };
        });
      });
    const before = await spots();
    await page.getByLabel('Cidade').fill('Campinas');
    release();
    await drawn(page);
    await page.locator('main [role=status]').waitFor({ state: 'detached' });
    for (const [at, box] of (await spots()).entries()) {
      for (const side of ['x', 'y', 'width', 'height'] as const) {
        expect(Math.abs((box?.[side] ?? 0) - (before[at]?.[side] ?? 0)), `${at} ${side}`).toBeLessThanOrEqual(1);
      }
    }
    expect(await page.getByLabel('Cidade').inputValue()).toBe('Campinas');
    await holds(page, 'document.activeElement.tagName === "TEXTAREA"');
    await context.close();
  });

  it('without a picture there is the place of a page, and then the page', async () => {
    const { page, context, watch } = await open();
    const { links } = await send(sender, [person()], [field()], {}, pdfOf(['/MediaBox [0 0 14400 20]']));
    const release = await hold(page);
    await begin(page, links[0] ?? '');
    await page.locator('[data-blank]').waitFor();
    expect(await preview(page).count()).toBe(0);
    release();
    await drawn(page);
    expect(watch.problems.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('on the first screen', () => {
  const SHEET = '[data-first-page]';
  const PICTURE = /\/previa\?/;

  it('the first page is seen beside its title, and nothing moves when it comes', async () => {
    const { page, context } = await open();
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route(PICTURE, async (route) => {
      await released;
      await route.continue();
    });
    const { links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await page.locator(SHEET).waitFor();
    const places = () =>
      page.locator(`main h1, ${SHEET}, main .primary`).evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y, width, height];
        }),
      );
    await page.evaluate('document.fonts.ready');
    const before = await places();
    release();
    await page.locator(`${SHEET} img`).waitFor();
    expect(await places()).toEqual(before);
    expect(await page.locator(`${SHEET} img`).getAttribute('alt')).toBe('Prévia da primeira página');
    await context.close();
  });

  it('of many documents only those in sight are asked for', async () => {
    const { page, context, watch } = await open();
    const one = person();
    const { id: envelopeId } = await sender.api.criarEnvelope({ body: { titulo: 'Locação' } });
    for (let i = 0; i < 12; i += 1) {
      await create(sender, [{ ...one, id: crypto.randomUUID() }], [field()], { titulo: `Anexo ${i}`, envelopeId });
    }
    await sender.api.enviarEnvelope({ params: { envelopeId } });
    await page.goto(await messageTo(sender, one.email, /(http\S+\/assinar\/[\w-]{43})/));
    await page.locator(`${SHEET} img`).first().waitFor();
    expect(await page.locator(SHEET).count()).toBe(12);
    const asked = () => new Set(watch.urls.filter((url) => PICTURE.test(url))).size;
    expect(asked()).toBeLessThan(12);
    await page.locator(SHEET).last().scrollIntoViewIfNeeded();
    await page.locator(`li:last-child > ${SHEET} img`).waitFor();
    expect(watch.urls.filter((url) => PICTURE.test(url)).length).toBe(asked());
    await context.close();
  });

  it('nobody sees a page before proving who they are', async () => {
    const { page, context, watch } = await open();
    const { links } = await send(sender, [person({ metodoEntrega: 'LINK' })]);
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    expect(await page.locator(SHEET).count()).toBe(0);
    expect(watch.urls.filter((url) => PICTURE.test(url))).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('on the first screen', () => {
  const SHEET = '[data-first-page]';
  const PICTURE = /\/previa\?/;

  it('the first page is seen beside its title, and nothing moves when it comes', async () => {
    const { page, context } = await open();
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route(PICTURE, async (route) => {
      await released;
      await route.continue();
    });
    const { links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await page.locator(SHEET).waitFor();
    const places = () =>
      page.locator(`main h1, ${SHEET}, main .primary`).evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y, width, height];
        }),
      );
    await page.evaluate('document.fonts.ready');
    const before = await places();
    release();
    await page.locator(`${SHEET} img`).waitFor();
    expect(await places()).toEqual(before);
    expect(await page.locator(`${SHEET} img`).getAttribute('alt')).toBe('Prévia da primeira página');
    await context.close();
  });

  it('of many documents only those in sight are asked for', async () => {
    const { page, context, watch } = await open();
    const one = person();
    const { id: envelopeId } = await sender.api.criarEnvelope({ body: { titulo: 'Locação' } });
    for (let i = 0; i < 12; i += 1) {
      await create(sender, [{ ...one, id: crypto.randomUUID() }], [field()], { titulo: `Anexo ${i}`, envelopeId });
    }
    await sender.api.enviarEnvelope({ params: { envelopeId } });
    await page.goto(await messageTo(sender, one.email, /(http\S+\/assinar\/[\w-]{43})/));
    await page.locator(`${SHEET} img`).first().waitFor();
    expect(await page.locator(SHEET).count()).toBe(12);
    const asked = () => new Set(watch.urls.filter((url) => PICTURE.test(url))).size;
    expect(asked()).toBeLessThan(12);
    await page.locator(SHEET).last().scrollIntoViewIfNeeded();
    await page.locator(`li:last-child > ${SHEET} img`).waitFor();
    expect(watch.urls.filter((url) => PICTURE.test(url)).length).toBe(asked());
    await context.close();
  });

  it('nobody sees a page before proving who they are', async () => {
    const { page, context, watch } = await open();
    const { links } = await send(sender, [person({ metodoEntrega: 'LINK' })]);
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    expect(await page.locator(SHEET).count()).toBe(0);
    expect(watch.urls.filter((url) => PICTURE.test(url))).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('on the first screen', () => {
  const SHEET = '[data-first-page]';
  const PICTURE = /\/previa\?/;

  it('the first page is seen beside its title, and nothing moves when it comes', async () => {
    const { page, context } = await open();
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route(PICTURE, async (route) => {
      await released;
      await route.continue();
    });
    const { links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await page.locator(SHEET).waitFor();
    const places = () =>
      page.locator(`main h1, ${SHEET}, main .primary`).evaluateAll((all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y, width, height];
        }),
      );
    await page.evaluate('document.fonts.ready');
    const before = await places();
    release();
    await page.locator(`${SHEET} img`).waitFor();
    expect(await places()).toEqual(before);
    expect(await page.locator(`${SHEET} img`).getAttribute('alt')).toBe('Prévia da primeira página');
    await context.close();
  });

  it('of many documents only those in sight are asked for', async () => {
    const { page, context, watch } = await open();
    const one = person();
    const { id: envelopeId } = await sender.api.criarEnvelope({ body: { titulo: 'Locação' } });
    for (let i = 0; i < 12; i += 1) {
      await create(sender, [{ ...one, id: crypto.randomUUID() }], [field()], { titulo: `Anexo ${i}`, envelopeId });
    }
    await sender.api.enviarEnvelope({ params: { envelopeId } });
    await page.goto(await messageTo(sender, one.email, /(http\S+\/assinar\/[\w-]{43})/));
    await page.locator(`${SHEET} img`).first().waitFor();
    expect(await page.locator(SHEET).count()).toBe(12);
    const asked = () => new Set(watch.urls.filter((url) => PICTURE.test(url))).size;
    expect(asked()).toBeLessThan(12);
    await page.locator(SHEET).last().scrollIntoViewIfNeeded();
    await page.locator(`li:last-child > ${SHEET} img`).waitFor();
    expect(watch.urls.filter((url) => PICTURE.test(url)).length).toBe(asked());
    await context.close();
  });

  it('nobody sees a page before proving who they are', async () => {
    const { page, context, watch } = await open();
    const { links } = await send(sender, [person({ metodoEntrega: 'LINK' })]);
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    expect(await page.locator(SHEET).count()).toBe(0);
    expect(watch.urls.filter((url) => PICTURE.test(url))).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('ahead of time', () => {
  const asked = (urls: readonly string[], pattern: RegExp) => urls.some((url) => pattern.test(url));
  const VIEWER = /pdf\.worker/;
  const FILE = /\/arquivo\?/;
  const PICTURE = /\/previa\?/;

  it('at the first screen of who may read: the picture, the viewer and the document come by themselves', async () => {
    const { page, context, watch } = await open();
    const { links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    await until(async () => asked(watch.urls, VIEWER) && asked(watch.urls, FILE));
    const at = (pattern: RegExp) => watch.urls.findIndex((url) => pattern.test(url));
    expect(at(PICTURE)).toBeLessThan(at(VIEWER));
    await button(page, 'Começar').click();
    await drawn(page);
    expect(watch.urls.filter((url) => FILE.test(url)).length).toBe(1);
    await context.close();
  });

  it('before the factors are fulfilled: the viewer, and nothing of the document', async () => {
    const { page, context, watch } = await open();
    const { links } = await send(sender, [person({ metodoEntrega: 'LINK' })]);
    await begin(page, links[0] ?? '');
    await heading(page, 'Confirme que é você').waitFor();
    await until(async () => asked(watch.urls, VIEWER));
    expect([asked(watch.urls, FILE), asked(watch.urls, PICTURE)]).toEqual([false, false]);
    await context.close();
  });

  it.each([{ saveData: true }, { effectiveType: '2g' }])(
    'on a line like %j: nothing until it is wanted',
    async (connection) => {
      const { page, context, watch } = await open();
      await page.addInitScript(
        `Object.defineProperty(Navigator.prototype, "connection", { get: () => (${JSON.stringify(connection)}) })`,
      );
      await page.clock.install();
      const { links } = await send(sender, [person()]);
      await page.goto(links[0] ?? '');
      await button(page, 'Começar').waitFor();
      // Longer than anything waits before it is brought ahead; it would be asked for by the time this returns.
      await page.clock.fastForward(10_000);
      expect([VIEWER, FILE, PICTURE].map((pattern) => asked(watch.urls, pattern))).toEqual([false, false, false]);
      await button(page, 'Começar').click();
      await drawn(page);
      await context.close();
    },
  );
});

describe.skipIf(missing)('what the sender filled in', () => {
  it('is read on the page before signing, as text, and told once more in the review', async () => {
    const { page, context } = await open(DESKTOP);
    const [one, other] = [person(), person()];
    const fields = [
      field({ signatarioId: one.id }),
      field({ signatarioId: other.id, y: 0.5 }),
      field({
        tipo: 'TEXTO',
        signatarioId: null,
        rotulo: 'Valor do aluguel',
        valorPadrao: 'R$ 2.350,00 <b>por mês</b>',
        y: 0.3,
        altura: 0.04,
      }),
      field({
        tipo: 'CHECKBOX',
        signatarioId: null,
        rotulo: 'Com fiador',
        valorPadrao: 'true',
        y: 0.4,
        altura: 0.02,
        largura: 0.03,
      }),
    ];
    const { links } = await send(sender, [one, other], fields);
    await begin(page, links[0] ?? '');
    await drawn(page);
    const written = page.locator('[data-fixed]');
    expect(await written.allTextContents()).toEqual([
      'Valor do aluguel, preenchido por quem enviou: R$ 2.350,00 <b>por mês</b>',
      'Com fiador, preenchido por quem enviou: Marcado',
    ]);
    await readAll(page);
    await page.locator('[data-ready]').waitFor();
    expect(await written.count()).toBe(2);
    expect(await page.locator('[data-campo]:not([data-fixed])').count()).toBe(1);
    await context.close();
  });
});
