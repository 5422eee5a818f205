import { beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../../../packages/pdf/test/judges/text.ts';
import {
  BORN,
  CPF,
  detailsOf,
  OTHER_BORN,
  OTHER_CPF,
  personal,
  readAndAccept,
  sentEnvelope,
  several,
} from '../../campaigns/evidence/support.ts';
import { type Answer, call } from '../../harness.ts';
import { verifyAsStranger } from '../../verifier.ts';
import {
  about,
  codeSentTo,
  draft,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  refusal,
  type Sender,
  type Signer,
  sent,
  sharedService,
  signer,
  tokenOf,
  trailOf,
  until,
} from '../support.ts';

/** Passing a signature on to somebody else, where the sender allows it (docs/adr/0087), and what nobody gets by it. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

let count = 0;
const bruno = () => ({ nome: 'Bruno Dias', email: `bruno.dias.${++count}@exemplo.com.br` });
const ana = (more: object = {}) => person({ nome: 'Ana Reis', metodoEntrega: 'EMAIL', delegavel: true, ...more });
const pass = (one: Signer, body: object) => call(`${one.path}/delegar`, 'POST', body);
const said = ({ status, body }: Answer) => [status, body?.regra ?? body?.codigo];
const problems = ({ status, body }: Answer) => [
  status,
  body.erros?.map(({ campo, regra }: Answer['body']) => [campo, regra]),
];
const firstOf = async (id: string) => (await about(sender, id)).body.signatarios[0];
const GONE = [410, 'delegated'];

/** Whoever opened the link that came by e-mail. */
async function invited(email: string, which = 1): Promise<Signer> {
  const one = signer(sender.base, await linkSentTo(sender, email, which));
  expect((await one.open()).status).toBe(200);
  return one;
}

/** A document whose only signer may pass it on and has proved the e-mail by opening its link. */
async function proved(more: object = {}, who: object = {}) {
  const one = ana(who);
  const documento = await sent(sender, { signatarios: [one], ...more });
  return { documento, one: await invited(one.email), email: one.email as string };
}

describe('passing on', () => {
  it('puts the other into the place, who gets a link, begins anew and signs', async () => {
    const { documento, one, email } = await proved({ titulo: 'Contrato' }, { referenciaExterna: 'parte-1' });
    await one.read();
    await one.accept();
    const other = bruno();
    const answer = await pass(one, { ...other, motivo: 'Estou em férias.' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { delegadoEm: expect.any(String), documentos: [{ id: documento.id }] },
    ]);
    expect(await firstOf(documento.id)).toMatchObject({
      id: documento.signatarios[0].id,
      ...{ nome: other.nome, email: other.email, telefone: null, cpf: null, metodoEntrega: 'EMAIL' },
      ...{ status: 'ENVIADO', visualizadoEm: null, fatoresCumpridos: [], clienteId: null },
      ...{ delegavel: false, referenciaExterna: 'parte-1' },
      delegadoDe: { nome: 'Ana Reis', email, em: answer.body.delegadoEm },
    });

    const now = await invited(other.email);
    expect((await now.open()).body.documentos[0]).toMatchObject({
      delegavel: false,
      leitura: { paginasLidas: 0, concluida: false },
    });
    await readAndAccept(now);
    expect((await now.sign()).status).toBe(200);
    const read = (await about(sender, documento.id)).body;
    expect(read).toMatchObject({ status: 'ASSINADO', signatarios: [{ nome: 'Bruno Dias', status: 'ASSINADO' }] });
  });

  it('goes by mail from a device that was handed over in person: the other is somewhere else, and so it says', async () => {
    const here = ana({ metodoEntrega: 'LINK', presencial: true, cpf: CPF, dataNascimento: BORN });
    const documento = await sent(sender, { fatoresExigidos: ['DADOS_PESSOAIS'], signatarios: [here] });
    const one = signer(sender.base, tokenOf(documento.signatarios[0]));
    await one.open();
    expect((await one.personal(CPF, BORN)).status).toBe(200);
    const other = { ...bruno(), cpf: OTHER_CPF, dataNascimento: OTHER_BORN };
    expect((await pass(one, other)).status).toBe(200);
    expect(await firstOf(documento.id)).toMatchObject({ metodoEntrega: 'EMAIL', presencial: false });
    const trail = await trailOf(sender, documento.id);
    const passed = trail.find(({ acao }) => acao === 'SIGNATARIO_DELEGADO');
    const changed = trail.find(({ acao }) => acao === 'SIGNATARIO_CORRIGIDO');
    expect(passed?.detalhe).toMatchObject({ presencial: true });
    expect(changed?.detalhe.alteracoes).toMatchObject({ presencial: { de: true, para: false } });
    const now = await invited(other.email);
    expect((await now.personal(OTHER_CPF, OTHER_BORN)).status).toBe(200);
    await readAndAccept(now);
    expect((await now.sign()).status).toBe(200);
    expect((await about(sender, documento.id)).body.status).toBe('ASSINADO');
  });

  it('is said of whom it was passed to, whose data the sender may mend, and of nobody whom the sender names since', async () => {
    const { documento, one } = await proved();
    const other = bruno();
    await pass(one, other);
    const mend = async (body: object) => {
      const path = `${sender.base}/documentos/${documento.id}/signatarios/${documento.signatarios[0].id}`;
      expect((await call(path, 'PATCH', body, sender.as)).status).toBe(200);
      return (await firstOf(documento.id)).delegadoDe?.nome ?? null;
    };
    expect(await mend({ nome: 'Bruno Dias Prado' })).toBe('Ana Reis');
    expect(await mend({ nome: 'Carla Nunes', email: bruno().email })).toBeNull();
  });

  it('invites nobody in the name of an organization that is suspended, whose documents are still signed', async () => {
    const { documento, one } = await proved();
    const setStatus = (status: string) =>
      service().owner`update organizacao set status = ${status}
         where id = (select organizacao_id from documento where id = ${documento.id})`;
    await setStatus('SUSPENSA');
    const other = bruno();
    expect(said(await pass(one, other))).toEqual([409, 'delegatingSuspended']);
    expect((await firstOf(documento.id)).nome).toBe('Ana Reis');
    await readAndAccept(one);
    expect((await one.sign()).status).toBe(200);
    await setStatus('ATIVA');
    expect(await messagesTo(sender, other.email)).toEqual([]);
  });

  it('is told by the trail as an act of the person, with what it changed', async () => {
    const { documento, one, email } = await proved();
    const other = bruno();
    await pass(one, { ...other, motivo: 'Estou em férias.' });
    const trail = (await trailOf(sender, documento.id)) as (Answer['body'] & { acao: string })[];
    const signatarioId = documento.signatarios[0].id;
    const at = trail.findIndex(({ acao }) => acao === 'SIGNATARIO_DELEGADO');
    expect(trail.slice(at, at + 3).map(({ acao, tipoAtor, ator, detalhe }) => [acao, tipoAtor, ator, detalhe])).toEqual(
      [
        ['SIGNATARIO_DELEGADO', 'SIGNATARIO', 'Ana Reis', { signatarioId, para: other, motivo: 'Estou em férias.' }],
        [
          'SIGNATARIO_CORRIGIDO',
          'SIGNATARIO',
          'Ana Reis',
          {
            signatarioId,
            campos: expect.arrayContaining(['email', 'nome']),
            alteracoes: expect.objectContaining({
              nome: { de: 'Ana Reis', para: 'Bruno Dias' },
              email: { de: email, para: other.email },
            }),
            anulado: true,
          },
        ],
        ['LINK_SUBSTITUIDO', 'SIGNATARIO', 'Ana Reis', { signatarioId, canal: 'EMAIL' }],
      ],
    );
  });

  it('is mailed to the sender, and to the other with the name of whoever passed it on', async () => {
    const { one } = await proved({ titulo: 'Contrato de locação' });
    const other = bruno();
    await pass(one, { ...other, motivo: 'Estou em férias.' });
    await linkSentTo(sender, other.email);
    const [invitation] = await messagesTo(sender, other.email);
    expect(invitation?.texto).toContain('Ana Reis passou a você a assinatura deste documento');
    const told = async () =>
      (await call(`${sender.base}/caixa?tipo=DELEGACAO`, 'GET', undefined, sender.as)).body.itens.find(
        ({ texto }: { texto: string }) => texto.includes(other.email),
      );
    const notice = await until(told);
    expect(notice.assunto).toContain('Ana Reis passou a assinatura de “Contrato de locação”');
    expect(notice.texto).toContain('Estou em férias.');
  });

  it('is told to webhooks and in the feed of events', async () => {
    const { documento, one, email } = await proved();
    const other = bruno();
    await pass(one, other);
    const feed = async () =>
      (await call(`${sender.base}/eventos?documentoId=${documento.id}`, 'GET', undefined, sender.as)).body.itens.find(
        ({ evento }: { evento: string }) => evento === 'signer.delegated',
      );
    expect((await until(feed)).dados).toMatchObject({
      documento: { id: documento.id },
      signatario: { id: documento.signatarios[0].id, ...other, status: 'ENVIADO' },
      delegadoDe: { nome: 'Ana Reis', email },
    });
  });

  it('is allowed once, and again where the sender says so', async () => {
    const { documento, one } = await proved();
    const [second, third] = [bruno(), bruno()];
    await pass(one, second);
    const now = await invited(second.email);
    expect(said(await pass(now, third))).toEqual([409, 'noDelegating']);
    const id = documento.signatarios[0].id;
    expect((await about(sender, documento.id, `/signatarios/${id}`, 'PATCH', { delegavel: true })).status).toBe(200);
    // Nothing that the person did is void by the permission.
    expect((await now.open()).body.documentos[0].delegavel).toBe(true);
    expect((await pass(now, third)).status).toBe(200);
    expect((await firstOf(documento.id)).delegadoDe).toMatchObject({ email: second.email });
  });
});

describe('the factors of the place stay', () => {
  it('asks for the data they need, in their place of the request', async () => {
    const who = { cpf: CPF, dataNascimento: BORN, telefone: '+5511988880000', delegavel: true };
    const documento = await sent(sender, personal({ fatoresExigidos: ['DADOS_PESSOAIS', 'SMS_OTP'] }, who));
    const one = signer(sender.base, tokenOf(documento.signatarios[0]));
    await one.open();
    await one.personal(CPF, BORN);
    await one.otp('SMS_OTP');
    expect((await one.answer('SMS_OTP', await codeSentTo(sender, who.telefone))).status).toBe(200);
    const other = bruno();
    expect(problems(await pass(one, other))).toEqual([
      400,
      [
        ['cpf', 'neededByFactor'],
        ['dataNascimento', 'neededByFactor'],
        ['telefone', 'neededByFactor'],
      ],
    ]);
    const data = { cpf: OTHER_CPF, dataNascimento: OTHER_BORN, telefone: '+5511988880001' };
    expect((await pass(one, { ...other, ...data })).status).toBe(200);
    const now = await invited(other.email);
    expect(said(await now.sign())).toEqual([403, 'factorsLeft']);
    expect(refusal(await now.personal(CPF, BORN))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await now.personal(OTHER_CPF, OTHER_BORN)).status).toBe(200);
  });

  it('refuses oneself, whoever signs the document already, and a name that cannot be drawn', async () => {
    const [first, second] = [ana(), person()];
    const documento = await sent(sender, several(first, second));
    const one = await invited(first.email);
    const to = (email: string) => pass(one, { nome: 'Bruno Dias', email });
    expect(problems(await to(first.email.toUpperCase()))).toEqual([400, [['email', 'delegatedToSelf']]]);
    expect(problems(await to(second.email.toUpperCase()))).toEqual([400, [['email', 'delegatedToSigner']]]);
    expect((await pass(one, { ...bruno(), nome: '\u{1F600}' })).status).toBe(400);
    expect((await firstOf(documento.id)).delegadoDe).toBeNull();
  });
});

