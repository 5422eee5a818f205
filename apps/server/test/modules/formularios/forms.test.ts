import { randomUUID } from 'node:crypto';
import { FORM_REQUEST_TTL_MS, FORMS_PER_TEMPLATE, SIGNER_REQUESTS_PER_MINUTE } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount } from '../../harness.ts';
import { about, call, messagesTo, newSender, type Sender, sharedService, signer, trailOf, until } from '../support.ts';
import {
  ask,
  comeBy,
  company,
  companyId,
  confirm,
  documentsOf,
  form,
  headers,
  links,
  mailed,
  newLink,
  newTemplate,
  newVisitor,
  ONE_ROLE,
  papelId,
  publish,
  said,
  TWO_ROLES,
  tokenIn,
} from './support.ts';

/** Public links of templates (docs/adr/0086), and what must not come of them. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

describe('a public link', () => {
  it('brings a visitor from name and address to a sealed document of their own', async () => {
    const of = await newSender(service());
    const link = await newLink(of);
    expect(link).toMatchObject({ situacao: 'ABERTO', respostas: 0, limite: null, expiraEm: null, papelId });
    expect((await form(of, link.url)).body).toMatchObject({
      ambiente: 'TESTE',
      titulo: 'Adesão 2027',
      papel: 'Associado',
      paginas: 1,
    });
    const { who, confirmed, person } = await comeBy(of, link.url);
    expect(confirmed.status).toBe(200);
    const [documento] = await documentsOf(of);
    expect(documento).toMatchObject({ titulo: 'Termo de adesão', status: 'AGUARDANDO_ASSINATURAS' });
    const { signatarios } = (await about(of, documento.id)).body;
    expect(signatarios).toMatchObject([{ ...who, metodoEntrega: 'EMAIL', status: 'ENVIADO' }]);
    const acts = signer(of.base, person);
    expect((await acts.open()).body.fatores).toMatchObject([{ fator: 'EMAIL', cumprido: true }]);
    await acts.read();
    await acts.accept();
    expect((await acts.sign()).status).toBe(200);
    await until(async () => (await about(of, documento.id)).body.status === 'ASSINADO');
    const listed = (await links(of, link.modeloId)).body;
    expect(listed).toMatchObject({ total: 1, itens: [{ id: link.id, respostas: 1 }] });
    expect((await call(`${of.base}/modelos/${link.modeloId}`, 'GET', undefined, of.as)).body.vezesUsado).toBe(1);
  });

  it('tells in the trail by which link it came, and writes no second message', async () => {
    const of = await newSender(service());
    const link = await newLink(of);
    const { who } = await comeBy(of, link.url);
    const [{ id }] = await documentsOf(of);
    const trail = await trailOf(of, id);
    expect(trail[0]).toMatchObject({
      acao: 'DOCUMENTO_CRIADO',
      tipoAtor: 'SISTEMA',
      detalhe: { formulario: { linkId: link.id, titulo: 'Adesão 2027' } },
    });
    expect(trail.map(({ acao }) => acao)).toContain('CONVITE_ENVIADO');
    // The queue is empty, so whatever was to be sent was.
    await until(async () => {
      const waiting = await service().owner`
        select from fila.job where name = 'enviar-convite' and state < 'completed' limit 1`;
      return waiting.length === 0;
    });
    expect((await messagesTo(of, who.email)).length).toBe(1);
  });

  it('makes nothing before the confirmation, and one document however often that is repeated, at once too', async () => {
    const of = await newSender(service());
    const link = await newLink(of);
    const who = newVisitor();
    await ask(of, link.url, who);
    const first = await mailed(of, who.email);
    await ask(of, link.url, { ...who, nome: 'Outro Nome', email: who.email.toUpperCase() });
    const second = await mailed(of, who.email.toUpperCase());
    expect(second).toBe(first);
    expect(await documentsOf(of)).toEqual([]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(of, first)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.url}`)).size).toBe(1);
    const made = await documentsOf(of);
    expect(made.length).toBe(1);
    expect((await about(of, made[0].id)).body.signatarios[0].nome).toBe('Outro Nome');
    expect((await links(of, link.modeloId)).body.itens[0].respostas).toBe(1);
    // Another request of the same person is another document.
    await comeBy(of, link.url, newVisitor());
    expect((await documentsOf(of)).length).toBe(2);
    const kept = await service().owner`
      select from formulario_pedido p join formulario f on f.id = p.formulario_id
       where f.id = ${link.id} and (p.nome is not null or p.email is not null)`;
    expect(kept.length).toBe(0);
  });

  it('counts to its limit and no further, however many confirm at once', async () => {
    const of = await newSender(service());
    const link = await newLink(of, { limite: 2 });
    const people = [newVisitor(), newVisitor(), newVisitor(), newVisitor()];
    for (const who of people) expect((await ask(of, link.url, who)).status).toBe(202);
    const tokens = [];
    for (const { email } of people) tokens.push(await mailed(of, email));
    const statuses = (await Promise.all(tokens.map((token) => confirm(of, token)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 410, 410]);
    expect((await documentsOf(of)).length).toBe(2);
    expect((await links(of, link.modeloId)).body.itens[0]).toMatchObject({ situacao: 'ESGOTADO', respostas: 2 });
    expect(said(await form(of, link.url))).toEqual([410, 'formFull']);
    expect(said(await ask(of, link.url, newVisitor()))).toEqual([410, 'formFull']);
    const more = await links(of, link.modeloId, `/${link.id}`, 'PATCH', { limite: 3 });
    expect(more.body.situacao).toBe('ABERTO');
    const less = await links(of, link.modeloId, `/${link.id}`, 'PATCH', { limite: 1 });
    expect(less.body.erros).toMatchObject([{ campo: 'limite', regra: 'formLimitBelow' }]);
  });

  it('takes nothing once it was ended, its time is over, or its template is gone; what was asked before neither', async () => {
    const of = await newSender(service());
    const until = new Date(service().clock.now().getTime() + 3600_000).toISOString();
    const ended = await newLink(of);
    const late = await newLink(of, { expiraEm: until });
    const gone = await newLink(of);
    const waiting = [];
    for (const { url } of [ended, late, gone]) {
      const who = newVisitor();
      await ask(of, url, who);
      waiting.push(await mailed(of, who.email));
    }
    expect((await links(of, ended.modeloId, `/${ended.id}`, 'DELETE')).status).toBe(204);
    expect((await links(of, ended.modeloId, `/${ended.id}`, 'DELETE')).status).toBe(204);
    expect((await call(`${of.base}/modelos/${gone.modeloId}`, 'DELETE', undefined, of.as)).status).toBe(204);
    await call(`${of.base}/relogio/avancar`, 'POST', { segundos: 3601 }, of.as);
    expect(said(await form(of, ended.url))).toEqual([410, 'formClosed']);
    expect(said(await form(of, late.url))).toEqual([410, 'formOver']);
    expect(said(await form(of, gone.url))).toEqual([410, 'formClosed']);
    const answers = [];
    for (const token of waiting) answers.push((await confirm(of, token)).status);
    expect(answers).toEqual([410, 410, 410]);
    expect(await documentsOf(of)).toEqual([]);
    expect(said(await links(of, ended.modeloId, `/${ended.id}`, 'PATCH', { titulo: 'Outra' }))).toEqual([
      409,
      'formClosed',
    ]);
    expect((await links(of, late.modeloId)).body.itens[0].situacao).toBe('VENCIDO');
  });

  it('forgets by its clock who never confirmed, whose message serves no more', async () => {
    const of = await newSender(service());
    const link = await newLink(of);
    const who = newVisitor();
    await ask(of, link.url, who);
    const token = await mailed(of, who.email);
    await call(`${of.base}/relogio/avancar`, 'POST', { segundos: FORM_REQUEST_TTL_MS / 1000 + 1 }, of.as);
    expect(said(await confirm(of, token))).toEqual([410, 'formRequestOver']);
    await until(async () => {
      await service().owner`select acesso.esquecer_pedidos_de_formulario(${service().clock.now()}, 100)`;
      const left = await service().owner`select from formulario_pedido where formulario_id = ${link.id}`;
      return left.length === 0;
    });
    expect((await confirm(of, token)).status).toBe(404);
  });

  it('sends in the others’ names what its owner gave for them, and invites the visitor in their turn', async () => {
    const of = await newSender(service());
    const documento = { ordenado: true, papeis: [{ ...company, ordem: 1 }], prazoDias: 7, mensagem: 'Bem-vinda!' };
    const late = { ...TWO_ROLES, papeis: TWO_ROLES.papeis.map((papel) => ({ ...papel, ordem: 2 })) };
    const link = await newLink(of, { documento }, late);
    const { confirmed, who, token } = await comeBy(of, link.url);
    expect([confirmed.status, confirmed.body]).toEqual([200, { url: null }]);
    const [{ id }] = await documentsOf(of);
    const made = (await about(of, id)).body;
    expect(made).toMatchObject({ ordenado: true, mensagem: 'Bem-vinda!' });
    const days = (Date.parse(made.prazoEm) - Date.parse(made.enviadoEm)) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect(made.signatarios.map(({ email }: { email: string }) => email).sort()).toEqual(
      [company.email, who.email].sort(),
    );
    // Their own invitation comes by mail; what was confirmed gives no link before, nor then.
    expect((await confirm(of, token)).body).toEqual({ url: null });
  });

  it('gives back the one link of its confirmation, and never that of whoever took the person’s place', async () => {
    const of = await newSender(service());
    const link = await newLink(of);
    const { token, confirmed } = await comeBy(of, link.url);
    const [{ id }] = await documentsOf(of);
    const again = await confirm(of, token);
    expect(again.body.url).toBe(confirmed.body.url);
    const [{ id: signatarioId }] = (await about(of, id)).body.signatarios;
    const changed = await about(of, id, `/signatarios/${signatarioId}`, 'PATCH', { email: 'outra@exemplo.com.br' });
    expect(changed.status).toBe(200);
    expect(said(await confirm(of, token))).toEqual([410, 'formRequestOver']);
  });

  it('shows whoever has its message whose it is before they confirm, as long as the message serves', async () => {
    const of = await newSender(service());
    const brand = { corPrimaria: '#7c1d6f', nomeRemetente: 'Acácia' };
    expect((await call(`${service().origin}/v1/organizacao`, 'PATCH', { marca: brand }, of.as)).status).toBe(200);
    const link = await newLink(of);
    const who = newVisitor();
    await ask(of, link.url, who);
    const token = await mailed(of, who.email);
    const look = () => call(`${of.base}/formularios/${token}/confirmar`);
    const shown = await look();
    expect(shown.body).toEqual({
      ambiente: 'TESTE',
      titulo: 'Adesão 2027',
      nome: who.nome,
      remetente: { nome: 'Acácia Ltda.', marca: { ...brand, logo: null } },
    });
    expect(await documentsOf(of)).toEqual([]);
    expect((await confirm(of, token)).status).toBe(200);
    await links(of, link.modeloId, `/${link.id}`, 'DELETE');
    // Confirmed, it still leads to its document, whatever became of the link.
    expect((await look()).body).toEqual({ ...shown.body, nome: null });
    const [{ id }] = await documentsOf(of);
    await about(of, id, '/cancelar', 'POST', { motivo: 'Engano' });
    expect(said(await look())).toEqual([410, 'formRequestOver']);
    expect((await call(`${of.base}/formularios/${tokenIn(link.url)}/confirmar`)).status).toBe(404);
  });

  it('shows whose name was typed last, by whomever, to the mailbox that confirms it and is named so', async () => {
    const link = await newLink(sender);
    const who = newVisitor();
    await ask(sender, link.url, who);
    const token = await mailed(sender, who.email);
    await ask(sender, link.url, { ...who, nome: 'Outra Pessoa' });
    const look = async () => (await call(`${sender.base}/formularios/${token}/confirmar`)).body.nome;
    expect(await look()).toBe('Outra Pessoa');
    // Whoever sees another's name asks again with their own.
    await ask(sender, link.url, who);
    expect(await look()).toBe(who.nome);
    const { url } = (await confirm(sender, token)).body;
    expect((await signer(sender.base, tokenIn(url)).open()).body.signatario.nome).toBe(who.nome);
  });

  it('makes nothing in another name than its person saw as they pressed', async () => {
    const link = await newLink(sender);
    const who = newVisitor();
    await ask(sender, link.url, who);
    const token = await mailed(sender, who.email);
    const seen = (await call(`${sender.base}/formularios/${token}/confirmar`)).body;
    await ask(sender, link.url, { ...who, nome: 'Outra Pessoa' });
    expect(said(await confirm(sender, token, { nome: seen.nome }))).toEqual([409, 'formRequestRenamed']);
    expect((await links(sender, link.modeloId)).body.itens[0]).toMatchObject({ respostas: 0, impedimento: null });
    const { status, body } = await confirm(sender, token, { nome: 'Outra Pessoa' });
    expect(status).toBe(200);
    // Made, it is theirs: the same link for as long as it works, whatever is said.
    expect((await confirm(sender, token, { nome: seen.nome })).body).toEqual(body);
    expect((await signer(sender.base, tokenIn(body.url)).open()).body.signatario.nome).toBe('Outra Pessoa');
  });

  it('asks of a visitor only what they can prove', async () => {
    const modeloId = await newTemplate(sender, {
      ...ONE_ROLE,
      papeis: [{ ...ONE_ROLE.papeis[0], fatoresExigidos: ['SMS_OTP'] }],
    });
    expect((await publish(sender, modeloId)).body.erros).toMatchObject([{ campo: 'papelId', regra: 'formFactor' }]);
    const other = await publish(sender, await newTemplate(sender), {
      documento: { fatoresExigidos: ['EMAIL', 'DADOS_PESSOAIS'] },
    });
    expect(other.body.erros).toMatchObject([{ campo: 'documento.fatoresExigidos', regra: 'formFactor' }]);
    expect(
      (await publish(sender, await newTemplate(sender), { documento: { fatoresExigidos: ['EMAIL', 'TOTP'] } })).status,
    ).toBe(201);
  });

  it('is refused where its documents could not be made, each reason with its place', async () => {
    const two = await newTemplate(sender, TWO_ROLES);
    const reasons = async (modeloId: string, more: object) => (await publish(sender, modeloId, more)).body.erros;
    expect(await reasons(two, {})).toMatchObject([{ campo: 'documento.papeis', regra: 'roleEmpty' }]);
    expect(await reasons(two, { papelId: randomUUID() })).toMatchObject([{ campo: 'papelId', regra: 'roleUnknown' }]);
    const nobody = { documento: { papeis: [{ papelId: companyId, nome: 'Rui' }] } };
    expect(await reasons(two, nobody)).toMatchObject([{ campo: 'documento.papeis[0].email' }]);
    expect((await publish(sender, two, { documento: { papeis: [company] } })).status).toBe(201);
    const bare = await newTemplate(sender, { ...ONE_ROLE, campos: [] });
    expect(await reasons(bare, {})).toMatchObject([{ regra: 'signatureNeeded' }]);
    const past = new Date(service().clock.now().getTime() - 1000).toISOString();
    expect(await reasons(two, { expiraEm: past })).toMatchObject([{ campo: 'expiraEm', regra: 'past' }]);
  });

  it('tells a visitor no more than that it cannot, where the sender has to mend something', async () => {
    const of = await newSender(service());
    const link = await newLink(of);
    const who = newVisitor();
    await ask(of, link.url, who);
    const token = await mailed(of, who.email);
    const { owner } = service();
    const [row] = await owner<{ id: string }[]>`select organizacao_id as id from formulario where id = ${link.id}`;
    await owner`update organizacao set status = 'SUSPENSA' where id = ${row?.id ?? ''}`;
    expect(said(await form(of, link.url))).toEqual([409, 'formUnavailable']);
    expect(said(await ask(of, link.url, newVisitor()))).toEqual([409, 'formUnavailable']);
    expect(said(await confirm(of, token))).toEqual([409, 'formUnavailable']);
    await owner`update organizacao set status = 'ATIVA' where id = ${row?.id ?? ''}`;
    expect((await confirm(of, token)).status).toBe(200);
  });

  it('writes to nobody oftener than three times an hour, whichever links that is asked by', async () => {
    const live = await newSender(service(), 'PRODUCAO');
    const link = await newLink(live);
    const who = newVisitor();
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await ask(live, link.url, who)).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
    const other = await newLink(live);
    expect(said(await ask(live, other.url, { ...who, email: who.email.toUpperCase() }))).toEqual([429, 'formRequests']);
  });

  it('writes nothing to a mailbox that somebody typed, but the sender’s own words', async () => {
    const link = await newLink(sender);
    const who = newVisitor({ nome: 'Ganhe na hora em premio.exemplo.com' });
    expect((await ask(sender, link.url, who)).status).toBe(202);
    await mailed(sender, who.email);
    const [message] = await messagesTo(sender, who.email);
    expect(`${message?.assunto} ${message?.texto} ${message?.html}`).not.toContain('premio');
  });

  it('takes ten requests an hour from one place, whichever links they come by', async () => {
    const live = await newSender(service(), 'PRODUCAO');
    const [link, other] = [await newLink(live), await newLink(live)];
    const from = headers();
    const statuses = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await ask(live, link.url, newVisitor(), from)).status);
    expect(new Set(statuses)).toEqual(new Set([202]));
    const refused = await ask(live, other.url, newVisitor(), from);
    expect(said(refused)).toEqual([429, 'formRequests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Nothing leaves the sandbox, where a link is tried out again and again.
    const tried = await newLink(sender);
    for (let n = 0; n < 11; n += 1) expect((await ask(sender, tried.url, newVisitor(), from)).status).toBe(202);
  });

  it('is not shut for everybody by one who opens it again and again', async () => {
    const { url } = await newLink(await newSender(service()));
    const from = headers();
    const open = (as: Record<string, string>) =>
      call(`${sender.base}/formularios/${tokenIn(url)}`, 'GET', undefined, as);
    const answers = await Promise.all(Array.from({ length: SIGNER_REQUESTS_PER_MINUTE + 5 }, () => open(from)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await open(headers())).status).toBe(200);
  });

  it('opens by its address alone: not by that of a message, a personal link, or another kind of token', async () => {
    const of = await newSender(service());
    const link = await newLink(of);
    const { token, person } = await comeBy(of, link.url);
    const opened = [
      await form(of, token),
      await form(of, person),
      await confirm(of, tokenIn(link.url)),
      await confirm(of, person),
    ];
    expect(opened.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await call(`${of.base}/assinatura/${tokenIn(link.url)}`)).status).toBe(404);
    expect((await call(`${of.base}/assinatura/${token}`)).status).toBe(404);
  });

  it('is its organization’s alone, and another operator’s to see but not to change', async () => {
    const account = await newAccount(service().origin);
    const of: Sender = { service: service(), base: sender.base, as: account.panel };
    const modeloId = await newTemplate(of, { ...ONE_ROLE, escopo: 'ORGANIZACAO' });
    const { body: link } = await publish(of, modeloId);
    const stranger = await newSender(service());
    for (const [method, rest] of [
      ['GET', ''],
      ['PATCH', `/${link.id}`],
      ['DELETE', `/${link.id}`],
    ] as const) {
      const answer = await links(
        of,
        modeloId,
        rest,
        method,
        method === 'PATCH' ? { titulo: 'X' } : undefined,
        stranger.as,
      );
      expect([method, answer.status]).toEqual([method, 404]);
    }
    const operator = (await account.member('OPERADOR')).test;
    expect((await links(of, modeloId, '', 'GET', undefined, operator)).body.total).toBe(1);
    expect((await links(of, modeloId, `/${link.id}`, 'DELETE', undefined, operator)).status).toBe(403);
    const elsewhere = await newTemplate(of);
    expect((await links(of, elsewhere, `/${link.id}`, 'DELETE')).status).toBe(404);
    const production = `${service().origin}/v1/modelos/${modeloId}/links`;
    expect((await call(production, 'GET', undefined, of.as)).status).toBe(404);
  });

  it('is one of fifty open ones at most', async () => {
    const modeloId = await newTemplate(sender);
    const made = [];
    for (let n = 0; n < FORMS_PER_TEMPLATE; n += 1) made.push((await publish(sender, modeloId)).body.id);
    expect(said(await publish(sender, modeloId))).toEqual([422, 'formLimit']);
    await links(sender, modeloId, `/${made[0]}`, 'DELETE');
    expect((await publish(sender, modeloId)).status).toBe(201);
    const page = (await links(sender, modeloId, '?limite=30')).body;
    expect([page.total, page.itens.length]).toEqual([FORMS_PER_TEMPLATE + 1, 30]);
    const rest = (await links(sender, modeloId, `?limite=30&cursor=${page.proximoCursor}`)).body;
    expect(rest.itens.at(-1).id).toBe(made[0]);
  });
});
