import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Account, login, newAccount } from '../../harness.ts';
import {
  about,
  call,
  draft,
  field,
  linkSentTo,
  messagesTo,
  person,
  refusal,
  type Sender,
  sent,
  sharedService,
  signer,
  trailOf,
  until,
} from '../../modules/support.ts';

/** What is no content of a sent document, deadline and reminder among it, is changed by POST …/ajustar. */

const service = sharedService();
let account: Account;
let sender: Sender;
beforeAll(async () => {
  account = await newAccount(service().origin);
  sender = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
});

const DAY_MS = 24 * 3600_000;
const inDays = (days: number) => new Date(service().clock.now().getTime() + days * DAY_MS).toISOString();
const adjust = (id: string, body: object, who: Sender = sender) => about(who, id, '/ajustar', 'POST', body);
const byMail = (overrides: object = {}) => person({ metodoEntrega: 'EMAIL', ...overrides });
const about2 = async (id: string) => (await about(sender, id)).body;
const adjusted = async (id: string) =>
  (await trailOf(sender, id)).filter(({ acao }) => acao === 'DOCUMENTO_AJUSTADO').map(({ detalhe }) => detalhe);
const deadlineMails = async (email: string) =>
  (await messagesTo(sender, email)).filter(({ assunto }) => assunto?.includes('Novo prazo'));
/** Moves the clock past the life of a session, so the person logs in again. */
async function advance(ms: number) {
  service().clock.advance(ms);
  sender = { ...sender, as: await login(service().origin, account.email, account.senha) };
}

