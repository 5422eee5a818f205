import { beforeAll, describe, expect, it } from 'vitest';
import { anchorFixtures } from '../../../../../packages/pdf/fixtures/anchors.ts';
import { build, onePage, rawStream, stream } from '../../../../../packages/pdf/fixtures/build.ts';
import { RENDERERS, render } from '../../../../../packages/pdf/test/judges/drawing.ts';
import { sampleContract } from '../samples.ts';
import {
  about,
  call,
  documentForm,
  draft,
  field,
  newSender,
  person,
  postDocument,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  until,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
let contract: Buffer;
beforeAll(async () => {
  sender = await newSender(service());
  contract = await sampleContract();
});

const anchored = (ancora: object, more: object = {}) => ({ tipo: 'ASSINATURA', ancora, ...more });
const text = (content: string, attributes = '/MediaBox [0 0 400 300]') =>
  build(onePage(attributes, rawStream(content)));
const [by] = RENDERERS;

/** Places in the order of the answer, in hundredths of a page. */
const placesOf = (campos: { pagina: number; x: number; y: number }[]) =>
  campos.map(({ pagina, x, y }) => [pagina, Math.round(x * 100), Math.round(y * 100)]);

describe('a field anchored to a text', () => {
  it('comes to be on the line above a name, in the usual size, and is signed there', async () => {
    const signatario = person();
    const ancora = { texto: 'Helena Figueiredo Prado', ocorrencia: 2, dy: -0.075 };
    const documento = await sent(sender, { signatarios: [signatario], campos: [anchored(ancora)] }, contract);
    const [campo] = documento.campos;
    expect(campo).toMatchObject({ tipo: 'ASSINATURA', pagina: 4, signatarioId: documento.signatarios[0].id });
    expect(campo).not.toHaveProperty('ancora');
    expect([campo.largura * 595.28, campo.altura * 841.89].map(Math.round)).toEqual([180, 54]);
    expect(campo.x * 595.28).toBeCloseTo(56, 0);

    const before = await render(by, contract, { dpi: 72 }, 4);
    const one = await readyToSign(sender, { ...documento.signatarios[0], email: signatario.email });
    expect((await one.sign()).status).toBe(200);
    await until(async () => (await about(sender, documento.id)).body.status === 'ASSINADO');
    const { bytes } = await about(sender, documento.id, '/arquivo');
    const after = await render(by, bytes, { dpi: 72 }, 4);
    // Black ink within the field, which is not the grey of the watermark; the line right below it is the contract's.
    const [left, top] = [Math.floor(campo.x * before.width), Math.floor(campo.y * before.height)];
    const dark = (page: typeof before) => {
      let count = 0;
      for (let y = top; y < top + 54; y++) {
        for (let x = left; x < left + 180; x++) if ((page.data[y * page.width + x] as number) < 90) count++;
      }
      return count;
    };
    expect(dark(before)).toBe(0);
    expect(dark(after)).toBeGreaterThan(100);
    const line = Array.from({ length: 14 }, (_, i) => before.data[(top + 54 + i) * before.width + left + 90] as number);
    expect(Math.min(...line)).toBeLessThan(150);
  });

  it('is one in every place of its text, unless one place is asked for', async () => {
    const content = [20, 40, 60].map((y) => `BT /F 9 Tf 50 ${300 - y} Td (Visto: ____) Tj ET`).join(' ');
    const made = async (ancora: object) => {
      const dados = { signatarios: [person()], campos: [anchored(ancora, { tipo: 'RUBRICA' }), field()] };
      return placesOf((await draft(sender, dados, text(content))).campos).slice(0, -1);
    };
    const all = [
      [1, 13, 4],
      [1, 13, 11],
      [1, 13, 18],
    ];
    expect(await made({ texto: 'Visto:' })).toEqual(all);
    expect(await made({ texto: 'Visto:', ocorrencia: 'TODAS' })).toEqual(all);
    expect(await made({ texto: 'Visto:', ocorrencia: 2, dx: 0.1, dy: -0.01 })).toEqual([[1, 23, 10]]);
  });

  it('is pulled in where it would overhang the page', async () => {
    const bytes = text('BT /F 9 Tf 350 10 Td (Nome) Tj ET');
    const { campos } = await draft(sender, { campos: [anchored({ texto: 'Nome' }, { tipo: 'NOME' })] }, bytes);
    expect(campos).toMatchObject([{ x: 0.55, largura: 0.45 }]);
    expect(campos[0].y + campos[0].altura).toBeCloseTo(1, 5);
  });

  const shown = Object.entries(anchorFixtures())
    .filter(([name]) => /turned|ligature|divided|kerning for|accent after|out of order/.test(name))
    .map(([name, fixture]) => ({ name, ...fixture }));

  it.each(shown)('stands where the text is seen in $name', async ({ bytes, blank, text: texto, wrapped }) => {
    const { campos } = await draft(sender, { campos: [anchored({ texto, largura: 0.01, altura: 0.01 })] }, bytes);
    const [page, other] = [await render(by, bytes, { dpi: 72 }), await render(by, blank, { dpi: 72 })];
    const tops: number[] = [];
    const lefts: number[] = [];
    page.data.forEach((shade, i) => {
      if (Math.abs(shade - (other.data[i] as number)) < 60) return;
      lefts.push(i % page.width);
      tops.push(Math.floor(i / page.width));
    });
    expect(campos).toHaveLength(1);
    expect(Math.abs(campos[0].y * page.height - Math.min(...tops))).toBeLessThan(5);
    // A text in two lines begins in the first, farther to the right.
    if (!wrapped) expect(Math.abs(campos[0].x * page.width - Math.min(...lefts))).toBeLessThan(5);
  });
});

describe('an anchor that does not hold', () => {
  const picture = () => text('0.5 g 10 10 380 280 re f');
  const words = () => text('BT /F 9 Tf 50 200 Td (Nome do fiador) Tj ET');
  const refused = async (campos: object[], pdf: Uint8Array) => {
    const answer = await postDocument(sender, { signatarios: [person()], campos }, pdf);
    return [
      answer.status,
      answer.body.erros?.map(({ campo, regra, valores }: Record<string, unknown>) => [campo, regra, valores]),
    ];
  };

  it('is refused at its text, which says where there is text', async () => {
    expect(await refused([field(), anchored({ texto: 'Nome do avalista' })], words())).toEqual([
      400,
      [['campos[1].ancora.texto', 'anchorMissingOnePage', { pagina: 1 }]],
    ]);
    expect(await refused([anchored({ texto: 'Nome' })], picture())).toEqual([
      400,
      [['campos[0].ancora.texto', 'anchorNoText', {}]],
    ]);
    expect(await refused([anchored({ texto: 'Cláusula vigésima' })], contract)).toEqual([
      400,
      [['campos[0].ancora.texto', 'anchorMissing', { paginas: '1-4' }]],
    ]);
    const endless = build(
      onePage(undefined, stream('BT /F 1 Tf (xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx) Tj ET\n'.repeat(20_000))),
    );
    expect(await refused([anchored({ texto: 'Nome' })], endless)).toEqual([
      400,
      [['campos[0].ancora.texto', 'anchorUnreadable', {}]],
    ]);
  });

  it('is refused with everything else that is wrong, each at its entry', async () => {
    const campos = [
      anchored({ texto: 'Nome' }, { signatarioId: crypto.randomUUID() }),
      anchored({ texto: 'Nome', ocorrencia: 2 }),
      anchored({ texto: 'Nome', dx: 0.95 }),
      { ...field(), ancora: { texto: 'Nome' } },
      anchored({ texto: 'Endereço' }, { tipo: 'CPF', valorPadrao: '1' }),
      field({ pagina: 2 }),
    ];
    const [status, erros] = await refused(campos, words());
    expect(status).toBe(400);
    expect(erros.map(([campo, regra]: string[]) => [campo, regra])).toEqual([
      ['campos[1].ancora.ocorrencia', 'anchorOnce'],
      ['campos[2].ancora', 'anchorOffPage'],
      ['campos[3].ancora', 'placeOrAnchor'],
      ['campos[4].ancora.texto', 'anchorMissingOnePage'],
      ['campos[0].signatarioId', 'notASigner'],
      ['campos[4].valorPadrao', 'cpfDigits'],
      ['campos[5].pagina', 'onePage'],
    ]);
  });

  it.each([
    [{ texto: ' ' }, ['campos[0].ancora.texto']],
    [{ texto: 'x'.repeat(201) }, ['campos[0].ancora.texto']],
    [{ texto: 'Nome', ocorrencia: 0 }, ['campos[0].ancora.ocorrencia']],
    [{ texto: 'Nome', ocorrencia: 'ULTIMA' }, ['campos[0].ancora.ocorrencia']],
    [{ texto: 'Nome', dx: 1.5, altura: 0 }, ['campos[0].ancora.altura', 'campos[0].ancora.dx']],
    [{}, ['campos[0].ancora.texto']],
  ])('is refused by its form: %j', async (ancora, places) => {
    const answer = await postDocument(sender, { campos: [anchored(ancora)] }, words());
    const [status, codigo, told] = refusal(answer);
    expect([status, codigo, [...new Set(told)]]).toEqual([400, 'ENTRADA_INVALIDA', places]);
  });

  it('is missing as coordinates are: without either, each of them is asked for', async () => {
    const answer = await postDocument(sender, { campos: [{ tipo: 'NOME' }] }, words());
    const places = ['altura', 'largura', 'pagina', 'x', 'y'].map((name) => `campos[0].${name}`);
    expect(refusal(answer)).toEqual([400, 'ENTRADA_INVALIDA', places]);
  });

  it('makes no more fields than a document holds', async () => {
    const words = Array.from({ length: 501 }, (_, i) => `1 0 0 1 ${8 * (i % 40)} ${9 * Math.floor(i / 40)} Tm (ai) Tj`);
    const answer = await postDocument(
      sender,
      { campos: [anchored({ texto: 'ai' })] },
      text(`BT /F 4 Tf ${words.join(' ')} ET`),
    );
    expect(refusal(answer)).toEqual([422, 'LIMITE_EXCEDIDO', ['campos']]);
  });
});

describe('the guide', () => {
  it('has examples that are taken as they stand', async () => {
    const guide = await (await fetch(`${service().origin}/docs/campos.md`)).text();
    const [byPlace, byText, people] = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) =>
      JSON.parse(json),
    );
    const both = await draft(sender, { signatarios: [person()], campos: [byPlace, byText] }, contract);
    expect(both.campos.map(({ pagina }: { pagina: number }) => pagina)).toEqual([4, 4]);
    const tagged = text('BT /F 9 Tf 50 200 Td ({{assinatura:locatario}}) Tj 0 -50 Td ({{texto?:locatario}}) Tj ET');
    expect((await draft(sender, people, tagged)).campos).toMatchObject([{ obrigatorio: true }, { obrigatorio: false }]);
  });
});

