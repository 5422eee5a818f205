import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { about, newSender, ownService, person, type Sender, sent, trailOf, until } from '../support.ts';

/** Messages that left for a link which was replaced before anybody could write down that they had. */

const OLD = '+5511900009001';
const NEW = '+5511900009002';

let release = () => {};
const held = new Promise<void>((done) => {
  release = done;
});
const received: string[] = [];
const gateway = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { para } = JSON.parse(Buffer.concat(chunks).toString());
  received.push(para);
  if (para === OLD) await held;
  response.writeHead(202).end();
});

const service = ownService(async () => {
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  return { SMS_GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms` };
});
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service(), 'PRODUCAO');
});
afterAll(() => new Promise((done) => gateway.close(done).closeAllConnections()));

it('an SMS that left is counted and told though its link was replaced while it did', async () => {
  const documento = await sent(sender, { signatarios: [person({ metodoEntrega: 'SMS', telefone: OLD })] });
  await until(async () => received.includes(OLD));
  const path = `/signatarios/${documento.signatarios[0].id}`;
  expect((await about(sender, documento.id, path, 'PATCH', { telefone: NEW })).status).toBe(200);
  await until(async () => (await about(sender, documento.id)).body.signatarios[0].status === 'ENVIADO');
  release();
  const invitations = async () =>
    (await trailOf(sender, documento.id)).flatMap(({ acao, detalhe }) =>
      acao === 'CONVITE_ENVIADO' ? [detalhe.destino] : [],
    );
  await until(async () => (await invitations()).length === 2);
  expect((await invitations()).sort()).toEqual([OLD, NEW]);
  const [row] = await service().owner<{ total: number }[]>`
    select sum(quantidade)::bigint as total from medicao where tipo = 'SMS_ENVIADO'`;
  expect(row?.total).toBe(2);
});
