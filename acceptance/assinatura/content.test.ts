import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE, watched } from '../browser/browser.ts';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, knownPerson, messageTo, newSender, person, type Sender, send } from '../browser/world.ts';
import { BRINGS_MORE } from './active-file.ts';
import { begin, button, heading, holds, prove, readerOpen } from './steps.ts';

/** What a file contains beyond its visible pages is shown before it is read, in the reader's language. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

async function open() {
  const { context, watch } = await watched(browser, PHONE);
  return { context, watch, page: await context.newPage() };
}

const LANGUAGES = [
  [
    'pt-BR',
    'Este arquivo traz mais do que as páginas mostram',
    'Um pequeno programa dentro do arquivo',
    'Um comando que faz algo sozinho ou ao toque',
    'Partes da página que podem aparecer e sumir',
    'Outro arquivo guardado dentro deste',
  ],
  [
    'en',
    'This file brings more than its pages show',
    'A small program inside the file',
    'A command that does something by itself or at a touch',
    'Parts of the page that can appear and disappear',
    'Another file stored inside this one',
  ],
  [
    'es',
    'Este archivo trae más de lo que muestran las páginas',
    'Un pequeño programa dentro del archivo',
    'Una orden que hace algo sola o al tocarla',
    'Partes de la página que pueden aparecer y desaparecer',
    'Otro archivo guardado dentro de este',
  ],
] as const;

const RECORDED = [
  'Ação que ocorre sem que ninguém clique (ao abrir, virar a página ou imprimir), desarmada no documento assinado.',
  'Código JavaScript, desarmado no documento assinado.',
  'Camadas que o leitor de PDF permite ligar e desligar.',
  'Arquivo anexado, que não faz parte das páginas: laudo.xlsx.',
];

/** The same for who reads it, beside what is recorded. */
const TRANSLATED = {
  en: [
    'An action that happens without anybody clicking (on opening, turning the page or printing), disarmed in the signed document.',
    'JavaScript code, disarmed in the signed document.',
    'Layers that the PDF reader lets people turn on and off.',
    'An attached file, which is no part of the pages: laudo.xlsx.',
  ],
  es: [
    'Acción que ocurre sin que nadie haga clic (al abrir, pasar la página o imprimir), desarmada en el documento firmado.',
    'Código JavaScript, desarmado en el documento firmado.',
    'Capas que el lector de PDF permite activar y desactivar.',
    'Archivo adjunto, que no forma parte de las páginas: laudo.xlsx.',
  ],
};

const items = (page: Page) => page.locator('.notice li');
/** Asks everybody for what `knownPerson` knows. */
const PROVED = { fatoresExigidos: ['DADOS_PESSOAIS' as const] };
const TITLE = LANGUAGES[0][1];
/** Whether the page has asked for a document, or told of its pages. */
const READS = /\/(arquivo|previa)\?|\/leitura$/;

describe.skipIf(missing)('a file with a script, a layer and an attachment', () => {
  it.each(LANGUAGES)('is told of on the first screen and above its pages, in %s', async (language, title, ...kinds) => {
    const { page, context, watch } = await open();
    const { links } = await send(sender, [person()], [field()], {}, BRINGS_MORE);
    await page.goto(links[0] ?? '');
    await page.getByLabel('Idioma').selectOption(language);
    await page.getByText(title).waitFor();
    const told = async () => {
      const found = await items(page).allTextContents();
      for (const kind of kinds) expect(found.filter((text) => text.startsWith(kind))).toHaveLength(1);
      if (language !== 'pt-BR') {
        const read = items(page).locator(`[lang="${language}"]`);
        await read.first().waitFor({ state: 'attached' });
        expect((await read.allTextContents()).sort()).toEqual(TRANSLATED[language].toSorted());
      }
      expect((await items(page).locator('[lang="pt-BR"]').allTextContents()).sort()).toEqual(RECORDED.toSorted());
    };
    await told();
    const [notice, begins] = [page.locator('.notice'), page.locator('main .primary')];
    expect((await notice.boundingBox())?.y).toBeLessThan((await begins.boundingBox())?.y ?? 0);
    await begins.click();
    await page.locator('[data-dock]').waitFor();
    await told();
    expect(await items(page).first().isVisible()).toBe(false);
    await page.getByText(title).click();
    await items(page).first().waitFor();
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('is told of to nobody who has not proved who they are, then before the reading begins', async () => {
    const { page, context, watch } = await open();
    const { links } = await send(sender, [knownPerson()], [field()], PROVED, BRINGS_MORE);
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    expect(await page.locator('.notice').count()).toBe(0);
    await button(page, 'Começar').click();
    await heading(page, 'Confirme que é você').waitFor();
    expect(await page.locator('.notice').count()).toBe(0);
    expect(watch.urls.filter((url) => READS.test(url))).toEqual([]);
    await prove(page);
    await heading(page, 'Antes de ler').waitFor();
    await holds(page, 'document.activeElement?.tagName === "H1"');
    await page.getByText(TITLE).waitFor();
    expect(await items(page).count()).toBe(RECORDED.length);
    await page.reload();
    await button(page, 'Começar').waitFor();
    expect(await items(page).count()).toBe(RECORDED.length);
    await button(page, 'Começar').click();
    await readerOpen(page);
    expect(await items(page).count()).toBe(RECORDED.length);
    await context.close();
  });

  it('is named by its title where there are several, and leads on to the first of them', async () => {
    const { page, context } = await open();
    const one = knownPerson({ metodoEntrega: 'EMAIL' });
    const { id: envelopeId } = await sender.api.criarEnvelope({ body: { titulo: 'Locação' } });
    await create(sender, [one], [field()], { titulo: 'Contrato', envelopeId, ...PROVED });
    const other = { ...one, id: crypto.randomUUID() };
    await create(sender, [other], [field()], { titulo: 'Vistoria', envelopeId, ...PROVED }, BRINGS_MORE);
    await sender.api.enviarEnvelope({ params: { envelopeId } });
    await begin(page, await messageTo(sender, one.email, /(http\S+\/assinar\/[\w-]{43})/));
    await prove(page);
    await heading(page, 'Antes de ler').waitFor();
    expect(await page.locator('.notice .title').allTextContents()).toEqual(['Vistoria']);
    await button(page, 'Continuar').click();
    await readerOpen(page);
    expect(await page.locator('.notice').count()).toBe(0);
    await context.close();
  });
});

describe.skipIf(missing)('of an ordinary file', () => {
  it('nothing is said', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    await begin(page, links[0] ?? '');
    await readerOpen(page);
    expect(await page.locator('.notice').count()).toBe(0);
    await context.close();
  });

  it('nobody is stopped for it on the way from proving to reading', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [knownPerson()], [field()], PROVED);
    await begin(page, links[0] ?? '');
    await prove(page);
    await heading(page, 'Leia e preencha').waitFor();
    await context.close();
  });
});
