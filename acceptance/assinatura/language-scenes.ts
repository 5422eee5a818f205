import type { Page } from 'playwright-core';
import { field, person, type Sender, send } from '../browser/world.ts';
import { BRINGS_MORE } from './active-file.ts';
import { begin, fillAll, readAll } from './steps.ts';

/** What is in Portuguese for the record, read in another language. */
export const languages = {
  name: 'idiomas',
  async *show(page: Page, sender: Sender): AsyncGenerator<string> {
    const { links } = await send(sender, [person()]);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await fillAll(page);
    await page.getByLabel('Idioma').selectOption('en');
    await page.getByText('This translation is a courtesy').waitFor();
    await page.getByText('This translation is a courtesy').scrollIntoViewIfNeeded();
    yield 'declaracao-en';
    const told = await send(sender, [person()], [field()], {}, BRINGS_MORE);
    await page.goto(told.links[0] ?? '');
    await page.locator('[data-first-page] img').waitFor();
    await page.getByText('As it stands in the record, in Portuguese').waitFor();
    yield 'conteudo-en';
    await page.getByLabel('Language').selectOption('es');
    await page.getByText('Como consta en el registro, en portugués').click();
    yield 'conteudo-es';
  },
};
