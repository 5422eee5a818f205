import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  codeSentTo,
  draft,
  messagesTo,
  newSender,
  person,
  readyToSign,
  refusal,
  retryAfter,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
  until,
  waitingFor,
  wrong,
} from '../support.ts';
import { type Received, type Receiver, startReceiver, statuses } from '../webhooks/receiver.ts';
import { advance, clockOf, DAY_S, eventsOf, inSeconds, MINUTE_S, pass, reset, statusOf } from './support.ts';

const service = sharedService();
const realNow = () => service().clock.now().getTime();
/** What the clock of an organization says, which is the real time while it is asked. */
async function isReal(sender: Sender) {
  const before = realNow();
  const shown = await clockOf(sender);
  expect(Date.parse(shown.agora)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(shown.agora)).toBeLessThanOrEqual(realNow());
  return shown;
}
const receivers: Receiver[] = [];
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
});

/** A webhook of the sandbox whose receiver answers with each status in turn, the last for ever. */
async function subscribed(sender: Sender, evento: string, ...list: number[]) {
  const receiver = await startReceiver(statuses(...list));
  receivers.push(receiver);
  const made = await call(`${sender.base}/webhooks`, 'POST', { url: receiver.url, eventos: [evento] }, sender.as);
  expect(made.status).toBe(201);
  const path = `${sender.base}/webhooks/${made.body.id}`;
  return {
    receiver,
    webhook: async () => (await call(path, 'GET', undefined, sender.as)).body,
    entregas: async () => (await call(`${path}/entregas`, 'GET', undefined, sender.as)).body.itens,
  };
}

describe('the clock of the sandbox', () => {
  let sender: Sender;
  beforeAll(async () => {
    sender = await newSender(service());
  });

  it('shows the real time until it is moved, and goes on from where it was moved to', async () => {
    expect((await isReal(sender)).deslocamentoSegundos).toBe(0);
    const moved = await advance(sender, { segundos: 3600 });
    expect([moved.status, moved.body.deslocamentoSegundos]).toEqual([200, 3600]);
    expect((await advance(sender, { segundos: 60 })).body.deslocamentoSegundos).toBe(3660);
    const ate = await inSeconds(sender, 90);
    expect(Date.parse((await advance(sender, { ate })).body.agora)).toBeGreaterThanOrEqual(Date.parse(ate));
    const after = await clockOf(sender);
    expect(Date.parse(after.agora) - realNow()).toBeGreaterThan(3660_000);
    expect(Date.parse(after.agora)).toBeGreaterThanOrEqual(Date.parse(ate));
  });

  it('is moved by one of two measures, never back and at most ten years', async () => {
    const both = { segundos: 1, ate: await inSeconds(sender, 60) };
    expect(refusal(await advance(sender, {}))).toEqual([400, 'ENTRADA_INVALIDA', ['corpo']]);
    expect(refusal(await advance(sender, both))).toEqual([400, 'ENTRADA_INVALIDA', ['ate', 'segundos']]);
    const past = { ate: await inSeconds(sender, -1) };
    expect(refusal(await advance(sender, past))).toEqual([400, 'ENTRADA_INVALIDA', ['ate']]);
    expect(refusal(await advance(sender, { segundos: 0 }))).toEqual([400, 'ENTRADA_INVALIDA', ['segundos']]);
    expect(refusal(await advance(sender, { segundos: 3650 * DAY_S }))).toEqual([422, 'LIMITE_EXCEDIDO']);
  });

  it('is moved once by one Idempotency-Key, however far', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await advance(sender, { segundos: 3 * DAY_S }, key);
    const again = await advance(sender, { segundos: 3 * DAY_S }, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await clockOf(sender)).deslocamentoSegundos).toBe(first.body.deslocamentoSegundos);
  });

  it('adds up what is asked of it at once', async () => {
    const before = (await clockOf(sender)).deslocamentoSegundos;
    const answers = await Promise.all([100, 20, 3].map((segundos) => advance(sender, { segundos })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await clockOf(sender)).deslocamentoSegundos - before).toBe(123);
  });

  it('is not there outside the sandbox, and no row of production can be ahead', async () => {
    await pass(sender, 1);
    const production = { ...sender, base: `${service().origin}/v1` };
    const answers = [await advance(production, { segundos: 1 }), await reset(production)];
    answers.push(await call(`${production.base}/relogio`, 'GET', undefined, sender.as));
    expect(answers.map(({ status, body }) => [status, body.codigo])).toEqual(Array(3).fill([404, 'NAO_ENCONTRADO']));
    const [row] = await service().owner`select organizacao_id from relogio where deslocamento_s > 0 limit 1`;
    const ahead = service().owner`
      insert into relogio (organizacao_id, ambiente, deslocamento_s) values (${row?.organizacao_id}, 'PRODUCAO', 1)`;
    await expect(ahead).rejects.toMatchObject({ code: '23514' });
  });

  it("moves nobody else's test data, and nothing of production", async () => {
    const other = await newSender(service());
    const production = { ...sender, base: `${service().origin}/v1` };
    const prazoEm = new Date(realNow() + 30 * DAY_S * 1000).toISOString();
    const theirs = await sent(other, { prazoEm });
    const live = await sent(production, { prazoEm });
    const own = await sent(sender, { prazoEm });
    await pass(sender, 40 * DAY_S);
    expect(await statusOf(sender, own.id)).toBe('EXPIRADO');
    expect((await clockOf(other)).deslocamentoSegundos).toBe(0);
    // The sweep has gone by since: it found what another clock made due.
    const own2 = await sent(sender, { prazoEm: await inSeconds(sender, 3600) });
    service().clock.advance(3600_000);
    await until(async () => (await statusOf(sender, own2.id)) === 'EXPIRADO');
    expect(await statusOf(other, theirs.id)).toBe('AGUARDANDO_ASSINATURAS');
    expect(await statusOf(production, live.id)).toBe('AGUARDANDO_ASSINATURAS');
    const [created] = await eventsOf(production, live.id);
    expect(created?.detalhe).not.toHaveProperty('horaReal');
  });
});