describe('adjusting', () => {
  it('changes description, reply address, deadline, expiry and reminder, and tells it in the trail', async () => {
    const { id } = await sent(sender, { descricao: 'Segredo nosso', lembrete: 'SEMANAL' });
    const body = {
      descricao: 'Outro segredo',
      responderPara: 'vendas@exemplo.com.br',
      prazoEm: inDays(3),
      expiraEm: inDays(5),
      lembrete: 'DIARIO',
    };
    const answer = await adjust(id, body);
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(body)]);
    expect(await about2(id)).toMatchObject(body);
    expect(await adjusted(id)).toEqual([
      {
        campos: ['descricao', 'expiraEm', 'lembrete', 'prazoEm', 'responderPara'],
        alteracoes: {
          expiraEm: { de: null, para: body.expiraEm },
          lembrete: { de: 'SEMANAL', para: 'DIARIO' },
          prazoEm: { de: null, para: body.prazoEm },
        },
      },
    ]);
    // What is internal does not reach who reads the trail.
    expect(JSON.stringify(await trailOf(sender, id))).not.toMatch(/segredo/i);
  });

  it('erases with null, and says nothing of what is so already', async () => {
    const prazoEm = inDays(3);
    const { id } = await sent(sender, { prazoEm, lembrete: 'DIARIO', descricao: 'x' });
    expect((await adjust(id, { prazoEm, lembrete: 'DIARIO', descricao: 'x' })).status).toBe(200);
    expect(await adjusted(id)).toEqual([]);
    const erased = await adjust(id, { prazoEm: null, lembrete: null, descricao: null });
    expect(erased.body).toMatchObject({ prazoEm: null, lembrete: null, descricao: null });
    expect(await adjusted(id)).toHaveLength(1);
  });

  it('refuses content, an empty body, and deadlines that cannot be', async () => {
    const { id } = await sent(sender, { expiraEm: inDays(5) });
    expect(refusal(await adjust(id, {}))).toEqual([400, 'ENTRADA_INVALIDA', ['corpo']]);
    expect(refusal(await adjust(id, { titulo: 'Outro', mensagem: 'x' }))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['mensagem', 'titulo'],
    ]);
    expect(refusal(await adjust(id, { prazoEm: inDays(-1) }))).toEqual([400, 'ENTRADA_INVALIDA', ['prazoEm']]);
    expect(refusal(await adjust(id, { prazoEm: inDays(9) }))).toEqual([400, 'ENTRADA_INVALIDA', ['expiraEm']]);
    expect(refusal(await adjust(id, { lembrete: 'MENSAL' }))).toEqual([400, 'ENTRADA_INVALIDA', ['lembrete']]);
    expect(await adjusted(id)).toEqual([]);
  });

  it('is for what was sent, and of deadline and reminder only while it is in progress', async () => {
    const rascunho = await draft(sender, { signatarios: [person()], campos: [field()] });
    expect(refusal(await adjust(rascunho.id, { descricao: 'x' }))).toEqual([409, 'CONFLITO']);
    const { id } = await sent(sender);
    await about(sender, id, '/cancelar', 'POST', { motivo: 'Engano.' });
    expect((await adjust(id, { descricao: 'Guardado' })).body.descricao).toBe('Guardado');
    for (const body of [
      { prazoEm: inDays(3) },
      { expiraEm: null },
      { lembrete: 'DIARIO' },
      { descricao: 'y', lembrete: null },
    ]) {
      expect(refusal(await adjust(id, body))).toEqual([409, 'CONFLITO']);
    }
    expect((await about2(id)).descricao).toBe('Guardado');
    // A deadline that has passed is over from that moment, whatever the sweep has done.
    const short = await sent(sender, { prazoEm: new Date(service().clock.now().getTime() + 3600_000).toISOString() });
    service().clock.advance(3600_001);
    expect(refusal(await adjust(short.id, { prazoEm: inDays(3) }))).toEqual([409, 'CONFLITO']);
  });

  it('is the creator’s for an OPERADOR, nobody’s for who only reads, and unknown to others', async () => {
    const { id } = await sent(sender);
    const of = async (papel: 'OPERADOR' | 'VISUALIZADOR' | 'ADMINISTRADOR') => ({
      ...sender,
      as: (await account.member(papel)).panel as Record<string, string>,
    });
    expect(refusal(await adjust(id, { descricao: 'x' }, await of('OPERADOR')))).toEqual([403, 'PAPEL_INSUFICIENTE']);
    expect(refusal(await adjust(id, { descricao: 'x' }, await of('VISUALIZADOR')))).toEqual([
      403,
      'PAPEL_INSUFICIENTE',
    ]);
    expect((await adjust(id, { descricao: 'x' }, await of('ADMINISTRADOR'))).status).toBe(200);
    const stranger = { ...sender, as: (await newAccount(service().origin)).panel };
    expect(refusal(await adjust(id, { descricao: 'x' }, stranger))).toEqual([404, 'NAO_ENCONTRADO']);
    expect(refusal(await adjust(randomUUID(), { descricao: 'x' }))).toEqual([404, 'NAO_ENCONTRADO']);
  });
});