describe('who may not', () => {
  it('is whoever merely has the link', async () => {
    const documento = await sent(sender, personal({}, { cpf: CPF, dataNascimento: BORN, delegavel: true }));
    const one = signer(sender.base, tokenOf(documento.signatarios[0]));
    await one.open();
    expect(refusal(await pass(one, bruno()))).toEqual([403, 'AUTENTICACAO_INCOMPLETA']);
  });

  it('is whom the sender did not allow it, or allows it no more', async () => {
    const { documento, one } = await proved();
    const id = documento.signatarios[0].id;
    await about(sender, documento.id, `/signatarios/${id}`, 'PATCH', { delegavel: false });
    expect(said(await pass(one, bruno()))).toEqual([409, 'noDelegating']);
  });

  it('is whoever signed or declined, and nobody once the document is over', async () => {
    const done = await proved();
    await readAndAccept(done.one);
    await done.one.sign();
    expect(said(await pass(done.one, bruno()))).toEqual([409, 'partDone']);
    expect(said(await pass(done.one, { ...bruno(), documentoId: done.documento.id }))).toEqual([409, 'partDoneHere']);
    const over = await proved();
    await about(sender, over.documento.id, '/cancelar', 'POST', { motivo: 'Engano.' });
    expect(refusal(await pass(over.one, bruno()))).toEqual([410, 'LINK_INDISPONIVEL']);
    const prazoEm = new Date(service().clock.now().getTime() + 3600_000).toISOString();
    const later = await proved({ prazoEm });
    service().clock.advance(2 * 3600_000);
    expect(refusal(await pass(later.one, bruno()))).toEqual([410, 'LINK_INDISPONIVEL']);
  });

  it('is whoever waits for their turn', async () => {
    const [first, second] = [person({ ordem: 1 }), ana({ ordem: 2, metodoEntrega: 'LINK' })];
    const documento = await sent(sender, { ordenado: true, ...several(first, second) });
    const one = signer(sender.base, tokenOf(documento.signatarios[1]));
    expect(said(await pass(one, bruno()))).toEqual([409, 'notYourTurn']);
  });
});