describe('what falls due while the clock is moved is done when it answers', () => {
  let sender: Sender;
  beforeAll(async () => {
    sender = await newSender(service());
  });

  it('reminders and then the expiry, each at its own time with the real one beside it', async () => {
    const ana = person({ metodoEntrega: 'EMAIL' });
    const { id } = await sent(sender, {
      signatarios: [ana],
      lembrete: 'DIARIO',
      prazoEm: await inSeconds(sender, 3.5 * DAY_S),
    });
    const begun = realNow();
    await pass(sender, 10 * DAY_S);
    const subjects = (await messagesTo(sender, ana.email)).map(({ assunto }) => assunto ?? '');
    expect(subjects.filter((subject) => subject.includes('Lembrete'))).toHaveLength(3);
    expect(await statusOf(sender, id)).toBe('EXPIRADO');
    const events = await eventsOf(sender, id);
    const told = events.filter(({ acao }) => acao === 'LEMBRETE_ENVIADO' || acao === 'DOCUMENTO_EXPIRADO');
    expect(told.map(({ acao }) => acao)).toEqual([...Array(3).fill('LEMBRETE_ENVIADO'), 'DOCUMENTO_EXPIRADO']);
    const sentAt = Date.parse(events.find(({ acao }) => acao === 'DOCUMENTO_ENVIADO')?.ocorridoEm ?? '');
    const days = told.map(({ ocorridoEm }) => (Date.parse(ocorridoEm) - sentAt) / (DAY_S * 1000));
    for (const [index, day] of [1, 2, 3, 3.5].entries()) expect(days[index]).toBeCloseTo(day, 3);
    for (const { detalhe } of told) {
      const real = Date.parse(String(detalhe.horaReal));
      expect(real).toBeGreaterThanOrEqual(begun - 1_000);
      expect(real).toBeLessThanOrEqual(realNow());
    }
  });

  it('codes, and the wait before another', async () => {
    const ana = person();
    const { one } = await waitingFor(sender, ana);
    await one.open();
    await one.otp('EMAIL');
    expect(retryAfter(await one.otp('EMAIL'))).toBeGreaterThan(0);
    const code = await codeSentTo(sender, ana.email);
    await pass(sender, 11 * MINUTE_S);
    expect((await one.answer('EMAIL', code)).status).toBe(401);
    expect((await one.otp('EMAIL')).status).toBe(200);
    const another = await codeSentTo(sender, ana.email, 2);
    expect((await one.answer('EMAIL', another)).body).toMatchObject({ autenticado: true });
  });

  it('the rest after five wrong answers', async () => {
    const ana = person();
    const { one } = await waitingFor(sender, ana);
    await one.open();
    await one.otp('EMAIL');
    const code = await codeSentTo(sender, ana.email);
    for (let guess = 1; guess <= 5; guess += 1) await one.answer('EMAIL', wrong(code));
    expect(refusal(await one.answer('EMAIL', code))).toEqual([429, 'LIMITE_EXCEDIDO']);
    await pass(sender, 15 * MINUTE_S);
    await one.otp('EMAIL');
    const another = await codeSentTo(sender, ana.email, 2);
    expect((await one.answer('EMAIL', another)).body).toMatchObject({ autenticado: true });
  });

  it('cursors and download addresses', async () => {
    await draft(sender);
    const { id } = await sent(sender);
    const listed = await call(`${sender.base}/documentos?limite=1`, 'GET', undefined, sender.as);
    const next = `${sender.base}/documentos?limite=1&cursor=${listed.body.proximoCursor}`;
    const asJson = { ...sender.as, accept: 'application/json' };
    const { body } = await call(`${sender.base}/documentos/${id}/arquivo?tipo=ORIGINAL`, 'GET', undefined, asJson);
    await pass(sender, 14 * MINUTE_S);
    expect((await call(next, 'GET', undefined, sender.as)).status).toBe(200);
    await pass(sender, 2 * MINUTE_S);
    expect((await call(body.url)).status).toBe(404);
    await pass(sender, DAY_S);
    expect(refusal(await call(next, 'GET', undefined, sender.as))).toEqual([422, 'ENTRADA_INVALIDA', ['query.cursor']]);
  });

  it('attempts of webhooks by their schedule, signed with the real time', async () => {
    const { receiver, webhook, entregas } = await subscribed(sender, 'document.sent', 500, 500, 500, 200);
    await sent(sender);
    await receiver.received(1);
    await pass(sender, 3600);
    expect(receiver.requests).toHaveLength(4);
    const [entrega] = await entregas();
    expect(entrega).toMatchObject({ status: 'ENTREGUE', tentativas: 4 });
    const times = entrega.tentativasRealizadas.map(({ ocorridaEm }: { ocorridaEm: string }) => Date.parse(ocorridaEm));
    const waits = times.slice(1).map((at: number, index: number) => (at - times[index]) / 1000);
    for (const [index, wait] of [10, 30, 60].entries())
      expect(Math.abs(waits[index] - wait)).toBeLessThan(wait / 5 + 2);
    const signedAt = ({ headers }: Received) => Number(/t=(\d+)/.exec(headers['x-service-signature'] ?? '')?.[1]);
    // Files before this one may have set the service's own clock ahead of the receiver's.
    const aheadMs = realNow() - Date.now();
    for (const request of receiver.requests)
      expect(Math.abs(signedAt(request) * 1000 - request.at - aheadMs)).toBeLessThan(30 * MINUTE_S * 1000);
    expect((await webhook()).ativo).toBe(true);
  });

  it('all of them, until the webhook is given up and those who manage it are told', async () => {
    const { receiver, webhook, entregas } = await subscribed(sender, 'document.cancelled', 500);
    const { id } = await sent(sender);
    await about(sender, id, '/cancelar', 'POST', { motivo: 'Outro dia.' });
    await receiver.received(1);
    await pass(sender, 25 * 3600);
    expect((await entregas())[0]).toMatchObject({ status: 'DESISTIU' });
    expect((await webhook()).ativo).toBe(false);
    const { body } = await call(`${sender.base}/caixa?limite=100`, 'GET', undefined, sender.as);
    expect(body.itens.some(({ assunto }: { assunto: string | null }) => /webhook/i.test(assunto ?? ''))).toBe(true);
  });

  it('what an advance that died left behind, when the clock is next moved', async () => {
    const { id } = await sent(sender, { prazoEm: await inSeconds(sender, 2 * DAY_S) });
    const [{ organizacao_id: organizacao } = { organizacao_id: '' }] = await service().owner<
      { organizacao_id: string }[]
    >`select organizacao_id from documento where id = ${id}`;
    // As a process leaves it that is killed after its first step, with the job it had.
    await service().owner`
      update relogio set deslocamento_s = deslocamento_s + 60, destino_s = deslocamento_s + ${3 * DAY_S}
       where organizacao_id = ${organizacao}`;
    await pass(sender, 1);
    expect(await statusOf(sender, id)).toBe('EXPIRADO');
    const [left] = await service().owner`select destino_s from relogio where organizacao_id = ${organizacao}`;
    expect(left?.destino_s).toBeNull();
  });

  it('while others go on sending', async () => {
    const [, ...documentos] = await Promise.all([
      pass(sender, 30 * DAY_S),
      ...Array.from({ length: 8 }, () => sent(sender, { lembrete: 'DIARIO' })),
    ]);
    for (const { id } of documentos) {
      const times = (await eventsOf(sender, id)).map(({ ocorridoEm }) => ocorridoEm);
      expect(times).toEqual([...times].sort());
    }
  });
});

