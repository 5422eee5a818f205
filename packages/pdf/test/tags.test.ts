import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { build, onePage, rawStream, stream } from '../fixtures/build.ts';
import { type Split, splitText, taggedFixtures, VALUES } from '../fixtures/tags.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { fillTemplate, inspectPdf, UndrawableTextError } from '../src/index.ts';
import { fontsOf } from './judges/contents.ts';
import { RENDERERS, type Rendering, render } from './judges/drawing.ts';
import { qpdf } from './judges/soundness.ts';
import { textOf, wordsOf } from './judges/text.ts';

const fonts = loadNodeFonts();
const LIMITS = { maxPages: 9, textTags: true };

const tagsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const inspection = await inspectPdf(bytes, LIMITS);
  if (!inspection.ok) throw new Error(JSON.stringify(inspection.causes));
  return inspection.textTags;
};
const page = (content: string, more = '') => build(onePage(`/MediaBox [0 0 595 842] ${more}`, rawStream(content)));

const cases = Object.entries(taggedFixtures()).map(([name, fixture]) => ({ name, ...fixture }));

describe('text tags', () => {
  it.each(cases)('are found in $name', async ({ bytes, tags }) => {
    expect(await tagsOf(bytes)).toEqual(tags);
  });

  it.each(cases)('give way to their values in $name, after the original bytes', async ({ bytes }) => {
    const filled = await fillTemplate(bytes, VALUES, fonts);
    expect(Buffer.compare(filled.subarray(0, bytes.length), bytes)).toBe(0);
    expect(filled.length).toBeGreaterThan(bytes.length);
    expect(await tagsOf(filled)).toEqual([]);
  });

  it('are not looked for unless asked', async () => {
    expect(await inspectPdf(page('BT /F 9 Tf 9 9 Td ({{nome}}) Tj ET'), { maxPages: 1 })).toMatchObject({
      textTags: [],
    });
  });

  it('come after the form fields as variables, each name once', async () => {
    const base = onePage(undefined, rawStream('BT /F 9 Tf 9 9 Td ({{valor}} {{nome}} {{valor}}) Tj ET'));
    const bytes = build({
      ...base,
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] >> >>',
      3: `${base[3]?.slice(0, -2)} /Annots [6 0 R] >>`,
      6: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (nome) /Rect [50 500 200 520] /F 4 >>',
    });
    expect(await inspectPdf(bytes, LIMITS)).toMatchObject({
      formFields: ['nome'],
      textTags: ['valor', 'nome'],
      variables: ['nome', 'valor'],
    });
    const filled = await fillTemplate(bytes, VALUES, fonts);
    expect(await inspectPdf(filled, LIMITS)).toMatchObject({ variables: [] });
  });

  it.each([
    ['{{Nome_do.Cliente-2}}', ['Nome_do.Cliente-2']],
    ['{{ nome }}', ['nome']],
    ['{{{nome}}}', ['nome']],
    ['{{endere\\347o}}', ['endereço']],
    ['{{nome do cliente}}', []],
    ['{{}} {{ }} {nome} {{nome} {nome}}', []],
    ['{{-nome}}', []],
    ['{{a}}{{b}}', ['a', 'b']],
    [`{{${'x'.repeat(101)}}}`, []],
  ])('are spelt like %s', async (text, expected) => {
    const base = onePage(undefined, rawStream(`BT /F 5 Tf 9 9 Td (${text}) Tj ET`));
    const bytes = build({
      ...base,
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    });
    expect(await tagsOf(bytes)).toEqual(expected);
  });

  it.each([
    ['in lines apart', 'BT /F 9 Tf 50 700 Td ({{no) Tj 0 -60 Td (me}}) Tj ET'],
    ['in columns', 'BT /F 9 Tf 50 700 Td ({{no) Tj 250 0 Td (me}}) Tj ET'],
    ['in text nobody sees', 'BT /F 9 Tf 3 Tr 50 700 Td ({{nome}}) Tj ET'],
  ])('are none %s', async (_, content) => {
    expect(await tagsOf(page(content))).toEqual([]);
  });

  it('that are not given a value stay', async () => {
    const bytes = page('BT /F 9 Tf 9 9 Td ({{nome}} {{outro}}) Tj ET');
    expect(await fillTemplate(bytes, new Map(), fonts)).toBe(bytes);
    expect(await tagsOf(await fillTemplate(bytes, VALUES, fonts))).toEqual(['outro']);
  });

  it('refuse a value that no embedded font can draw', async () => {
    const bytes = page('BT /F 9 Tf 9 9 Td ({{nome}}) Tj ET');
    await expect(fillTemplate(bytes, new Map([['nome', 'a\u{1F600}']]), fonts)).rejects.toThrow(UndrawableTextError);
  });

  const split = fc.record({
    cuts: fc.array(fc.nat(40), { maxLength: 12 }),
    by: fc.array(fc.constantFrom('Tj', 'TJ', 'Td', 'Tm', 'quote'), { minLength: 1, maxLength: 6 }),
    kerning: fc.integer({ min: -120, max: 120 }),
    hex: fc.boolean(),
  });

  it('are found and replaced however the text is split', async () => {
    await fc.assert(
      fc.asyncProperty(split, async (how: Split) => {
        const base = onePage(undefined, rawStream(splitText('Eu, {{nome_1}}, moro em {{cidade-2}}.', how, 50, 500)));
        const bytes = build({ ...base, 5: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>' });
        expect(await tagsOf(bytes)).toEqual(['nome_1', 'cidade-2']);
        const filled = await fillTemplate(
          bytes,
          new Map([
            ['nome_1', 'Ana'],
            ['cidade-2', ''],
          ]),
          fonts,
        );
        expect(await tagsOf(filled)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

describe('hostile content', () => {
  const many = (text: string, count: number): Buffer => build(onePage(undefined, stream(text.repeat(count))));

  it.each<[string, () => Buffer]>([
    ['inflates without end', () => build(onePage(undefined, stream(' '.repeat(80 << 20))))],
    [
      'shows text without end',
      () => many('BT /F 1 Tf (xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx) Tj ET\n', 20_000),
    ],
    ['nests states without end', () => many('q ', 100_000)],
    ['holds more tags than anybody fills in', () => many('BT /F 1 Tf ({{a}}) Tj ET\n', 12_000)],
  ])('that %s is refused as too complex', async (_, make) => {
    expect(await inspectPdf(make(), LIMITS)).toEqual({
      ok: false,
      causes: [{ cause: 'TOO_COMPLEX', detail: expect.any(String) }],
    });
  });

  it('that shows itself, and forms by the thousand, is read once', async () => {
    const form = (num: number) =>
      rawStream(
        `BT /F 9 Tf 9 9 Td ({{f${num}}}) Tj ET ${'/X7 Do /X8 Do /X9 Do '.repeat(50)}`,
        '/Type /XObject /Subtype /Form /BBox [0 0 595 842]',
      );
    const base = onePage('/MediaBox [0 0 595 842]', rawStream('/X7 Do /X8 Do'));
    const resources = '/Resources << /Font << /F 5 0 R >> /XObject << /X7 7 0 R /X8 8 0 R /X9 9 0 R >> >>';
    const bytes = build({
      ...base,
      3: base[3]?.replace(/\/Resources << .* >> >> /, `${resources} `) ?? '',
      7: form(7),
      8: form(8),
      9: form(9),
    });
    expect((await tagsOf(bytes)).sort()).toEqual(['f7', 'f8', 'f9']);
  });

  it('never makes the inspection throw, whatever bytes are changed', async () => {
    const files = cases.map(({ bytes }) => bytes);
    const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(files.length - 1),
        fc.array(change, { minLength: 1, maxLength: 20 }),
        async (i, changes) => {
          const bytes = Buffer.from(files[i] as Buffer);
          for (const { at, byte } of changes) bytes[Math.floor(at * (bytes.length - 1))] = byte;
          const inspection = await inspectPdf(bytes, LIMITS);
          expect(inspection.ok || inspection.causes.length > 0).toBe(true);
          if (inspection.ok) await fillTemplate(bytes, VALUES, fonts);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const blanked = cases.flatMap(({ name, bytes, blank }) => (blank ? [{ name, bytes, blank }] : []));
const NOTHING = new Map([...VALUES.keys()].map((name) => [name, '']));
const DPI = { dpi: 100 };

/** The shade that anti-aliasing adds to a neighbouring letter. */
const EDGE = 60;

function differing(one: Rendering, other: Rendering, more = 0): number[] {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  const places: number[] = [];
  for (let i = 0; i < one.data.length; i++) {
    if (Math.abs((one.data[i] as number) - (other.data[i] as number)) > more) places.push(i);
  }
  return places;
}

describe.each(RENDERERS)('as %s draws it', (by) => {
  const draw = (bytes: Uint8Array) => render(by, bytes, DPI);

  it.each(blanked)('a page without its tags keeps all the rest in place: $name', async ({ bytes, blank }) => {
    const filled = await fillTemplate(bytes, NOTHING, fonts);
    expect(differing(await draw(filled), await draw(blank))).toEqual([]);
    expect(differing(await draw(bytes), await draw(blank)).length).toBeGreaterThan(30);
  });

  it.each(blanked)('a page with values touches nothing else: $name', async ({ bytes, blank }) => {
    const before = await draw(blank);
    const after = await draw(await fillTemplate(bytes, VALUES, fonts));
    const changed = differing(after, before, EDGE);
    expect(changed.length).toBeGreaterThan(30);
    expect(changed.filter((i) => (before.data[i] as number) < 128)).toEqual([]);
  });
});

describe('as text', () => {
  const wordsIn = async (bytes: Uint8Array) => (await textOf(bytes)).join(' ').replace(/\s+/g, ' ');

  it.each(cases)('the tags are gone and the values there: $name', async ({ bytes, tags }) => {
    const text = await wordsIn(await fillTemplate(bytes, VALUES, fonts));
    expect(text).not.toMatch(/\{\{|\}\}/);
    for (const tag of tags) expect(text.normalize('NFC')).toContain(VALUES.get(tag));
    const before = await wordsIn(bytes);
    for (const word of ['Eu,', 'CPF', 'fim', 'outra', 'depois']) {
      if (before.includes(word)) expect(text).toContain(word);
    }
  });
});

describe('as a file', () => {
  it.each(cases)('it passes qpdf: $name', async ({ bytes }) => {
    const { output } = await qpdf(await fillTemplate(bytes, VALUES, fonts), '--check');
    expect(output).toMatch(/No syntax or stream encoding errors/);
  });
});

describe('a value', () => {
  /** The position of words, in points from the top left. */
  const words = async (content: string, values: [string, string][], more = '') => {
    const [found = []] = await wordsOf(await fillTemplate(page(content, more), new Map(values), fonts));
    return found;
  };
  const long = 'Associação dos Moradores do Jardim Primavera e Arredores de Campinas';

  it('begins where its tag began, in its size', async () => {
    const [found] = await words('BT /F 14 Tf 100 700 Td ({{nome}}) Tj ET', [['nome', 'Marca']]);
    expect(found?.left).toBeCloseTo(100, 0);
    // The five letters of Noto Sans, in ems.
    expect((found?.right ?? 0) - (found?.left ?? 0)).toBeCloseTo(14 * 2.922, 1);
  });

  it('wider than its tag takes what is free up to the margin', async () => {
    const found = await words('BT /F 12 Tf 72 700 Td ({{nome}}) Tj ET', [['nome', long]]);
    expect(Math.max(...found.map(({ right }) => right))).toBeLessThanOrEqual(595 - 72 + 1);
    expect(new Set(found.map(({ top }) => top)).size).toBe(1);
  });

  it.each([
    ['the next text', 'BT /F 12 Tf 72 700 Td ({{nome}}) Tj 200 0 Td (fim) Tj ET', 272],
    ['the next line of a table', '0.5 w 250 690 m 250 720 l S BT /F 12 Tf 72 700 Td ({{nome}}) Tj ET', 250],
    ['the edge of what is visible', '60 600 150 200 re W n BT /F 12 Tf 72 700 Td ({{nome}}) Tj ET', 210],
  ])('stays before %s', async (_, content, limit) => {
    const found = (await words(content, [['nome', long]])).filter(({ text }) => text !== 'fim');
    expect(found.map(({ text }) => text).join(' ')).toBe(long);
    expect(Math.max(...found.map(({ right }) => right))).toBeLessThanOrEqual(limit);
  });

  it('keeps its line breaks, above the next text', async () => {
    const content = 'BT /F 12 Tf 72 700 Td ({{nome}}) Tj 0 -40 Td (abaixo) Tj ET';
    const found = await words(content, [['nome', 'Rua A\nBairro B\r\nCidade C']]);
    const lines = ['Rua', 'Bairro', 'Cidade', 'abaixo'].map((word) => found.find(({ text }) => text === word));
    for (let i = 1; i < lines.length; i++) expect(lines[i]?.top).toBeGreaterThan(lines[i - 1]?.top ?? 1e9);
    expect(lines[2]?.left).toBeCloseTo(72, 0);
    expect(lines[2]?.bottom).toBeLessThanOrEqual((lines[3]?.top ?? 0) + 5);
  });

  it('of a bold tag is bold', async () => {
    const base = onePage(undefined, rawStream('BT /F 12 Tf 72 700 Td ({{nome}}) Tj ET'));
    const bytes = build({ ...base, 5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>' });
    expect((await fontsOf(await fillTemplate(bytes, VALUES, fonts))).join()).toMatch(/NotoSans-Bold/);
  });
});
