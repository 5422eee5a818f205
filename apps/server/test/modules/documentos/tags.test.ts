import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage, rawStream, stream } from '../../../../../packages/pdf/fixtures/build.ts';
import { RENDERERS, render } from '../../../../../packages/pdf/test/judges/drawing.ts';
import { textOf } from '../../../../../packages/pdf/test/judges/text.ts';
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
  sharedService,
  trailOf,
  until,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const text = (content: string, attributes = '/MediaBox [0 0 400 300]') =>
  build(onePage(attributes, rawStream(content)));
const line = (words: string, y = 200) => `BT /F 10 Tf 50 ${y} Td (${words}) Tj ET `;
const known = (chave: string) => person({ chave });
const fieldsOf = (campos: Record<string, unknown>[]) =>
  campos.map(({ tipo, obrigatorio, pagina, x, y }) => [tipo, obrigatorio, pagina, x, y]);
const send = (id: string) => about(sender, id, '/enviar', 'POST');
const newVersion = (id: string, pdf: Uint8Array) => {
  const form = new FormData();
  form.set('arquivo', new Blob([Buffer.from(pdf)], { type: 'application/pdf' }), 'novo.pdf');
  return call(`${sender.base}/documentos/${id}/versoes`, 'POST', form, sender.as);
};
const CONTRACT = line('Multa de 10%. {{assinatura:joao}} Valor: R$ 9') + line('CPF {{cpf?:ana}}', 100);
/** 10 points of text begin 7.5 above their line; in Helvetica what precedes the tags is 66.70 and 22.78 wide. */
const [X1, Y1] = [(50 + 66.7) / 400, (300 - 207.5) / 300];
const [X2, Y2] = [(50 + 22.78) / 400, (300 - 107.5) / 300];

