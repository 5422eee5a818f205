import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { type CertificateView, renderCertificate } from '../src/index.ts';
import { breakPages, FORBIDDEN } from '../src/typeset/breaks.ts';
import { fullView, hash, plainView } from './certificate-views.ts';
import { brokenParts, type Part, readParts } from './page-parts.ts';

const fonts = loadNodeFonts();
const parts = async (view: CertificateView): Promise<Part[]> => readParts(await renderCertificate(view, [], fonts));

const words = fc.array(fc.constantFrom('Maria', 'Antônia', 'de', 'Souza', 'W'.repeat(40), '山田', 'Guimarães'), {
  minLength: 1,
  maxLength: 12,
});
const name = words.map((list) => list.join(' ').slice(0, 200));
const text = fc.integer({ min: 1, max: 60 }).map((count) => 'Concordo com o documento que li. '.repeat(count).trim());

/** Certificates of every length, with and without the optional parts. */
const views = fc
  .record({
    signers: fc.integer({ min: 1, max: 50 }),
    events: fc.integer({ min: 1, max: 300 }),
    full: fc.boolean(),
    title: name,
    names: fc.array(name, { minLength: 1, maxLength: 5 }),
    texts: fc.array(text, { maxLength: 3 }),
    legal: fc.array(text, { maxLength: 5 }),
    details: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
  })
  .map((made): CertificateView => {
    const view = (made.full ? fullView : plainView)(made.signers, made.events, made.title);
    const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
    return {
      ...view,
      legal: made.legal,
      signers: view.signers.map((signer, i) => ({ ...signer, name: pick(made.names, i) })),
      events: view.events.map((event, i) => ({
        ...event,
        detail: 'destino: +5519987654321\n'.repeat(pick(made.details, i)),
      })),
      acceptanceTexts: made.texts.map((long, i) => ({ version: String(i + 1), hash: hash(long), text: long })),
    };
  });

describe('pages of the certificate', () => {
  it('leave no few lines of a block alone, whatever there is to say', async () => {
    await fc.assert(
      fc.asyncProperty(views, async (view) => {
        expect(brokenParts(await parts(view))).toEqual([]);
      }),
      { numRuns: 30, seed: 13 },
    );
  });

  it('leave none alone at any number of events', async () => {
    for (let events = 1; events <= 60; events++) {
      expect(brokenParts(await parts(fullView(2, events)))).toEqual([]);
    }
  });

  it('say on the first of them who sealed, who sent, with which seal, both hashes and who signed first', async () => {
    const long = { ...fullView(50, 20, 'W'.repeat(200)) };
    for (const view of [fullView(1, 5), long]) {
      const first = (await parts(view)).filter(({ pages }) => pages[0]?.page === 0).map(({ name }) => name);
      expect(first).toEqual(expect.arrayContaining(['Quem selou e quem enviou', 'Integridade dos arquivos (SHA-256)']));
      expect(first.some((heading) => heading.startsWith('Quem assinou'))).toBe(true);
    }
  });
});

describe('breaking pages', () => {
  const piece = (height: number, ends = 0, head = 0) => ({ height, gap: 0, ends, head });

  it('fills pages and ends none where it is forbidden', () => {
    const pieces = [piece(40), piece(40), piece(20, FORBIDDEN), piece(40), piece(90)];
    expect(breakPages(pieces, 100)).toEqual([0, 2, 4]);
  });

  it('takes from the page before so that the last is not nearly empty', () => {
    const rows = Array.from({ length: 22 }, () => piece(10));
    expect(breakPages(rows, 210)).toEqual([0, 13]);
  });

  it('counts what is repeated at the top of a page', () => {
    const rows = [piece(100), ...Array.from({ length: 10 }, () => piece(10, 0, 5))];
    expect(breakPages(rows, 100)).toEqual([0, 1, 2]);
  });

  it('sets even what no page can hold, and ends a page where it is forbidden if nothing else is left', () => {
    expect(breakPages([piece(500, FORBIDDEN), piece(100, FORBIDDEN), piece(100)], 120)).toEqual([0, 1, 2]);
  });
});