describe('going back', () => {
  it('waits for documents whose events would lie in the future, and ends rests that would', async () => {
    const sender = await newSender(service());
    const [cpf, birth] = ['52998224725', '1987-04-12'];
    const ana = person({ cpf, dataNascimento: birth, fatoresExigidos: ['DADOS_PESSOAIS'] });
    const opened = async () => {
      const documento = await sent(sender, { signatarios: [ana], fatoresExigidos: ['DADOS_PESSOAIS'] });
      const one = signer(sender.base, tokenOf(documento.signatarios[0]));
      await one.open();
      return { documento, one };
    };
    const { documento, one } = await opened();
    await pass(sender, 5 * DAY_S);
    for (let guess = 1; guess <= 5; guess += 1) await one.personal(cpf, '1987-04-13');
    expect(refusal(await one.personal(cpf, birth))).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect(refusal(await reset(sender))).toEqual([409, 'CONFLITO']);
    expect((await clockOf(sender)).deslocamentoSegundos).toBe(5 * DAY_S);

    await about(sender, documento.id, '/cancelar', 'POST', { motivo: 'Acabou.' });
    expect((await about(sender, documento.id, '', 'DELETE')).status).toBe(204);
    const back = await reset(sender);
    expect([back.status, back.body.deslocamentoSegundos]).toEqual([200, 0]);
    await isReal(sender);
    expect((await (await opened()).one.personal(cpf, birth)).body).toMatchObject({ autenticado: true });
  });

  it('is free while there is nothing in the future', async () => {
    const sender = await newSender(service());
    const { id } = await draft(sender);
    await pass(sender, DAY_S);
    expect((await reset(sender)).status).toBe(200);
    expect(await statusOf(sender, id)).toBe('RASCUNHO');
  });
});

