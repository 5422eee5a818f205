import { describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../fixtures/build.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { fillTemplate, inspectPdf, UndrawableTextError } from '../src/index.ts';
import { has, run, workFolder } from './tools.ts';

const fonts = loadNodeFonts();
const path = workFolder();

/** A form with fields of every kind: in the tree, named by their parents, ticked, hidden, read-only. */
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

  it.skipIf(!has('qpdf'))('passes qpdf once filled', async () => {
    const file = path('filled.pdf', await fillTemplate(form(), values, fonts));
    expect(run('qpdf', '--check', file).output).toMatch(/No syntax or stream encoding errors/);
    expect(run('qpdf', '--qdf', '--object-streams=disable', file, '-').output).toMatch(/\/Contents \(nota\)/);
  });

  it.skipIf(!has('pdftotext'))('holds the values as text', async () => {
    const file = path('text.pdf', await fillTemplate(form(), values, fonts));
    const { output } = run('pdftotext', '-layout', file, '-');
    for (const word of ['Júlia Conceição', 'A prazo', 'Jardim', 'Campinas']) expect(output).toContain(word);
  });

  it.skipIf(!has('pdftotext')).each([0, 90, 180, 270])(
    'puts them where the page shows the field, rotated by %i',
    async (rotate) => {
      const file = path(`turn-${rotate}.pdf`, await fillTemplate(form(rotate), new Map([['nome', 'Marca']]), fonts));
      const found = /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">Marca</.exec(
        run('pdftotext', '-bbox', file, '-').output,
      );
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = (found ?? []).slice(1).map(Number);
      // The field [50 500 200 520] of a 400 x 600 page, as a box from the top left of the page as seen.
      const seen = {
        0: [50, 80, 200, 100],
        90: [500, 50, 520, 200],
        180: [200, 500, 350, 520],
        270: [80, 200, 100, 350],
      };
      const [left = 0, top = 0, right = 0, bottom = 0] = seen[rotate as 0];
      expect([x0 >= left - 1, y0 >= top - 3, x1 <= right + 1, y1 <= bottom + 3]).toEqual([true, true, true, true]);
    },
  );

  it.skipIf(!has('pdftoppm'))('keeps what its other fields showed', async () => {
    const file = path('kept.pdf', await fillTemplate(form(), new Map(), fonts));
    const prefix = path('kept');
    expect(run('pdftoppm', '-r', '72', '-singlefile', file, prefix).status).toBe(0);
    const { readFileSync } = await import('node:fs');
    const ppm = readFileSync(`${prefix}.ppm`);
    const header = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 40).toString('latin1'));
    const at = (x: number, y: number) => {
      const start = (header?.[0].length ?? 0) + 3 * (y * Number(header?.[1]) + x);
      return [...ppm.subarray(start, start + 3)];
    };
    // The ticked box's own drawing, 10 units wide, is stretched over its 20 by 20 rectangle.
    expect(at(318, 600 - 518)).toEqual([255, 0, 0]);
    expect(at(60, 600 - 510)).toEqual([255, 255, 255]);
  });
});
