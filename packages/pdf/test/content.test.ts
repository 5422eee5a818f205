import { describe, expect, it } from 'vitest';
import { everythingThatActs } from '../fixtures/active.ts';
import { build, onePage, rawStream, stream, update } from '../fixtures/build.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { type ContentFinding, fillTemplate, inspectPdf, scanStructure, sealPdf, stampPdf } from '../src/index.ts';
import { complaintsOf, readPlainly } from './judges/soundness.ts';
import { FOOTER, SEALED_AT, testSeal } from './tools.ts';

const fonts = loadNodeFonts();

async function contentOf(bytes: Uint8Array): Promise<Record<string, ContentFinding>> {
  const inspection = await inspectPdf(bytes, { maxPages: 10 });
  if (!inspection.ok) throw new Error(inspection.causes.map(({ cause }) => cause).join());
  return Object.fromEntries(inspection.content.map((item) => [item.kind, item]));
}

async function sealed(bytes: Uint8Array): Promise<Buffer> {
  const stamped = await stampPdf(bytes, { marks: [], footer: FOOTER }, fonts);
  const result = await sealPdf(stamped, await testSeal(), { at: SEALED_AT, reason: 'Teste', name: 'Rubrica' });
  expect(Buffer.compare(result.bytes.subarray(0, bytes.length), bytes)).toBe(0);
  return Buffer.from(result.bytes);
}

