import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../scripts/in-order.ts';
import { addDays, addMonths, dayOf, monthOf } from '../../src/core/brasilia.ts';
import { CLOSING_DELAY_MS } from '../../src/modules/consumo/armazenamento.ts';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { type Databases, shareDatabaseServer } from '../campaigns/crash/lane.ts';
import { call, documentForm } from '../harness.ts';
import { startMailServer, type TestMailServer } from '../modules/smtp.ts';
import { about, draft, field, person, type Sender, signer, tokenOf, until } from '../modules/support.ts';
import { answer, type Receiver, startReceiver } from '../modules/webhooks/receiver.ts';
import { type Installation, newInstallation, newSenderAt, type Program } from './support.ts';

/**
 * Two processes that do everything and one worker over one database, and later two that find what fell due while nothing
 * ran: whatever happens by itself happens exactly once.
 */

const EVENTS = ['document.sent', 'document.signed', 'document.completed', 'document.expired'];
const EACH = 6;
const PERSONAL = { cpf: '52998224725', dataNascimento: '1980-05-17' };

let server: Databases;
let installation: Installation;
let mail: TestMailServer;
let receiver: Receiver;
let programs: Program[];
/** The same organization, calling one or the other of the two. */
let senders: Sender[];
/** The organization of the senders, and another for which time passes only while nothing runs. */
let organizacaoId: string;
let sleeper: string;
/** Ids of documents by what is to happen to them. */
const ids = { reminded: [] as string[], expired: [] as string[], completed: [] as string[] };

const sender = (n: number) => senders[n % senders.length] as Sender;
const times = <T>(make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: EACH }, (_, n) => make(n)));

async function send(by: Sender, dados: object): Promise<{ id: string; signatarios: { link?: string }[] }> {
  const { id } = await draft(by, { campos: [field()], ...dados });
  const sent = await about(by, id, '/enviar', 'POST');
  expect(sent.status).toBe(200);
  return sent.body;
}

async function signAt(n: number, link: string | undefined): Promise<void> {
  const one = signer(sender(n).base, tokenOf({ link: link ?? '' }));
  expect((await one.personal(PERSONAL.cpf, PERSONAL.dataNascimento)).status).toBe(200);
  expect((await one.read()).status).toBe(200);
  expect((await one.accept()).status).toBe(200);
  expect((await one.sign()).status).toBe(200);
}

/** Documents of each kind, made and signed through both processes at the same time. */
async function makeDocuments(): Promise<void> {
  const byMail = { metodoEntrega: 'EMAIL' };
  const byData = { fatoresExigidos: ['DADOS_PESSOAIS'], ...PERSONAL };
  ids.reminded = await times(
    async (n) => (await send(sender(n), { lembrete: 'DIARIO', signatarios: [person(byMail)] })).id,
  );
  ids.expired = await times(async (n) => (await send(sender(n + 1), { signatarios: [person()] })).id);
  ids.completed = await times(async (n) => {
    const dados = { fatoresExigidos: ['DADOS_PESSOAIS'], signatarios: [person(byData)] };
    const { id, signatarios } = await send(sender(n), dados);
    await signAt(n + 1, signatarios[0]?.link);
    return id;
  });
}

/** Days and months are closed a little after their end; until then the one before is the last. */
const today = dayOf(new Date(Date.now() - CLOSING_DELAY_MS));
const month = monthOf(new Date(Date.now() - CLOSING_DELAY_MS));

/** Sets rows back as if a month and two days of an organization had passed. */
async function endMonthAndDays(id: string): Promise<void> {
  await installation.sql`
    update organizacao
       set plano_codigo = 'ESSENCIAL', criada_em = now() - interval '70 days',
           armazenamento_ate = ${addDays(today, -3)}, faturado_ate = ${addMonths(month, -2)}
     where id = ${id}`;
  await installation.sql`update arquivo set criado_em = now() - interval '5 days' where organizacao_id = ${id}`;
}

/** Sets rows back so that reminders and deadlines of documents fall due at the same moment. */
async function makeDue(reminded: readonly string[], expired: readonly string[]): Promise<void> {
  const { sql } = installation;
  await sql`
    update link set criado_em = criado_em - interval '25 hours'
     where id in (select link_id from link_signatario where documento_id = any(${[...reminded]}))`;
  await sql`update signatario set convidado_em = now() - interval '25 hours' where documento_id = any(${[...reminded]})`;
  await sql`
    update documento
       set lembrete_em = case when id = any(${[...reminded]}) then now() end,
           prazo_em = case when id = any(${[...expired]}) then now() end
     where id = any(${[...reminded, ...expired]})`;
}