describe('anchors elsewhere', () => {
  const place = (campos: { pagina: number; x: number; y: number }[]) => placesOf(campos)[0];

  it('place fields of PUT campos by the current file, keeping the id of the first', async () => {
    const { id, campos } = await draft(sender, { signatarios: [person()], campos: [field()] }, contract);
    const body = { campos: [{ ...anchored({ texto: 'Testemunha', dy: -0.1 }), id: campos[0].id }] };
    const put = await about(sender, id, '/campos', 'PUT', body);
    expect(put.status).toBe(200);
    expect(put.body.itens).toMatchObject([{ id: campos[0].id, pagina: 4 }, { pagina: 4 }]);
    const form = new FormData();
    form.set(
      'arquivo',
      new Blob([text('BT /F 9 Tf 100 150 Td (Testemunha) Tj ET')], { type: 'application/pdf' }),
      'n.pdf',
    );
    const other = await draft(sender, { signatarios: [person()] }, contract);
    expect((await call(`${sender.base}/documentos/${other.id}/versoes`, 'POST', form, sender.as)).status).toBe(201);
    const moved = await about(sender, other.id, '/campos', 'PUT', { campos: [anchored({ texto: 'Testemunha' })] });
    expect(place(moved.body.itens)).toEqual([1, 25, 48]);
    const gone = await about(sender, other.id, '/campos', 'PUT', { campos: [anchored({ texto: 'Helena' })] });
    expect(refusal(gone)).toEqual([400, 'ENTRADA_INVALIDA', ['campos[0].ancora.texto']]);
  });

  it('are refused once the document was sent, and unknown for another organization', async () => {
    const body = { campos: [anchored({ texto: 'Helena' })] };
    const { id } = await sent(sender, {}, contract);
    expect(refusal(await about(sender, id, '/campos', 'PUT', body))).toEqual([409, 'DOCUMENTO_IMUTAVEL']);
    const stranger = await newSender(service());
    expect(refusal(await about(stranger, id, '/campos', 'PUT', body))).toEqual([404, 'NAO_ENCONTRADO']);
  });

  it('place the fields of a template, on creation and on change', async () => {
    const papeis = [{ rotulo: 'Contratante', funcao: 'ASSINAR' }];
    const dados = { nome: 'Contrato', papeis, campos: [anchored({ texto: 'Helena Figueiredo Prado', ocorrencia: 2 })] };
    const form = documentForm(contract, dados);
    const { status, body } = await call(`${sender.base}/modelos`, 'POST', form, sender.as);
    expect([status, body.erros]).toEqual([201, undefined]);
    expect(body.campos).toMatchObject([{ pagina: 4, papelId: body.papeis[0].id }]);
    const change = (ancora: object) =>
      call(`${sender.base}/modelos/${body.id}`, 'PATCH', { campos: [anchored(ancora)] }, sender.as);
    const changed = await change({ texto: 'Otávio Lacerda Brandão', ocorrencia: 2 });
    expect([changed.status, place(changed.body.campos)?.[0]]).toEqual([200, 4]);
    expect(changed.body.campos[0].x).toBeGreaterThan(0.4);
    expect(refusal(await change({ texto: 'Fulano' }))).toEqual([400, 'ENTRADA_INVALIDA', ['campos[0].ancora.texto']]);
  });
});