const ACTS =
  /\/(JavaScript|JS|Launch|SubmitForm|ImportData|ResetForm|GoToR|GoToE|RichMedia|RichMediaContent|Rendition|Renditions|Movie|Screen|3D|3DD|OnInstantiate|Hide|SetOCGState|SaveAs|XFA|AA|OpenAction|NeedsRendering|Requirements|Collection|PresSteps|URI \(javascript|Base|PrintClip)\b/g;

const FORMS = [
  ['written plainly', {}],
  ['with names written in codes', { escaped: true }],
  ['in object streams', { packed: true }],
  ['in object streams and in codes', { packed: true, escaped: true }],
] as const;

describe.each(FORMS)('a file with everything that acts, %s', (_, form) => {
  const original = everythingThatActs(form);

  it('is let in, and all of it is named', async () => {
    const found = await contentOf(original);
    expect(Object.keys(found).sort()).toEqual(
      [
        ...['ADDRESS', 'ATTACHMENT', 'COMMAND', 'HIDE', 'IMPORT', 'LAUNCH', 'LAYER_STATE', 'MEDIA', 'OTHER_FILE'],
        ...['PLAYER', 'PORTFOLIO', 'REQUIREMENT', 'RESET', 'SCRIPT', 'SUBMIT', 'TRIGGER', 'XFA'],
      ].sort(),
    );
    expect(found.SUBMIT?.pages).toEqual([1]);
    expect(found.XFA?.pages).toEqual([]);
    expect(found.ATTACHMENT?.names).toEqual(['a.txt']);
  });

  it('has nothing of it left once it is sealed', async () => {
    expect([...(await readPlainly(original)).matchAll(ACTS)].length).toBeGreaterThan(20);
    const result = await sealed(original);
    expect([...(await readPlainly(result)).matchAll(ACTS)].map(([word]) => word)).toEqual([]);
    expect(await complaintsOf(result)).toEqual([]);
  });

  it('keeps links to places and addresses, and the file that came with it', async () => {
    const text = await readPlainly(await sealed(original));
    expect(text).toContain('/URI (https://rubrica.example/)');
    expect(text.match(/\/S \/GoTo\b/g)).toHaveLength(1);
    expect(text).not.toContain('/Next');
    expect(text).toContain('/EmbeddedFiles');
    expect(text).toContain('/FileAttachment');
    expect(text).toContain('/DisplayDocTitle');
  });
});

describe('what acts', () => {
  it('is found however its name is written, in the raw bytes too', () => {
    const file = (word: string) => build({ ...onePage(), 6: `<< /S /${word} >>` });
    for (const word of ['J#61vaScript', '#4aavaScript', 'JavaScrip#74', '#4a#61#76#61#53#63#72#69#70#74']) {
      expect(scanStructure(file(word)).activeContent).toEqual(['JavaScript']);
    }
    expect(scanStructure(file('J#61vaScripts')).activeContent).toEqual([]);
    expect(scanStructure(file('JavaScript#41')).activeContent).toEqual([]);
  });

  it('is what the newest revision says, not an earlier one', async () => {
    const page = onePage();
    const before = build({ ...page, 1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (1) >> >>' });
    expect(Object.keys(await contentOf(before))).toEqual(['SCRIPT', 'TRIGGER']);
    const after = update(before, { 1: '<< /Type /Catalog /Pages 2 0 R >>' });
    expect(await contentOf(after)).toEqual({});
    const again = update(after, { 1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (1) >> >>' });
    expect(Object.keys(await contentOf(again))).toEqual(['SCRIPT', 'TRIGGER']);
  });

  it('is no place in the file to open at, no link and no outline', async () => {
    const page = onePage();
    const harmless = build({
      ...page,
      1: '<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] /Outlines 6 0 R >>',
      3: `${page[3]?.slice(0, -2)} /Annots [<< /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (mailto:a@b.c) >> >>] >>`,
      6: '<< /First 7 0 R /Last 7 0 R /Count 1 >>',
      7: '<< /Title (Capitulo) /Parent 6 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>',
    });
    expect(await contentOf(harmless)).toEqual({});
    const text = await readPlainly(await sealed(harmless));
    expect(text).toContain('/OpenAction');
    expect(text).toContain('/GoTo');
    expect(text).toContain('(mailto:a@b.c)');
  });

  it('goes in circles without holding anybody up', async () => {
    const page = onePage();
    const bytes = build({
      ...page,
      1: '<< /Type /Catalog /Pages 2 0 R /OpenAction 6 0 R /Outlines 7 0 R /Names << /JavaScript 8 0 R >> >>',
      6: '<< /S /Named /N /Print /Next [6 0 R 6 0 R] >>',
      7: '<< /First 9 0 R >>',
      8: '<< /Kids [8 0 R 8 0 R] >>',
      9: '<< /Title (x) /Next 9 0 R /First 7 0 R >>',
    });
    expect(Object.keys(await contentOf(bytes)).sort()).toEqual(['COMMAND', 'TRIGGER']);
    await sealed(bytes);
  });
});

describe('what hides', () => {
  const layered = (defaults: string, usage = '') =>
    build({
      ...onePage('/MediaBox [0 0 595 842]', rawStream('/OC /camada BDC BT /F 24 Tf 72 600 Td (so impresso) Tj ET EMC')),
      1: `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << ${defaults} >> >> >>`,
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /Properties << /camada 6 0 R >> >> >>',
      6: `<< /Type /OCG /Name (camada) ${usage} >>`,
    });

  it('is named: layers, hidden ones, and those shown on screen and in print differently', async () => {
    expect(Object.keys(await contentOf(layered('')))).toEqual(['LAYERS']);
    expect(Object.keys(await contentOf(layered('/OFF [6 0 R]')))).toEqual(['LAYERS', 'LAYERS_HIDDEN']);
    expect(Object.keys(await contentOf(layered('/BaseState /OFF /ON [6 0 R]')))).toEqual(['LAYERS']);
    const usage = '/Usage << /Print << /PrintState /ON >> /View << /ViewState /OFF >> >>';
    const events =
      '/AS [<< /Event /View /OCGs [6 0 R] /Category [/View] >> << /Event /Print /OCGs [6 0 R] /Category [/Print] >>]';
    const found = await contentOf(layered(events, usage));
    expect(Object.keys(found)).toEqual(['LAYERS', 'LAYERS_HIDDEN', 'LAYERS_PRINT']);
    expect(found.LAYERS_PRINT?.pages).toEqual([1]);
    // Usage without an event that applies it has no effect.
    expect(Object.keys(await contentOf(layered('', usage)))).toEqual(['LAYERS']);
  });

  const noted = (flags: number) => {
    const page = onePage();
    const note = `<< /Type /Annot /Subtype /Square /Rect [100 100 200 200] /IC [1 0 0] /C [1 0 0] /F ${flags} >>`;
    return build({ ...page, 3: `${page[3]?.slice(0, -2)} /Annots [6 0 R] >>`, 6: note });
  };

  it.each([
    ['seen and printed', 4, []],
    ['seen only on screen', 0, ['NOTES_ON_SCREEN']],
    ['seen only in print', 4 + 32, ['NOTES_IN_PRINT']],
    ['hidden', 2, ['NOTES_HIDDEN']],
    ['hidden although printed', 2 + 4, ['NOTES_HIDDEN']],
    ['seen while pointed at', 4 + 32 + 256, ['NOTES_HIDDEN', 'NOTES_IN_PRINT']],
  ])('is named: a note %s', async (_, flags, kinds) => {
    const found = await contentOf(noted(flags));
    expect(Object.keys(found).sort()).toEqual(kinds);
    for (const kind of kinds) expect(found[kind]?.pages).toEqual([1]);
  });

  it('is named: files attached to the file, to a page, to a note, or where nothing leads', async () => {
    const page = onePage();
    const file = {
      6: '<< /Type /Filespec /UF <feff00e7> /F (c) /EF << /F 7 0 R >> >>',
      7: stream('x', '/Type /EmbeddedFile'),
    };
    const on = (entries: Record<number, string>) => contentOf(build({ ...page, ...file, ...entries }));
    const attached = { kind: 'ATTACHMENT', pages: [], names: ['ç'] };
    const names = '/Names << /EmbeddedFiles << /Names [(c) 6 0 R] >> >>';
    expect(await on({ 1: `<< /Type /Catalog /Pages 2 0 R ${names} >>` })).toEqual({ ATTACHMENT: attached });
    expect(await on({ 1: '<< /Type /Catalog /Pages 2 0 R /AF 6 0 R >>' })).toEqual({ ATTACHMENT: attached });
    const ofPage = await on({ 3: `${page[3]?.slice(0, -2)} /AF [6 0 R] >>` });
    expect(ofPage).toEqual({ ATTACHMENT: { ...attached, pages: [1] } });
    expect(await on({})).toEqual({ ATTACHMENT: { ...attached, names: [] } });
  });
});

describe('what a file says of itself', () => {
  const claiming = (part: number, intent: string) =>
    build({
      ...onePage(),
      1: `<< /Type /Catalog /Pages 2 0 R /Metadata 6 0 R ${intent} >>`,
      6: rawStream(`<rdf:Description pdfaid:part="${part}" pdfaid:conformance="B"/>`, '/Type /Metadata /Subtype /XML'),
      7: '<< /Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile 8 0 R >>',
      8: rawStream('profile', '/N 3'),
    });

  it('is said to be lost where it is: PDF/A-1, and later parts without RGB', async () => {
    const intent = '/OutputIntents [7 0 R]';
    expect((await contentOf(claiming(1, intent))).LOSES_PDFA?.names).toEqual(['1']);
    expect((await contentOf(claiming(2, ''))).LOSES_PDFA?.names).toEqual(['2']);
    expect(await contentOf(claiming(2, intent))).toEqual({});
    expect(await contentOf(build(onePage()))).toEqual({});
  });
});

describe('a document made from a template', () => {
  it('brings what its template brought, and loses it when it is sealed', async () => {
    const page = onePage();
    const template = build({
      ...page,
      1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (1) >> /AcroForm << /Fields [6 0 R] >> >>',
      3: `${page[3]?.slice(0, -2)} /Annots [6 0 R] >>`,
      6: '<< /Type /Annot /Subtype /Widget /Rect [50 500 200 520] /F 4 /FT /Tx /T (nome) >>',
    });
    const made = await fillTemplate(template, new Map([['nome', 'Ana']]), fonts);
    expect(Object.keys(await contentOf(made))).toContain('SCRIPT');
    expect((await readPlainly(await sealed(made))).match(ACTS)).toBeNull();
  });
});
