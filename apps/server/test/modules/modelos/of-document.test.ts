import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../../../../../packages/pdf/fixtures/build.ts';
import { type Account, newAccount } from '../../harness.ts';
import {
  about,
  call,
  draft,
  field,
  person,
  readyToSign,
  refusal,
  type Sender,
  sharedService,
  trailOf,
} from '../support.ts';

/** A document saved as a template: people become roles, fields stay, and nobody who was in it does. */

const service = sharedService();
let account: Account;
let sender: Sender;
beforeAll(async () => {
  account = await newAccount(service().origin);
  sender = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
});

const ANA = { nome: 'Ana Prado', email: 'ana.prado@exemplo.com.br', telefone: '+5511987654321' };
const RUI = { nome: 'Rui Reis', cpf: '52998224725', dataNascimento: '1987-04-12', metodoEntrega: 'LINK' };

const save = (id: string, body: object = { nome: 'Locação' }, who: Sender = sender) =>
  about(who, id, '/modelo', 'POST', body);
const use = (modeloId: string, body: object) =>
  call(`${sender.base}/modelos/${modeloId}/documentos`, 'POST', body, sender.as);
const fileOf = async (path: string) => {
  const answer = await fetch(`${sender.base}/${path}`, { headers: sender.as });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

describe('a document saved as a template', () => {
  it('has roles for its people and its fields, whatever became of it, and makes documents', async () => {
    const [ana, rui] = [
      { ...person({ ...ANA, ordem: 1, metodoEntrega: 'LINK' }), id: randomUUID() },
      {
        ...person({ ...RUI, funcao: 'TESTEMUNHAR', ordem: 2, fatoresExigidos: ['DADOS_PESSOAIS', 'EMAIL'] }),
        id: randomUUID(),
      },
    ] as const;
    const made = await draft(sender, {
      titulo: 'Locação de Ana Prado',
      ordenado: true,
      referenciaExterna: 'cliente-ana',
      metadados: { cliente: 'Ana Prado' },
      mensagem: 'Ana, leia com calma.',
      signatarios: [ana, rui],
      campos: [
        field({ signatarioId: ana.id, rotulo: 'Assinatura de Ana' }),
        field({ signatarioId: rui.id, y: 0.3, rotulo: 'Testemunha' }),
        field({ tipo: 'TEXTO', y: 0.5, signatarioId: ana.id, rotulo: 'Profissão', valorPadrao: 'Advogada' }),
        field({ tipo: 'TEXTO', y: 0.6, signatarioId: null, rotulo: 'Foro', valorPadrao: 'Curitiba' }),
        field({ tipo: 'TEXTO', y: 0.7, signatarioId: null, rotulo: 'Obs.', valorPadrao: 'CPF 529.982.247-25' }),
        field({ tipo: 'CPF', y: 0.8, signatarioId: null, rotulo: 'CPF', valorPadrao: '52998224725' }),
      ],
    });
    const earlier = (await save(made.id)).body;
    await about(sender, made.id, '/enviar', 'POST');
    await about(sender, made.id, '/cancelar', 'POST', { motivo: 'Ana desistiu.' });
    const before = [(await about(sender, made.id)).body, await trailOf(sender, made.id)];

    const answer = await save(made.id, { nome: ' Locação ', escopo: 'ORGANIZACAO' });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${sender.base}/modelos/${answer.body.id}`]);
    const modelo = answer.body;
    expect(modelo).toMatchObject({
      nome: 'Locação',
      escopo: 'ORGANIZACAO',
      descricao: null,
      variaveis: [],
      vezesUsado: 0,
    });
    expect(earlier.escopo).toBe('PESSOAL');
    const shape = ({ papeis }: typeof modelo) => papeis.map(({ id: _, ...papel }: { id: string }) => papel);
    expect(shape(modelo)).toEqual([
      { rotulo: 'Signatário', funcao: 'ASSINAR', ordem: 1, fatoresExigidos: [] },
      { rotulo: 'Testemunha', funcao: 'TESTEMUNHAR', ordem: 2, fatoresExigidos: ['DADOS_PESSOAIS'] },
    ]);
    expect(shape(earlier)).toEqual(shape(modelo));
    const [first, second] = modelo.papeis.map(({ id }: { id: string }) => id);
    type Place = { papelId: string | null; rotulo: string | null; valorPadrao: string | null };
    expect(modelo.campos.map(({ papelId, rotulo, valorPadrao }: Place) => [papelId, rotulo, valorPadrao])).toEqual([
      [first, null, null],
      [second, 'Testemunha', null],
      [first, 'Profissão', null],
      [null, 'Foro', 'Curitiba'],
      [null, 'Obs.', null],
      [null, 'CPF', null],
    ]);
    const shown = JSON.stringify(modelo);
    const stored = JSON.stringify(await service().owner`select * from modelo where id = ${modelo.id}`);
    for (const id of [made.id, ana.id, rui.id])
      expect([shown.includes(id), stored.includes(id)]).toEqual([false, false]);
    // Ids, hashes and moments have any digits.
    const words = (text: string) => text.replace(/[0-9a-f-]{32,}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
    for (const personal of ['Ana', 'ana.prado', 'Rui', '529', '98765', '1987']) {
      expect([personal, words(shown).includes(personal), words(stored).includes(personal)]).toEqual([
        personal,
        false,
        false,
      ]);
    }
    expect(
      (await fileOf(`modelos/${modelo.id}/arquivo`)).equals(
        await fileOf(`documentos/${made.id}/arquivo?tipo=ORIGINAL`),
      ),
    ).toBe(true);
    expect([(await about(sender, made.id)).body, await trailOf(sender, made.id)]).toEqual(before);

    const used = await use(modelo.id, {
      papeis: [
        { papelId: first, ...person() },
        { papelId: second, ...person({ ...RUI, email: 'rui@exemplo.com.br' }) },
      ].map(({ funcao: _, ...one }) => one),
    });
    expect([used.status, used.body.detail]).toEqual([201, undefined]);
    expect(
      used.body.signatarios.map(({ funcao, ordem }: { funcao: string; ordem: number }) => [funcao, ordem]),
    ).toEqual([
      ['ASSINAR', 1],
      ['TESTEMUNHAR', 2],
    ]);
  });

  it('has nothing that people typed or drew when they signed', async () => {
    const ana = { ...person({ ...ANA, metodoEntrega: 'LINK' }), id: randomUUID() };
    const text = { ...field({ tipo: 'TEXTO', y: 0.5, signatarioId: ana.id, rotulo: 'Cor' }), id: randomUUID() };
    const made = await draft(sender, { signatarios: [ana], campos: [field({ signatarioId: ana.id }), text] });
    const out = (await about(sender, made.id, '/enviar', 'POST')).body;
    const one = await readyToSign(sender, out.signatarios[0]);
    const written = out.campos.find(({ tipo }: { tipo: string }) => tipo === 'TEXTO');
    expect((await one.sign({ campos: [{ campoId: written.id, valor: 'Turquesa' }] })).status).toBe(200);
    expect((await about(sender, made.id)).body.status).toBe('ASSINADO');
    const { body: modelo, status } = await save(made.id);
    expect(status).toBe(201);
    expect(JSON.stringify(modelo)).not.toMatch(/Turquesa|Ana/);
    expect((await fileOf(`modelos/${modelo.id}/arquivo`)).includes('Turquesa')).toBe(false);
  });

  it('keeps the tags of its file, by which a new person gets the fields', async () => {
    const pdf = build(
      onePage(
        '/MediaBox [0 0 400 300]',
        rawStream('BT /F 10 Tf 50 200 Td ({{assinatura:locatario}} {{cidade}}) Tj ET'),
      ),
    );
    const made = await draft(sender, { signatarios: [person({ chave: 'locatario' })] }, pdf);
    const { body: modelo } = await save(made.id);
    expect([modelo.papeis[0].rotulo, modelo.campos.length, modelo.variaveis]).toEqual(['Locatario', 1, ['cidade']]);
    const used = await use(modelo.id, {
      variaveis: { cidade: 'Londrina' },
      papeis: [{ papelId: modelo.papeis[0].id, nome: 'Bia', email: 'bia@exemplo.com.br' }],
    });
    expect([used.status, used.body.campos?.length, used.body.signatarios?.[0].chave]).toEqual([201, 1, 'locatario']);
    const named = await draft(sender, { signatarios: [person({ chave: 'locatario', nome: 'Rui Locatario' })] }, pdf);
    const { body: other } = await save(named.id);
    expect([other.papeis[0].rotulo, other.campos.length]).toEqual(['Signatário', 1]);
  });

  it('without people has one role where there is something to sign', async () => {
    const made = await draft(sender, { signatarios: [], campos: [field()] });
    const { body: modelo, status } = await save(made.id);
    expect(status).toBe(201);
    expect(modelo.papeis).toMatchObject([{ rotulo: 'Signatário', funcao: 'ASSINAR' }]);
    expect(modelo.campos[0].papelId).toBe(modelo.papeis[0].id);
  });

  it('is made of a colleague’s document too, needs a name, and no document makes none', async () => {
    const made = await draft(sender);
    const colleague = { ...sender, as: (await account.member('OPERADOR')).panel as Record<string, string> };
    const saved = await save(made.id, { nome: 'Minha' }, colleague);
    expect(saved.status).toBe(201);
    expect(refusal(await save(made.id, { nome: ' ' }))).toEqual([400, 'ENTRADA_INVALIDA', ['nome']]);
    expect((await save(randomUUID())).status).toBe(404);
    await about(sender, made.id, '', 'DELETE');
    expect((await save(made.id)).status).toBe(404);
    const still = await call(`${sender.base}/modelos/${saved.body.id}`, 'GET', undefined, colleague.as);
    expect(still.status).toBe(200);
  });
});
