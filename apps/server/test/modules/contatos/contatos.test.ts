import { randomUUID } from 'node:crypto';
import { CONTACTS_PER_DAY, CONTACTS_PER_HOUR } from '@rubrica/contract';
import type { ParsedMail } from 'mailparser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '../../../src/core/scope.ts';
import { contatos } from '../../../src/modules/contatos/index.ts';
import { call, elsewhere, type Service, startService, until } from '../../harness.ts';
import { startMailServer, type TestMailServer } from '../smtp.ts';

let mail: TestMailServer;
let service: Service;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Rubrica <nao-responda@rubrica.exemplo>',
    CONTACT_EMAIL: 'atendimento@rubrica.exemplo',
  });
});
afterAll(async () => {
  await service?.stop();
  await mail?.stop();
});

const message = { nome: 'Rita Campos', email: 'rita@exemplo.com.br', mensagem: 'Como conferir um documento?' };
const write = (body: object = message, from: Record<string, string> = elsewhere()) =>
  call(`${service.origin}/api/v1/contatos`, 'POST', body, from);
const mailOf = (protocolo: string) => mail.received.filter(({ subject }) => subject?.includes(protocolo));
const arrived = (protocolo: string) => until<ParsedMail>(async () => mailOf(protocolo)[0]);
const HOUR = 3600_000;

describe('a message of the contact form', () => {
  it('is taken with a protocol of the day', async () => {
    const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(service.clock.now());
    const before = today();
    const { status, body } = await write();
    expect(status).toBe(202);
    const days = [before, today()].map((day) => day.replaceAll('-', ''));
    expect(body.protocolo).toMatch(new RegExp(`^(${days.join('|')})-[0-9A-HJKMNP-TV-Z]{6}$`));
  });

  it('reaches the operator, who can answer the person', async () => {
    const { body } = await write({ ...message, assunto: 'Dúvida', mensagem: 'Olá!\n\nTudo <b>bem</b>?' });
    const got = await arrived(body.protocolo);
    expect(got.subject).toBe(`[Contato ${body.protocolo}] Dúvida`);
    expect(got.to).toMatchObject({ value: [{ address: 'atendimento@rubrica.exemplo' }] });
    expect(got.from?.value).toMatchObject([{ address: 'nao-responda@rubrica.exemplo' }]);
    expect(got.replyTo?.value).toMatchObject([{ address: message.email }]);
    expect(got.text).toContain('Nome: Rita Campos');
    expect(got.text).toContain('Olá!\n\nTudo <b>bem</b>?');
    expect(got.html).toContain('Tudo &lt;b&gt;bem&lt;/b&gt;?');
  });

  it('goes once, however often its job runs', async () => {
    const { body } = await write();
    await arrived(body.protocolo);
    const [row] = await until(async () => {
      const rows = await service.owner<{ id: string }[]>`
        select id from contato where protocolo = ${body.protocolo} and entregue_em is not null`;
      return rows.length > 0 && rows;
    });
    const id = row?.id ?? '';
    await service.app.db.write(scopeOf(randomUUID(), 'PRODUCAO'), (tx) =>
      tx.enqueue(contatos.queues.SEND_CONTACT, { id }),
    );
    await until(async () => {
      const [jobs] = await service.owner<{ done: number }[]>`
        select count(*) as done
          from fila.job
         where name = ${contatos.queues.SEND_CONTACT.name} and state = 'completed' and data->>'id' = ${id}`;
      return jobs?.done === 2;
    });
    expect(mailOf(body.protocolo)).toHaveLength(1);
  });

  it('waits for a mail server in trouble, and then goes with the id it had', async () => {
    mail.accepting = false;
    const { status, body } = await write();
    expect(status).toBe(202);
    const [row] = await service.owner<{ id: string }[]>`
      select id from contato where protocolo = ${body.protocolo} and entregue_em is null`;
    await until(async () => {
      const [job] = await service.owner`
        select from fila.job where name = 'entregar-contato' and state = 'retry' and data->>'id' = ${row?.id ?? ''}`;
      return job;
    });
    mail.accepting = true;
    await until(async () => mailOf(body.protocolo)[0]);
    expect(mailOf(body.protocolo)[0]?.messageId).toBe(`<${row?.id}@rubrica.exemplo>`);
  });

  it('makes no header and no other recipient, whatever is written in it', async () => {
    const evil = 'x\r\nBcc: outra@exemplo.com.br\r\n\r\ncorpo';
    const { body } = await write({ ...message, nome: evil, assunto: evil });
    const got = await arrived(body.protocolo);
    expect(got.bcc).toBeUndefined();
    expect(got.headers.has('bcc')).toBe(false);
    expect(got.subject).toBe(`[Contato ${body.protocolo}] x Bcc: outra@exemplo.com.br corpo`);
    for (const email of ['a@b.co\r\nBcc: c@d.co', 'a@b.co, c@d.co', 'A <a@b.co>']) {
      expect((await write({ ...message, email })).status).toBe(400);
    }
  });

  it.each([
    ['nome', { nome: '' }],
    ['nome', { nome: undefined }],
    ['nome', { nome: 'x'.repeat(201) }],
    ['email', { email: 'rita' }],
    ['assunto', { assunto: 'x'.repeat(201) }],
    ['mensagem', { mensagem: '' }],
    ['mensagem', { mensagem: ' \n ' }],
    ['mensagem', { mensagem: 'x'.repeat(5001) }],
    ['mensagem', { mensagem: 'a\u0000b' }],
    ['telefone', { telefone: '1' }],
  ])('is refused for its %s when that is wrong', async (campo, wrong) => {
    const { status, body } = await write({ ...message, ...wrong });
    expect([status, body.codigo]).toEqual([400, 'ENTRADA_INVALIDA']);
    expect(new Set(body.erros.map((erro: { campo: string }) => erro.campo))).toEqual(new Set([campo]));
  });

  it('may have from 1 to 5000 characters', async () => {
    const from = elsewhere();
    expect((await write({ ...message, mensagem: '?' }, from)).status).toBe(202);
    expect((await write({ ...message, mensagem: 'ç'.repeat(5000) }, from)).status).toBe(202);
  });

  it('has no counterpart on the API host', async () => {
    expect((await call(`${service.origin}/v1/contatos`, 'POST', message)).status).toBe(404);
    expect((await call(`${service.origin}/v1/sandbox/contatos`, 'POST', message)).status).toBe(404);
  });

  it('cannot be read by the application, nor changed, under any organization', async () => {
    const { body } = await write();
    const { db } = service.app;
    const [row] = await service.owner<{ id: string }[]>`select id from contato where protocolo = ${body.protocolo}`;
    await db.write(scopeOf(randomUUID(), 'PRODUCAO'), async ({ sql }) => {
      expect(await sql`select from contato`).toHaveLength(0);
      expect((await sql`update contato set nome = 'x' where id = ${row?.id ?? ''}`).count).toBe(0);
      expect((await sql`delete from contato where id = ${row?.id ?? ''}`).count).toBe(0);
    });
  });
});

