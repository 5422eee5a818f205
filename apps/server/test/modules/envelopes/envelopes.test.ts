import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  authenticated,
  call,
  draft,
  field,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  refusal,
  type Sender,
  sharedService,
  signer,
  tokenOf,
  until,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const envelopes = (rest = '', method = 'GET', body?: unknown) =>
  call(`${sender.base}/envelopes${rest}`, method, body, sender.as);

async function newEnvelope(titulo = 'Admissão'): Promise<string> {
  const created = await envelopes('', 'POST', { titulo });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ titulo, status: 'RASCUNHO', enviadoEm: null, documentos: [] });
  return created.body.id;
}

const byMail = (overrides: object = {}) => person({ metodoEntrega: 'EMAIL', ...overrides });
const member = (envelopeId: string, dados: object = {}) =>
  draft(sender, { envelopeId, signatarios: [byMail()], campos: [field()], ...dados });

/** Reads, accepts and signs everything the link shows. */
async function signAll(token: string) {
  const one = signer(sender.base, token);
  const session = await one.open();
  expect(session.status).toBe(200);
  for (const { id } of session.body.documentos) {
    await call(`${one.path}/leitura`, 'POST', { documentoId: id, paginasLidas: 9, segundos: 3 });
  }
  expect((await one.accept()).status).toBe(200);
  return one.sign();
}

