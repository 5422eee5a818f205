import { describe, expect, it } from 'vitest';
import { anchorFixtures, TEXT } from '../fixtures/anchors.ts';
import { build, onePage, rawStream, stream } from '../fixtures/build.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { type Fraction, findText, PdfBudgetError, stampPdf, type TextQuery } from '../src/index.ts';
import { RENDERERS, type Rendering, render } from './judges/drawing.ts';
import { qpdf } from './judges/soundness.ts';
import { textOf } from './judges/text.ts';

const QUERY: TextQuery = { maxPages: 9, texts: [], most: 100, fieldTags: false };
const find = (bytes: Uint8Array, ...texts: string[]) => findText(bytes, { ...QUERY, texts });
const placesOf = (bytes: Uint8Array, text = TEXT) => find(bytes, text).texts[0] ?? [];
const tagsOf = (bytes: Uint8Array) => findText(bytes, { ...QUERY, fieldTags: true }).tags;

const tooManyTags = (): Buffer => {
  const line = (i: number) => `BT /F 1 Tf ${i % 90} ${Math.floor(i / 90)} Td ({{a:b}}) Tj ET\n`;
  const half = rawStream(Array.from({ length: 6000 }, (_, i) => line(i)).join(''));
  const pages = '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 400 300] >>';
  const leaf = '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>';
  return build({ ...onePage(), 2: pages, 3: leaf, 4: half, 6: leaf });
};

const page = (content: string, more = '') => build(onePage(`/MediaBox [0 0 400 300] ${more}`, rawStream(content)));
const cases = Object.entries(anchorFixtures()).map(([name, fixture]) => ({ name, ...fixture }));
const DPI = { dpi: 100 };

/** The bounds of what differs, in fractions of the page as displayed; the sides of a pixel besides. */
function difference(one: Rendering, other: Rendering): Fraction & { pixel: [number, number] } {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  const [xs, ys]: [number[], number[]] = [[], []];
  one.data.forEach((shade, i) => {
    if (Math.abs(shade - (other.data[i] as number)) <= 60) return;
    xs.push(i % one.width);
    ys.push(Math.floor(i / one.width));
  });
  const [left, right] = [Math.min(...xs), Math.max(...xs) + 1];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys) + 1];
  const { width, height } = one;
  const size = { width: (right - left) / width, height: (bottom - top) / height };
  return { x: left / width, y: top / height, ...size, pixel: [1 / width, 1 / height] };
}