const countsBy = (rows: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[row] = (counts[row] ?? 0) + 1;
  return counts;
};
const once = (names: readonly string[], count = 1) => Object.fromEntries(names.map((name) => [name, count]));

/** How often each of some documents has an event in its trail. */
async function trailed(documents: readonly string[], acao: string): Promise<Record<string, number>> {
  const rows = await installation.sql<{ documento_id: string }[]>`
    select documento_id from evento_auditoria
     where documento_id = any(${[...documents]}) and corpo::json ->> 'acao' = ${acao}`;
  return countsBy(rows.map(({ documento_id }) => documento_id));
}

const reminders = () =>
  countsBy(
    mail.received.filter(({ subject }) => subject?.includes('Lembrete')).map((one) => [one.to].flat()[0]?.text ?? ''),
  );

async function addressesOf(documents: readonly string[]): Promise<string[]> {
  const rows = await installation.sql<{ email: string }[]>`
    select email from signatario where documento_id = any(${[...documents]})`;
  return rows.map(({ email }) => email);
}

/** Days that were measured for an organization and months that were closed, should one end while this file runs. */
async function closedOf(id: string): Promise<{ days: string[]; months: string[] }> {
  const [row] = await installation.sql<{ armazenamento_ate: string; faturado_ate: string }[]>`
    select armazenamento_ate, faturado_ate from organizacao where id = ${id}`;
  const until = (first: string, last: string, next: (one: string, count: number) => string): string[] =>
    first > last ? [] : [first, ...until(next(first, 1), last, next)];
  return {
    days: until(addDays(today, -2), row?.armazenamento_ate ?? '', addDays),
    months: until(addMonths(month, -1), row?.faturado_ate ?? '', addMonths),
  };
}

async function invoicesOf(id: string): Promise<string[]> {
  const rows = await installation.sql<
    { mes: string }[]
  >`select mes from fatura where organizacao_id = ${id} order by mes`;
  return rows.map(({ mes }) => mes);
}

async function measuredDays(id: string): Promise<string[]> {
  const rows = await installation.sql<{ dia: string; quantidade: number }[]>`
    select substr(referencia, 5) as dia, quantidade
      from medicao
     where organizacao_id = ${id} and tipo = 'ARMAZENAMENTO_MB_DIA'
     order by referencia`;
  return rows.map(({ dia }) => dia);
}

/** Nothing waits in the queue, nothing runs, and no document has a reminder or a deadline behind it. */
const idle = () =>
  until(async () => {
    const [row] = await installation.sql<{ left: number }[]>`
      select (select count(*) from fila.job where state < 'completed')
           + (select count(*) from acesso.vencidos(now(), 100)) + (select count(*) from acesso.lembretes_devidos(now(), 100))
           + (select count(*) from acesso.armazenamento_a_medir(${addDays(today, -1)}, 100))
           + (select count(*) from acesso.faturas_a_fechar(${addMonths(month, -1)}, 100)) as left`;
    return Number(row?.left) === 0;
  });

beforeAll(async () => {
  [server, mail, receiver] = await Promise.all([shareDatabaseServer(), startMailServer(), startReceiver(answer(200))]);
  installation = await newInstallation(server, 'juntos');
  const env = { SMTP_URL: mail.url };
  programs = [installation.start('main', env), installation.start('worker', env), installation.start('main', env)];
  const [one, , two] = (await Promise.all(programs.map(({ started }) => started))) as [string, string, string];
  const first = await newSenderAt(one);
  senders = [first, { ...first, base: `${two}/v1` }];
  organizacaoId = (await call(`${first.base}/organizacao`, 'GET', undefined, first.as)).body.id;
  const other = await newSenderAt(two);
  sleeper = (await call(`${other.base}/organizacao`, 'GET', undefined, other.as)).body.id;
  await draft(other);
  const webhook = { url: receiver.url, eventos: EVENTS };
  expect((await call(`${first.base}/webhooks`, 'POST', webhook, first.as)).status).toBe(201);
  await makeDocuments();
  await endMonthAndDays(organizacaoId);
  await makeDue(ids.reminded, ids.expired);
  await until(async () => (await addressesOf(ids.reminded)).every((address) => reminders()[address]));
  await until(async () => Object.keys(await trailed(ids.expired, 'DOCUMENTO_EXPIRADO')).length === EACH);
  await idle();
});