describe('an envelope', () => {
  it('gives one person one link and one message over the set, and completes with its documents', async () => {
    const id = await newEnvelope();
    const ana = byMail();
    const first = await member(id, { titulo: 'Contrato', signatarios: [ana] });
    const second = await member(id, { titulo: 'Termo', signatarios: [ana] });
    const sent = await envelopes(`/${id}/enviar`, 'POST');
    expect([sent.status, sent.body.status]).toEqual([200, 'ENVIADO']);
    expect(sent.body.documentos.map(({ status }: { status: string }) => status)).toEqual([
      'AGUARDANDO_ASSINATURAS',
      'AGUARDANDO_ASSINATURAS',
    ]);

    const token = await linkSentTo(sender, ana.email);
    expect(await messagesTo(sender, ana.email)).toHaveLength(1);
    const signed = await signAll(token);
    expect(signed.body.documentos.map((documento: { id: string }) => documento.id).sort()).toEqual(
      [first.id, second.id].sort(),
    );
    const done = await until(async () => {
      const { body } = await envelopes(`/${id}`);
      return body.status === 'CONCLUIDO' && body;
    });
    expect(done.documentos.map(({ status }: { status: string }) => status)).toEqual(['ASSINADO', 'ASSINADO']);
  });

  it('hands out one URL to the same person, from the draft on, whatever the case of the e-mail', async () => {
    const id = await newEnvelope();
    const ana = person();
    const first = await member(id, { signatarios: [ana] });
    const second = await member(id, { signatarios: [{ ...ana, email: ana.email.toUpperCase() }] });
    const link = first.signatarios[0].link;
    expect(link).toMatch(/\/assinar\//);
    expect(second.signatarios[0].link).toBe(link);
    await envelopes(`/${id}/enviar`, 'POST');
    expect((await about(sender, first.id)).body.signatarios[0].link).toBe(link);
    const session = await signer(sender.base, tokenOf(first.signatarios[0])).open();
    expect(session.body.documentos).toHaveLength(2);
  });

  it('consumes one envelope of the allowance whatever it holds', async () => {
    const live = await newSender(service(), 'PRODUCAO');
    const { body } = await call(`${live.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, live.as);
    for (const titulo of ['Um', 'Dois', 'Três']) {
      await draft(live, { titulo, envelopeId: body.id, signatarios: [byMail()], campos: [field()] });
    }
    expect((await call(`${live.base}/envelopes/${body.id}/enviar`, 'POST', undefined, live.as)).status).toBe(200);
    const [row] = await service().app.db.read(
      (await scopeOf(live)) as never,
      (tx) => tx.sql`select sum(quantidade)::int as total from medicao where tipo = 'ENVELOPE_ENVIADO'`,
    );
    expect(row?.total).toBe(1);
  });

  it('whose document outlived its deadline as a draft says which, and goes once that has another', async () => {
    const id = await newEnvelope();
    const inAnHour = () => new Date(service().clock.now().getTime() + 3600_000).toISOString();
    await member(id, { titulo: 'Sem prazo', signatarios: [byMail()] });
    const late = await member(id, { titulo: 'Com prazo', signatarios: [byMail()], prazoEm: inAnHour() });
    service().clock.advance(2 * 3600_000);
    // Whatever else it is given, or a copy of it, is not hindered by that.
    expect((await about(sender, late.id, '', 'PATCH', { titulo: 'Outro título' })).status).toBe(200);
    expect((await about(sender, late.id, '/campos', 'PUT', { campos: [field()] })).status).toBe(200);
    const copy = await about(sender, late.id, '/duplicar', 'POST');
    expect([copy.status, copy.body.prazoEm]).toEqual([201, null]);
    const refused = await envelopes(`/${id}/enviar`, 'POST');
    expect(refused.status).toBe(422);
    expect(refused.body.erros).toMatchObject([{ campo: 'documentos[1].prazoEm', regra: 'past' }]);
    expect((await about(sender, late.id, '', 'PATCH', { prazoEm: inAnHour() })).status).toBe(200);
    expect((await envelopes(`/${id}/enviar`, 'POST')).status).toBe(200);
  });

  it('leaves its other documents alone when one is refused, cancelled or expires', async () => {
    const id = await newEnvelope();
    const ana = byMail();
    const make = (titulo: string, more: object = {}) => member(id, { titulo, signatarios: [ana], ...more });
    const refused = await make('A recusar');
    const cancelled = await make('A cancelar');
    const expiring = await make('A expirar', {
      prazoEm: new Date(service().clock.now().getTime() + 3600_000).toISOString(),
    });
    const kept = await make('A assinar');
    await envelopes(`/${id}/enviar`, 'POST');
    const token = await linkSentTo(sender, ana.email);

    expect((await signer(sender.base, token).refuse('Não concordo.', refused.id)).status).toBe(200);
    expect((await about(sender, cancelled.id, '/cancelar', 'POST', { motivo: 'Engano' })).status).toBe(200);
    service().clock.advance(3600_000);
    await until(async () => (await about(sender, expiring.id)).body.status === 'EXPIRADO');

    const session = await signer(sender.base, token).open();
    expect(session.body.documentos.map((documento: { id: string }) => documento.id)).toEqual([kept.id]);
    expect((await signAll(token)).body.documentos).toHaveLength(1);
    const done = await until(async () => {
      const { body } = await envelopes(`/${id}`);
      return body.status !== 'ENVIADO' && body;
    });
    // Not all of it was signed: of what ended the others, the refusal is told first.
    expect(done.status).toBe('RECUSADO');
    expect(done.documentos.map(({ status }: { status: string }) => status)).toEqual([
      'RECUSADO',
      'CANCELADO',
      'EXPIRADO',
      'ASSINADO',
    ]);
  });

  it('is cancelled when none of its documents was signed, and its link is dead', async () => {
    const id = await newEnvelope();
    const ana = byMail();
    const only = await member(id, { signatarios: [ana] });
    await envelopes(`/${id}/enviar`, 'POST');
    const token = await linkSentTo(sender, ana.email);
    await about(sender, only.id, '/cancelar', 'POST', { motivo: 'Engano' });
    expect((await envelopes(`/${id}`)).body.status).toBe('CANCELADO');
    expect(refusal(await signer(sender.base, token).open())).toEqual([410, 'LINK_INDISPONIVEL']);
  });

  it('is refused or expired where that ended its only document', async () => {
    const [refused, expired] = [await newEnvelope(), await newEnvelope()];
    const ana = byMail();
    await member(refused, { signatarios: [ana] });
    const prazoEm = new Date(service().clock.now().getTime() + 3600_000).toISOString();
    await member(expired, { signatarios: [byMail()], prazoEm });
    for (const id of [refused, expired]) await envelopes(`/${id}/enviar`, 'POST');
    expect((await signer(sender.base, await linkSentTo(sender, ana.email)).refuse('Não concordo.')).status).toBe(200);
    expect((await envelopes(`/${refused}`)).body.status).toBe('RECUSADO');
    service().clock.advance(3600_000);
    await until(async () => (await envelopes(`/${expired}`)).body.status === 'EXPIRADO');
  });

  it('lets two people sign who wait for each other in different documents', async () => {
    const id = await newEnvelope();
    const [ana, rui] = [byMail(), byMail()];
    const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const inOrder = (one: object, two: object, from: number) => ({
      ordenado: true,
      signatarios: [
        { ...one, id: ids[from], ordem: 1 },
        { ...two, id: ids[from + 1], ordem: 2 },
      ],
      campos: [field({ signatarioId: ids[from] })],
    });
    await member(id, inOrder(ana, rui, 0));
    await member(id, inOrder(rui, ana, 2));
    await envelopes(`/${id}/enviar`, 'POST');
    const [toAna, toRui] = [await linkSentTo(sender, ana.email), await linkSentTo(sender, rui.email)];
    expect((await signer(sender.base, toAna).open()).body.documentos).toHaveLength(1);
    expect((await signAll(toAna)).status).toBe(200);
    expect((await signAll(toRui)).status).toBe(200);
    // Rui's turn in the first document came while his link was open, so it was part of what he signed.
    await linkSentTo(sender, ana.email, 2);
    expect((await signAll(toAna)).status).toBe(200);
    await until(async () => (await envelopes(`/${id}`)).body.status === 'CONCLUIDO');
  });

  it('has a person corrected in one document corrected in all that the link opens, by one new link', async () => {
    const id = await newEnvelope();
    const ana = byMail();
    const first = await member(id, { signatarios: [ana] });
    const second = await member(id, { signatarios: [ana] });
    await envelopes(`/${id}/enviar`, 'POST');
    const token = await linkSentTo(sender, ana.email);
    const email = 'outra.pessoa@exemplo.com.br';
    const path = `/signatarios/${second.signatarios[0].id}`;
    expect((await about(sender, second.id, path, 'PATCH', { email })).status).toBe(200);
    expect((await about(sender, first.id)).body.signatarios[0].email).toBe(email);
    expect(refusal(await signer(sender.base, token).open())).toEqual([410, 'LINK_INDISPONIVEL']);
    const other = await signer(sender.base, await linkSentTo(sender, email)).open();
    const ids = other.body.documentos.map((documento: { id: string }) => documento.id);
    expect(ids.sort()).toEqual([first.id, second.id].sort());
    expect(await messagesTo(sender, email)).toHaveLength(1);
  });

  it('leaves alone what a person has ended when they are corrected in the rest', async () => {
    const id = await newEnvelope();
    const ana = byMail();
    const first = await member(id, { signatarios: [ana] });
    const second = await member(id, { signatarios: [ana] });
    await envelopes(`/${id}/enviar`, 'POST');
    const token = await linkSentTo(sender, ana.email);
    expect((await signer(sender.base, token).refuse('Não.', first.id)).status).toBe(200);
    const path = `/signatarios/${second.signatarios[0].id}`;
    expect((await about(sender, second.id, path, 'PATCH', { nome: 'Outro Nome' })).status).toBe(200);
    expect((await about(sender, first.id)).body.signatarios[0].nome).toBe(ana.nome);
    expect((await about(sender, second.id)).body.signatarios[0].nome).toBe('Outro Nome');
  });

  it('refuses to be sent empty, twice, or with documents that are not ready, naming each', async () => {
    const id = await newEnvelope();
    expect(refusal(await envelopes(`/${id}/enviar`, 'POST'))).toEqual([422, 'ENTRADA_INVALIDA', ['documentos']]);
    const bare = await draft(sender, { envelopeId: id });
    expect(refusal(await envelopes(`/${id}/enviar`, 'POST'))).toEqual([
      422,
      'ENTRADA_INVALIDA',
      ['documentos[0].campos', 'documentos[0].signatarios'],
    ]);
    await about(sender, bare.id, '', 'DELETE');
    await member(id);
    expect((await envelopes(`/${id}/enviar`, 'POST')).status).toBe(200);
    expect(refusal(await envelopes(`/${id}/enviar`, 'POST'))).toEqual([409, 'CONFLITO']);
  });

  it('refuses one person reached in different ways', async () => {
    const id = await newEnvelope();
    const ana = byMail({ cpf: '529.982.247-25' });
    await member(id, { signatarios: [ana] });
    await member(id, { signatarios: [{ ...ana, metodoEntrega: 'LINK', cpf: '111.444.777-35' }] });
    expect(refusal(await envelopes(`/${id}/enviar`, 'POST'))).toEqual([
      422,
      'ENTRADA_INVALIDA',
      ['documentos[1].signatarios[0].cpf', 'documentos[1].signatarios[0].metodoEntrega'],
    ]);
  });

  it('takes no document once sent, and its documents are not sent alone', async () => {
    const id = await newEnvelope();
    const one = await member(id);
    expect(refusal(await about(sender, one.id, '/enviar', 'POST'))).toEqual([409, 'CONFLITO']);
    await envelopes(`/${id}/enviar`, 'POST');
    const late = await draft(sender);
    expect(refusal(await about(sender, late.id, '', 'PATCH', { envelopeId: id }))).toEqual([409, 'CONFLITO']);
    expect(refusal(await about(sender, late.id, '', 'PATCH', { envelopeId: randomUUID() }))).toEqual([
      404,
      'NAO_ENCONTRADO',
    ]);
  });

  it('counts wrong codes of a person once over the set', async () => {
    const id = await newEnvelope();
    const ana = person();
    const first = await member(id, { signatarios: [ana] });
    await member(id, { signatarios: [ana] });
    await envelopes(`/${id}/enviar`, 'POST');
    const one = await authenticated(sender, { ...first.signatarios[0], email: ana.email });
    expect((await one.open()).body.autenticado).toBe(true);
    expect((await one.open()).body.documentos).toHaveLength(2);
  });

  it('is gone through in the order given to its documents, wherever they are named', async () => {
    const id = await newEnvelope();
    const ana = byMail();
    const titles = ['Contrato', 'Anexo', 'Termo'];
    const ids: string[] = [];
    for (const titulo of titles) ids.push((await member(id, { titulo, signatarios: [ana] })).id);
    const late = await draft(sender, { titulo: 'Ficha', signatarios: [ana], campos: [field()] });
    await about(sender, late.id, '', 'PATCH', { envelopeId: id });
    const order = async () =>
      (await envelopes(`/${id}`)).body.documentos.map(({ titulo }: { titulo: string }) => titulo);
    expect(await order()).toEqual([...titles, 'Ficha']);
    const wanted = ['Termo', 'Ficha', 'Contrato', 'Anexo'];
    const moved = await envelopes(`/${id}`, 'PATCH', { documentos: [ids[2], late.id], titulo: ' Outro nome ' });
    expect([moved.status, moved.body.titulo]).toEqual([200, 'Outro nome']);
    expect(await order()).toEqual(wanted);
    await about(sender, ids[0] ?? '', '', 'PATCH', { titulo: 'Contrato' });
    expect(await order()).toEqual(wanted);

    await envelopes(`/${id}/enviar`, 'POST');
    const session = await signer(sender.base, await linkSentTo(sender, ana.email)).open();
    expect(session.body.documentos.map(({ titulo }: { titulo: string }) => titulo)).toEqual(wanted);
    const texto = (await messagesTo(sender, ana.email))[0]?.texto ?? '';
    const places = wanted.map((titulo) => texto.indexOf(titulo));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(refusal(await envelopes(`/${id}`, 'PATCH', { titulo: 'Tarde' }))).toEqual([409, 'CONFLITO']);
  });

  it('lets documents join while others are put into order, and loses none', async () => {
    const id = await newEnvelope();
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.push((await member(id)).id);
    const orders = [ids, ids.toReversed(), [ids[1], ids[0], ids[2]], ids.toReversed()];
    const answers = await Promise.all([
      ...orders.map((documentos) => envelopes(`/${id}`, 'PATCH', { documentos })),
      ...[1, 2, 3, 4].map(() => member(id).then(() => ({ status: 201 }))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201, 201, 201]);
    const { body } = await envelopes(`/${id}`);
    expect(body.documentos).toHaveLength(7);
    expect(
      body.documentos
        .slice(0, 3)
        .map((documento: { id: string }) => documento.id)
        .sort(),
    ).toEqual(ids.sort());
  });

  it('takes no order with documents of another envelope, and forgets the place of one that leaves', async () => {
    const [id, other] = [await newEnvelope(), await newEnvelope()];
    const [one, two, foreign] = [await member(id), await member(id), await member(other)];
    expect(refusal(await envelopes(`/${id}`, 'PATCH', { documentos: [one.id, foreign.id] }))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['documentos[1]'],
    ]);
    await about(sender, one.id, '', 'PATCH', { envelopeId: null });
    await about(sender, one.id, '', 'PATCH', { envelopeId: id });
    const { body } = await envelopes(`/${id}`);
    expect(body.documentos.map((documento: { id: string }) => documento.id)).toEqual([two.id, one.id]);
  });

  it('is deleted once nothing is in it, and not after sending', async () => {
    const id = await newEnvelope();
    const [kept, gone] = [await member(id), await member(id)];
    const full = await envelopes(`/${id}`, 'DELETE');
    expect([...refusal(full), full.body.detail]).toEqual([
      409,
      'CONFLITO',
      'O envelope não está vazio: contém 2 documentos. Tire-os dele antes.',
    ]);
    await about(sender, kept.id, '', 'PATCH', { envelopeId: null });
    expect((await about(sender, gone.id, '', 'DELETE')).status).toBe(204);
    expect((await envelopes(`/${id}`, 'DELETE')).status).toBe(204);
    expect(refusal(await envelopes(`/${id}`))).toEqual([404, 'NAO_ENCONTRADO']);
    expect(refusal(await envelopes(`/${id}`, 'DELETE'))).toEqual([404, 'NAO_ENCONTRADO']);
    expect((await about(sender, kept.id)).body).toMatchObject({ envelopeId: null, status: 'RASCUNHO' });

    const sent = await newEnvelope();
    await member(sent);
    expect((await envelopes(`/${sent}/enviar`, 'POST')).status).toBe(200);
    expect(refusal(await envelopes(`/${sent}`, 'DELETE'))).toEqual([409, 'CONFLITO']);
  });

  it('is never deleted from under a document that joins it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await newEnvelope();
      const { id: loose } = await draft(sender, { signatarios: [byMail()], campos: [field()] });
      const [joined, deleted] = await Promise.all([
        about(sender, loose, '', 'PATCH', { envelopeId: id }),
        envelopes(`/${id}`, 'DELETE'),
      ]);
      expect([
        [200, 409],
        [404, 204],
        [409, 204],
      ]).toContainEqual([joined.status, deleted.status]);
      const { body } = await about(sender, loose);
      expect(body.envelopeId).toBe(joined.status === 200 ? id : null);
    }
  });

  it('is listed newest first with its documents', async () => {
    const own = await newSender(service());
    const made: string[] = [];
    for (const titulo of ['Um', 'Dois', 'Três']) {
      made.unshift((await call(`${own.base}/envelopes`, 'POST', { titulo }, own.as)).body.id);
    }
    const page = await call(`${own.base}/envelopes?limite=2`, 'GET', undefined, own.as);
    const rest = await call(
      `${own.base}/envelopes?limite=2&cursor=${page.body.proximoCursor}`,
      'GET',
      undefined,
      own.as,
    );
    expect([...page.body.itens, ...rest.body.itens].map(({ id }: { id: string }) => id)).toEqual(made);
    expect([page.body.total, rest.body.proximoCursor]).toEqual([3, null]);
  });
});

/** The scope of a caller, to look into its meter. */
async function scopeOf(who: Sender) {
  const { body } = await call(`${who.base}/organizacao`, 'GET', undefined, who.as);
  return { organizacaoId: body.id, ambiente: 'PRODUCAO' };
}
