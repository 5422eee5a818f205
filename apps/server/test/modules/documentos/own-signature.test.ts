import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, type Answer, call, newAccount } from '../../harness.ts';
import { INVITATION_LINK, panelOf, sandboxToken } from '../../members.ts';
import { newOwner, PASSWORD, send, someone } from '../sessoes/support.ts';
import {
  codeSentTo,
  documentForm,
  field,
  messagesTo,
  person,
  type Sender,
  sharedService,
  signer,
  tinyPdf,
} from '../support.ts';

/** A member who is a signer too signs from the panel, and nobody else gets that link (docs/adr/0075). */

const service = sharedService();
let account: Account;
beforeAll(async () => {
  account = await newAccount(service().origin);
});

type Headers = Record<string, string>;
const root = (side = '/sandbox') => `${service().origin}/v1${side}`;
const said = ({ status, body }: Answer) => [status, body?.regra ?? body?.codigo];

/** A document that was sent to these people, one after the other where they have turns. */
async function sentTo(people: object[], { as = account.panel as Headers, side = '/sandbox', more = {} } = {}) {
  const dados = { titulo: 'Contrato', signatarios: people, campos: people.length === 1 ? [field()] : [], ...more };
  const made = await call(`${root(side)}/documentos`, 'POST', documentForm(tinyPdf(), dados), as);
  expect([made.status, made.body?.erros]).toEqual([201, undefined]);
  const path = `${root(side)}/documentos/${made.body.id}`;
  const own = made.body.signatarios.map((one: { id: string }) => ({ ...field({ signatarioId: one.id }) }));
  if (people.length > 1) await call(`${path}/campos`, 'PUT', { campos: own }, as);
  const sent = await call(`${path}/enviar`, 'POST', undefined, as);
  expect([sent.status, sent.body?.erros]).toEqual([200, undefined]);
  return { path, signatarios: sent.body.signatarios as { id: string }[] };
}
const ownPlace = (more: object = {}) => person({ email: account.email.toUpperCase(), metodoEntrega: 'EMAIL', ...more });
const open = (path: string, signatarioId: string | undefined, as: Headers = account.panel) =>
  call(`${path}/signatarios/${signatarioId}/abrir`, 'POST', undefined, as);

describe('whoever is the signer', () => {
  it('gets one link, signs with it once the e-mail proved itself by a code, and the trail tells it', async () => {
    const { path, signatarios } = await sentTo([ownPlace()]);
    const [first, again] = [await open(path, signatarios[0]?.id), await open(path, signatarios[0]?.id)];
    expect([first.status, again.body]).toEqual([200, first.body]);
    const token = first.body.url.split('/assinar/')[1];
    const mailed = (await messagesTo(sender(), account.email.toUpperCase())).map(({ texto }) => texto).join();
    expect(mailed).not.toContain(token);

    const mine = signer(root(), token);
    const opened = await mine.open();
    expect(opened.body).toMatchObject({
      suaVez: true,
      autenticado: false,
      fatores: [{ fator: 'EMAIL', cumprido: false }],
    });
    expect((await mine.file()).body.codigo).toBe('AUTENTICACAO_INCOMPLETA');
    await mine.otp('EMAIL');
    expect((await mine.answer('EMAIL', await codeSentTo(sender(), account.email.toUpperCase()))).status).toBe(200);
    await mine.read();
    await mine.accept();
    expect((await mine.sign()).status).toBe(200);

    const read = (await call(path, 'GET', undefined, account.panel)).body;
    expect(read.status).toBe('ASSINADO');
    expect(read.signatarios[0]).not.toHaveProperty('link');
    const trail = (await call(`${path}/auditoria?limite=100`, 'GET', undefined, account.panel)).body.itens;
    const shown = trail.filter(({ acao }: { acao: string }) => acao === 'LINK_EXIBIDO');
    expect(shown.map(({ tipoAtor, detalhe }: { tipoAtor: string; detalhe: object }) => [tipoAtor, detalhe])).toEqual([
      ['USUARIO', { signatarioId: signatarios[0]?.id }],
    ]);
    expect((await open(path, signatarios[0]?.id)).status).toBe(409);
  });

  it('waits for the turn, as for any link', async () => {
    const people = [person({ ordem: 1 }), ownPlace({ ordem: 2 })];
    const { path, signatarios } = await sentTo(people, { more: { ordenado: true } });
    expect(said(await open(path, signatarios[1]?.id))).toEqual([409, 'resendNotTheirs']);
  });

  it('of a set gets one link for all of it', async () => {
    const { body: envelope } = await call(`${root()}/envelopes`, 'POST', { titulo: 'Conjunto' }, account.panel);
    const same = ownPlace();
    const paths: string[] = [];
    for (const titulo of ['Contrato', 'Anexo']) {
      const dados = { titulo, envelopeId: envelope.id, signatarios: [same], campos: [field()] };
      const made = await call(`${root()}/documentos`, 'POST', documentForm(tinyPdf(), dados), account.panel);
      paths.push(`${root()}/documentos/${made.body.id}`);
    }
    await call(`${root()}/envelopes/${envelope.id}/enviar`, 'POST', undefined, account.panel);
    const urls = [];
    for (const path of paths) {
      const { signatarios } = (await call(path, 'GET', undefined, account.panel)).body;
      urls.push((await open(path, signatarios[0].id)).body.url);
    }
    expect(urls[1]).toBe(urls[0]);
    expect((await call(`${root()}/assinatura/${urls[0].split('/').pop()}`)).body.documentos).toHaveLength(2);
  });

  it('of a set is told by each of its documents, which are completed though no mail had left', async () => {
    const { body: envelope } = await call(`${root()}/envelopes`, 'POST', { titulo: 'Conjunto' }, account.panel);
    const made: { id: string; signatarios: { id: string }[] }[] = [];
    for (const titulo of ['Contrato', 'Anexo']) {
      const dados = { titulo, envelopeId: envelope.id, signatarios: [ownPlace()], campos: [field()] };
      made.push((await call(`${root()}/documentos`, 'POST', documentForm(tinyPdf(), dados), account.panel)).body);
    }
    const [first, second] = made as [(typeof made)[0], (typeof made)[0]];
    const { url } = await service().owner.begin(async (holding) => {
      await holding`lock table mensagem_capturada in exclusive mode`;
      await call(`${root()}/envelopes/${envelope.id}/enviar`, 'POST', undefined, account.panel);
      return (await open(`${root()}/documentos/${first.id}`, first.signatarios[0]?.id)).body;
    });
    const mine = signer(root(), url.split('/').pop());
    await mine.open();
    await mine.otp('EMAIL');
    await mine.answer('EMAIL', await codeSentTo(sender(), account.email.toUpperCase(), 2));
    for (const { id } of made)
      await call(`${mine.path}/leitura`, 'POST', { documentoId: id, paginasLidas: 9, segundos: 3 });
    await mine.accept();
    const { documentos } = (await mine.sign()).body;
    expect(new Set(documentos.map(({ status }: { status: string }) => status))).toEqual(new Set(['ASSINADO']));
    const { itens } = (
      await call(`${root()}/documentos/${second.id}/auditoria?limite=100`, 'GET', undefined, account.panel)
    ).body;
    expect(itens.filter(({ acao }: { acao: string }) => acao === 'LINK_EXIBIDO')).toHaveLength(1);
  });
});

