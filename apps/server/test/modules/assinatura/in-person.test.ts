import { beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../../../packages/pdf/test/judges/text.ts';
import { type Answer, call, newAccount } from '../../harness.ts';
import { verifyAsStranger } from '../../verifier.ts';
import {
  about,
  authenticated,
  codeSentTo,
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
  signer,
  tinyPdf,
  tokenOf,
  trailOf,
  until,
} from '../support.ts';

/** Signing in person, on a device that the sender hands over (docs/adr/0088): what may be said of it, and of whom. */

const APP = 'https://app.acacia.exemplo.com.br';
const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const here = (more: object = {}) => person({ presencial: true, ...more });
const why = ({ status, body }: Answer) => [status, body.erros?.map(({ campo, regra }: never) => [campo, regra])];
const BY_LINK_ALONE = (campo: string) => [400, [[campo, 'inPersonByLink']]];

/** The acts of a trail that are told as done in person. */
async function inPerson(id: string) {
  const trail = await trailOf(sender, id);
  return trail.flatMap(({ acao, detalhe }) => ('presencial' in detalhe ? [[acao, detalhe.presencial]] : []));
}

const signing = async (signatario: { link?: string; email: string }, nth = 1) => {
  const one = await readyToSign(sender, signatario, nth);
  expect((await one.sign()).status).toBe(200);
};
const ended = (id: string) => until(async () => (await about(sender, id)).body.status === 'ASSINADO');
const certificateOf = async (id: string) => {
  const { bytes } = await about(sender, id, '/arquivo?tipo=CERTIFICADO');
  return { bytes, text: (await textOf(bytes)).join(' ').replace(/\s+/g, ' ') };
};

describe('somebody who signs in person', () => {
  it('proves what is asked as ever; opening and signing are told, to the certificate’s readers too', async () => {
    const ana = here();
    const documento = await sent(sender, { signatarios: [ana] });
    expect(documento.signatarios[0].presencial).toBe(true);
    const one = signer(sender.base, tokenOf(documento.signatarios[0]));
    expect((await one.open()).body).toMatchObject({ presencial: true, autenticado: false });
    expect((await one.file()).body.codigo).toBe('AUTENTICACAO_INCOMPLETA');
    await signing({ ...documento.signatarios[0], email: ana.email });
    expect(await inPerson(documento.id)).toEqual([
      ['DOCUMENTO_VISUALIZADO', true],
      ['ASSINATURA_REGISTRADA', true],
    ]);

    await ended(documento.id);
    const { conteudo } = (await about(sender, documento.id, '/certificado')).body;
    expect(conteudo.signatarios[0].noEnvio.dados.presencial).toBe(true);
    const { bytes, text } = await certificateOf(documento.id);
    expect(text).toContain('Presencial segundo quem enviou, assinou no aparelho que lhe foi entregue');
    const { failed } = verifyAsStranger((await about(sender, documento.id, '/arquivo?tipo=ASSINADO')).bytes, bytes);
    expect(failed).toEqual([]);
  });

  it('refuses, and the trail says where', async () => {
    const documento = await sent(sender, { signatarios: [here()] });
    const one = signer(sender.base, tokenOf(documento.signatarios[0]));
    await one.open();
    expect((await one.refuse()).status).toBe(200);
    expect(await inPerson(documento.id)).toEqual([
      ['DOCUMENTO_VISUALIZADO', true],
      ['ASSINATURA_RECUSADA', true],
    ]);
  });

  it('leaves a link that tells nothing once the document has ended, unlike anybody else’s', async () => {
    const told = async (presencial: boolean) => {
      const documento = await sent(sender, { signatarios: [person({ presencial })] });
      expect((await about(sender, documento.id, '/cancelar', 'POST', { motivo: 'Engano.' })).status).toBe(200);
      const { status, body } = await signer(sender.base, tokenOf(documento.signatarios[0])).open();
      return [status, body.situacaoLink, 'encerramento' in body];
    };
    expect(await told(true)).toEqual([410, 'CANCELADO', false]);
    expect(await told(false)).toEqual([410, 'CANCELADO', true]);
    const ana = here();
    const soon = new Date(service().clock.now().getTime() + 60_000).toISOString();
    const overdue = await sent(sender, { signatarios: [ana], prazoEm: soon });
    service().clock.advance(61_000);
    const { body } = await signer(sender.base, tokenOf(overdue.signatarios[0])).open();
    expect([body.situacaoLink, 'encerramento' in body]).toEqual(['EXPIRADO', false]);
  });

  it('is told apart from the other people of the document', async () => {
    const [ana, rui] = [here(), person()];
    const { id } = await draft(sender, { signatarios: [ana, rui] });
    const { signatarios } = (await about(sender, id)).body;
    expect(signatarios.map(({ presencial }: never) => presencial)).toEqual([true, false]);
    const campos = signatarios.map((one: { id: string }) => field({ signatarioId: one.id }));
    await about(sender, id, '/campos', 'PUT', { campos });
    const out = (await about(sender, id, '/enviar', 'POST')).body;
    await signing({ ...out.signatarios[1], email: rui.email });
    expect(await inPerson(id)).toEqual([]);
    expect((await signer(sender.base, tokenOf(out.signatarios[1])).open()).body.presencial).toBe(false);
    await signing({ ...out.signatarios[0], email: ana.email });
    await ended(id);
    const { conteudo } = (await about(sender, id, '/certificado')).body;
    expect(conteudo.signatarios.map(({ noEnvio }: never) => (noEnvio as { dados: object }).dados)).toEqual([
      expect.objectContaining({ presencial: true }),
      expect.not.objectContaining({ presencial: expect.anything() }),
    ]);
    expect((await certificateOf(id)).text.match(/aparelho que lhe foi entregue/g)).toHaveLength(1);
  });

  it('is copied with a document, and what is kept of people knows nothing of it', async () => {
    const { body: known } = await call(`${sender.base}/clientes`, 'POST', { nome: 'Ana Prado' }, sender.as);
    const made = await draft(sender, { signatarios: [here({ clienteId: known.id })] });
    const copy = await about(sender, made.id, '/duplicar', 'POST', {});
    expect([copy.status, copy.body.signatarios[0].presencial]).toEqual([201, true]);
    const after = await call(`${sender.base}/clientes/${known.id}`, 'GET', undefined, sender.as);
    expect(JSON.stringify(after.body)).not.toContain('presencial');
  });
});

describe('what the sender may declare', () => {
  it('goes with the link that is handed over, and with no other way of delivery', async () => {
    const by = (metodoEntrega: string) => here({ metodoEntrega, telefone: '+5519987654321' });
    for (const metodo of ['EMAIL', 'SMS']) {
      const answer = await postDocument(sender, { signatarios: [person(), by(metodo)] });
      expect(why(answer)).toEqual(BY_LINK_ALONE('signatarios[1].presencial'));
    }
    const arquivo = { base64: Buffer.from(tinyPdf()).toString('base64') };
    const json = (one: object) =>
      call(`${sender.base}/documentos`, 'POST', { titulo: 'Contrato', arquivo, signatarios: [one] }, sender.as);
    expect(why(await json(by('EMAIL')))).toEqual(BY_LINK_ALONE('signatarios[0].presencial'));
    expect((await json(by('LINK'))).body.signatarios).toMatchObject([{ presencial: true }]);
    // Without a way of delivery it is by e-mail.
    const { metodoEntrega: _, ...silent } = here();
    expect(why(await postDocument(sender, { signatarios: [silent] }))).toEqual(
      BY_LINK_ALONE('signatarios[0].presencial'),
    );
    const { id } = await draft(sender);
    expect(why(await about(sender, id, '/signatarios', 'POST', by('SMS')))).toEqual(BY_LINK_ALONE('presencial'));
    expect((await about(sender, id, '/signatarios', 'POST', by('LINK'))).status).toBe(201);
  });

  it('is nothing else than true or false, and told beside what else is wrong', async () => {
    const answer = await postDocument(sender, { signatarios: [here({ presencial: 'sim' })] });
    expect(refusal(answer)).toEqual([400, 'ENTRADA_INVALIDA', ['signatarios[0].presencial']]);
    const both = await postDocument(sender, { titulo: 7, signatarios: [here({ metodoEntrega: 'EMAIL' })] });
    expect(refusal(both)).toEqual([400, 'ENTRADA_INVALIDA', ['signatarios[0].presencial', 'titulo']]);
  });

  it('ends before the link is delivered in another way, in a draft and on its way', async () => {
    for (const make of [draft, sent]) {
      const documento = await make(sender, { signatarios: [here()], campos: [field()] });
      const path = `/signatarios/${documento.signatarios[0].id}`;
      const change = (body: object) => about(sender, documento.id, path, 'PATCH', body);
      expect(why(await change({ metodoEntrega: 'EMAIL' }))).toEqual(BY_LINK_ALONE('presencial'));
      const both = await change({ metodoEntrega: 'EMAIL', presencial: false });
      expect([both.status, both.body.presencial]).toEqual([200, false]);
      expect(why(await change({ presencial: true }))).toEqual(BY_LINK_ALONE('presencial'));
    }
  });

  it('may be declared of somebody who has the link already, which the trail tells and the verifier follows', async () => {
    const ana = person();
    const documento = await sent(sender, { signatarios: [ana] });
    await signer(sender.base, tokenOf(documento.signatarios[0])).open();
    const path = `/signatarios/${documento.signatarios[0].id}`;
    const changed = await about(sender, documento.id, path, 'PATCH', { presencial: true });
    expect([changed.status, changed.body.link]).toEqual([200, documento.signatarios[0].link]);
    const told = (await trailOf(sender, documento.id)).find(({ acao }) => acao === 'SIGNATARIO_CORRIGIDO');
    expect(told?.detalhe.alteracoes).toEqual({ presencial: { de: false, para: true } });
    await signing({ ...documento.signatarios[0], email: ana.email });
    expect(await inPerson(documento.id)).toEqual([['ASSINATURA_REGISTRADA', true]]);
    await ended(documento.id);
    const { bytes, text } = await certificateOf(documento.id);
    expect(text).toContain('presencial, de não para sim');
    const { failed } = verifyAsStranger((await about(sender, documento.id, '/arquivo?tipo=ASSINADO')).bytes, bytes);
    expect(failed).toEqual([]);
  });

  it('is declared of whoever fills a role of a template too, by the same rule', async () => {
    const papel = 'b3b0f4c8-6d0e-4f43-9d0f-0a9f7f0f7a11';
    const dados = {
      nome: 'Adesão',
      papeis: [{ id: papel, rotulo: 'Cliente', funcao: 'ASSINAR', ordem: 1 }],
      campos: [{ ...field(), papelId: papel }],
    };
    const made = await call(`${sender.base}/modelos`, 'POST', documentForm(tinyPdf(), dados), sender.as);
    expect([made.status, made.body.erros]).toEqual([201, undefined]);
    const { funcao: _, ...filler } = here({ papelId: papel });
    const use = (more: object) =>
      call(
        `${sender.base}/modelos/${made.body.id}/documentos`,
        'POST',
        { papeis: [{ ...filler, ...more }] },
        sender.as,
      );
    const used = await use({});
    expect([used.status, used.body.signatarios?.[0].presencial]).toEqual([201, true]);
    expect(why(await use({ metodoEntrega: 'EMAIL' }))).toEqual(BY_LINK_ALONE('papeis[0].presencial'));
  });
});

describe('a link that nobody hands over', () => {
  it('shown inside a page is told as that, and not as in person', async () => {
    await call(`${sender.base}/organizacao`, 'PATCH', { origensPermitidas: [APP] }, sender.as);
    const documento = await sent(sender, { signatarios: [here({ fatoresExigidos: ['EMAIL'] })] });
    const path = `/signatarios/${documento.signatarios[0].id}/link`;
    const { body } = await about(sender, documento.id, path, 'POST', { origem: APP });
    const session = `${sender.base}/assinatura/${body.url.split('/incorporar/')[1]}/sessao`;
    const { token } = (await call(session, 'POST', { chave: 'a'.repeat(22) })).body;
    const one = signer(sender.base, token);
    expect((await one.open()).body.presencial).toBe(false);
    expect((await one.refuse()).status).toBe(200);
    const trail = await trailOf(sender, documento.id);
    expect(trail.find(({ acao }) => acao === 'ASSINATURA_RECUSADA')?.detalhe.incorporadaEm).toBe(APP);
    expect(await inPerson(documento.id)).toEqual([]);
  });

  it('that the person’s own account opened is not told as in person', async () => {
    const account = await newAccount(service().origin);
    const own: Sender = { ...sender, as: account.panel };
    const documento = await sent(own, { signatarios: [here({ email: account.email })] });
    const opened = await about(own, documento.id, `/signatarios/${documento.signatarios[0].id}/abrir`, 'POST');
    const token = opened.body.url.split('/assinar/')[1];
    expect(token).not.toBe(tokenOf(documento.signatarios[0]));
    const one = await authenticated(own, { link: opened.body.url, email: account.email });
    expect((await one.open()).body.presencial).toBe(false);
    await one.read();
    await one.accept();
    expect((await one.sign()).status).toBe(200);
    const trail = await trailOf(own, documento.id);
    expect(trail.some(({ detalhe }) => 'presencial' in detalhe)).toBe(false);
    await until(async () => (await about(own, documento.id)).body.status === 'ASSINADO');
    const { bytes } = await about(own, documento.id, '/arquivo?tipo=CERTIFICADO');
    expect((await textOf(bytes)).join(' ')).not.toContain('aparelho que lhe foi entregue');
  });
});

describe('a set of which one document is signed in person', () => {
  it('tells it in that one’s trail alone, and its page keeps nothing of any of them', async () => {
    const { body: envelope } = await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sender.as);
    const same = person();
    const made: { id: string }[] = [];
    for (const presencial of [true, false]) {
      const dados = { envelopeId: envelope.id, signatarios: [{ ...same, presencial }], campos: [field()] };
      made.push((await postDocument(sender, dados)).body);
    }
    const out = await call(`${sender.base}/envelopes/${envelope.id}/enviar`, 'POST', undefined, sender.as);
    expect([out.status, out.body.erros]).toEqual([200, undefined]);
    const [first, second] = made as [{ id: string }, { id: string }];
    const [one, other] = await Promise.all(made.map(async ({ id }) => (await about(sender, id)).body.signatarios[0]));
    expect(other.link).toBe(one.link);
    const holder = signer(sender.base, tokenOf(one));
    expect((await holder.open()).body.presencial).toBe(true);
    await holder.otp('EMAIL');
    await holder.answer('EMAIL', await codeSentTo(sender, same.email));
    for (const { id } of made) {
      await call(`${holder.path}/leitura`, 'POST', { documentoId: id, paginasLidas: 9, segundos: 3 });
    }
    await holder.accept();
    expect((await holder.sign()).status).toBe(200);
    expect(await inPerson(first.id)).toEqual([
      ['DOCUMENTO_VISUALIZADO', true],
      ['ASSINATURA_REGISTRADA', true],
    ]);
    expect(await inPerson(second.id)).toEqual([]);
  });
});