describe('without a mail server', () => {
  it('it is captured, for the development mailbox and no organization', async () => {
    const alone = await startService();
    try {
      const { body } = await call(`${alone.origin}/api/v1/contatos`, 'POST', message, elsewhere());
      const page = await until(async () => {
        const { bytes } = await call(`${alone.origin}/dev/caixa`);
        return bytes.includes(body.protocolo) && bytes.toString();
      });
      expect(page).toContain('Como conferir um documento?');
    } finally {
      await alone.stop();
    }
  });
});

describe('from one address', () => {
  const statuses = async (times: number, from: Record<string, string>) => {
    const seen: number[] = [];
    for (let n = 0; n < times; n++) seen.push((await write(message, from)).status);
    return seen;
  };

  it('five an hour are taken and the sixth is told when to come back, and then is', async () => {
    const from = elsewhere();
    const begun = service.clock.now().getTime();
    expect(await statuses(CONTACTS_PER_HOUR - 1, from)).toEqual(Array(CONTACTS_PER_HOUR - 1).fill(202));
    service.clock.advance(HOUR / 2);
    expect(await statuses(1, from)).toEqual([202]);
    const refused = await write(message, from);
    expect([refused.status, refused.body.codigo]).toEqual([429, 'LIMITE_EXCEDIDO']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(Math.floor((begun + HOUR - service.clock.now().getTime()) / 1000));
    expect(wait).toBeLessThanOrEqual(HOUR / 2000);
    service.clock.advance((wait - 30) * 1000);
    expect(await statuses(1, from)).toEqual([429]);
    service.clock.advance(31_000);
    expect(await statuses(1, from)).toEqual([202]);
  });

  it('twenty a day are taken, and the twenty-first waits for the first to be a day old', async () => {
    const from = elsewhere();
    for (let taken = 0; taken < CONTACTS_PER_DAY; taken += CONTACTS_PER_HOUR) {
      expect(await statuses(CONTACTS_PER_HOUR, from)).toEqual(Array(CONTACTS_PER_HOUR).fill(202));
      service.clock.advance(HOUR + 1000);
    }
    const refused = await write(message, from);
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(19.9 * 3600);
    expect(wait).toBeLessThan(20 * 3600);
    // Refusals count nowhere: after a day of asking, the whole hour is free again.
    service.clock.advance(wait * 1000 - HOUR / 2);
    expect(await statuses(3, from)).toEqual([429, 429, 429]);
    service.clock.advance(HOUR / 2 + 30_000);
    expect(await statuses(CONTACTS_PER_HOUR + 1, from)).toEqual([...Array(CONTACTS_PER_HOUR).fill(202), 429]);
  });

  it('messages with mistakes do not count', async () => {
    const from = elsewhere();
    for (let n = 0; n < 10; n++) expect((await write({ ...message, mensagem: '' }, from)).status).toBe(400);
    expect(await statuses(CONTACTS_PER_HOUR + 1, from)).toEqual([...Array(CONTACTS_PER_HOUR).fill(202), 429]);
  });

  it('another address is not held up', async () => {
    const from = elsewhere();
    await statuses(CONTACTS_PER_HOUR, from);
    expect((await write(message, from)).status).toBe(429);
    expect((await write(message, elsewhere())).status).toBe(202);
  });
});