describe('what is left of whoever passed it on', () => {
  it('opens nothing and tells nothing of the other, on any route and by any of their links', async () => {
    const { documento, one, email } = await proved();
    await about(sender, documento.id, '/reenviar', 'POST', {});
    const again = await invited(email, 2);
    const other = bruno();
    await pass(one, other);
    for (const link of [one, again]) {
      for (const answer of [
        await link.open(),
        await link.read(),
        await link.accept('0'.repeat(64)),
        await link.sign(),
        await link.refuse(),
      ]) {
        expect(said(answer)).toEqual(GONE);
        expect(answer.body.situacaoLink).toBe('DELEGADO');
        expect(JSON.stringify(answer.body)).not.toMatch(/Bruno|bruno|Ana/);
      }
    }
    // The answer may have been lost: it says that it was done.
    expect(said(await pass(one, other))).toEqual(GONE);
  });

  it('proves nothing for the other: not a code that was on its way', async () => {
    const telefone = '+5511988880010';
    const one = ana({ metodoEntrega: 'LINK', fatoresExigidos: ['EMAIL', 'SMS_OTP'], telefone });
    const documento = await sent(sender, { signatarios: [one] });
    const link = signer(sender.base, tokenOf(documento.signatarios[0]));
    await link.open();
    await link.otp('EMAIL');
    await link.answer('EMAIL', await codeSentTo(sender, one.email));
    await link.otp('SMS_OTP');
    await link.answer('SMS_OTP', await codeSentTo(sender, telefone));
    const other = { ...bruno(), telefone };
    expect((await pass(link, other)).status).toBe(200);
    const now = await invited(other.email);
    const { fatores } = (await now.open()).body;
    expect(fatores).toMatchObject([
      { fator: 'EMAIL', cumprido: true },
      { fator: 'SMS_OTP', cumprido: false },
    ]);
  });
});

