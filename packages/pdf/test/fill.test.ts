import { describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../fixtures/build.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { fillTemplate, inspectPdf, UndrawableTextError } from '../src/index.ts';
import { RENDERERS, render } from './judges/drawing.ts';
import { qpdf } from './judges/soundness.ts';
import { textOf, wordsOf } from './judges/text.ts';

const fonts = loadNodeFonts();

/** A form with fields of every kind: in the tree, named through their parents, ticked, hidden, read-only. */
function form(rotate = 0): Buffer {
  const page = onePage(`/MediaBox [0 0 400 600] /Rotate ${rotate}`, rawStream('0.9 g 0 0 400 20 re f'));
  const widget = (rect: string, body: string) => `<< /Type /Annot /Subtype /Widget /Rect [${rect}] /F 4 ${body} >>`;
  return build({
    ...page,
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 9 0 R 11 0 R 12 0 R] /DA (/Helv 0 Tf 0 g) >> >>',
    3: `${page[3]?.slice(0, -2)} /Annots [6 0 R 8 0 R 9 0 R 11 0 R 12 0 R 13 0 R] >>`,
    6: widget('50 500 200 520', '/FT /Tx /T (nome) /DA (/Helv 9 Tf 0 g)'),
    7: '<< /T (imovel) /FT /Tx /Ff 4096 /Kids [8 0 R] >>',
    8: widget('50 300 250 400', '/Parent 7 0 R /T (endereco)'),
    9: widget('300 500 320 520', '/FT /Btn /T (aceito) /AS /Off /AP << /N << /Off 10 0 R >> >>'),
    10: '<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 23 >>\nstream\n1 0 0 rg 0 0 10 10 re f\nendstream',
    11: widget('300 400 380 420', '/FT /Ch /T (forma) /Opt [(A vista) (A prazo)]'),
    12: widget('300 300 380 320', '/FT /Tx /T (fixo) /Ff 1'),
    13: '<< /Type /Annot /Subtype /Text /Rect [0 0 20 20] /Contents (nota) >>',
  });
}

const values = new Map([
  ['nome', 'Júlia Conceição'],
  ['imovel.endereco', 'Rua das Acácias, 120, apartamento 42, Jardim Primavera, Campinas, São Paulo'],
  ['forma', 'A prazo'],
]);

describe('a form', () => {
  it('tells the names of the fields a person could fill in', async () => {
    const inspection = await inspectPdf(form(), { maxPages: 1 });
    expect(inspection).toMatchObject({ ok: true, formFields: ['nome', 'imovel.endereco', 'forma'] });
  });

  it('is filled and flattened after its own bytes, and is no form any more', async () => {
    const original = form();
    const filled = await fillTemplate(original, values, fonts);
    expect(Buffer.compare(filled.subarray(0, original.length), original)).toBe(0);
    const again = await inspectPdf(filled, { maxPages: 1 });
    expect(again).toMatchObject({ ok: true, formFields: [] });
  });

  it('of a file without one comes back as it is', async () => {
    const plain = build(onePage());
    expect(await fillTemplate(plain, values, fonts)).toBe(plain);
  });

  it('refuses text that no embedded font can draw', async () => {
    await expect(fillTemplate(form(), new Map([['nome', 'a\u{1F600}']]), fonts)).rejects.toThrow(UndrawableTextError);
  });

  it('passes qpdf once filled', async () => {
    const filled = await fillTemplate(form(), values, fonts);
    expect((await qpdf(filled, '--check')).output).toMatch(/No syntax or stream encoding errors/);
    expect((await qpdf(filled, '--json')).output).toMatch(/"\/Contents": "(u:)?nota"/);
  });

  it('holds the values as text', async () => {
    const text = (await textOf(await fillTemplate(form(), values, fonts))).join('\n');
    for (const word of ['Júlia Conceição', 'A prazo', 'Jardim', 'Campinas']) expect(text).toContain(word);
  });

  it.each([0, 90, 180, 270])('puts them where the page shows the field, rotated by %i', async (rotate) => {
    const filled = await fillTemplate(form(rotate), new Map([['nome', 'Marca']]), fonts);
    const found = (await wordsOf(filled))[0]?.find(({ text }) => text === 'Marca');
    // The field [50 500 200 520] of a 400 x 600 page, as a box from the top left of the page as displayed.
    const seen = {
      0: [50, 80, 200, 100],
      90: [500, 50, 520, 200],
      180: [200, 500, 350, 520],
      270: [80, 200, 100, 350],
    };
    const [left = 0, top = 0, right = 0, bottom = 0] = seen[rotate as 0];
    expect(found?.left).toBeGreaterThanOrEqual(left - 1);
    expect(found?.top).toBeGreaterThanOrEqual(top - 3);
    expect(found?.right).toBeLessThanOrEqual(right + 1);
    expect(found?.bottom).toBeLessThanOrEqual(bottom + 3);
  });

  it.each(RENDERERS)('keeps what its other fields showed, as %s draws it', async (by) => {
    const { width, data } = await render(by, await fillTemplate(form(), new Map(), fonts), { dpi: 72 });
    // The ticked box's own drawing, 10 units wide and red, is stretched over its 20 by 20 rectangle.
    const [ticked = 255, blank] = [data[(600 - 518) * width + 318], data[(600 - 510) * width + 60]];
    expect(ticked).toBeLessThan(100);
    expect(blank).toBe(255);
  });
});