afterAll(async () => {
  await installation?.stop();
  await Promise.all([mail?.stop(), receiver?.close()]);
  await server?.stop();
});

describe('what happens by itself', IN_ORDER, () => {
  describe('two mains and a worker at once', () => {
    it('send each reminder once', async () => {
      expect(reminders()).toEqual(once(await addressesOf(ids.reminded)));
      expect(await trailed(ids.reminded, 'LEMBRETE_ENVIADO')).toEqual(once(ids.reminded));
    });

    it('expire each document once', async () => {
      expect(await trailed(ids.expired, 'DOCUMENTO_EXPIRADO')).toEqual(once(ids.expired));
    });

    it('complete each document once', async () => {
      expect(await trailed(ids.completed, 'DOCUMENTO_CONCLUIDO')).toEqual(once(ids.completed));
      const certificates = await installation.sql<{ documento_id: string }[]>`select documento_id from certificado`;
      expect(countsBy(certificates.map(({ documento_id }) => documento_id))).toEqual(once(ids.completed));
    });

    it('close the month once', async () => {
      const { months } = await closedOf(organizacaoId);
      expect(months[0]).toBe(addMonths(month, -1));
      expect(await invoicesOf(organizacaoId)).toEqual(months);
    });

    it('measure each day of storage once', async () => {
      const { days } = await closedOf(organizacaoId);
      expect(days.slice(0, 2)).toEqual([addDays(today, -2), addDays(today, -1)]);
      expect(await measuredDays(organizacaoId)).toEqual(days);
    });

    it('deliver each event once', async () => {
      const told = receiver.requests.map(({ body }) => JSON.parse(body.toString()));
      const names = told.map(({ evento, dados }) => `${evento} ${dados.documento.id}`);
      expect(countsBy(names)).toEqual({
        ...once([...ids.reminded, ...ids.expired, ...ids.completed].map((id) => `document.sent ${id}`)),
        ...once(ids.completed.map((id) => `document.signed ${id}`)),
        ...once(ids.completed.map((id) => `document.completed ${id}`)),
        ...once(ids.expired.map((id) => `document.expired ${id}`)),
      });
      expect(new Set(told.map(({ eventoId }) => eventoId)).size).toBe(told.length);
    });

    it('repeat an answer that another gave first', async () => {
      const headers = { ...sender(0).as, 'idempotency-key': randomUUID() };
      const form = () => documentForm(tinyPdf(), { titulo: 'Repetido' });
      const [first, again] = [
        await call(`${sender(0).base}/documentos`, 'POST', form(), headers),
        await call(`${sender(1).base}/documentos`, 'POST', form(), headers),
      ];
      expect(first.status).toBe(201);
      expect(again).toMatchObject({ status: 201, body: first.body });
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
    });

    it('end with nothing left running when they are asked to', async () => {
      expect(await Promise.all(programs.map((program) => program.stop()))).toEqual([0, 0, 0]);
    });
  });

  describe('what fell due while nothing ran', () => {
    const late = { reminded: [] as string[], expired: [] as string[] };
    beforeAll(async () => {
      // The programs ended in the test above.
      late.expired = ids.reminded.slice(0, 2);
      late.reminded = ids.reminded.slice(2);
      await makeDue(late.reminded, late.expired);
      await endMonthAndDays(sleeper);
      const env = { SMTP_URL: mail.url };
      programs = [installation.start('worker', env), installation.start('main', env)];
      await Promise.all(programs.map(({ started }) => started));
      await until(async () => Object.keys(await trailed(late.expired, 'DOCUMENTO_EXPIRADO')).length === 2);
      await idle();
    });

    it('expires once', async () => {
      expect(await trailed(late.expired, 'DOCUMENTO_EXPIRADO')).toEqual(once(late.expired));
    });

    it('is one reminder', async () => {
      expect(await trailed(late.reminded, 'LEMBRETE_ENVIADO')).toEqual(once(late.reminded, 2));
      const [all, twice] = [await addressesOf(ids.reminded), await addressesOf(late.reminded)];
      expect(reminders()).toEqual({ ...once(all), ...once(twice, 2) });
    });

    it('is one invoice and each day of storage once, and what was closed before is not closed again', async () => {
      for (const id of [sleeper, organizacaoId]) {
        const { days, months } = await closedOf(id);
        expect(days.slice(0, 2)).toEqual([addDays(today, -2), addDays(today, -1)]);
        expect(months[0]).toBe(addMonths(month, -1));
        expect([await measuredDays(id), await invoicesOf(id)]).toEqual([days, months]);
      }
    });
  });
});
