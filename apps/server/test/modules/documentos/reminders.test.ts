import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, login, newAccount } from '../../harness.ts';
import {
  about,
  call,
  draft,
  field,
  linkSentTo,
  messagesTo,
  ownService,
  person,
  refusal,
  type Sender,
  sent,
  signer,
  trailOf,
  until,
} from '../support.ts';

const service = ownService();
let sender: Sender;
let account: Credentials;
beforeAll(async () => {
  account = await newAccount(service().origin);
  sender = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
});

const DAY_MS = 24 * 3600_000;
const byMail = (overrides: object = {}) => person({ metodoEntrega: 'EMAIL', ...overrides });
const reminders = async (email: string) =>
  (await messagesTo(sender, email)).filter(({ assunto }) => assunto?.includes('Lembrete'));
/** Moves the clock past the life of a session, so the person logs in again. */
async function advance(ms: number) {
  service().clock.advance(ms);
  sender = { ...sender, as: await login(service().origin, account.email, account.senha) };
}

describe('automatic reminders', () => {
  it('reach those who have not signed a day after sending, and each day after, by a link that works', async () => {
    const [ana, rui] = [byMail(), byMail()];
    const { id } = await sent(sender, {
      lembrete: 'DIARIO',
      signatarios: [
        { ...ana, id: '7b1e4c4e-6a53-4a5c-9a55-0d9f3d1f6a01' },
        { ...rui, id: '7b1e4c4e-6a53-4a5c-9a55-0d9f3d1f6a02' },
      ],
      campos: [field({ signatarioId: '7b1e4c4e-6a53-4a5c-9a55-0d9f3d1f6a01' })],
    });
    const first = signer(sender.base, await linkSentTo(sender, ana.email));
    await linkSentTo(sender, rui.email);
    await first.open();
    await first.read();
    await first.accept();
    expect((await first.sign()).status).toBe(200);

    await advance(DAY_MS);
    const [reminder] = await until(async () => {
      const found = await reminders(rui.email);
      return found.length > 0 && found;
    });
    expect(reminder?.texto).toMatch(/ainda espera a sua assinatura/);
    expect(await reminders(ana.email)).toEqual([]);
    const again = await signer(sender.base, await linkSentTo(sender, rui.email, 2)).open();
    expect(again.status).toBe(200);
    await advance(DAY_MS);
    await until(async () => (await reminders(rui.email)).length === 2);
    const trail = await until(async () => {
      const events = await trailOf(sender, id);
      return events.filter(({ acao }) => acao === 'LEMBRETE_ENVIADO').length === 2 && events;
    });
    expect(trail.filter(({ acao }) => acao === 'CONVITE_REENVIADO')).toEqual([]);
  });

  it('missed while nothing ran are one message, and none comes to who was invited just before', async () => {
    const ana = byMail();
    await sent(sender, { lembrete: 'SEMANAL', signatarios: [ana] });
    await linkSentTo(sender, ana.email);
    await advance(6.9 * DAY_MS);
    expect(await reminders(ana.email)).toEqual([]);
    await advance(30 * DAY_MS);
    await until(async () => (await reminders(ana.email)).length === 1);
    // Nobody else's either, and it was this one message.
    await until(async () => {
      const next = await service().app.db.sql`select * from acesso.lembretes_devidos(${service().clock.now()}, 10)`;
      return next.length === 0;
    });
    expect(await reminders(ana.email)).toHaveLength(1);
  });

  it('do not come without being asked for, nor to who has a link handed out', async () => {
    const [ana, rui] = [byMail(), person()];
    await sent(sender, { signatarios: [ana] });
    await sent(sender, { lembrete: 'DIARIO', signatarios: [rui] });
    const witness = byMail();
    await sent(sender, { lembrete: 'DIARIO', signatarios: [witness] });
    await advance(DAY_MS + 60_000);
    await until(async () => (await reminders(witness.email)).length === 1);
    expect([...(await reminders(ana.email)), ...(await messagesTo(sender, rui.email))]).toEqual([]);
  });

  it('of an envelope are one message for the set', async () => {
    const { body } = await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sender.as);
    const ana = byMail();
    const dados = { envelopeId: body.id, lembrete: 'DIARIO', signatarios: [ana], campos: [field()] };
    await draft(sender, { ...dados, titulo: 'Contrato' });
    await draft(sender, { ...dados, titulo: 'Termo' });
    await call(`${sender.base}/envelopes/${body.id}/enviar`, 'POST', undefined, sender.as);
    await linkSentTo(sender, ana.email);
    const witness = byMail();
    await sent(sender, { lembrete: 'DIARIO', signatarios: [witness] });
    await advance(DAY_MS + 60_000);
    await until(async () => (await reminders(witness.email)).length === 1);
    const [reminder, ...more] = await until(async () => {
      const found = await reminders(ana.email);
      return found.length > 0 && found;
    });
    expect(more).toEqual([]);
    expect(reminder?.texto).toMatch(/• Contrato/);
    expect(reminder?.texto).toMatch(/• Termo/);
  });
});

describe('resending', () => {
  it('is three times per signer and hour, then again', async () => {
    const ana = byMail();
    const { id } = await sent(sender, { signatarios: [ana] });
    for (let time = 1; time <= 3; time += 1) {
      expect((await about(sender, id, '/reenviar', 'POST')).status).toBe(200);
    }
    const refused = await about(sender, id, '/reenviar', 'POST');
    expect(refusal(refused)).toEqual([429, 'LIMITE_EXCEDIDO']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3500);
    await advance(wait * 1000);
    expect((await about(sender, id, '/reenviar', 'POST')).status).toBe(200);
    // Every link to the unchanged address still opens the document.
    for (const nth of [1, 2, 3, 4, 5]) {
      expect((await signer(sender.base, await linkSentTo(sender, ana.email, nth)).open()).status).toBe(200);
    }
  });
});