describe('in an envelope', () => {
  const set = (...each: object[]) =>
    sentEnvelope(
      sender,
      each.map((signatario) => ({ signatarios: [signatario] })),
    );

  it('passes on all that is open, by one link', async () => {
    const one = ana();
    const [first, second] = await set(one, one);
    const link = await invited(one.email);
    const other = bruno();
    expect((await pass(link, other)).body.documentos.map(({ id }: { id: string }) => id).sort()).toEqual(
      [first?.id, second?.id].sort(),
    );
    const now = await invited(other.email);
    expect((await now.open()).body.documentos).toHaveLength(2);
    expect((await messagesTo(sender, other.email)).length).toBe(1);
    expect(said(await link.open())).toEqual(GONE);
  });

  it('passes on one document, and the link keeps the other', async () => {
    const one = ana();
    const [first, second] = await set(one, one);
    const link = await invited(one.email);
    const other = bruno();
    expect((await pass(link, { ...other, documentoId: first?.id })).status).toBe(200);
    expect((await link.open()).body.documentos.map(({ id }: { id: string }) => id)).toEqual([second?.id]);
    expect(said(await pass(link, { ...other, documentoId: first?.id }))).toEqual([409, 'delegated']);
    const now = await invited(other.email);
    expect((await now.open()).body.documentos.map(({ id }: { id: string }) => id)).toEqual([first?.id]);
  });

  it('passes on nothing if one of what is open may not be, and names it', async () => {
    const one = ana();
    const [first, second] = await set(one, { ...one, delegavel: false });
    const link = await invited(one.email);
    const answer = await pass(link, bruno());
    expect(said(answer)).toEqual([409, 'noDelegating']);
    for (const documento of [first, second]) expect((await firstOf(documento?.id ?? '')).delegadoDe).toBeNull();
    expect((await pass(link, { ...bruno(), documentoId: first?.id })).status).toBe(200);
  });

  it('leaves what was finished with whoever finished it', async () => {
    const one = ana();
    const [first, second] = await set(one, one);
    const link = await invited(one.email);
    await call(`${link.path}/recusar`, 'POST', { motivo: 'Não é comigo.', documentoId: first?.id });
    expect((await pass(link, bruno())).body.documentos).toEqual([{ id: second?.id }]);
    expect((await firstOf(first?.id ?? '')).nome).toBe('Ana Reis');
  });
});

