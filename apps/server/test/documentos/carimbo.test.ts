import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { textOf } from '../../../../packages/pdf/test/judges/text.ts';
import { about, newSender, person, readyToSign, sent, sharedService, until } from '../behaviour/support.ts';

let asked = 0;
/** A timestamp authority that takes the question and never answers. */
const silent = createServer(() => {
  asked += 1;
});
afterAll(() => {
  silent.close();
  silent.closeAllConnections();
});

const service = sharedService(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  return { TSA_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/` };
});

it('a timestamp authority that never answers is waited for once, and holds no completion up', async () => {
  const sender = await newSender(service());
  const signatario = person();
  const { id, signatarios } = await sent(sender, { signatarios: [signatario] });
  const one = await readyToSign(sender, { ...signatarios[0], email: signatario.email });
  expect((await one.sign()).status).toBe(200);
  await until(async () => (await about(sender, id)).body.status === 'ASSINADO', 40_000);
  expect(asked).toBe(1);
  const { conteudo } = (await about(sender, id, '/certificado')).body;
  expect(conteudo.selo).toMatchObject({ nivel: 'PADES_B_B', carimboTempo: null });
  const pages = await textOf((await about(sender, id, '/arquivo?tipo=CERTIFICADO')).bytes);
  const text = pages.join(' ').replace(/\s+/g, ' ');
  expect(text).toContain('A autoridade de carimbo do tempo não respondeu na conclusão');
}, 120_000);
