import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase } from '../../database.ts';
import { call, newAccount, type Service, startService, until } from '../../harness.ts';
import { challenge, codeOf, PASSWORD, send } from '../../modules/sessoes/support.ts';
import { about, field, person, type Sender, sent, signer, tokenOf } from '../../modules/support.ts';
import { answer, type Receiver, startReceiver } from '../../modules/webhooks/receiver.ts';

/** Line 9: the master key can be changed, and the one before taken away, while everything goes on. */

const OLD = Buffer.alloc(32, 1).toString('base64');
const NEW = Buffer.alloc(32, 2).toString('base64');
/** How everything encrypted under the key `2026` begins. */
const NEW_HEADING = Buffer.from('\x02\x042026', 'latin1');

let database: Awaited<ReturnType<typeof newDatabase>>;
let dataDir: string;
let receiver: Receiver;
let service: Service | undefined;
const running = () => service as Service;

/** The service anew, with these keys. */
async function restart(MASTER_KEY: string): Promise<Service> {
  await service?.stop();
  service = undefined;
  service = await startService({ DATA_DIR: dataDir, DATABASE_URL: database.url, MASTER_KEY });
  return service;
}

beforeAll(async () => {
  database = await newDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-portas-'));
  receiver = await startReceiver(answer(200));
});
afterAll(async () => {
  await service?.stop();
  await receiver.close();
  await database.remove();
  await rm(dataDir, { recursive: true, force: true });
});

interface Before {
  readonly email: string;
  /** Secret of the second factor's app. */
  readonly totp: string;
  readonly recovery: readonly string[];
  readonly live: { readonly authorization: string };
  readonly segredo: string;
  readonly token: string;
  readonly id: string;
}

const senderOf = ({ live }: Before): Sender => ({ service: running(), base: `${running().origin}/v1`, as: live });

async function begin(): Promise<Before> {
  const { origin } = await restart(OLD);
  const { email, live, panel } = await newAccount(origin);
  const begun = await send(running(), 'POST', '/autenticacao/2fa', { as: panel, body: { senha: PASSWORD } });
  const totp = begun.body.segredo as string;
  const codigo = codeOf(running(), totp);
  const on = await send(running(), 'POST', '/autenticacao/2fa/confirmacao', { as: panel, body: { codigo } });
  expect(on.status).toBe(200);
  const webhook = await call(`${origin}/v1/webhooks`, 'POST', { url: receiver.url, eventos: ['document.sent'] }, live);
  expect(webhook.status).toBe(201);
  const sender = { service: running(), base: `${origin}/v1`, as: live };
  const { id, signatarios } = await sent(sender, { signatarios: [person()], campos: [field()] });
  const secrets = { totp, recovery: on.body.codigosRecuperacao, segredo: webhook.body.segredo };
  const before = { email, live, ...secrets, token: tokenOf(signatarios[0]), id };
  await deliveredRightly(before);
  return before;
}

/** The newest event came, signed with the webhook's own secret. */
async function deliveredRightly({ segredo }: Before): Promise<void> {
  const count = receiver.requests.length;
  const [last] = (await receiver.received(Math.max(1, count), 30_000)).slice(-1);
  const [, at, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(last?.headers['x-service-signature'] ?? '') ?? [];
  const mac = createHmac('sha256', segredo)
    .update(`${at}.`)
    .update(last?.body ?? '')
    .digest('hex');
  expect(v1).toBe(mac);
}

/** How far the service's clock is set forward: each service of the test begins at the machine's time. */
let ahead = 0;

/** Everything that needs what was encrypted or derived before. */
async function works(before: Before): Promise<void> {
  const sender = senderOf(before);
  const seen = receiver.requests.length;
  const { signatarios } = await sent(sender, { signatarios: [person()], campos: [field()] });
  expect((await signer(sender.base, tokenOf(signatarios[0])).open()).status).toBe(200);
  await receiver.received(seen + 1, 30_000);
  await deliveredRightly(before);
  expect((await signer(sender.base, before.token).open()).status).toBe(200);
  // By the code of an app whose secret was encrypted before, of a step that nobody used.
  ahead = 2 * ahead + 60_000;
  running().clock.advance(ahead);
  const entered = await send(running(), 'POST', '/sessoes/desafio', {
    body: { desafioId: await challenge(running(), before.email), codigo: codeOf(running(), before.totp) },
  });
  expect(entered.status).toBe(201);
}

async function recovers(before: Before, codigoRecuperacao: string): Promise<boolean> {
  const desafioId = await challenge(running(), before.email);
  const body = { desafioId, codigoRecuperacao };
  return (await send(running(), 'POST', '/autenticacao/2fa/recuperacao', { body })).status === 201;
}

const encryptedUnder = async (heading: Buffer) => {
  const rows = await running().owner<{ begins: Buffer }[]>`
    select substring(segredo from 1 for ${heading.length}) as begins from webhook
    union all select substring(totp_segredo from 1 for ${heading.length}) from usuario where totp_segredo is not null
    union all select substring(chave from 1 for ${heading.length}) from selo_teste`;
  return rows.length === 3 && rows.every(({ begins }) => begins.equals(heading));
};

it('a new key comes first, a job encrypts anew, the old key goes, and nothing that was sent dies', async () => {
  const before = await begin();
  const [first = '', second = ''] = before.recovery;

  // Without the key of before nothing is what it was, and that is told at the start.
  await expect(restart(`2026:${NEW}`)).rejects.toThrow(/mantenha a anterior/);

  await restart(`2026:${NEW},${OLD}`);
  const { signatarios } = (await about(senderOf(before), before.id)).body;
  expect(tokenOf(signatarios[0])).toBe(before.token);
  await works(before);
  expect(await recovers(before, first)).toBe(true);
  await until(() => encryptedUnder(NEW_HEADING));
  await works(before);

  await restart(`2026:${NEW}`);
  await works(before);
  // Only its keyed hash was kept, which no job can make again.
  expect(await recovers(before, second)).toBe(false);
  const alone = (await about(senderOf(before), before.id)).body.signatarios[0];
  // Its token is in nobody's hands but the signer's: what cannot be made again is not made up.
  expect(alone.link === undefined || tokenOf(alone) !== before.token).toBe(true);

  await expect(restart(OLD)).rejects.toThrow(/chave mestra não é a desta instalação/);
});
