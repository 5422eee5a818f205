import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE, watched } from '../browser/browser.ts';
import { type Broken, type Line, openLine } from '../browser/line.ts';
import { openStage } from '../browser/stage.ts';
import { CODE_IN_EMAIL, field, messageTo, newSender, person, type Sender, send } from '../browser/world.ts';
import { begin, button, fillAll, heading, readAll, sign } from './steps.ts';

/**
 * The line breaks once, at each thing that the page asks for on its way to a signature, be it a file of its own or an act: what was
 * asked for is done all the same, once, and the person presses no more than what the page offers.
 */

const { browser, service, missing } = await openStage();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service);
});

/** Presses what the page offers where something did not come. @returns ends it */
function patient(page: Page): () => void {
  const offers = [
    button(page, 'Tentar agora'),
    page.getByRole('button', { name: 'Continuar', exact: true }),
    page.getByRole('link', { name: 'abra-a de novo' }),
  ];
  const look = async () => {
    for (const offer of offers) if (await offer.isVisible()) await offer.click({ timeout: 500 });
  };
  const timer = setInterval(() => void look().catch(() => {}), 500);
  return () => clearInterval(timer);
}

/** A whole life over a line. @returns how often the signature is in the trail, and what the document is then */
async function life(line: Line): Promise<[string, number]> {
  const { context } = await watched(browser, { ...PHONE, proxy: line.proxy });
  const page = await context.newPage();
  const one = person({ metodoEntrega: 'LINK' });
  const { id, links } = await send(sender, [one], [field()]);
  const rest = patient(page);
  try {
    await begin(page, links[0] ?? '');
    await button(page, 'Enviar código').click();
    await page.getByLabel('Código de 6 números').fill(await messageTo(sender, one.email, CODE_IN_EMAIL));
    await readAll(page);
    await fillAll(page);
    await sign(page);
    // Whose answer was lost is told what the service says of it.
    await heading(page, /^(Pronto, você assinou|Você já assinou)$/).waitFor();
  } finally {
    rest();
    await context.close();
  }
  const params = { documentoId: id };
  const { status } = await sender.api.obterDocumento({ params });
  const { itens } = await sender.api.listarAuditoria({ params, query: { limite: 100 } });
  return [status, itens.filter(({ acao }) => acao === 'ASSINATURA_REGISTRADA').length];
}

/** What the page asks for, as the first test finds. */
const FILES = [
  ...['style.css', 'index.js', 'oldest.js', 'factors.js', 'copy-line.js', 'guided.js', 'rolldown-runtime.js'],
  ...['dialog.js', 'making.js', 'pdf.min.js', 'pdf.worker.min.mjs', 'caveat-latin-400-normal.woff2'],
];
const ACTS = ['otp', 'autenticar', 'leitura', 'aceite', 'assinar'];
const BREAKS: [string, number, Broken][] = [
  ...FILES.map((file): [string, number, Broken] => [`GET /assets/assinatura/${file}`, 0, 'answer']),
  ['GET /v1/assinatura/…', 0, 'answer'],
  ['GET /v1/assinatura/…', 1, 'answer'],
  ['GET /v1/assinatura/…/arquivo', 0, 'answer'],
  ['GET /assinar/…/previa', 0, 'answer'],
  ...ACTS.flatMap((act): [string, number, Broken][] => [
    [`POST /v1/assinatura/…/${act}`, 0, 'request'],
    [`POST /v1/assinatura/…/${act}`, 0, 'answer'],
  ]),
];

async function over(line: Line): Promise<[string, number]> {
  try {
    return await life(line);
  } finally {
    await line.close();
  }
}

describe.skipIf(missing)('a line that breaks once', () => {
  it('breaks at everything that the page asks for', async () => {
    const line = await openLine();
    expect(await over(line)).toEqual(['ASSINADO', 1]);
    const covered = new Set([
      'GET /assinar/…',
      'GET /assets/marca/figtree-5.3.0.woff2',
      ...BREAKS.map(([name]) => name),
    ]);
    const handwriting = /-latin-400-normal\.woff2$/;
    expect(line.asked.filter((name) => !covered.has(name) && !handwriting.test(name))).toEqual([]);
  });

  it.each(BREAKS)('at %s, after %i that passed, on the way of the %s', async (name, nth, where) => {
    const line = await openLine();
    line.breakAt(name, nth, where);
    expect(await over(line)).toEqual(['ASSINADO', 1]);
    expect(line.broke).toBe(true);
  });
});
