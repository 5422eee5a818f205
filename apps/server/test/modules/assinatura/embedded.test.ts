import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, newAccount } from '../../harness.ts';
import {
  about,
  codeSentTo,
  field,
  newSender,
  person,
  postDocument,
  refusal,
  type Sender,
  sent,
  sharedService,
  signer,
  trailOf,
} from '../support.ts';

/** Signing inside a page of the sender's own system (docs/adr/0084), and what whoever frames it must not get. */

const service = sharedService();
const APP = 'https://app.acacia.exemplo.com.br';
const OTHER = 'https://outra.exemplo.com.br';
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
  expect((await allow([APP])).status).toBe(200);
});

const allow = (origensPermitidas: string[], of = sender) =>
  call(`${of.base}/organizacao`, 'PATCH', { origensPermitidas }, of.as);
const linkFor = (
  { id, signatarios }: { id: string; signatarios: { id: string }[] },
  body: object = { origem: APP },
  which = 0,
) => about(sender, id, `/signatarios/${signatarios[which]?.id}/link`, 'POST', body);
const ticketOf = ({ body }: Answer<{ url: string }>): string => body.url.split('/incorporar/')[1] ?? '';
const newKey = () => randomBytes(16).toString('base64url');
const begin = (ticket: string, chave = newKey(), base = sender.base) =>
  call(`${base}/assinatura/${ticket}/sessao`, 'POST', { chave });
const said = ({ status, body }: Answer) => [status, body?.regra ?? body?.codigo];

/** The acts of whoever opened an address for one session. */
async function opened(answer: Answer) {
  const { status, body } = await begin(ticketOf(answer as unknown as Answer<{ url: string }>));
  expect(status).toBe(200);
  return signer(sender.base, body.token);
}

describe('the session that is opened inside a page', () => {
  it('proves nothing by being opened, signs once the e-mail proved itself, and is told by the trail', async () => {
    const ana = person({ metodoEntrega: 'EMAIL' });
    const documento = await sent(sender, { signatarios: [ana] });
    const answer = await linkFor(documento);
    expect(answer.status).toBe(200);
    expect(Date.parse(answer.body.expiraEm) - service().clock.now().getTime()).toBeLessThanOrEqual(15 * 60_000);
    const one = await opened(answer);
    expect((await one.open()).body).toMatchObject({
      autenticado: false,
      fatores: [{ fator: 'EMAIL', cumprido: false }],
    });
    expect((await one.file()).body.codigo).toBe('AUTENTICACAO_INCOMPLETA');
    await one.otp('EMAIL');
    expect((await one.answer('EMAIL', await codeSentTo(sender, ana.email))).status).toBe(200);
    await one.read();
    await one.accept();
    expect((await one.sign()).status).toBe(200);

    const where = (await trailOf(sender, documento.id)).flatMap(({ acao, detalhe }) =>
      'incorporadaEm' in detalhe ? [[acao, detalhe.incorporadaEm]] : [],
    );
    expect(where).toEqual([
      ['LINK_EXIBIDO', APP],
      ['DOCUMENTO_VISUALIZADO', APP],
      ['ASSINATURA_REGISTRADA', APP],
    ]);
    expect(said(await linkFor(documento))).toEqual([409, 'isComplete']);
  });

  it('refuses, and the trail says where', async () => {
    const documento = await sent(sender, { signatarios: [person()] });
    const one = await opened(await linkFor(documento));
    await one.open();
    expect((await one.refuse()).status).toBe(200);
    const refused = (await trailOf(sender, documento.id)).find(({ acao }) => acao === 'ASSINATURA_RECUSADA');
    expect(refused?.detalhe).toMatchObject({ incorporadaEm: APP });
  });

  it('leaves the other links of the person as they were', async () => {
    const documento = await sent(sender, { signatarios: [person()] });
    const [{ link }] = documento.signatarios;
    await opened(await linkFor(documento));
    const read = (await about(sender, documento.id)).body;
    expect(read.signatarios[0].link).toBe(link);
    expect((await signer(sender.base, link.split('/').pop()).open()).status).toBe(200);
  });

  it('opens the whole set of an envelope', async () => {
    const { body: envelope } = await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sender.as);
    const same = person();
    const made: Answer['body'][] = [];
    for (const titulo of ['Contrato', 'Anexo']) {
      const dados = { titulo, envelopeId: envelope.id, signatarios: [same], campos: [field()] };
      made.push((await postDocument(sender, dados)).body);
    }
    await call(`${sender.base}/envelopes/${envelope.id}/enviar`, 'POST', undefined, sender.as);
    const one = await opened(await linkFor(made[1] as never));
    expect((await one.open()).body.documentos).toHaveLength(2);
  });
});

