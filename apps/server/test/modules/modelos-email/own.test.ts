import { randomUUID } from 'node:crypto';
import type { MensagemCaixa, ModeloEmail } from '@rubrica/contract';
import { EMAIL_TEMPLATES_MAX } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, newAccount } from '../../harness.ts';
import { about, call, draft, field, person, refusal, type Sender, sharedService, until } from '../support.ts';

/** E-mail templates of an organization's own: text with variables, kept for what was sent. */

const service = sharedService();
let account: Account;
let sender: Sender;
beforeAll(async () => {
  account = await newAccount(service().origin);
  sender = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
});

const templates = (rest = '', method = 'GET', body?: unknown, as: Record<string, string> = sender.as) =>
  call(`${sender.base}/modelos-email${rest}`, method, body, as);
const TEXT = {
  nome: 'Renovação',
  assunto: 'Renovação: {{titulo}}',
  corpo: 'Oi, {{signatario}}.\r\n\r\nA {{organizacao}} renova “{{titulo}}”.\n\nAté {{prazo}}.',
};
async function made(body: object = {}): Promise<ModeloEmail> {
  const answer = await templates('', 'POST', { ...TEXT, ...body });
  expect([answer.status, answer.body.erros]).toEqual([201, undefined]);
  expect(answer.headers.get('location')).toBe(`${sender.base}/modelos-email/${answer.body.id}`);
  return answer.body;
}
const OF_SERVICE = '4c52cef1-7687-405b-982c-87c6eb8c8900';

let people = 0;
const address = () => `convidada${++people}@exemplo.com.br`;
const mailTo = (email: string): Promise<MensagemCaixa> =>
  until(async () => {
    const { body } = await call(`${sender.base}/caixa?limite=100&destino=${email}`, 'GET', undefined, sender.as);
    return body.itens[0];
  });

