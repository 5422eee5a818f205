import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { COMPLETION_ALARM_MS } from '@rubrica/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  certificateOf,
  completed,
  pairOf,
  signaturesOf,
  signedByAll,
  statusOf,
} from '../../campaigns/evidence/seals.ts';
import { HONEST_FINGERPRINT, honest, silent, startTimeAuthority } from '../../campaigns/evidence/time-authority.ts';
import { type Service, startService } from '../../harness.ts';
import { newSender, type Sender, until } from '../support.ts';

/** Time stamps of production documents, given by authorities that answer as they are told. */

const [first, second] = [await startTimeAuthority(), await startTimeAuthority()];
let service: Service;
let sender: Sender;
// The service lets an authority rest that was silent: each test has a service that knows nothing of the others'.
beforeEach(async () => {
  for (const authority of [first, second]) authority.answerAs(honest);
  service = await startService({ TSA_URL: `${first.url} ${second.url}` });
  sender = await newSender(service, 'PRODUCAO');
  // The queue goes by the machine's clock, and a new sender moves the service's: a job must fall due when it says.
  service.clock.advance(Date.now() - service.clock.now().getTime());
});
afterEach(() => service?.stop());

const textOf = (pdf: Buffer) =>
  spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).stdout.replace(/\s+/g, ' ');

it('a document is stamped and closed, and so is its certificate, which names who stamped and when', async () => {
  const id = await completed(sender);
  const { conteudo } = await certificateOf(sender, id);
  expect(conteudo.selo).toMatchObject({
    nivel: 'PADES_B_LTA',
    carimboTempo: { autoridade: first.host, impressaoDigital: HONEST_FINGERPRINT, em: expect.any(String) },
  });
  const apart = Date.parse(conteudo.selo.carimboTempo.em) - Date.parse(conteudo.documento.finalizadoEm);
  expect(Math.abs(apart)).toBeLessThan(10 * 60_000);
  for (const file of Object.values(await pairOf(sender, id))) {
    const [seal, closing, ...others] = signaturesOf(file);
    expect([seal?.type, closing?.type, others]).toEqual(['Sig', 'DocTimeStamp', []]);
    expect(closing?.end).toBe(file.length);
    expect(closing?.contents.includes(createHash('sha256').update(closing.covered).digest())).toBe(true);
  }
});

it('the next time authority is asked where one is silent, and the last signature is answered meanwhile', async () => {
  first.answerAs(silent);
  const before = first.asked;
  const id = await signedByAll(sender);
  expect(await statusOf(sender, id)).toBe('ASSINADO');
  // For the one stamp, whose time it used up, and not again for the others.
  expect(first.asked - before).toBe(1);
  const { conteudo } = await certificateOf(sender, id);
  expect(conteudo.selo).toMatchObject({ nivel: 'PADES_B_LTA', carimboTempo: { autoridade: second.host } });
});

it('where no time authority answers the document waits, and is stamped when one does', async () => {
  first.answerAs(silent);
  second.answerAs(() => Buffer.from('<html>'));
  const id = await signedByAll(sender);
  expect(await statusOf(sender, id)).not.toBe('ASSINADO');
  second.answerAs(honest);
  const signedAt = service.clock.now();
  await until(async () => (await statusOf(sender, id)) === 'ASSINADO');
  const { conteudo } = await certificateOf(sender, id);
  expect(conteudo.selo).toMatchObject({ nivel: 'PADES_B_LTA', carimboTempo: { autoridade: second.host } });
  // The time of the attempt that sealed, not of the signature.
  expect(Date.parse(conteudo.documento.finalizadoEm)).toBeGreaterThan(signedAt.getTime());
});

it('after five minutes a document is completed without a time stamp, and its certificate says so', async () => {
  first.answerAs(silent);
  second.answerAs(silent);
  const id = await signedByAll(sender);
  expect(await statusOf(sender, id)).not.toBe('ASSINADO');
  service.clock.advance(COMPLETION_ALARM_MS);
  await until(async () => (await statusOf(sender, id)) === 'ASSINADO');
  const { conteudo } = await certificateOf(sender, id);
  expect(conteudo.selo).toMatchObject({ nivel: 'PADES_B_B', carimboTempo: null });
  const { signed, certificate } = await pairOf(sender, id);
  expect([signed, certificate].map((file) => signaturesOf(file).length)).toEqual([1, 1]);
  if (spawnSync('pdftotext', ['-v']).error) return;
  expect(textOf(certificate)).toContain('Nenhuma autoridade de carimbo do tempo respondeu nos 5 minutos');
});

it('a test document is neither stamped nor waits for a stamp', async () => {
  const [before, test] = [first.asked + second.asked, await newSender(service)];
  const id = await signedByAll(test);
  expect(await statusOf(test, id)).toBe('ASSINADO');
  expect(first.asked + second.asked).toBe(before);
});