describe('tags in a PDF', () => {
  it('make the fields of the people they call, and are off the signed file, as sender and signer are told', async () => {
    const joao = known('joao');
    const bytes = text(CONTRACT);
    const made = await draft(sender, { signatarios: [joao, known('ana')] }, bytes);
    expect(made.signatarios.map(({ chave }: { chave: string }) => chave)).toEqual(['joao', 'ana']);
    const [first, second] = made.campos;
    expect(fieldsOf(made.campos)).toEqual([
      ['ASSINATURA', true, 1, expect.closeTo(X1, 3), expect.closeTo(Y1, 3)],
      ['CPF', false, 1, expect.closeTo(X2, 3), expect.closeTo(Y2, 3)],
    ]);
    expect([first.signatarioId, second.signatarioId]).toEqual(made.signatarios.map(({ id }: { id: string }) => id));
    const told = {
      tipo: 'MARCA',
      descricao: 'Marcas de campo, cujo texto não aparece no documento assinado: {{assinatura:joao}}, {{cpf?:ana}}.',
      paginas: [1],
    };
    expect(made.conteudoAtivo).toEqual([told]);
    expect((await about(sender, made.id)).body.conteudoAtivo).toEqual([told]);

    const sent = await send(made.id);
    expect([sent.status, sent.body.erros]).toEqual([200, undefined]);
    expect(sent.body.campos).toEqual(made.campos);
    const trail = await trailOf(sender, made.id);
    expect(trail.find(({ acao }) => acao === 'DOCUMENTO_ENVIADO')?.detalhe.marcas).toEqual([
      expect.objectContaining({ texto: '{{assinatura:joao}}', pagina: 1, x: expect.closeTo(X1, 3) }),
      expect.objectContaining({ texto: '{{cpf?:ana}}', pagina: 1 }),
    ]);

    const people = sent.body.signatarios as { id: string; email: string; link: string }[];
    for (const one of people) {
      const signer = await readyToSign(sender, one);
      const { body } = await signer.open();
      expect(body.documentos[0].conteudoAtivo).toEqual([told]);
      // What is read is the file as it was uploaded.
      expect(Buffer.from((await signer.file()).bytes).equals(bytes)).toBe(true);
      expect((await signer.sign()).status).toBe(200);
    }
    await until(async () => (await about(sender, made.id)).body.status === 'ASSINADO');
    const signed = Buffer.from((await about(sender, made.id, '/arquivo')).bytes);
    expect(signed.subarray(0, bytes.length).equals(bytes)).toBe(true);
    const words = (await textOf(signed)).join(' ').replace(/\s+/g, ' ');
    expect(words).not.toMatch(/\{\{/);
    for (const kept of ['Multa de 10%.', 'Valor: R$ 9']) expect(words).toContain(kept);
    const certificate = (await about(sender, made.id, '/certificado')).body;
    expect(certificate.conteudo.conteudoAtivo).toEqual([told]);
    const sheet = await textOf((await about(sender, made.id, '/arquivo?tipo=CERTIFICADO')).bytes);
    expect(sheet.join(' ').replace(/\s+/g, ' ')).toContain('{{assinatura:joao}}, {{cpf?:ana}}');
  });

  it('are covered and signed in place on a page that is turned and cropped', async () => {
    const attributes = '/MediaBox [-50 -40 400 300] /CropBox [-20 30 380 290] /Rotate 270';
    const content = (tag: string) =>
      text(
        `BT /F 12 Tf 0 -1 1 0 100 270 Tm (Assina: ) Tj ${tag} ET BT /F 12 Tf 0 -1 1 0 60 270 Tm (Fim.) Tj ET`,
        attributes,
      );
    const bytes = content('({{assinatura:ana}}) Tj');
    const made = await draft(sender, { signatarios: [known('ana')] }, bytes);
    const sent = (await send(made.id)).body;
    const signer = await readyToSign(sender, sent.signatarios[0]);
    expect((await signer.sign()).status).toBe(200);
    await until(async () => (await about(sender, made.id)).body.status === 'ASSINADO');
    const signed = (await about(sender, made.id, '/arquivo')).bytes;
    expect((await textOf(signed)).join(' ')).not.toContain('{{');
    const [by] = RENDERERS;
    const [page, bare] = [await render(by, signed, { dpi: 72 }), await render(by, content(''), { dpi: 72 })];
    const [campo] = made.campos;
    let dark = 0;
    let lost = 0;
    page.data.forEach((shade, i) => {
      const [x, y] = [(i % page.width) / page.width, Math.floor(i / page.width) / page.height];
      const inside = x > campo.x && x < campo.x + campo.largura && y > campo.y && y < campo.y + campo.altura;
      if (inside && shade < 90) dark += 1;
      if ((bare.data[i] as number) < 90 && shade > 160) lost += 1;
    });
    expect(dark).toBeGreaterThan(100);
    expect(lost).toBe(0);
  });

  it('are read when a draft that has no fields is sent, with the people it has by then', async () => {
    const { id, campos } = await draft(sender, {}, text(CONTRACT));
    expect(campos).toEqual([]);
    const add = (chave: string) => about(sender, id, '/signatarios', 'POST', known(chave));
    expect((await add('ana')).status).toBe(201);
    const refused = await send(id);
    expect(refusal(refused)).toEqual([422, 'ENTRADA_INVALIDA', ['signatarios']]);
    expect(refused.body.erros[0]).toMatchObject({
      regra: 'tagWithoutPerson',
      valores: { marca: '{{assinatura:joao}}', pagina: 1, chave: 'joao' },
    });
    expect((await about(sender, id)).body).toMatchObject({ status: 'RASCUNHO', campos: [], conteudoAtivo: [] });
    const joao = await add('outro');
    const renamed = await about(sender, id, `/signatarios/${joao.body.id}`, 'PATCH', { chave: 'joao' });
    expect([renamed.status, renamed.body.chave]).toEqual([200, 'joao']);
    const sent = await send(id);
    expect([sent.status, sent.body.campos.map(({ tipo }: { tipo: string }) => tipo)]).toEqual([
      200,
      ['ASSINATURA', 'CPF'],
    ]);
  });

  it('keep the fields they made, and make what was missing, when the people change', async () => {
    const made = await draft(sender, { signatarios: [known('joao')] }, text(CONTRACT));
    expect(fieldsOf(made.campos).map(([tipo]) => tipo)).toEqual(['ASSINATURA']);
    expect((await about(sender, made.id, '/signatarios', 'POST', known('ana'))).status).toBe(201);
    const sent = await send(made.id);
    expect(sent.status).toBe(200);
    expect(sent.body.campos[0]).toEqual(made.campos[0]);
    expect(sent.body.campos[1]).toMatchObject({ tipo: 'CPF', signatarioId: sent.body.signatarios[1].id });
  });

  it('give way to fields the sender places, and stay off the signed file', async () => {
    const made = await draft(sender, { signatarios: [known('joao')] }, text(CONTRACT));
    const own = await about(sender, made.id, '/campos', 'PUT', { campos: [field()] });
    expect(own.body.itens).toMatchObject([{ x: 0.1, y: 0.7 }]);
    const sent = await send(made.id);
    expect([sent.status, sent.body.campos.length]).toEqual([200, 1]);
    expect(sent.body.conteudoAtivo[0].descricao).toContain(': {{assinatura:joao}}.');
  });

  it('are plain text where the sender places fields from the beginning', async () => {
    const made = await draft(sender, { signatarios: [person()], campos: [field()] }, text(CONTRACT));
    const sent = await send(made.id);
    expect([sent.status, sent.body.campos.length, sent.body.conteudoAtivo]).toEqual([200, 1, []]);
  });

  it('of a new version take the place of those before', async () => {
    const made = await draft(sender, { signatarios: [known('joao')] }, text(line('{{assinatura:joao}}')));
    expect((await newVersion(made.id, text(line('{{nome:joao}}', 100) + line('{{assinatura:joao}}', 50)))).status).toBe(
      201,
    );
    const { body } = await about(sender, made.id);
    expect(fieldsOf(body.campos).map(([tipo, , , x]) => [tipo, x])).toEqual([
      ['NOME', 0.125],
      ['ASSINATURA', 0.125],
    ]);
    expect((await send(made.id)).status).toBe(200);
  });

  it('count for every document of an envelope', async () => {
    const envelope = await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sender.as);
    const inside = { envelopeId: envelope.body.id };
    const first = await draft(sender, { ...inside, signatarios: [known('joao')] }, text(line('{{assinatura:joao}}')));
    const second = await draft(sender, inside, text(line('{{assinatura:ana}}')));
    const sending = () => call(`${sender.base}/envelopes/${envelope.body.id}/enviar`, 'POST', undefined, sender.as);
    expect((await about(sender, second.id, '/signatarios', 'POST', known('maria'))).status).toBe(201);
    expect(refusal(await sending())).toEqual([422, 'ENTRADA_INVALIDA', ['documentos[1].signatarios']]);
    expect((await about(sender, second.id, '/signatarios', 'POST', known('ana'))).status).toBe(201);
    expect((await sending()).status).toBe(200);
    for (const { id } of [first, second]) expect((await about(sender, id)).body.campos).toHaveLength(1);
  });

  it('of a template call its roles, whoever fills them', async () => {
    const papeis = ['Locatário', 'Fiador da Locação', 'Testemunha', 'Testemunha'].map((rotulo) => ({
      rotulo,
      funcao: 'ASSINAR',
    }));
    const bytes = text(
      line('{{cidade}}, {{assinatura:locatario}}') +
        line('{{assinatura:fiador-da-locacao}}', 120) +
        line('{{texto?:locatario}}', 40),
    );
    const template = await call(
      `${sender.base}/modelos`,
      'POST',
      documentForm(bytes, { nome: 'Locação', papeis }),
      sender.as,
    );
    expect([template.status, template.body.variaveis]).toEqual([201, ['cidade']]);
    expect(template.body.campos.map(({ tipo }: { tipo: string }) => tipo)).toEqual([
      'ASSINATURA',
      'ASSINATURA',
      'TEXTO',
    ]);
    const use = {
      variaveis: { cidade: 'Campinas' },
      papeis: template.body.papeis.map(({ id }: { id: string }) => {
        const { funcao: _, ...filler } = person();
        return { ...filler, papelId: id };
      }),
    };
    const uses = [];
    for (let i = 0; i < 2; i++) {
      uses.push(await call(`${sender.base}/modelos/${template.body.id}/documentos`, 'POST', use, sender.as));
    }
    const [made, again] = uses;
    expect([made?.status, made?.body.erros]).toEqual([201, undefined]);
    expect(again?.status).toBe(201);
    expect(made?.body.signatarios.map(({ chave }: { chave: string | null }) => chave)).toEqual([
      'locatario',
      'fiador-da-locacao',
      null,
      null,
    ]);
    expect(made?.body.campos).toHaveLength(3);
    expect((await send(made?.body.id)).status).toBe(200);
    const change = await call(
      `${sender.base}/modelos/${template.body.id}`,
      'PATCH',
      { papeis: papeis.slice(0, 1) },
      sender.as,
    );
    expect(change.body.campos.map(({ tipo }: { tipo: string }) => tipo)).toEqual(['ASSINATURA', 'TEXTO']);
  });

  it('of one key call one person', async () => {
    const answer = await postDocument(sender, { signatarios: [known('joao'), known('ana'), known('joao')] });
    expect(refusal(answer)).toEqual([400, 'ENTRADA_INVALIDA', ['signatarios[2].chave']]);
    const made = await draft(sender, { signatarios: [known('joao'), known('ana')] });
    expect(refusal(await about(sender, made.id, '/signatarios', 'POST', known('ana')))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['chave'],
    ]);
    const path = `/signatarios/${made.signatarios[1].id}`;
    expect(refusal(await about(sender, made.id, path, 'PATCH', { chave: 'joao' }))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['chave'],
    ]);
    expect((await about(sender, made.id, path, 'PATCH', { chave: null })).body.chave).toBeNull();
    for (const chave of ['', 'João', 'a b', 'x'.repeat(51)]) {
      const refused = await postDocument(sender, { signatarios: [known(chave)] });
      expect(refusal(refused)).toEqual([400, 'ENTRADA_INVALIDA', ['signatarios[0].chave']]);
    }
  });
});

