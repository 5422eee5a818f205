import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { build, onePage } from '../fixtures/build.ts';
import { validFixtures } from '../fixtures/make.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { inspectPdf, type Mark, sealPdf, stampPdf, UndrawableTextError } from '../src/index.ts';
import { readQr } from './judges/codes.ts';
import { RENDERERS, render } from './judges/drawing.ts';
import { judgeSeal } from './judges/seals.ts';
import { complaintsOf } from './judges/soundness.ts';
import { textOf } from './judges/text.ts';
import { corpus, FOOTER, SEALED_AT, testSeal } from './tools.ts';

const fonts = loadNodeFonts();
const at = { x: 0.1, y: 0.2, width: 0.35, height: 0.06 };

function someMarks(pages: number): Mark[] {
  return [
    { page: 1, at, z: 0, kind: 'text', text: 'Conceição Ωмега 山田太郎' },
    {
      page: pages,
      at: { ...at, y: 0.6 },
      z: 1,
      kind: 'signature',
      text: 'Maria Antônia',
      caption: ['Maria Antônia de Souza'],
    },
  ];
}

async function complete(bytes: Uint8Array, pages: number): Promise<Uint8Array> {
  const stamped = await stampPdf(
    bytes,
    { marks: someMarks(pages), footer: FOOTER, watermark: 'SEM VALIDADE JURÍDICA' },
    fonts,
  );
  const sealed = await sealPdf(stamped, await testSeal(), { at: SEALED_AT, reason: 'Teste', name: 'Rubrica' });
  return sealed.bytes;
}

const files: [string, Buffer][] = [
  ...Object.entries(validFixtures()),
  ...corpus().map((item): [string, Buffer] => [item.file, item.bytes]),
];

describe('stamping and sealing whatever inspection accepts', () => {
  it.each(files)('%s', async (_, bytes) => {
    const inspection = await inspectPdf(bytes, { maxPages: 300 });
    if (!inspection.ok) return;
    const result = await complete(bytes, inspection.pages.length);
    expect(Buffer.compare(result.subarray(0, bytes.length), bytes)).toBe(0);
    const again = await inspectPdf(result, { maxPages: 300 });
    expect(again.ok || again.causes.map((item) => item.cause)).toEqual(['SIGNED']);
    const before = await complaintsOf(bytes);
    expect((await complaintsOf(result)).filter((line) => !before.includes(line))).toEqual([]);
    // Some of the odder files cannot be opened by the judges at all, with or without a seal.
    if (inspection.repaired === false) expect(await judgeSeal(result)).toEqual({ valid: true, whole: true });
  });
});

describe('stamping', () => {
  it('gives the same bytes for the same input', async () => {
    const bytes = build(onePage());
    const input = { marks: someMarks(1), footer: FOOTER };
    expect(Buffer.compare(await stampPdf(bytes, input, fonts), await stampPdf(bytes, input, fonts))).toBe(0);
  });

  it('refuses what it cannot draw instead of dropping it', async () => {
    const mark: Mark = { page: 1, at, z: 0, kind: 'text', text: 'Olá 😀 שלום' };
    const attempt = stampPdf(build(onePage()), { marks: [mark], footer: FOOTER }, fonts);
    await expect(attempt).rejects.toThrow(UndrawableTextError);
    await expect(attempt).rejects.toMatchObject({ characters: ['😀', 'ש', 'ל', 'ו', 'ם'] });
  });

  it('refuses a mark on a page that does not exist, and a damaged image', async () => {
    const bytes = build(onePage());
    const stamp = (mark: Mark) => stampPdf(bytes, { marks: [mark], footer: FOOTER }, fonts);
    await expect(stamp({ page: 2, at, z: 0, kind: 'check', checked: true })).rejects.toThrow(RangeError);
    const image = { bytes: Buffer.from('<svg/>'), format: 'png' as const };
    await expect(stamp({ page: 1, at, z: 0, kind: 'image', image })).rejects.toThrow(/PNG/);
  });

  it('draws the footer once for all pages of a size, and nothing else grows with the pages', async () => {
    const pages = (count: number): Buffer =>
      build({
        ...onePage(),
        2: `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, i) => `${10 + i} 0 R`).join(' ')}] >>`,
        ...Object.fromEntries(
          Array.from({ length: count }, (_, i) => [
            10 + i,
            '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
          ]),
        ),
      });
    const grown = async (count: number): Promise<number> => {
      const bytes = pages(count);
      return (await stampPdf(bytes, { marks: [], footer: FOOTER }, fonts)).length - bytes.length;
    };
    expect((await grown(200)) - (await grown(100))).toBeLessThan(100 * 250);
  });

  it('marks the footer as an artifact', async () => {
    const bytes = build(onePage());
    const stamped = Buffer.from(await stampPdf(bytes, { marks: [], footer: FOOTER }, fonts)).subarray(bytes.length);
    const contents = [...stamped.toString('latin1').matchAll(/FlateDecode[^>]*>>\nstream\n([\s\S]*?)\nendstream/g)]
      .map((match) => inflateSync(Buffer.from(match[1] ?? '', 'latin1')).toString('latin1'))
      .find((content) => content.includes('/Artifact'));
    expect(contents).toMatch(/\/Artifact <<\/Type \/Pagination \/Subtype \/Footer[^>]*>> BDC\nq [^q]* Do\nQ\nEMC/);
  });

  it('leaves the text of pages that inherit their resources', async () => {
    const bytes = validFixtures()['inherited-everything.pdf'] as Buffer;
    const stamped = await stampPdf(bytes, { marks: someMarks(1), footer: FOOTER }, fonts);
    const text = (await textOf(stamped)).join();
    for (const words of ['Conceição', '山田太郎', FOOTER.code]) expect(text).toContain(words);
  });
});

describe('the QR code', () => {
  it.each(['plain.pdf', 'user-unit-72.pdf', 'inherited-everything.pdf', 'open-q-with-matrix.pdf'])(
    'is read at 130 dpi from %s',
    async (name) => {
      const bytes = validFixtures()[name] as Buffer;
      const stamped = await stampPdf(bytes, { marks: someMarks(1), footer: FOOTER }, fonts);
      // Poppler and PDFium draw a page with UserUnit 72 at its size in units, hence the higher resolution.
      const dpi = name.startsWith('user-unit') ? 130 * 72 : 130;
      expect(await readQr(await render(RENDERERS[0], stamped, { dpi }))).toContain(FOOTER.url);
    },
  );
});
