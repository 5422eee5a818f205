import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseVerifierKey } from '../../packages/verify/src/log/note.ts';
import { readReceipt } from '../../packages/verify/src/log/receipt.ts';
import { PHONE, watched } from '../browser/browser.ts';
import { serveHost, showInside } from '../browser/host.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, knownPerson, messageTo, newSender, person, type Sender, send } from '../browser/world.ts';
import { button, fillAll, fillAndSign, heading, type Place, prove, readAll, sign, wholeRoad } from './steps.ts';

/** Whoever signed or refused takes the open log's receipt along, which the page has only as long as it is not left. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

const KEEP = 'Guardar o recibo';

async function open() {
  const { context, watch } = await watched(browser, PHONE);
  return { context, watch, page: await context.newPage() };
}

async function kept(page: Page, place: Place = page) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(place, KEEP).click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

async function read(text: string) {
  const vkey = await (await fetch(`${service.origin}/registro/teste/chave.vkey`)).text();
  return readReceipt(text, parseVerifierKey(vkey.trim()));
}

async function refuse(page: Page, which?: string): Promise<void> {
  await button(page, 'Recusar').click();
  const dialog = page.getByRole('dialog');
  if (which) await dialog.getByLabel('O que você recusa').selectOption(which);
  await dialog.getByLabel('Motivo da recusa').fill('O valor não é o combinado.');
  await dialog.getByRole('button', { name: 'Recusar' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe.skipIf(missing)('the receipt', () => {
  it('of a signature is kept as a file that the page makes by itself, until it is left', async () => {
    const { page, context, watch } = await open();
    const people = [person(), person()];
    const fields = people.map((one, index) => field({ signatarioId: one.id, y: 0.5 + index * 0.2 }));
    const { id, links } = await send(sender, people, fields);
    await wholeRoad(page, links[0] ?? '');
    await button(page, KEEP).waitFor();
    const described = await button(page, KEEP).getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(/^Prova, sem depender de nós/);
    await context.setOffline(true);
    const { name, text } = await kept(page);
    await context.setOffline(false);
    expect(name).toBe(`recibo-${id.slice(0, 8)}.txt`);
    expect(await read(text)).toMatchObject({ documentoId: id, signed: true });
    expect(watch.urls.filter((url) => url.includes('recibo'))).toEqual([]);
    await page.reload();
    await heading(page, 'Você já assinou').waitFor();
    expect(await button(page, KEEP).count()).toBe(0);
    await context.close();
  });

  it('is called after the validation code once the document has one', async () => {
    const { page, context } = await open();
    const { links } = await send(sender, [person()]);
    await wholeRoad(page, links[0] ?? '');
    const code = (await page.locator('main code').textContent()) ?? '';
    expect(code).toMatch(/^SVC-/);
    expect((await kept(page)).name).toBe(`recibo-${code}.txt`);
    await context.close();
  });

  it('of a refusal is offered too', async () => {
    const { page, context } = await open();
    const { id, links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await refuse(page);
    await heading(page, 'Você recusou').waitFor();
    expect(await read((await kept(page)).text)).toMatchObject({ documentoId: id, signed: true });
    await page.reload();
    await heading(page, 'O documento foi recusado').waitFor();
    expect(await button(page, KEEP).count()).toBe(0);
    await context.close();
  });

  it('of each document of a set goes into one file, what was refused with what was signed', async () => {
    const { page, context } = await open();
    const one = person();
    const envelopeId = (await sender.api.criarEnvelope({ body: { titulo: 'Locação' } })).id;
    const titles = ['Contrato', 'Termo de vistoria', 'Inventário'];
    const ids = new Map<string, string>();
    for (const titulo of titles) {
      const draft = { titulo, envelopeId, pararSeRecusado: false };
      ids.set(titulo, await create(sender, [{ ...one, id: randomUUID() }], [field()], draft));
    }
    await sender.api.enviarEnvelope({ params: { envelopeId } });
    await page.goto(await messageTo(sender, one.email, /(http\S+\/assinar\/[\w-]{43})/));
    await refuse(page, 'Contrato');
    await button(page, 'Começar').click();
    await readAll(page);
    await fillAndSign(page);
    const { text } = await kept(page);
    const found: [string, string][] = [];
    for (const part of text.split(/\n\n(?=(?:Contrato|Termo de vistoria|Inventário)\n)/)) {
      const [title = '', ...note] = part.split('\n');
      const receipt = await read(`${note.join('\n').trimEnd()}\n`);
      expect(receipt.signed).toBe(true);
      found.push([title, receipt.documentoId]);
    }
    expect(found[0]?.[0]).toBe('Contrato');
    expect(found.sort()).toEqual([...ids].sort());
    await context.close();
  });

  it('is handed out inside another page', async () => {
    const ours = await serveHost();
    await sender.api.alterarOrganizacao({ body: { origensPermitidas: [ours] } });
    const one = knownPerson();
    const { id } = await send(sender, [one], [field()], { fatoresExigidos: ['DADOS_PESSOAIS'] });
    const params = { documentoId: id, signatarioId: one.id };
    const { url } = await sender.api.criarLinkIncorporado({ params, body: { origem: ours } });
    const { page, frame } = await showInside(browser, url, `${ours}/`, PHONE);
    await button(frame, 'Começar').click();
    await prove(frame);
    await readAll(frame);
    await fillAll(frame);
    await sign(frame);
    await heading(frame, 'Pronto, você assinou').waitFor();
    expect(await read((await kept(page, frame)).text)).toMatchObject({ documentoId: id });
    await page.context().close();
  });
});
