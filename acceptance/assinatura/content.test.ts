import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage } from '../../packages/pdf/fixtures/build.ts';
import { PHONE, watched } from '../browser/browser.ts';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send } from '../browser/world.ts';

/** What a file contains beyond its visible pages is shown before it is read, in the reader's language. */

const { browser, service, missing } = await openStage();
const LONG = { timeout: 60_000 };
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
}, 120_000);

const SCRIPTED = build({
  ...onePage(),
  1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /Java#53cript /JS (app.alert\\(1\\)) >> >>',
});

const LANGUAGES = [
  ['pt-BR', 'Este arquivo traz mais do que as páginas mostram', 'Código que o leitor de PDF executaria.'],
  ['en', 'This file brings more than its pages show', 'Code that a PDF reader would run.'],
  ['es', 'Este archivo trae más de lo que muestran las páginas', 'Código que el lector de PDF ejecutaría.'],
] as const;

describe.skipIf(missing)('a file that brings a script', () => {
  it.each(LANGUAGES)(
    'is told of before it is read, in %s',
    async (language, title, kind) => {
      const { context, watch } = await watched(browser, PHONE);
      const page = await context.newPage();
      const { links } = await send(sender, [person()], [field()], {}, SCRIPTED);
      await page.goto(links[0] ?? '');
      await page.getByLabel('Idioma').selectOption(language, LONG);
      await page.locator('main .primary').click(LONG);
      await page.getByText(title).waitFor(LONG);
      const item = page.locator('.notice li', { hasText: kind });
      expect(await item.count()).toBe(1);
      expect(await item.locator('[lang="pt-BR"]').textContent()).toBe(
        'Código JavaScript, desarmado no documento assinado.',
      );
      expect(complaints(watch.problems)).toEqual([]);
      await context.close();
    },
    120_000,
  );

  it('of an ordinary file nothing is said', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const { links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await page.locator('main .primary').click(LONG);
    await page.getByRole('heading', { name: 'Leia e preencha' }).waitFor(LONG);
    expect(await page.locator('.notice').count()).toBe(0);
    await context.close();
  }, 120_000);
});