describe('nobody else', () => {
  it('gets it: another member, a key, another organization', async () => {
    const { path, signatarios } = await sentTo([ownPlace()]);
    const id = signatarios[0]?.id;
    const other = await account.member('ADMINISTRADOR');
    expect(said(await open(path, id, other.panel))).toEqual([409, 'signatureNotYours']);
    expect((await open(path, id, account.test)).body.codigo).toBe('PAPEL_INSUFICIENTE');
    const stranger = await newAccount(service().origin);
    expect((await open(path, id, stranger.panel)).status).toBe(404);
    // What the signer was given is shown to no other reader, nor by any other operation.
    const url = (await open(path, id)).body.url;
    for (const as of [other.panel, account.test] as Headers[]) {
      expect((await call(path, 'GET', undefined, as)).bytes.toString()).not.toContain(url);
    }
  });

  it('gets it once the signer’s address is corrected to another’s, and the link from before is dead', async () => {
    const { path, signatarios } = await sentTo([ownPlace()]);
    const id = signatarios[0]?.id;
    const { url } = (await open(path, id)).body;
    const corrected = await call(
      `${path}/signatarios/${id}`,
      'PATCH',
      { email: 'outra@exemplo.com.br' },
      account.panel,
    );
    expect(corrected.status).toBe(200);
    expect(said(await open(path, id))).toEqual([409, 'signatureNotYours']);
    expect((await call(`${root()}/assinatura/${url.split('/').pop()}`)).status).toBe(410);
  });

  it('gets it with the address an account had before', async () => {
    const { path, signatarios } = await sentTo([ownPlace()]);
    const [before, after] = [account.email, someone()];
    await service().owner`update usuario set email = ${after} where email = ${before}`;
    expect(said(await open(path, signatarios[0]?.id))).toEqual([409, 'signatureNotYours']);
    await service().owner`update usuario set email = ${before} where email = ${after}`;
  });

  it('gets it in production by an account that never showed the address to be its own', async () => {
    // The owner invites the victim's address in the sandbox, where he reads the invitation himself.
    const { panel } = await newOwner(service());
    const victim = someone();
    const body = { email: victim, papel: 'ADMINISTRADOR' };
    await send(service(), 'POST', '/sandbox/organizacao/membros', { as: panel, body });
    const token = await sandboxToken(service(), panel, victim, INVITATION_LINK);
    const accepted = await send(service(), 'POST', `/autenticacao/convites/${token}/aceitar`, {
      body: { nome: 'Paulo', senha: PASSWORD },
    });
    const { path, signatarios } = await sentTo([person({ email: victim, metodoEntrega: 'EMAIL' })], {
      as: panel as unknown as Headers,
      side: '',
    });
    const id = signatarios[0]?.id;
    expect(said(await open(path, id, panelOf(accepted) as unknown as Headers))).toEqual([409, 'emailUnconfirmed']);
  });

  it('gets what goes by SMS, which belongs to a telephone', async () => {
    const { path, signatarios } = await sentTo([ownPlace({ metodoEntrega: 'SMS', telefone: '+5511987654321' })]);
    expect(said(await open(path, signatarios[0]?.id))).toEqual([409, 'signatureBySms']);
  });
});

const sender = (): Sender => ({ service: service(), base: root(), as: account.panel });