describe('an address for one session', () => {
  it('is opened by one browser, which may reload its page', async () => {
    const ticket = ticketOf((await linkFor(await sent(sender))) as never);
    const mine = newKey();
    const first = await begin(ticket, mine);
    expect(first.body).toMatchObject({ origem: APP });
    expect((await begin(ticket, mine)).body).toEqual(first.body);
    const second = await begin(ticket);
    expect(said(second)).toEqual([410, 'embeddedOver']);
    expect(second.body.situacaoLink).toBe('SESSAO_ENCERRADA');
  });

  it('asked for by two at once is opened by one of them', async () => {
    const ticket = ticketOf((await linkFor(await sent(sender))) as never);
    const answers = await Promise.all([begin(ticket), begin(ticket)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('is no link of a person, nor is a person’s link such an address', async () => {
    const documento = await sent(sender);
    const ticket = ticketOf((await linkFor(documento)) as never);
    const asLink = signer(sender.base, ticket);
    expect((await asLink.open()).status).toBe(404);
    expect((await asLink.sign()).status).toBe(404);
    const token = documento.signatarios[0].link.split('/').pop();
    expect((await begin(token)).status).toBe(404);
    const { body } = await begin(ticket);
    expect((await begin(body.token)).status).toBe(404);
  });

  it('is over after fifteen minutes, its session after two hours', async () => {
    const there = await newSender(service());
    await allow([APP], there);
    const { id, signatarios } = await sent(there);
    const linkThere = () =>
      call(`${there.base}/documentos/${id}/signatarios/${signatarios[0].id}/link`, 'POST', { origem: APP }, there.as);
    const pass = (segundos: number) => call(`${there.base}/relogio/avancar`, 'POST', { segundos }, there.as);
    const [late, used] = [ticketOf((await linkThere()) as never), ticketOf((await linkThere()) as never)];
    const { body } = await begin(used, newKey(), there.base);
    const one = signer(there.base, body.token);
    await pass(16 * 60);
    expect(said(await begin(late, newKey(), there.base))).toEqual([410, 'embeddedOver']);
    expect((await one.open()).status).toBe(200);
    await pass(2 * 3600);
    const over = await one.open();
    expect([said(over), over.body.situacaoLink]).toEqual([[410, 'embeddedOver'], 'SESSAO_ENCERRADA']);
    expect((await one.refuse()).status).toBe(410);
  });

  it('dies with the document, and with a correction of its person', async () => {
    const [cancelled, corrected] = [await sent(sender), await sent(sender)];
    const tickets = [ticketOf((await linkFor(cancelled)) as never), ticketOf((await linkFor(corrected)) as never)];
    await about(sender, cancelled.id, '/cancelar', 'POST', { motivo: 'Engano.' });
    await about(sender, corrected.id, `/signatarios/${corrected.signatarios[0].id}`, 'PATCH', {
      email: 'outra@exemplo.com.br',
    });
    for (const ticket of tickets) expect((await begin(ticket as string)).status).toBe(410);
  });

  it('is made for nobody who has done their part, in no draft, and by nobody else’s organization', async () => {
    const draft = (await postDocument(sender, { signatarios: [person()], campos: [field()] })).body;
    expect(said(await linkFor(draft))).toEqual([409, 'isDraft']);
    const people = [person({ nome: 'Ana' }), person()].map((one) => ({ id: randomUUID(), ...one }));
    const campos = people.map(({ id }) => field({ signatarioId: id }));
    const documento = await sent(sender, { signatarios: people, campos, pararSeRecusado: false });
    await signer(sender.base, documento.signatarios[0].link.split('/').pop()).refuse();
    expect(said(await linkFor(documento))).toEqual([409, 'signerDone']);
    expect((await linkFor(documento, undefined, 1)).status).toBe(200);
    const stranger = await newAccount(service().origin);
    const foreign = await sent(sender);
    const path = `${sender.base}/documentos/${foreign.id}/signatarios/${foreign.signatarios[0].id}/link`;
    expect((await call(path, 'POST', { origem: APP }, stranger.panel)).status).toBe(404);
  });
});

describe('the page', () => {
  const pageOf = (ticket: string) => fetch(`${service().origin}/incorporar/${ticket}`);
  const framedBy = (response: Response) =>
    /frame-ancestors ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1];

  it('may be shown by pages of that origin alone, and says which that is', async () => {
    const page = await pageOf(ticketOf((await linkFor(await sent(sender))) as never));
    expect([page.status, framedBy(page), page.headers.get('x-frame-options')]).toEqual([200, APP, null]);
    expect(await page.text()).toContain(`data-frame="${APP}"`);
  });

  it('of no such address, and every page that is no such page, is shown inside of nobody’s', async () => {
    const documento = await sent(sender);
    const token = documento.signatarios[0].link.split('/').pop();
    for (const path of ['/incorporar/inventado', `/incorporar/${token}`, `/assinar/${token}`]) {
      const page = await fetch(service().origin + path);
      expect([path, page.status, framedBy(page)]).toEqual([path, 200, "'none'"]);
      expect(page.headers.get('x-frame-options')).toBe('DENY');
      expect(await page.text()).toContain('data-frame=""');
    }
  });

  it('opens nothing by being fetched', async () => {
    const ticket = ticketOf((await linkFor(await sent(sender))) as never);
    await pageOf(ticket);
    expect((await begin(ticket)).status).toBe(200);
  });
});

describe('origins', () => {
  it('are kept as browsers compare them, each once', async () => {
    const there = await newSender(service());
    const given = [
      'https://App.Acacia.exemplo.com.br/',
      'https://app.acacia.exemplo.com.br:443',
      'http://localhost:5173',
    ];
    const { status, body } = await allow(given, there);
    expect([status, body.origensPermitidas]).toEqual([200, [APP, 'http://localhost:5173']]);
    expect((await call(`${there.base}/organizacao`, 'GET', undefined, there.as)).body.origensPermitidas).toEqual(
      body.origensPermitidas,
    );
    expect((await allow([], there)).body.origensPermitidas).toEqual([]);
  });

  it.each([
    'https://*.exemplo.com.br',
    'https://a.exemplo.com.br;script-src *',
    "https://a'b.exemplo.com.br",
    'https://a.exemplo.com.br/assinar',
    'https://a.exemplo.com.br?x',
    'https://ana@exemplo.com.br',
    'http://exemplo.com.br',
    'http://localhost.exemplo.com.br',
    'ftp://localhost',
    'javascript:alert(1)',
    'null',
    '*',
  ])('are not %s', async (origem) => {
    expect(refusal(await allow([APP, origem]))).toEqual([400, 'ENTRADA_INVALIDA', ['origensPermitidas[1]']]);
    expect(refusal(await linkFor(await sent(sender), { origem }))).toEqual([400, 'ENTRADA_INVALIDA', ['origem']]);
  });

  it('that are not listed frame nothing and receive nobody back', async () => {
    const documento = await sent(sender);
    const wanted = { origem: OTHER, urlRetorno: `${OTHER}/fim` };
    const answer = await linkFor(documento, wanted);
    expect(refusal(answer)).toEqual([400, 'ENTRADA_INVALIDA', ['origem', 'urlRetorno']]);
    expect(answer.body.erros[0]).toMatchObject({ regra: 'originUnlisted', valores: { origem: OTHER } });
    const draft = { signatarios: [person({ urlRetorno: `${OTHER}/fim` })], campos: [field()] };
    expect(refusal(await postDocument(sender, draft))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['signatarios[0].urlRetorno'],
    ]);
  });

  it('receive nobody back by another scheme that names them', async () => {
    for (const urlRetorno of [`blob:${APP}/7`, `${APP}@${OTHER.slice(8)}/`, `javascript:alert(1)//${APP}`]) {
      const draft = { signatarios: [person({ urlRetorno })], campos: [field()] };
      expect(refusal(await postDocument(sender, draft)), urlRetorno).toEqual([
        400,
        'ENTRADA_INVALIDA',
        ['signatarios[0].urlRetorno'],
      ]);
    }
  });

  it('that are taken off the list show nothing more, not even what is open', async () => {
    const there = await newSender(service());
    await allow([APP], there);
    const { id, signatarios } = await sent(there);
    const path = `${there.base}/documentos/${id}/signatarios/${signatarios[0].id}/link`;
    const [opened, fresh] = await Promise.all(
      [1, 2].map(async () => ticketOf((await call(path, 'POST', { origem: APP }, there.as)) as never)),
    );
    const one = signer(there.base, (await begin(opened as string, newKey(), there.base)).body.token);
    expect((await one.open()).status).toBe(200);
    await allow([OTHER], there);
    expect(said(await one.open())).toEqual([410, 'embeddedOver']);
    expect(said(await begin(fresh as string, newKey(), there.base))).toEqual([410, 'embeddedOver']);
    const page = await fetch(`${service().origin}/incorporar/${fresh}`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await signer(there.base, signatarios[0].link.split('/').pop()).open()).status).toBe(200);
  });

  it('of the browser’s own machine are for the sandbox', async () => {
    const production = await newSender(service(), 'PRODUCAO');
    const local = 'http://localhost:5173';
    await allow([local], production);
    const draft = { signatarios: [person({ urlRetorno: `${local}/fim` })], campos: [field()] };
    const answer = await postDocument(production, draft);
    expect(answer.body.erros).toMatchObject([{ campo: 'signatarios[0].urlRetorno', regra: 'originLocal' }]);
  });
});

describe('where a person is sent back to', () => {
  const back = `${APP}/contratos/7?aba=fim`;
  const sessionOf = async (documento: { signatarios: { link: string }[] }) =>
    (await signer(sender.base, documento.signatarios[0]?.link.split('/').pop() ?? '').open()).body;

  it('is told by the signer’s own link, and by that of a session where it says something else', async () => {
    const documento = await sent(sender, { signatarios: [person({ urlRetorno: back })] });
    expect(documento.signatarios[0].urlRetorno).toBe(back);
    expect((await sessionOf(documento)).urlRetorno).toBe(back);
    const elsewhere = `${APP}/outro`;
    const one = await opened(await linkFor(documento, { origem: APP, urlRetorno: elsewhere }));
    expect((await one.open()).body.urlRetorno).toBe(elsewhere);
  });

  it('is taken back with its origin, changed and erased', async () => {
    const documento = await sent(sender, { signatarios: [person({ urlRetorno: back })] });
    await allow([]);
    expect((await sessionOf(documento)).urlRetorno).toBeNull();
    await allow([APP]);
    const path = `/signatarios/${documento.signatarios[0].id}`;
    const changed = await about(sender, documento.id, path, 'PATCH', { urlRetorno: `${APP}/novo` });
    expect([changed.status, changed.body.urlRetorno]).toEqual([200, `${APP}/novo`]);
    expect((await about(sender, documento.id, path, 'PATCH', { urlRetorno: null })).body.urlRetorno).toBeNull();
    expect(refusal(await about(sender, documento.id, path, 'PATCH', { urlRetorno: `${OTHER}/x` }))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['urlRetorno'],
    ]);
  });
});