describe('a text', () => {
  it.each(cases)('is found once in $name', ({ bytes, blank, text }) => {
    expect(placesOf(bytes, text)).toMatchObject([{ page: 1 }]);
    expect(placesOf(blank, text)).toEqual([]);
  });

  describe.each(RENDERERS)('as %s draws it', (by) => {
    it.each(cases)('is where it is seen in $name', async ({ bytes, blank, text, wrapped }) => {
      const [place] = placesOf(bytes, text);
      if (!place) throw new Error('not found');
      const seen = difference(await render(by, bytes, DPI), await render(by, blank, DPI));
      // The box reaches from the descent to the height of capitals; 12 points are 17 pixels. A machine without a font of
      // Helvetica's widths draws it a little wider.
      const near = (found: number, drawn: number, pixel: number) =>
        expect(Math.abs(found - drawn) / pixel).toBeLessThan(8);
      const [across, down] = seen.pixel;
      near(place.at.y, seen.y, down);
      if (wrapped) return;
      near(place.at.x, seen.x, across);
      near(place.at.x + place.at.width, seen.x + seen.width, across);
      near(place.at.y + place.at.height, seen.y + seen.height, down);
    });
  });

  it('is found with other blanks, and not in other letters', () => {
    const bytes = page('BT /F 12 Tf 50 200 Td (Assinatura do fiador) Tj ET');
    expect(placesOf(bytes, ' Assinatura  do\nfiador ')).toHaveLength(1);
    expect(placesOf(bytes, 'Assinaturadofiador')).toHaveLength(1);
    expect(placesOf(bytes, 'assinatura do fiador')).toEqual([]);
    expect(placesOf(bytes, 'Assinatura da fiadora')).toEqual([]);
    expect(placesOf(bytes, ' ')).toEqual([]);
  });

  it('begins its place where its first line does', () => {
    const content = 'BT /F 10 Tf 14 TL 250 200 Td (Assinatura) Tj -150 -14 Td (do fiador) Tj ET';
    const [place] = placesOf(page(content), 'Assinatura do fiador');
    expect(place?.at.x).toBeCloseTo(250 / 400, 3);
    expect(place?.at.y).toBeCloseTo((300 - 207.5) / 300, 3);
    expect(place?.at.width).toBeLessThan(60 / 400);
  });

  it('is told as it is read: page by page, from the top, each line from the left', () => {
    const text = (x: number, y: number) => `BT /F 9 Tf ${x} ${y} Td (Nome) Tj ET `;
    const two = {
      ...onePage(),
      2: '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 400 300] >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      4: rawStream(text(300, 100.4) + text(50, 200) + text(50, 100)),
      6: '<< /Type /Page /Parent 2 0 R /Contents 7 0 R /Resources << /Font << /F 5 0 R >> >> >>',
      7: rawStream(text(10, 250)),
    };
    const places = placesOf(build(two), 'Nome').map(({ page: number, at }) => [number, Math.round(at.x * 400)]);
    expect(places).toEqual([
      [1, 50],
      [1, 50],
      [1, 300],
      [2, 10],
    ]);
  });

  it('that is drawn twice to look bold is there once', () => {
    expect(
      placesOf(page('BT /F 10 Tf 1 0 0 1 50 200 Tm (Nome) Tj 1 0 0 1 50.3 200 Tm (Nome) Tj ET'), 'Nome'),
    ).toHaveLength(1);
  });

  it('of a form is wherever the form is shown', () => {
    const objects = onePage('/MediaBox [0 0 400 300]', rawStream('/X Do q 1 0 0 1 0 -100 cm /X Do Q'));
    const entries = '/Type /XObject /Subtype /Form /BBox [0 0 400 300] /Resources << /Font << /F 5 0 R >> >>';
    const bytes = build({
      ...objects,
      3: `${objects[3]}`.replace('/Resources <<', '/Resources << /XObject << /X 6 0 R >>'),
      6: rawStream('BT /F 10 Tf 50 200 Td (Nome) Tj ET', entries),
    });
    const [one, other, ...more] = placesOf(bytes, 'Nome');
    expect(more).toEqual([]);
    expect((other?.at.y ?? 0) - (one?.at.y ?? 0)).toBeCloseTo(100 / 300, 4);
  });

  it.each([
    ['without ink', 'BT 3 Tr /F 12 Tf 50 200 Td (Nome) Tj ET', ''],
    ['outside its clip', 'q 10 10 20 20 re W n BT /F 12 Tf 50 200 Td (Nome) Tj ET Q', ''],
    ['beside the page', 'BT /F 12 Tf 500 200 Td (Nome) Tj ET', ''],
    ['cropped away', 'BT /F 12 Tf 50 200 Td (Nome) Tj ET', '/CropBox [100 0 400 300]'],
  ])('%s is not found, for nobody sees it', (_, content, more) => {
    expect(find(page(content, more), 'Nome')).toMatchObject({ texts: [[]], pagesWithText: [] });
  });

  it('that is missing leaves the pages that have text', () => {
    const two = {
      ...onePage(),
      2: '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 /MediaBox [0 0 400 300] >>',
      6: '<< /Type /Page /Parent 2 0 R /Contents 7 0 R /Resources << >> >>',
      7: rawStream('0.5 g 10 10 380 280 re f'),
    };
    expect(find(build(two), 'Nome')).toMatchObject({ texts: [[]], pagesWithText: [1] });
  });
});

describe('field tags', () => {
  it.each([
    ['{{assinatura:joao}}', [{ name: 'assinatura:joao', type: 'assinatura', optional: false, key: 'joao' }]],
    ['{{cpf?:testemunha-1}}', [{ name: 'cpf?:testemunha-1', type: 'cpf', optional: true, key: 'testemunha-1' }]],
    ['{{ texto ? : a_b }}', [{ name: 'texto?:a_b', type: 'texto', optional: true, key: 'a_b' }]],
    ['{{data:a}}{{data:b}}', [{ key: 'a' }, { key: 'b' }]],
    ['{{assinatura:con\\256ante}}', [{ key: 'confiante' }]],
    ['{{nome}} {{Assinatura:a}} {{assinatura:}} {{:a}} {assinatura:a} {{assinatura a}}', []],
  ])('are spelt like %s', (text, expected) => {
    expect(tagsOf(page(`BT /F 6 Tf 20 200 Td (${text}) Tj ET`))).toMatchObject(expected);
    expect(tagsOf(page(`BT /F 6 Tf 20 200 Td (${text}) Tj ET`))).toHaveLength(expected.length);
  });

  it('are where they begin, on a turned and cropped page too', () => {
    const content = 'BT /F 12 Tf 0 1 -1 0 200 60 Tm (Ass.: {{assinatura:joao}}) Tj ET';
    const [tag] = tagsOf(page(content, '/CropBox [20 20 380 280] /Rotate 90'));
    // The page as displayed is 260 by 360; its text begins 40 from the left, its line 180 from the top. In Helvetica
    // what precedes the tag is 2.501 wide.
    expect(tag?.at.x).toBeCloseTo((40 + 12 * 2.501) / 260, 4);
    expect(tag?.at.y).toBeCloseTo((180 - 12 * 0.75) / 360, 3);
  });

  it.each([
    ['in text nobody sees', 'BT /F 9 Tf 3 Tr 50 200 Td ({{assinatura:joao}}) Tj ET'],
    ['in lines apart', 'BT /F 9 Tf 50 200 Td ({{assinatura:) Tj 0 -60 Td (joao}}) Tj ET'],
  ])('are none %s', (_, content) => expect(tagsOf(page(content))).toEqual([]));

  it('broken by the end of a line are one', () => {
    const tags = tagsOf(page('BT /F 9 Tf 12 TL 50 200 Td (Local: {{assinatura:) Tj T* (maria-clara}} fim) Tj ET'));
    expect(tags).toMatchObject([{ name: 'assinatura:maria-clara' }]);
  });
});

