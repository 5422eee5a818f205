import {
  field,
  newSender,
  person,
  type Sender,
  send,
  startService,
  tokenOf,
} from '../../../acceptance/browser/mundo.ts';
import { launch } from '../../../acceptance/browser/navegador.ts';
import { INPUT_NAMES, inputOf } from '../../pdf/inputs.ts';
import { peakWhileScrolling } from './memory.ts';
import { LINE, type Moments, timeOpening } from './opening.ts';
import { type Weight, weigh } from './weight.ts';

/** The signing page on a slow line and a slow processor, and over a long document. */
export interface SigningPageFigures {
  readonly weights: readonly Weight[];
  readonly openings: readonly Opening[];
  readonly memory: { readonly pages: number; readonly peakBytes: number; readonly heapBytes: number };
}

export interface Opening {
  readonly name: string;
  /** Of the file, in bytes. */
  readonly size: number;
  /** Medians, in milliseconds from opening the link. */
  readonly moments: Moments;
}

/** Seen within this, and held in less than this: the bars. */
export const FIRST_PAGE_MS = 6_000;
export const MEMORY_BYTES = 300 * 1000 * 1000;
const DOCUMENTS = INPUT_NAMES.filter((name) => /^\d+ pages?$/.test(name) && !name.startsWith('10 '));

/** Runs the whole measurement. @throws Error where no browser can be started */
export async function runSigningPageBench(rounds = 3): Promise<SigningPageFigures> {
  const browser = await launch();
  if (!browser) throw new Error('no browser can be started');
  const service = await startService();
  try {
    const sender = await newSender(service);
    // What draws previews is started by the first of them, once in the life of a service.
    await timeOpening(browser, await linkTo(sender, inputOf('1 page').bytes, 1), 'read');
    const openings: Opening[] = [];
    for (const name of DOCUMENTS) {
      const { bytes, pages } = inputOf(name);
      const times: Moments[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const reading = await timeOpening(browser, await linkTo(sender, bytes, 1), 'read');
        const first = await timeOpening(browser, await linkTo(sender, bytes, 1, 'read'), 'fill');
        const last = await timeOpening(browser, await linkTo(sender, bytes, pages, 'read'), 'fill');
        times.push({
          ...reading,
          ...(first.field ? { field: first.field } : {}),
          lastField: last.reached ?? Number.NaN,
        });
      }
      openings.push({ name, size: bytes.length, moments: medians(times) });
    }
    const { bytes, pages } = inputOf('300 pages');
    return {
      weights: await weigh(service.origin),
      openings,
      memory: { pages, ...(await peakWhileScrolling(browser, await linkTo(sender, bytes, 1), pages)) },
    };
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** A link to a new document with one field. @param done how far its signer has come already */
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

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function medians(times: readonly Moments[]): Moments {
  const of = (name: keyof Moments) => median(times.flatMap((one) => one[name] ?? []));
  return {
    start: of('start'),
    page: of('page'),
    drawn: of('drawn'),
    field: of('field'),
    lastField: of('lastField'),
  };
}

const seconds = (ms: number | undefined) => (ms === undefined || Number.isNaN(ms) ? '' : (ms / 1000).toFixed(1));
const kB = (bytes: number) => (bytes / 1000).toFixed(1);
const verdict = (met: boolean) => (met ? 'met' : 'missed');

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
    `Chromium as a phone of 390 points, ${LINE.kilobits} kb/s each way with ${LINE.latencyMs} ms to the first byte, the page's processor ${LINE.slower} times slower; caches empty. The button of the first screen is pressed as soon as it is there. Medians of the rounds, in seconds from opening the link. The first page is a picture made by the server until the file is there; fields can be filled over it. pdf.js works in a worker, which the slowing of the processor does not reach.`,
    `| document | first screen | first page seen | bar | | page drawn from the file | first field can be filled | field on the last page reached |\n|---|---|---|---|---|---|---|---|\n${openingRows.join('\n')}`,
    `Scrolling through ${memory.pages} pages, each drawn at twice the screen's density: at most ${(memory.peakBytes / 1e6).toFixed(0)} MB of memory of its own in the page's process (bar ${MEMORY_BYTES / 1e6} MB: ${verdict(memory.peakBytes <= MEMORY_BYTES)}), ${(memory.heapBytes / 1e6).toFixed(0)} MB of it in the script's heap.`,
    `| what comes over the line | kB | gzip, kB | brotli, kB |\n|---|---|---|---|\n${weightRows.join('\n')}`,
  ].join('\n\n');
}