describe('what a forger puts into a file', () => {
  it('as a tag that nobody sees makes no field, and in white a field that everybody sees', async () => {
    const unseen = text(`${line('Contrato')}BT 3 Tr /F 9 Tf 50 50 Td ({{assinatura:ana}}) Tj ET`);
    expect(await draft(sender, { signatarios: [known('ana')] }, unseen)).toMatchObject({
      campos: [],
      conteudoAtivo: [],
    });
    const white = text(`${line('Contrato')} 1 g ${line('{{cpf:ana}}', 50)} 0 g`);
    const made = await draft(sender, { signatarios: [known('ana')] }, white);
    expect(made.campos).toMatchObject([{ tipo: 'CPF', obrigatorio: true }]);
    expect(made.conteudoAtivo).toMatchObject([{ tipo: 'MARCA', paginas: [1] }]);
  });

  it('as a huge tag over the text takes no letter of the text with it', async () => {
    const bytes = text(
      `${line('Multa de 50% ao dia', 150)} 1 g BT /F 60 Tf 5 140 Td ({{texto?:ana}}) Tj ET 0 g ${line('{{assinatura:ana}}', 40)}`,
    );
    const made = await draft(sender, { signatarios: [known('ana')] }, bytes);
    const sent = (await send(made.id)).body;
    const signer = await readyToSign(sender, sent.signatarios[0]);
    expect((await signer.sign()).status).toBe(200);
    await until(async () => (await about(sender, made.id)).body.status === 'ASSINADO');
    const signed = (await about(sender, made.id, '/arquivo')).bytes;
    expect((await textOf(signed)).join(' ')).toContain('Multa de 50% ao dia');
    const [by] = RENDERERS;
    const [page, bare] = [
      await render(by, signed, { dpi: 72 }),
      await render(by, text(line('Multa de 50% ao dia', 150)), { dpi: 72 }),
    ];
    const lost = bare.data.findIndex((shade, i) => shade < 90 && (page.data[i] as number) > 160);
    expect(lost).toBe(-1);
  });

  it('to be too complex to read costs it its tags, and nobody else anything', async () => {
    const endless = build(
      onePage(undefined, stream('BT /F 1 Tf (xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx) Tj ET\n'.repeat(20_000))),
    );
    const made = await draft(sender, { signatarios: [known('ana')] }, endless);
    expect(made.campos).toEqual([]);
    expect(refusal(await send(made.id))).toEqual([422, 'ENTRADA_INVALIDA', ['campos']]);
  });
});
