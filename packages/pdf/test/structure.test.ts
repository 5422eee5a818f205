import { describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../fixtures/build.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { inspectPdf, type Mark, stampPdf } from '../src/index.ts';
import { complaintsOf, readPlainly } from './judges/soundness.ts';
import { isTagged, STRUCTURE_READERS } from './judges/structure.ts';
import { FOOTER } from './tools.ts';

const fonts = loadNodeFonts();
const at = { x: 0.1, y: 0.2, width: 0.35, height: 0.06 };
const MARKS: Mark[] = [
  { page: 1, at, z: 0, kind: 'text', text: 'Endereço preenchido' },
  { page: 1, at: { ...at, y: 0.5 }, z: 0, kind: 'signature', text: 'Ana Lima', caption: ['Ana Lima de Souza'] },
  { page: 1, at: { ...at, y: 0.7 }, z: 0, kind: 'check', checked: true },
];

/** A tagged page with a heading and a field whose picture the structure names. */
function tagged(tree = '/Nums [0 [8 0 R] 1 9 0 R]'): Buffer {
  return build({
    ...onePage(
      '/MediaBox [0 0 595 842] /StructParents 0',
      rawStream('/H1 <</MCID 0>> BDC BT /F 24 Tf 72 720 Td (Contrato) Tj ET EMC'),
    ),
    1: '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R /Lang (pt-BR) /AcroForm << /Fields [10 0 R] >> >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /StructParents 0 /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [10 0 R] >>',
    6: `<< /Type /StructTreeRoot /K 7 0 R /ParentTree 12 0 R /ParentTreeNextKey 2 >>`,
    7: '<< /Type /StructElem /S /Document /P 6 0 R /K [8 0 R 9 0 R] >>',
    8: '<< /Type /StructElem /S /H1 /P 7 0 R /Pg 3 0 R /K 0 >>',
    9: '<< /Type /StructElem /S /Form /P 7 0 R /Pg 3 0 R /K << /Type /OBJR /Obj 10 0 R /Pg 3 0 R >> >>',
    10: '<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (b) /F 4 /Rect [300 300 400 340] /StructParent 1 /AP << /N 11 0 R >> /A << /S /JavaScript /JS (1) >> >>',
    11: rawStream('1 0 0 rg 0 0 100 40 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 40] /Resources << >>'),
    12: `<< ${tree} >>`,
    13: '<< /Limits [0 1] /Nums [0 [8 0 R] 1 9 0 R] >>',
  });
}

const TREES: [string, string][] = [
  ['with a flat parent tree', '/Nums [0 [8 0 R] 1 9 0 R]'],
  ['with a parent tree of several leaves', '/Kids [13 0 R]'],
];

describe('a tagged file stays tagged', () => {
  const aloud = STRUCTURE_READERS.flatMap(([by, read]) => TREES.map(([name, tree]) => ({ by, read, name, tree })));
  it.each(aloud)('for whoever has it read aloud by $by, $name', async ({ read, tree }) => {
    const structure = await read(await stampPdf(tagged(tree), { marks: MARKS, footer: FOOTER }, fonts));
    expect(structure).toMatch(/^Document\n {2}H1[^\n]*\n {4}"Contrato"/);
    expect(structure).not.toMatch(/Warning|Object/);
    expect(structure).toContain('"Endereço preenchido"');
    expect(structure).toContain('Sect');
    // The footer is not read aloud.
    expect(structure).not.toContain(FOOTER.code);
  });

  it.each(TREES)('in its objects, %s', async (_, tree) => {
    const stamped = await stampPdf(tagged(tree), { marks: MARKS, footer: FOOTER }, fonts);
    expect(await complaintsOf(stamped)).toEqual([]);
    expect(await isTagged(stamped)).toBe(true);
    const text = await readPlainly(stamped);
    expect(text).toMatch(/\/Alt <feff[0-9a-f]*>|\/Alt \(Assinatura, Ana Lima, Ana Lima de Souza\)/);
    expect(text).toContain('(Caixa marcada)');
    expect(text).not.toMatch(/\/JavaScript|\/OBJR/);
    expect(text).toContain('/ParentTreeNextKey 4');
  });

  it('says at the door when it does not', async () => {
    const kinds = async (bytes: Buffer) => {
      const inspection = await inspectPdf(bytes, { maxPages: 2 });
      return inspection.ok ? inspection.content.map(({ kind }) => kind) : [];
    };
    expect(await kinds(tagged())).toEqual(['SCRIPT']);
    expect(await kinds(tagged('/Nums [2147483647 9 0 R]'))).toEqual(['SCRIPT', 'LOSES_STRUCTURE']);
    const stamped = await stampPdf(tagged('/Nums [2147483647 9 0 R]'), { marks: MARKS, footer: FOOTER }, fonts);
    expect(await complaintsOf(stamped)).toEqual([]);
  });
});