describe('a new deadline', () => {
  it('is mailed to who was invited by e-mail and has not signed, by a link that works, and to nobody else', async () => {
    const ids = [1, 2, 3, 4].map(() => randomUUID());
    const [first, second, linked, later] = [
      byMail({ id: ids[0], ordem: 1 }),
      byMail({ id: ids[1], ordem: 1 }),
      person({ id: ids[2], ordem: 1 }),
      byMail({ id: ids[3], ordem: 2 }),
    ];
    const { id } = await sent(sender, {
      ordenado: true,
      signatarios: [first, second, linked, later],
      campos: [field({ signatarioId: ids[0] })],
    });
    const one = signer(sender.base, await linkSentTo(sender, first.email));
    await linkSentTo(sender, second.email);
    await one.open();
    await one.read();
    await one.accept();
    expect((await one.sign()).status).toBe(200);

    const prazoEm = inDays(4);
    expect((await adjust(id, { prazoEm })).status).toBe(200);
    const [message] = await until(async () => {
      const found = await deadlineMails(second.email);
      return found.length > 0 && found;
    });
    expect(message?.texto).toContain('mudou o prazo');
    expect(message?.texto).toMatch(/Assine até .*horário de Brasília/);
    const token = /\/assinar\/([\w-]{43})/.exec(message?.texto ?? '')?.[1] ?? '';
    expect((await signer(sender.base, token).open()).body).toMatchObject({ suaVez: true, prazoEm });
    await until(async () => (await trailOf(sender, id)).some(({ acao }) => acao === 'LEMBRETE_ENVIADO'));
    for (const { email } of [first, linked, later]) expect(await deadlineMails(email)).toEqual([]);
  });

  it('that is taken away is told too, and one that only the expiry or the reminder changes is not', async () => {
    const ana = byMail();
    const { id } = await sent(sender, { prazoEm: inDays(3), signatarios: [ana] });
    await linkSentTo(sender, ana.email);
    await adjust(id, { expiraEm: inDays(20), lembrete: 'SEMANAL', responderPara: 'a@exemplo.com.br' });
    await adjust(id, { prazoEm: null });
    const mails = await until(async () => {
      const found = await deadlineMails(ana.email);
      return found.length > 0 && found;
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.texto).toContain('não tem mais um prazo');
  });

  it('comes three times an hour at most, and what is refused changes nothing', async () => {
    const { id } = await sent(sender);
    for (const days of [2, 3, 4]) expect((await adjust(id, { prazoEm: inDays(days) })).status).toBe(200);
    const before = await about2(id);
    const refused = await adjust(id, { prazoEm: inDays(6), descricao: 'y' });
    expect(refusal(refused)).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await about2(id)).toEqual(before);
    expect((await adjust(id, { lembrete: 'DIARIO' })).status).toBe(200);
    service().clock.advance(3600_000);
    expect((await adjust(id, { prazoEm: inDays(6) })).status).toBe(200);
  });

  it('counts: the document expires by it and not by the former', async () => {
    const { id } = await sent(sender, { prazoEm: inDays(1) });
    await adjust(id, { prazoEm: inDays(3) });
    await advance(2 * DAY_MS);
    expect((await about2(id)).status).toBe('AGUARDANDO_ASSINATURAS');
    await adjust(id, { prazoEm: new Date(service().clock.now().getTime() + 3600_000).toISOString() });
    service().clock.advance(3600_001);
    await until(async () => (await about2(id)).status === 'EXPIRADO');
  });
});

describe('a reminder', () => {
  it('that is begun after sending comes a day later, and none after it was ended', async () => {
    const ana = byMail();
    const { id } = await sent(sender, { signatarios: [ana] });
    await linkSentTo(sender, ana.email);
    await adjust(id, { lembrete: 'DIARIO' });
    const reminders = async () =>
      (await messagesTo(sender, ana.email)).filter(({ assunto }) => assunto?.includes('Lembrete'));
    await advance(DAY_MS);
    await until(async () => (await reminders()).length === 1);
    await adjust(id, { lembrete: null });
    await advance(3 * DAY_MS);
    // Another document's reminder says that the sweep went by.
    const rui = byMail();
    await sent(sender, { signatarios: [rui], lembrete: 'DIARIO' });
    await linkSentTo(sender, rui.email);
    await advance(DAY_MS);
    await until(async () => (await messagesTo(sender, rui.email)).some(({ assunto }) => assunto?.includes('Lembrete')));
    expect(await reminders()).toHaveLength(1);
  });
});

it('a document that was adjusted is completed, and its evidence holds', async () => {
  const ana = byMail();
  const { id } = await sent(sender, { signatarios: [ana] });
  await linkSentTo(sender, ana.email);
  await adjust(id, { prazoEm: inDays(3), descricao: 'x' });
  const token = await linkSentTo(sender, ana.email, 2);
  const one = signer(sender.base, token);
  await one.open();
  await one.read();
  await one.accept();
  expect((await one.sign()).status).toBe(200);
  expect((await about2(id)).status).toBe('ASSINADO');
});

it('a draft is not left with a deadline after its expiry', async () => {
  const { id } = await draft(sender, { prazoEm: inDays(1), expiraEm: inDays(2) });
  const answer = await call(`${sender.base}/documentos/${id}`, 'PATCH', { prazoEm: inDays(3) }, sender.as);
  expect(refusal(answer)).toEqual([400, 'ENTRADA_INVALIDA', ['expiraEm']]);
});