describe('at the same time as', () => {
  it('signing, exactly one of the two happens', async () => {
    for (let round = 0; round < 3; round++) {
      const { documento, one } = await proved();
      await readAndAccept(one);
      const acts = [one.sign(), pass(one, bruno())];
      const statuses = (await Promise.all(round % 2 ? acts.reverse() : acts)).map(({ status }) => status).sort();
      expect([statuses[0], [409, 410].includes(statuses[1] ?? 0)]).toEqual([200, true]);
      const trail = await trailOf(sender, documento.id);
      const done = ['ASSINATURA_REGISTRADA', 'SIGNATARIO_DELEGADO'].flatMap((acao) => detailsOf(trail, acao));
      expect(done).toHaveLength(1);
    }
  });

  it('passing it on to another, exactly one gets it', async () => {
    const { documento, one } = await proved();
    const others = [bruno(), bruno()];
    const answers = await Promise.all(others.map((other) => pass(one, other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(detailsOf(await trailOf(sender, documento.id), 'SIGNATARIO_DELEGADO')).toHaveLength(1);
  });
});

it('is an option of the person in a draft and in its copy, and no by itself', async () => {
  const { id } = await draft(sender, { signatarios: [person({ delegavel: true })] });
  expect((await firstOf(id)).delegavel).toBe(true);
  const copy = await about(sender, id, '/duplicar', 'POST', {});
  expect(copy.body.signatarios[0]).toMatchObject({ delegavel: true, delegadoDe: null });
  expect((await firstOf((await draft(sender, { signatarios: [person()] })).id)).delegavel).toBe(false);
});

it('is in the evidence: who passed it on, what they had proved, to whom, and why', async () => {
  const { documento, one, email } = await proved();
  const other = bruno();
  await pass(one, { ...other, motivo: 'Estou em férias.' });
  const now = await invited(other.email);
  await readAndAccept(now);
  await now.sign();
  const { id } = documento;
  const [signed, certificate] = [
    await about(sender, id, '/arquivo?tipo=ASSINADO'),
    await about(sender, id, '/arquivo?tipo=CERTIFICADO'),
  ];
  const { failed, report } = verifyAsStranger(signed.bytes, certificate.bytes);
  expect(failed).toEqual([]);
  const told = report.itens.find(({ codigo }: { codigo: string }) => codigo === 'TRILHA.DELEGACOES');
  expect(told?.confere).toBe(true);
  const words = (await textOf(certificate.bytes)).join(' ').replaceAll(/\s+/g, ' ');
  expect(words).toContain(`Ana Reis (${email}), que tinha provado E-mail (${email}), passou a assinatura a Bruno Dias`);
  expect(words).toContain('motivo informado: Estou em férias.');
});
