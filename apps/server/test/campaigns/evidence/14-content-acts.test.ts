import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { everythingThatActs } from '../../../../../packages/pdf/fixtures/active.ts';
import { build, onePage, rawStream } from '../../../../../packages/pdf/fixtures/build.ts';
import { judgeSeal } from '../../../../../packages/pdf/test/judges/seals.ts';
import { complaintsOf, readPlainly } from '../../../../../packages/pdf/test/judges/soundness.ts';
import {
  about,
  call,
  documentForm,
  draft,
  field,
  newSender,
  person,
  type Sender,
  sent,
  sharedService,
  signer,
  tinyPdf,
  tokenOf,
} from '../../modules/support.ts';
import { signedBy, toldToSigner } from './signed-file.ts';

/** Line 14 of the evidence: an upload that acts or hides is disarmed where it is sealed, and named to everybody. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const ACTS =
  /\/(?:JavaScript|JS|Launch|SubmitForm|ImportData|ResetForm|GoToR|GoToE|RichMedia|Rendition|Movie|3DD|Hide|SetOCGState|SaveAs|XFA|AA|OpenAction|Requirements|Collection|PresSteps)\b/g;

type Told = { tipo: string; descricao: string; paginas: number[] };
const kinds = (told: readonly Told[]) => [...new Set(told.map(({ tipo }) => tipo))].sort();

describe('a file with everything that acts, its names written in codes', () => {
  const file = everythingThatActs({ escaped: true, packed: true });
  const named = ['ACAO', 'ANEXO', 'FORMULARIO_XFA', 'JAVASCRIPT', 'MULTIMIDIA'];

  it('is named to the sender when it comes, and as long as it is the file', async () => {
    const made = await draft(sender, {}, file);
    expect(kinds(made.conteudoAtivo)).toEqual(named);
    expect(made.conteudoAtivo).toContainEqual({
      tipo: 'ANEXO',
      descricao: 'Arquivo anexado, que não faz parte das páginas: a.txt.',
      paginas: [1],
    });
    expect((await about(sender, made.id)).body.conteudoAtivo).toEqual(made.conteudoAtivo);
    const version = new FormData();
    version.append('arquivo', new Blob([tinyPdf()], { type: 'application/pdf' }), 'novo.pdf');
    expect((await about(sender, made.id, '/versoes', 'POST', version)).status).toBe(201);
    expect((await about(sender, made.id)).body.conteudoAtivo).toEqual([]);
  });

  it('is named to the signer before reading, once it is known who that is', async () => {
    const documento = await sent(sender, {}, file);
    const stranger = await signer(sender.base, tokenOf(documento.signatarios[0])).open();
    expect(stranger.body.documentos[0].conteudoAtivo).toEqual([]);
    expect(kinds(await toldToSigner(sender, file))).toEqual(named);
  });

  it('does nothing any more once it is sealed', async () => {
    expect([...(await readPlainly(file)).matchAll(ACTS)].length).toBeGreaterThan(20);
    const { bytes, documento } = await signedBy(sender, file);
    expect(kinds(documento.conteudoAtivo)).toEqual(named);
    expect(bytes.subarray(0, file.length).equals(file)).toBe(true);
    expect([...(await readPlainly(bytes)).matchAll(ACTS)].map(([word]) => word)).toEqual([]);
    expect(await complaintsOf(bytes)).toEqual([]);
    expect((await judgeSeal(bytes)).valid).toBe(true);
  });
});

describe('what hides', () => {
  it('is named: layers that screen and print show differently, and notes that only one of them shows', async () => {
    const page = onePage('/MediaBox [0 0 595 842]', rawStream('/OC /c BDC 100 100 50 50 re f EMC'));
    const note = (flags: number) =>
      `<< /Type /Annot /Subtype /Square /Rect [300 300 400 400] /IC [1 0 0] /F ${flags} >>`;
    const file = build({
      ...page,
      1: '<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /AS [<< /Event /Print /OCGs [6 0 R] /Category [/Print] >>] >> >> >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Properties << /c 6 0 R >> >> /Annots [7 0 R 8 0 R] >>',
      6: '<< /Type /OCG /Name (c) /Usage << /Print << /PrintState /OFF >> >> >>',
      7: note(0),
      8: note(4 + 32),
    });
    const { conteudoAtivo } = await draft(sender, {}, file);
    expect(kinds(conteudoAtivo)).toEqual(['CAMADA', 'SO_NA_IMPRESSAO', 'SO_NA_TELA']);
    for (const { paginas } of conteudoAtivo) expect(paginas).toEqual([1]);
  });

  it('is named without the control characters of a foreign name', async () => {
    const page = onePage();
    const file = build({
      ...page,
      1: '<< /Type /Catalog /Pages 2 0 R /AF [6 0 R] >>',
      6: '<< /Type /Filespec /UF <FEFF202E00660064007000000041> /F (x) >>',
    });
    expect((await draft(sender, {}, file)).conteudoAtivo).toEqual([
      { tipo: 'ANEXO', descricao: 'Arquivo anexado, que não faz parte das páginas: fdp A.', paginas: [] },
    ]);
  });
});

describe('a template that acts', () => {
  it('is named in every document made from it', async () => {
    const page = onePage();
    const file = build({
      ...page,
      1: '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (1) >> /AcroForm << /Fields [6 0 R] >> >>',
      3: `${page[3]?.slice(0, -2)} /Annots [6 0 R] >>`,
      6: '<< /Type /Annot /Subtype /Widget /Rect [50 500 200 520] /F 4 /FT /Tx /T (nome) >>',
    });
    const papelId = randomUUID();
    const { signatarioId: _, ...spot } = { ...field(), signatarioId: null };
    const papeis = [{ id: papelId, rotulo: 'Parte', funcao: 'ASSINAR', ordem: 1 }];
    const form = documentForm(file, { nome: 'Modelo', papeis, campos: [{ ...spot, papelId }] });
    const modelo = await call(`${sender.base}/modelos`, 'POST', form, sender.as);
    expect(modelo.status).toBe(201);
    const { funcao: __, ...someone } = person();
    const use = { variaveis: { nome: 'Ana' }, papeis: [{ papelId, ...someone }] };
    const made = await call(`${sender.base}/modelos/${modelo.body.id}/documentos`, 'POST', use, sender.as);
    expect(made.status).toBe(201);
    expect(kinds(made.body.conteudoAtivo)).toEqual(['ACAO', 'JAVASCRIPT']);
    expect((await about(sender, made.body.id)).body.conteudoAtivo).toEqual(made.body.conteudoAtivo);
  });
});
