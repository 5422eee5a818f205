import { randomUUID } from 'node:crypto';
import { inspectPdf } from '@rubrica/pdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../../../../../packages/pdf/fixtures/build.ts';
import { newAccount } from '../../harness.ts';
import {
  about,
  call,
  documentForm,
  field,
  newSender,
  person,
  readyToSign,
  refusal,
  type Sender,
  sharedService,
  tinyPdf,
  until,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

/** The same lease with text tags beside its form, one of them in pieces. */
const taggedLease = (): Buffer =>
  leaseForm('BT /F 11 Tf 50 300 Td (Eu, {{Loca) Tj [(tario) -20 (.nome}})] TJ (, de {{cidade}}, {{valor}}.) Tj ET');

/** A lease with two fields to fill in. */
function leaseForm(content = '0.9 g 0 0 400 20 re f'): Buffer {
  const page = onePage('/MediaBox [0 0 400 600]', rawStream(content));
  const widget = (rect: string, name: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /Rect [${rect}] /F 4 >>`;
  return build({
    ...page,
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R] /DA (/Helv 0 Tf 0 g) >> >>',
    3: `${page[3]?.slice(0, -2)} /Annots [6 0 R 7 0 R] >>`,
    6: widget('50 500 300 520', 'endereco'),
    7: widget('50 450 300 470', 'valor'),
  });
}

const templates = (rest = '', method = 'GET', body?: unknown, as = sender.as) =>
  call(`${sender.base}/modelos${rest}`, method, body, as);

const tenant = randomUUID();
const landlord = randomUUID();
const roles = [
  { id: tenant, rotulo: 'Locatário', funcao: 'ASSINAR', ordem: 1 },
  { id: landlord, rotulo: 'Locador', funcao: 'APROVAR', ordem: 2, fatoresExigidos: ['SMS_OTP'] },
];
const { signatarioId: _, ...spot } = { ...field(), signatarioId: null };

async function newTemplate(dados: object = {}, pdf: Uint8Array = leaseForm()) {
  const created = await templates(
    '',
    'POST',
    documentForm(pdf, {
      nome: 'Contrato de locação',
      papeis: roles,
      campos: [
        { ...spot, papelId: tenant },
        { ...spot, x: 0.55, papelId: landlord },
      ],
      ...dados,
    }),
  );
  expect([created.status, created.body.erros]).toEqual([201, undefined]);
  return created.body;
}

const variaveis = { endereco: 'Rua das Acácias, 120', valor: 'R$ 2.350,00' };
const fillers = () => [
  { papelId: tenant, ...without(person()) },
  { papelId: landlord, ...without(person({ telefone: '+5519987654321' })) },
];
function without({ funcao: _, ...rest }: ReturnType<typeof person>) {
  return rest;
}

describe('a template', () => {
  it('tells its variables, roles and fields', async () => {
    const made = await newTemplate();
    expect(made).toMatchObject({ variaveis: ['endereco', 'valor'], paginas: 1, vezesUsado: 0, escopo: 'PESSOAL' });
    expect(made.papeis.map(({ rotulo }: { rotulo: string }) => rotulo)).toEqual(['Locatário', 'Locador']);
    expect((await templates(`/${made.id}`)).body).toEqual(made);
  });

  it('makes drafts with its form filled in and flattened, each with a file of its own', async () => {
    const made = await newTemplate();
    const created = await templates(`/${made.id}/documentos`, 'POST', { variaveis, papeis: fillers() });
    expect([created.status, created.body.erros]).toEqual([201, undefined]);
    expect(created.body).toMatchObject({ titulo: 'Contrato de locação', status: 'RASCUNHO', paginas: 1 });
    const [first, second] = created.body.signatarios;
    expect([first.funcao, second.funcao, second.ordem]).toEqual(['ASSINAR', 'APROVAR', 2]);
    expect(second.fatoresExigidos.sort()).toEqual(['EMAIL', 'SMS_OTP']);
    expect(created.body.campos.map(({ signatarioId }: { signatarioId: string }) => signatarioId)).toEqual([
      first.id,
      second.id,
    ]);
    const file = (await about(sender, created.body.id, '/arquivo?tipo=ORIGINAL')).bytes;
    const original = leaseForm();
    expect(file.subarray(0, original.length).equals(original)).toBe(true);
    expect(file.length).toBeGreaterThan(original.length);
    // What was filled in is no form any more, so it is received like any other PDF.
    expect(
      (await call(`${sender.base}/documentos`, 'POST', documentForm(file, { titulo: 'Cópia' }), sender.as)).status,
    ).toBe(201);
    expect((await templates(`/${made.id}`)).body.vezesUsado).toBe(1);
  });

  it('asks for its text tags after its form fields, and sets values in their place', async () => {
    const original = taggedLease();
    const made = await newTemplate({}, original);
    expect(made.variaveis).toEqual(['endereco', 'valor', 'Locatario.nome', 'cidade']);
    const created = await templates(`/${made.id}/documentos`, 'POST', {
      variaveis: { ...variaveis, 'Locatario.nome': 'Zoé Íris Ávila', cidade: '' },
      papeis: fillers(),
    });
    expect([created.status, created.body.erros]).toEqual([201, undefined]);
    const file = (await about(sender, created.body.id, '/arquivo?tipo=ORIGINAL')).bytes;
    expect(file.subarray(0, original.length).equals(original)).toBe(true);
    const again = await inspectPdf(file, { maxPages: 1, textTags: true });
    expect(again).toMatchObject({ ok: true, variables: [] });
  });

  it('names the text tag whose value cannot be drawn', async () => {
    const made = await newTemplate({}, taggedLease());
    const used = await templates(`/${made.id}/documentos`, 'POST', {
      variaveis: { ...variaveis, 'Locatario.nome': 'Zoé \u{1F600}', cidade: 'Campinas' },
      papeis: fillers(),
    });
    expect(refusal(used)).toEqual([400, 'ENTRADA_INVALIDA', ['variaveis.Locatario.nome']]);
  });

  it('leads to a document that completes', async () => {
    const made = await newTemplate({ papeis: [roles[0]], campos: [spot] });
    const signatario = person();
    const { body } = await templates(`/${made.id}/documentos`, 'POST', {
      titulo: 'Locação — apto 42',
      variaveis,
      papeis: [{ papelId: tenant, ...without(signatario) }],
    });
    await about(sender, body.id, '/enviar', 'POST');
    const one = await readyToSign(sender, { ...body.signatarios[0], email: signatario.email });
    expect((await one.sign()).status).toBe(200);
    await until(async () => (await about(sender, body.id)).body.status === 'ASSINADO');
  });

  it('wants every variable and role, and nothing else', async () => {
    const made = await newTemplate();
    const used = await templates(`/${made.id}/documentos`, 'POST', {
      variaveis: { endereco: 'Rua A \u{1F600}', rua: 'B' },
      papeis: [
        { papelId: tenant, ...without(person()) },
        { papelId: tenant, ...without(person()) },
        { papelId: randomUUID(), ...without(person()) },
      ],
    });
    expect(refusal(used)).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['papeis', 'papeis[1].papelId', 'papeis[2].papelId', 'variaveis.endereco', 'variaveis.rua', 'variaveis.valor'],
    ]);
  });

  it('names what a person lacks by the role in the request', async () => {
    const made = await newTemplate();
    const [one, two] = fillers();
    const used = await templates(`/${made.id}/documentos`, 'POST', {
      variaveis,
      papeis: [one, { ...two, telefone: undefined }],
    });
    expect(refusal(used)).toEqual([400, 'ENTRADA_INVALIDA', ['papeis[1].telefone']]);
  });

  it('is refused with every problem at its place', async () => {
    const created = await templates(
      '',
      'POST',
      documentForm(leaseForm(), {
        nome: 'Errado',
        papeis: [...roles, { ...roles[0], fatoresExigidos: ['SELFIE'] }],
        campos: [
          { ...spot, pagina: 2, papelId: randomUUID() },
          { ...spot, x: 0.9 },
        ],
      }),
    );
    expect(refusal(created)).toEqual([
      400,
      'ENTRADA_INVALIDA',
      [
        'campos[0].pagina',
        'campos[0].papelId',
        'campos[1].largura',
        'campos[1].papelId',
        'papeis[2].fatoresExigidos[0]',
        'papeis[2].id',
      ],
    ]);
  });

  it('changes without changing what was made from it, and can be removed', async () => {
    const made = await newTemplate({}, tinyPdf(2));
    const { body } = await templates(`/${made.id}/documentos`, 'POST', { papeis: fillers() });
    const changed = await templates(`/${made.id}`, 'PATCH', { nome: ' Locação comercial ', campos: [] });
    expect(changed.body).toMatchObject({ nome: 'Locação comercial', campos: [], papeis: made.papeis });
    expect((await about(sender, body.id)).body.campos).toHaveLength(2);
    expect((await templates(`/${made.id}`, 'DELETE')).status).toBe(204);
    expect((await templates(`/${made.id}`)).status).toBe(404);
    expect((await about(sender, body.id)).status).toBe(200);
  });

  it('of a person is seen by that person alone until it is published in the organization', async () => {
    const account = await newAccount(service().origin);
    const colleague = await account.member('ADMINISTRADOR');
    const base = `${service().origin}/v1/sandbox/modelos`;
    const made = await call(base, 'POST', documentForm(tinyPdf(), { nome: 'Meu' }), account.test);
    const seen = () => call(`${base}/${made.body.id}`, 'GET', undefined, colleague.test);
    expect([(await seen()).status, (await call(base, 'GET', undefined, colleague.test)).body.total]).toEqual([404, 0]);
    await call(`${base}/${made.body.id}`, 'PATCH', { escopo: 'ORGANIZACAO' }, account.test);
    expect([(await seen()).status, (await call(base, 'GET', undefined, colleague.test)).body.total]).toEqual([200, 1]);
  });

  it('counts one received document however often it is used', async () => {
    const account = await newAccount(service().origin);
    const base = `${service().origin}/v1/modelos`;
    const made = await call(base, 'POST', documentForm(tinyPdf(), { nome: 'Meu' }), account.live);
    for (const titulo of ['Um', 'Dois']) {
      expect((await call(`${base}/${made.body.id}/documentos`, 'POST', { titulo }, account.live)).status).toBe(201);
    }
    const { body } = await call(`${service().origin}/v1/consumo`, 'GET', undefined, account.live);
    const counted = body.medicoes.find(({ tipo }: { tipo: string }) => tipo === 'DOCUMENTO_ENVIADO');
    expect(counted.quantidade).toBe(1);
  });
});
