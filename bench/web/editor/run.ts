import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { FIELDS_MAX, FILE_MAX_PAGES } from '@rubrica/contract/limits';
import type { Browser, Page } from 'playwright-core';
import { DESKTOP, launch } from '../../../acceptance/browser/browser.ts';
import { create, field, person, startService } from '../../../acceptance/browser/world.ts';
import { type Member, newOwner, openAs, panelUrl, senderOf } from '../../../acceptance/painel/members.ts';
import { measureScroll, SCROLL_BAR, type Scroll } from '../scroll.ts';
import { told, verdict } from '../told.ts';

// The package's ES module build imports JSON in a way that Node does not accept.
const { PDFDocument, StandardFonts } = createRequire(import.meta.url)(
  '@cantoo/pdf-lib',
) as typeof import('@cantoo/pdf-lib');

/**
 * The field editor with the largest document the contract allows: how soon it is ready, and whether it keeps up with
 * the pointer.
 */
export interface EditorFigures {
  readonly pages: number;
  readonly fields: number;
  /** Milliseconds from navigation to the first drawn page. */
  readonly opening: number;
  /** From a pointer movement to the paint that shows it, in milliseconds. */
  readonly drag: { readonly median: number; readonly p95: number; readonly most: number };
  /** How often anything but the dragged element changed during the drag; React should render nothing. */
  readonly renders: number;
  readonly scroll: Scroll;
}

const PATIENCE = { timeout: 120_000 };
const SIGNERS = 10;
const MOVES = 240;

/** Pages of text, as in a contract. */
async function largestPdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const line = 'As partes ajustam entre si o presente contrato, que se rege pelas cláusulas e condições seguintes. ';
  for (let number = 1; number <= FILE_MAX_PAGES; number += 1) {
    const page = pdf.addPage([595, 842]);
    for (let row = 0; row < 48; row += 1) page.drawText(line, { x: 50, y: 780 - row * 15, size: 9, font });
    page.drawText(String(number), { x: 290, y: 30, size: 9, font });
  }
  return pdf.save();
}

async function largestDraft(owner: Member): Promise<string> {
  const people = Array.from({ length: SIGNERS }, (_, index) =>
    person({ id: randomUUID(), nome: `Pessoa ${index + 1}`, metodoEntrega: 'LINK' }),
  );
  const fields = Array.from({ length: FIELDS_MAX }, (_, index) =>
    field({
      signatarioId: people[index % SIGNERS]?.id ?? null,
      pagina: 1 + (index % FILE_MAX_PAGES),
      x: 0.1 + 0.4 * Math.floor(index / FILE_MAX_PAGES),
      y: 0.1 + ((index * 7) % 70) / 100,
      largura: 0.3,
      altura: 0.06,
    }),
  );
  return create(senderOf(owner), people, fields, {}, await largestPdf());
}

/** Records, for every pointer movement, when the frame that shows it was painted. */
const WATCH_DRAG = `(() => {
  const seen = [];
  let others = 0;
  const dragged = document.querySelector('[data-campo][aria-pressed="true"]');
  const channel = new MessageChannel();
  let waiting = [];
  channel.port1.onmessage = () => { for (const at of waiting) seen.push(performance.now() - at); waiting = []; };
  addEventListener('pointermove', (event) => {
    if (waiting.push(event.timeStamp) > 1) return;
    // A message sent in a frame is handled after that frame was painted.
    requestAnimationFrame(() => channel.port2.postMessage(0));
  }, true);
  new MutationObserver((changes) => {
    for (const { target, type } of changes)
      if (type !== 'attributes' || !(target === dragged || target.hasAttribute('data-guide'))) others += 1;
  }).observe(document.querySelector('[data-width]:has([data-ready])'), { subtree: true, childList: true, attributes: true, characterData: true });
  globalThis.dragFigures = () => JSON.stringify({ seen, others });
})()`;

async function measureDrag(page: Page): Promise<Pick<EditorFigures, 'drag' | 'renders'>> {
  const field = page.locator('[data-campo]').first();
  await field.click();
  const box = await field.boundingBox();
  if (!box) throw new Error('no field in sight');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 6);
  await page.evaluate(WATCH_DRAG);
  for (let move = 0; move < MOVES; move += 1) {
    const turn = (move / MOVES) * 6 * Math.PI;
    await page.mouse.move(x + 120 * Math.sin(turn), y + 60 * (1 - Math.cos(turn)));
  }
  const { seen, others } = JSON.parse(String(await page.evaluate('dragFigures()'))) as {
    seen: number[];
    others: number;
  };
  await page.mouse.up();
  const sorted = [...seen].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { drag: { median: at(0.5), p95: at(0.95), most: at(1) }, renders: others };
}

async function measure(browser: Browser, owner: Member, id: string): Promise<EditorFigures> {
  const { page, context } = await openAs(browser, owner, DESKTOP);
  try {
    const begun = performance.now();
    await page.goto(panelUrl(owner.origin, `/documentos/${id}/preparar`));
    await page.locator('[data-page] canvas[data-drawn]').first().waitFor(PATIENCE);
    const opening = performance.now() - begun;
    await page.locator('[data-ready]').waitFor(PATIENCE);
    const dragged = await measureDrag(page);
    const { median, p95 } = dragged.drag;
    told('editor', `opened in ${opening.toFixed(0)} ms, drag ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
    const scroll = await measureScroll(page, 'editor', "document.querySelector('[data-ready]')");
    return { pages: FILE_MAX_PAGES, fields: FIELDS_MAX, opening, ...dragged, scroll };
  } finally {
    await context.close();
  }
}

export async function runEditorBench(): Promise<EditorFigures> {
  const browser = await launch();
  if (!browser) throw new Error('the editor is measured in a browser, and none could be started');
  const service = await startService();
  try {
    const owner = await newOwner(service);
    return await measure(browser, owner, await largestDraft(owner));
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** The figures as a section of the report. */
export function editorSection({ pages, fields, opening, drag, renders, scroll }: EditorFigures): string {
  const ms = (value: number) => value.toFixed(1);
  const met = verdict(scroll.frames >= SCROLL_BAR);
  return [
    '## Field editor',
    `${pages} pages and ${fields} fields, in Chromium without a graphics card, at 1280 × 860. A drag is measured from the time stamp of the pointer's movement to the message taken up after the frame that shows it; a change is anything in the editor but the moved field and its guides.`,
    '| opening to first page drawn, ms | drag: median, p95, most, ms | changes of the page while dragging | scroll, frames/s | frames over 34 ms | bar | |\n|---|---|---|---|---|---|---|',
  ]
    .join('\n\n')
    .concat(
      `\n| ${opening.toFixed(0)} | ${ms(drag.median)}, ${ms(drag.p95)}, ${ms(drag.most)} | ${renders} | ${scroll.frames.toFixed(1)} | ${(100 * scroll.slow).toFixed(1)} % | ≥ ${SCROLL_BAR} frames/s | ${met} |`,
    );
}