describe('a stamped file', () => {
  const fonts = loadNodeFonts();
  const footer = {
    code: 'SVC-ABCD-EFGH-JKMN',
    url: 'https://x.example/validar/SVC-ABCD-EFGH-JKMN',
    lines: ['Assinado.'],
  };
  const stamped = (bytes: Uint8Array, covered: string[]) => stampPdf(bytes, { marks: [], footer, covered }, fonts);
  const LINE = '{{assinatura:joao}}';
  const hidden = (operators: string, visible: boolean) => (visible ? operators : `3 Tr ${operators} 0 Tr`);
  const contract = (visible: boolean) =>
    page(`BT /F 12 Tf 50 200 Td (Multa de 10%. ) Tj ${hidden(`(${LINE}) Tj`, visible)} ( Valor: R$ 9) Tj
      0 -30 Td ({{cpf:ana}}) Tj ET 45 190 300 30 re S`);

  it('loses the glyphs of the tags it was told of, and nothing else that is drawn', async () => {
    const bytes = contract(true);
    const file = await stamped(bytes, ['assinatura:joao']);
    expect(Buffer.compare(file.subarray(0, bytes.length), bytes)).toBe(0);
    const words = (await textOf(file)).join(' ').replace(/\s+/g, ' ');
    expect(words).not.toContain('assinatura');
    for (const kept of ['Multa de 10%.', 'Valor: R$ 9', '{{cpf:ana}}']) expect(words).toContain(kept);
    expect((await qpdf(file, '--check')).output).toMatch(/No syntax or stream encoding errors/);
  });

  it.each(RENDERERS)('looks as if they had never had ink: %s', async (by) => {
    const one = await render(by, await stamped(contract(true), ['assinatura:joao']), DPI);
    const other = await render(by, await stamped(contract(false), []), DPI);
    expect(one.data.equals(other.data)).toBe(true);
  });

  it('hides nothing under a tag of any size: what lies beneath stays to be seen', async () => {
    const made = (size: number) =>
      page(`BT /F 12 Tf 50 200 Td (Multa de 50%) Tj ET 1 1 1 rg BT /F ${size} Tf 0 150 Td ({{texto:a}}) Tj ET`);
    const [by] = RENDERERS;
    const huge = await render(by, await stamped(made(90), ['texto:a']), DPI);
    const bare = await render(by, await stamped(page('BT /F 12 Tf 50 200 Td (Multa de 50%) Tj ET'), []), DPI);
    expect(huge.data.equals(bare.data)).toBe(true);
  });
});

describe('hostile content', () => {
  const many = (text: string, count: number): Buffer => build(onePage(undefined, stream(text.repeat(count))));

  it.each<[string, () => Buffer]>([
    ['inflates without end', () => build(onePage(undefined, stream(' '.repeat(80 << 20))))],
    ['shows text without end', () => many('BT /F 1 Tf (xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx) Tj ET\n', 20_000)],
    ['holds more tags than anybody fills in', tooManyTags],
  ])('that %s is too complex', (_, make) => {
    expect(() => findText(make(), { ...QUERY, texts: ['Nome'], fieldTags: true })).toThrow(PdfBudgetError);
  });

  it('of forms that show each other without end is too complex', () => {
    const shows = '/X7 Do /X8 Do /X9 Do '.repeat(50);
    const form = () =>
      rawStream(`BT /F 9 Tf 9 9 Td (Nome) Tj ET ${shows}`, '/Type /XObject /Subtype /Form /BBox [0 0 595 842]');
    const base = onePage('/MediaBox [0 0 595 842]', rawStream('/X7 Do /X8 Do'));
    const resources = '/Resources << /Font << /F 5 0 R >> /XObject << /X7 7 0 R /X8 8 0 R /X9 9 0 R >> >>';
    const bytes = build({
      ...base,
      3: base[3]?.replace(/\/Resources << .* >> >> /, `${resources} `) ?? '',
      7: form(),
      8: form(),
      9: form(),
    });
    expect(() => find(bytes, 'Nome')).toThrow(PdfBudgetError);
  });

  it('with a text everywhere tells no more places than were asked for', () => {
    const bytes = many('BT /F 4 Tf 20 20 Td (aaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ET\n', 300);
    expect(findText(bytes, { ...QUERY, texts: ['a'], most: 7 }).texts[0]).toHaveLength(7);
  });
});
