import type { Browser, Page } from 'playwright-core';
import { DESKTOP, launch } from '../../../acceptance/browser/browser.ts';
import { type Member, newOwner, openAs, panelUrl } from '../../../acceptance/painel/members.ts';
import { medianOf } from '../../http/contest.ts';
import { connect } from '../../http/database.ts';
import { fillOrganization } from '../../http/fill.ts';
import { startService } from '../../http/service.ts';
import { measureScroll, SCROLL_BAR, type Scroll } from '../scroll.ts';
import { kB, told, verdict } from '../told.ts';
import { scripts, servedOf, styles, type Weight } from '../weight.ts';

/**
 * The panel's list of documents in a large organization: how soon it is ready, and whether it keeps up with scrolling.
 */
export interface ListFigures {
  readonly documents: number;
  readonly first: First;
  /** From the end of the rows to the paint that shows the next fifty, in milliseconds: median and maximum. */
  readonly next: { readonly median: number; readonly most: number };
  readonly scroll: Scroll;
  readonly weights: readonly Weight[];
}

/** Milliseconds from the navigation to the paint that shows the first row. */
interface First {
  /** With empty caches. */
  readonly empty: number;
  /** The same page reloaded. */
  readonly again: number;
  /** Bytes of scripts and styles transferred until then, as served. */
  readonly bytes: number;
}

const ENTRY_BYTES = 250_000;
const DOCUMENTS = 100_000;
const ROUNDS = 5;
const PAGES = 8;
const PATIENCE = { timeout: 60_000 };
const ROW = 'li[aria-posinset]';

/** A promise for when the frame that shows the first row was painted. */
const WATCH_FIRST = `globalThis.firstRow = new Promise((done) => {
  const channel = new MessageChannel();
  // A message sent in a frame is handled after that frame was painted.
  channel.port1.onmessage = () => done(performance.now());
  const look = () => {
    if (document.querySelector('${ROW}')) channel.port2.postMessage(0);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

const firstRow = async (page: Page): Promise<number> => Number(await page.evaluate('firstRow'));

const ASSET_BYTES = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/assets/'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

/** Scrolls to the end of the rows and waits for the next ones. */
const NEXT = `new Promise((done) => {
  const { scrollingElement } = document;
  const before = document.querySelector('.documentos-table_rows').clientHeight;
  const begun = performance.now();
  const channel = new MessageChannel();
  channel.port1.onmessage = () => done(performance.now() - begun);
  scrollingElement.scrollTop = scrollingElement.scrollHeight;
  const look = () => {
    if (document.querySelector('.documentos-table_rows').clientHeight > before) channel.port2.postMessage(0);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

async function opening(browser: Browser, owner: Member): Promise<First> {
  const { page, context } = await openAs(browser, owner, DESKTOP);
  try {
    await page.addInitScript(WATCH_FIRST);
    await page.goto(panelUrl(owner.origin, '/documentos', 'PRODUCAO'));
    const empty = await firstRow(page);
    const bytes = Number(await page.evaluate(ASSET_BYTES));
    await page.reload();
    return { empty, again: await firstRow(page), bytes };
  } finally {
    await context.close();
  }
}

async function measure(browser: Browser, owner: Member): Promise<Omit<ListFigures, 'documents' | 'weights'>> {
  const openings: First[] = [];
  for (let round = 0; round < ROUNDS; round += 1) openings.push(await opening(browser, owner));
  const of = (name: keyof First) => medianOf(openings.map((one) => one[name]));
  const first = { empty: of('empty'), again: of('again'), bytes: of('bytes') };
  told('list, first row', `${first.empty.toFixed(0)} ms, ${first.again.toFixed(0)} ms loaded anew`);
  const { page, context } = await openAs(browser, owner, DESKTOP);
  try {
    await page.goto(panelUrl(owner.origin, '/documentos', 'PRODUCAO'));
    await page.locator(ROW).first().waitFor(PATIENCE);
    const times: number[] = [];
    for (let number = 0; number < PAGES; number += 1) times.push(Number(await page.evaluate(NEXT)));
    const next = { median: medianOf(times), most: Math.max(...times) };
    told('list, next page', `${next.median.toFixed(0)} ms, at most ${next.most.toFixed(0)} ms`);
    await page.evaluate('document.scrollingElement.scrollTop = 0');
    return { first, next, scroll: await measureScroll(page, 'list', 'document.scrollingElement') };
  } finally {
    await context.close();
  }
}

async function weigh(origin: string): Promise<Weight[]> {
  const { entry, weigh: of } = await servedOf(origin, '/painel', 'painel');
  return [await of('script before anything is shown', scripts(entry)), await of('styles', styles(entry))];
}

export async function runListPageBench(): Promise<ListFigures> {
  const browser = await launch();
  if (!browser) throw new Error('the list is measured in a browser, and none could be started');
  const service = await startService();
  const sql = connect(service);
  try {
    const weights = await weigh(service.origin);
    const owner = await newOwner(service);
    const [member] = await sql`select id, organizacao_id as organizacao from membro where email = ${owner.email}`;
    if (!member) throw new Error('the new organization has no member');
    await fillOrganization(sql, { organizacaoId: member.organizacao, membroId: member.id }, DOCUMENTS);
    await sql`vacuum analyze`;
    told('list', `${DOCUMENTS.toLocaleString('en')} documents are there`);
    // The first visit, which builds the page and plans the first query, is not measured.
    await opening(browser, owner);
    return { documents: DOCUMENTS, ...(await measure(browser, owner)), weights };
  } finally {
    await browser.close();
    await sql.end();
    await service.stop();
  }
}

/** The figures as a section of the report. */
export function listPageSection({ documents, first, next, scroll, weights }: ListFigures): string {
  const ms = (value: number) => value.toFixed(0);
  const rows = weights.map(({ name, raw, gzip, brotli }) => `| ${name} | ${kB(raw)} | ${kB(gzip)} | ${kB(brotli)} |`);
  const [entry] = weights;
  return [
    '## Panel: the list of documents',
    `An organization of ${documents.toLocaleString('en')} documents, in Chromium without a graphics card, at 1280 × 860, on the service's own machine. First row: from the navigation to the message taken up after the frame that shows it, medians of ${ROUNDS}. Next page: from the jump to the end of the rows to the frame that has fifty more. Frames in which the list stood still had nothing further to scroll to yet.`,
    `| first row, caches empty, ms | loaded anew, ms | next page: median, most, ms | scroll, frames/s | frames over 34 ms | stood still | bar | |\n|---|---|---|---|---|---|---|---|\n| ${ms(first.empty)} | ${ms(first.again)} | ${ms(next.median)}, ${ms(next.most)} | ${scroll.frames.toFixed(1)} | ${(100 * scroll.slow).toFixed(1)} % | ${(100 * scroll.stood).toFixed(1)} % | ≥ ${SCROLL_BAR} frames/s | ${verdict(scroll.frames >= SCROLL_BAR)} |`,
    `| what comes over the line | kB | gzip, kB | brotli, kB |\n|---|---|---|---|\n${rows.join('\n')}`,
    `The script before anything is shown may take ${kB(ENTRY_BYTES)} kB gzip: ${verdict((entry?.gzip ?? Number.POSITIVE_INFINITY) <= ENTRY_BYTES)}. All scripts and styles of the list until its first row are ${kB(first.bytes)} kB as they are served.`,
  ].join('\n\n');
}