describe('evidence of a moved clock', () => {
  it('says so: on the pages, in the package and to whoever validates, with the real time of the seal', async () => {
    const sender = await newSender(service());
    await pass(sender, 400 * DAY_S);
    const { id, signatarios } = await sent(sender, { signatarios: [person()] });
    const one = await readyToSign(sender, signatarios[0]);
    expect((await one.sign()).status).toBe(200);
    const { body: documento } = await about(sender, id);
    expect(documento.status).toBe('ASSINADO');
    expect(Date.parse(documento.finalizadoEm) - realNow()).toBeGreaterThan(399 * DAY_S * 1000);
    const { body: certificado } = await about(sender, id, '/certificado');
    const conteudo = certificado.conteudo;
    expect(conteudo.documento.horaDe).toBe('RELOGIO_DE_TESTE');
    for (const { detalhe } of conteudo.eventos) {
      expect(Math.abs(Date.parse(detalhe.horaReal) - realNow())).toBeLessThan(10 * 60_000);
    }
    const { body: found } = await call(`${service().origin}/api/v1/sandbox/validacao/consultar`, 'POST', {
      codigo: documento.codigoValidacao ?? conteudo.codigoValidacao,
    });
    expect(found).toMatchObject({ resultado: 'AUTENTICO', horaDe: 'RELOGIO_DE_TESTE' });
    const again = await call(`${sender.base}/documentos/${id}/certificado`, 'POST', undefined, sender.as);
    expect(again.status).toBe(201);
  });
});