describe('an e-mail template of the organization', () => {
  it('is listed before those of the service, changed, and deleted', async () => {
    const first = await made();
    expect(first).toMatchObject({
      nome: 'Renovação',
      corpo: 'Oi, {{signatario}}.\n\nA {{organizacao}} renova “{{titulo}}”.\n\nAté {{prazo}}.',
      variaveis: ['signatario', 'organizacao', 'titulo', 'prazo'],
      criadoPor: expect.any(String),
    });
    const second = await made({ nome: 'Segunda' });
    const { itens, total } = (await templates()).body;
    expect(itens.map(({ nome }: ModeloEmail) => nome).slice(0, 3)).toEqual(['Segunda', 'Renovação', 'Convite padrão']);
    expect([total, itens.length]).toEqual([6, 6]);
    const names: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await templates(`?limite=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      names.push(body.itens[0].nome);
      if (!body.proximoCursor) break;
      cursor = body.proximoCursor;
    }
    expect(names).toEqual(itens.map(({ nome }: ModeloEmail) => nome));

    const changed = await templates(`/${first.id}`, 'PATCH', { assunto: 'Outro: {{titulo}}' });
    expect([changed.status, changed.body]).toEqual([200, { ...first, assunto: 'Outro: {{titulo}}' }]);
    expect((await templates(`/${second.id}`, 'DELETE')).status).toBe(204);
    expect((await templates(`/${second.id}`, 'DELETE')).status).toBe(404);
    expect((await templates()).body.total).toBe(5);
  });

  it('of the service does not change, and another organization’s is not there', async () => {
    for (const [method, body] of [
      ['PATCH', { nome: 'Meu' }],
      ['DELETE', undefined],
    ] as const) {
      expect(refusal(await templates(`/${OF_SERVICE}`, method, body))).toEqual([409, 'CONFLITO']);
      const { panel } = await newAccount(service().origin);
      const { id } = await made();
      expect((await templates(`/${id}`, method, body, panel)).status).toBe(404);
    }
    const { panel } = await newAccount(service().origin);
    const foreign = await call(`${sender.base}/modelos-email`, 'POST', TEXT, panel);
    const { id } = await draft(sender);
    expect((await about(sender, id, '', 'PATCH', { modeloEmailId: foreign.body.id })).status).toBe(404);
  });

  it('is an OPERADOR’s to change where they made it', async () => {
    const { id } = await made();
    const { panel } = await account.member('OPERADOR');
    expect(refusal(await templates(`/${id}`, 'PATCH', { nome: 'X' }, panel))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    const own = await templates('', 'POST', TEXT, panel);
    expect((await templates(`/${own.body.id}`, 'DELETE', undefined, panel)).status).toBe(204);
  });

  it('is one of a hundred', async () => {
    const { panel } = await newAccount(service().origin);
    const one = await templates('', 'POST', TEXT, panel);
    await service().owner`
      insert into modelo_email (organizacao_id, ambiente, id, nome, assunto, corpo, criado_por, criado_em)
      select organizacao_id, ambiente, gen_random_uuid(), nome, assunto, corpo, criado_por, criado_em
        from modelo_email, generate_series(2, ${EMAIL_TEMPLATES_MAX})
       where id = ${one.body.id}`;
    expect(refusal(await templates('', 'POST', TEXT, panel))).toEqual([422, 'LIMITE_EXCEDIDO']);
    await templates(`/${one.body.id}`, 'DELETE', undefined, panel);
    expect((await templates('', 'POST', TEXT, panel)).status).toBe(201);
  });
});

describe('what was sent', () => {
  it('keeps the words it was sent with, whatever becomes of the template', async () => {
    const { id: modeloEmailId } = await made();
    const [first, second] = [address(), address()];
    const people = [first, second].map((email, index) => ({
      ...person({ nome: index === 0 ? 'Ana' : 'Bia', email, metodoEntrega: 'EMAIL', ordem: index + 1 }),
      id: randomUUID(),
    }));
    const { id } = await draft(sender, {
      modeloEmailId,
      ordenado: true,
      signatarios: people,
      campos: people.map((one, index) => field({ signatarioId: one.id, y: 0.2 + index * 0.2 })),
    });
    const chosenBefore = await draft(sender, {
      modeloEmailId,
      signatarios: [person({ email: address(), metodoEntrega: 'EMAIL' })],
      campos: [field()],
    });
    const out = await about(sender, id, '/enviar', 'POST');
    expect([out.status, out.body.modeloEmailId]).toEqual([200, modeloEmailId]);
    const invited = await mailTo(first);
    expect(invited.assunto).toBe('[TESTE] Renovação: Contrato');
    expect(invited.texto).toMatch(/^Oi, Ana\.\n\nA Acácia Ltda\. renova “Contrato”\.\n\n/);
    expect(invited.texto).not.toContain('Até');

    await templates(`/${modeloEmailId}`, 'PATCH', { assunto: 'MUDOU', corpo: 'MUDOU' });
    await about(sender, id, `/signatarios/${out.body.signatarios[0].id}`, 'DELETE');
    expect((await mailTo(second)).assunto).toBe('[TESTE] Renovação: Contrato');
    await templates(`/${modeloEmailId}`, 'DELETE');
    await about(sender, id, '/reenviar', 'POST');
    const again = await until(async () => {
      const { body } = await call(`${sender.base}/caixa?limite=100&destino=${second}`, 'GET', undefined, sender.as);
      return body.itens.length > 1 && body.itens;
    });
    expect(again.map(({ assunto }: MensagemCaixa) => assunto)).toEqual(Array(2).fill('[TESTE] Renovação: Contrato'));

    // A draft that chose it goes out with it; nobody else can choose it, a copy neither.
    await about(sender, chosenBefore.id, '/enviar', 'POST');
    expect((await mailTo(chosenBefore.signatarios[0].email)).assunto).toBe('[TESTE] MUDOU');
    expect((await about(sender, chosenBefore.id, '/duplicar', 'POST')).body.modeloEmailId).toBeNull();
    const other = await draft(sender);
    expect((await about(sender, other.id, '', 'PATCH', { modeloEmailId })).status).toBe(404);
  });
});

describe('what a template may say', () => {
  const places = async (body: object) => {
    const answer = await templates('', 'POST', { ...TEXT, ...body });
    const shown = await templates('/previa', 'POST', {
      assunto: TEXT.assunto,
      corpo: TEXT.corpo,
      ...body,
      nome: undefined,
    });
    if (answer.status === 400 && !('nome' in body)) expect(shown.body.erros).toEqual(answer.body.erros);
    return [
      answer.status,
      (answer.body.erros ?? []).map(({ campo, regra, valores }: { campo: string; regra: string; valores: object }) =>
        [campo, regra, Object.values(valores).join(' ')].join(' | '),
      ),
    ];
  };

  it.each([
    [
      'an unknown variable',
      { corpo: 'Oi\n\n{{apelido}}' },
      'corpo | emailVariable | 3 {{apelido}} {{signatario}}, {{organizacao}}, {{titulo}}, {{prazo}}',
    ],
    ['what people call it', { corpo: '{{ Nome }}' }, 'corpo | emailVariableMeant | 1 {{ Nome }} {{signatario}}'],
    ['another spelling', { assunto: '{{Título}}' }, 'assunto | emailVariableMeant | 1 {{Título}} {{titulo}}'],
    ['a single brace too few', { corpo: 'Oi {{titulo}' }, 'corpo | emailBraces | 1 {{signatario}}'],
    ['a header in the subject', { assunto: 'Oi\r\nBcc: todos@exemplo.com' }, 'assunto | emailOneLine | '],
    ['a line separator in the subject', { assunto: 'Oi\u2028Bcc: x' }, 'assunto | emailInvisible | 1 U+2028'],
    ['a header in the name', { nome: 'Oi\nBcc: x' }, 'nome | emailOneLine | '],
    ['NEL in the subject', { assunto: 'Oi\u0085Bcc: x' }, 'assunto | emailInvisible | 1 U+0085'],
    ['a script', { corpo: '<script>alert(1)</script>' }, 'corpo | emailMarkup | 1 <script>'],
    ['an anchor', { corpo: 'Oi <a href="x">aqui</a>' }, 'corpo | emailMarkup | 1 <a href="x">'],
    ['an entity', { corpo: '&lt;b&gt;' }, 'corpo | emailMarkup | 1 &lt;'],
    [
      'a link',
      { corpo: 'Oi\nhttps://rubrica.exemplo@golpe.exemplo/a' },
      'corpo | emailLink | 2 https://rubrica.exemplo@golpe.exemplo/a',
    ],
    ['a link by www', { corpo: 'Veja WWW.golpe.exemplo' }, 'corpo | emailLink | 1 WWW.golpe.exemplo'],
    [
      'a host that mail programs follow',
      { corpo: 'Entre em golpe.com/entrar já' },
      'corpo | emailLink | 1 golpe.com/entrar',
    ],
    ['a link in Markdown', { corpo: '[aqui](http://golpe.exemplo)' }, 'corpo | emailLink | 1 http://golpe.exemplo)'],
    ['a link made of a variable', { corpo: '{{titulo}}.com' }, 'corpo | emailLink | 1 x.com'],
    ['fullwidth letters', { corpo: 'ｈｔｔｐｓ：／／golpe.exemplo' }, 'corpo | emailLink | 1 https://golpe.exemplo'],
    ['what turns the text around', { corpo: 'Abra \u202emoc.eplog' }, 'corpo | turning | U+202E'],
    ['what hides in a word', { corpo: 'go\u200blpe' }, 'corpo | emailInvisible | 1 U+200B'],
  ])('is not %s, neither kept nor shown', async (_what, body, problem) => {
    expect(await places(body)).toEqual([400, [problem]]);
  });

  it('is plain text of any kind', async () => {
    const corpo = [
      'Olá, {{signatario}}! 👩‍👧 R$ 1.234,56 (10 % < 12 % e 3 > 2), às 18:00.',
      'Dúvidas? Escreva a ana.prado@acacia.com.br ou ligue: tel:(41) 3333-4444. Data:30/11.',
      '1. Leia. 2. Assine. Ltda.Em dia: a/b, c & d; “aspas” {simples} [colchetes]',
    ].join('\n');
    expect(await places({ corpo, assunto: 'Olá & bem-vindo: {{titulo}} <3' })).toEqual([201, []]);
  });

  it('says everything that is wrong at once', async () => {
    const [status, problems] = await places({ assunto: '{{x}}\n', corpo: '{{y}} <b>\nwww.a.b' });
    expect([status, (problems as string[]).map((one) => one.split(' | ').slice(0, 2).join(' '))]).toEqual([
      400,
      ['assunto emailVariable', 'corpo emailVariable', 'corpo emailMarkup', 'corpo emailLink'],
    ]);
  });
});

describe('the preview', () => {
  const preview = (body: object, as?: Record<string, string>) => templates('/previa', 'POST', body, as);

  it('is the message that sending would make, with a link that opens nothing', async () => {
    const { id: modeloEmailId } = await made();
    const email = address();
    const prazoEm = new Date(service().clock.now().getTime() + 5 * 86_400_000).toISOString();
    const one = { ...person({ nome: 'Ana <b>', email, metodoEntrega: 'EMAIL' }), id: randomUUID() };
    const { id } = await draft(sender, {
      titulo: 'Foro & "cia"',
      modeloEmailId,
      prazoEm,
      mensagem: 'Qualquer coisa, ligue.',
      signatarios: [one],
      campos: [field({ signatarioId: one.id })],
    });
    await about(sender, id, '/enviar', 'POST');
    const mail = await mailTo(email);
    const shown = await preview({
      assunto: TEXT.assunto,
      corpo: TEXT.corpo,
      signatario: 'Ana <b>',
      titulo: 'Foro & "cia"',
      prazoEm,
      mensagem: 'Qualquer coisa, ligue.',
    });
    expect(shown.status).toBe(200);
    const link = /https?:\/\/\S+\/assinar\/[\w-]+/;
    const [url = ''] = link.exec(mail.texto) ?? [];
    const [sample = ''] = link.exec(shown.body.texto) ?? [];
    expect(shown.body.texto).toBe(mail.texto.replaceAll(url, sample));
    expect(shown.body.html).toBe(mail.html?.replaceAll(url, sample));
    expect(shown.body.assunto).toBe(mail.assunto);
    expect(shown.body.html).toContain('Ana &lt;b&gt;');
    expect((await fetch(sample.replace('/assinar/', '/v1/assinatura/'))).status).toBe(404);
  });

  it('takes what a document lacks as it does, and is shown to who may read', async () => {
    const { panel } = await account.member('VISUALIZADOR');
    const { body, status } = await preview(
      { assunto: 'A', corpo: 'Oi, {{signatario}}!\n\nFim.', signatario: null },
      panel,
    );
    expect([status, body.texto.startsWith('Fim.')]).toEqual([200, true]);
  });
});
