import type { Browser } from 'playwright-core';
import { launch } from '../../../acceptance/browser/browser.ts';
import {
  field,
  newSender,
  person,
  type Sender,
  send,
  startService,
  tokenOf,
} from '../../../acceptance/browser/world.ts';
import { medianOf } from '../../http/contest.ts';
import { INPUT_NAMES, inputOf } from '../../pdf/inputs.ts';
import { kB, told, verdict } from '../told.ts';
import type { Weight } from '../weight.ts';
import { peakWhileScrolling } from './memory.ts';
import { LINE, type Moments, timeOpening } from './opening.ts';
import { weigh } from './weight.ts';

/** The signing page on a slow connection and a slow processor, and with a long document. */
export interface SigningPageFigures {
  readonly weights: readonly Weight[];
  readonly openings: readonly Opening[];
  readonly memory: { readonly pages: number; readonly peakBytes: number; readonly heapBytes: number };
}

export interface Opening {
  readonly name: string;
  /** Of the file, in bytes. */
  readonly size: number;
  /** In milliseconds from opening the link. */
  readonly moments: Moments;
}

/** The limits for the time until the first page is visible, and for the memory used. */
export const FIRST_PAGE_MS = 6_000;
export const MEMORY_BYTES = 300 * 1000 * 1000;
const ROUNDS = 3;
const DOCUMENTS = INPUT_NAMES.filter((name) => /^\d+ pages?$/.test(name) && !name.startsWith('10 '));

/** Runs the whole measurement. @throws Error if no browser can be started */
export async function runSigningPageBench(): Promise<SigningPageFigures> {
  const browser = await launch();
  if (!browser) throw new Error('no browser can be started');
  const service = await startService();
  try {
    const sender = await newSender(service);
    // The first preview starts the worker that draws them, once in the life of a service.
    await timeOpening(browser, await linkTo(sender, inputOf('1 page').bytes, 1), 'page');
    const openings: Opening[] = [];
    for (const name of DOCUMENTS) openings.push(await measureOpening(browser, sender, name));
    const { bytes, pages } = inputOf('300 pages');
    const peak = await peakWhileScrolling(browser, await linkTo(sender, bytes, 1), pages);
    told('signing page, memory', `${(peak.peakBytes / 1e6).toFixed(0)} MB`);
    return { weights: await weigh(service.origin), openings, memory: { pages, ...peak } };
  } finally {
    await browser.close();
    await service.stop();
  }
}

/**
 * Opens links to one document. The first visible page, which has a target, is the median of the rounds; everything
 * later is dominated by the slow connection, which is the same every time, and is measured once.
 */
async function measureOpening(browser: Browser, sender: Sender, name: string): Promise<Opening> {
  const { bytes, pages } = inputOf(name);
  const say = (what: string, ms: number | undefined) => told(`signing page, ${name}, ${what}`, `${seconds(ms)} s`);
  const first: Moments[] = [await timeOpening(browser, await linkTo(sender, bytes, 1), 'drawn')];
  for (let round = 1; round < ROUNDS; round += 1)
    first.push(await timeOpening(browser, await linkTo(sender, bytes, 1), 'page'));
  const of = (moment: keyof Moments) => medianOf(first.flatMap((one) => one[moment] ?? []));
  const moments = { start: of('start'), page: of('page'), drawn: of('drawn') };
  say('first page seen', moments.page);
  const { field } = await timeOpening(browser, await linkTo(sender, bytes, 1, 'read'), 'field');
  say('first field', field);
  const { reached } = await timeOpening(browser, await linkTo(sender, bytes, pages, 'read'), 'reached');
  say('field on the last page', reached);
  return {
    name,
    size: bytes.length,
    moments: { ...moments, ...(field ? { field } : {}), ...(reached ? { lastField: reached } : {}) },
  };
}

/** A link to a new document with one field. @param done how far its signer has already come */
async function linkTo(sender: Sender, pdf: Uint8Array, pagina: number, done?: 'read'): Promise<string> {
  const { links } = await send(sender, [person()], [field({ pagina })], {}, pdf);
  const [link = ''] = links;
  if (!done) return link;
  const params = { token: tokenOf(link) };
  const session = await sender.anyone.abrirAssinatura({ params });
  for (const { id, paginas } of session.documentos) {
    await sender.anyone.registrarLeitura({ params, body: { documentoId: id, paginasLidas: paginas, segundos: 1 } });
  }
  const { textoAceiteId } = session.textoAceite;
  await sender.anyone.registrarAceite({ params, body: { textoAceiteId } });
  return link;
}

const seconds = (ms: number | undefined) => (ms === undefined || Number.isNaN(ms) ? '' : (ms / 1000).toFixed(1));

/** The figures as the report's section. */
export function signingPageSection({ weights, openings, memory }: SigningPageFigures): string {
  const weightRows = weights.map(
    ({ name, raw, gzip, brotli }) => `| ${name} | ${kB(raw)} | ${kB(gzip)} | ${kB(brotli)} |`,
  );
  const openingRows = openings.map(
    ({ name, size, moments: { start, page, drawn, field: first, lastField } }) =>
      `| ${name}, ${kB(size)} kB | ${seconds(start)} | ${seconds(page)} | ≤ ${seconds(FIRST_PAGE_MS)} | ${verdict((page ?? Number.POSITIVE_INFINITY) <= FIRST_PAGE_MS)} | ${seconds(drawn)} | ${seconds(first)} | ${seconds(lastField)} |`,
  );
  return [
    '## Signing page',
    `Chromium as a phone of 390 points, ${LINE.kilobits} kb/s each way with ${LINE.latencyMs} ms to the first byte, the page's processor ${LINE.slower} times slower; caches empty. The button of the first screen is pressed as soon as it is there. In seconds from opening the link; the first page is the median of ${ROUNDS} openings. The first page is a picture made by the server until the file is there; fields can be filled over it. pdf.js works in a worker, which the slowing of the processor does not reach.`,
    `| document | first screen | first page seen | bar | | page drawn from the file | first field can be filled | field on the last page reached |\n|---|---|---|---|---|---|---|---|\n${openingRows.join('\n')}`,
    `Scrolling through ${memory.pages} pages, each drawn at twice the screen's density: at most ${(memory.peakBytes / 1e6).toFixed(0)} MB of memory of its own in the page's process (bar ${MEMORY_BYTES / 1e6} MB: ${verdict(memory.peakBytes <= MEMORY_BYTES)}), ${(memory.heapBytes / 1e6).toFixed(0)} MB of it in the script's heap.`,
    `| what comes over the line | kB | gzip, kB | brotli, kB |\n|---|---|---|---|\n${weightRows.join('\n')}`,
  ].join('\n\n');
}
