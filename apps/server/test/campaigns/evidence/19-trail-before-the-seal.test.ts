import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { elsewhere } from '../../harness.ts';
import {
  about,
  newSender,
  person,
  readyToSign,
  type Sender,
  sent,
  sharedService,
  until,
} from '../../modules/support.ts';
import { workFolder } from '../../modules/tools.ts';
import { verifyAsStranger } from '../../verifier.ts';
import { pairOf, rewriteTrail, statusOf } from './seals.ts';
import { several } from './support.ts';

/**
 * The operator rewrites the trail between the first signature and the last: nothing was sealed yet, so both files are sealed over the
 * rewritten trail and hold together in every point, receipts included, which the operator's key signs anew. Only what was told to the
 * open log, and what the first signer got for it, contradicts them.
 */

const service = sharedService();
const path = workFolder();

async function signedByTwo(sender: Sender, meanwhile: (id: string) => Promise<void>) {
  const document = await sent(sender, several(person(), person()));
  const [ana, bia] = document.signatarios;
  const { recibo } = (await (await readyToSign(sender, ana)).sign()).body as unknown as { recibo: string };
  const act = recibo.split('\n')[5] ?? '';
  const proof = await until(async () => {
    const url = `${service().origin}/registro/teste/prova/${document.codigoValidacao}?de=${act}`;
    const answer = await fetch(url, { headers: elsewhere() });
    return answer.ok && (await answer.text());
  });
  await meanwhile(document.id);
  expect((await (await readyToSign(sender, bia)).sign()).status).toBe(200);
  await until(async () => (await statusOf(sender, document.id)) === 'ASSINADO');
  return { id: document.id, ...(await pairOf(sender, document.id)), recibo, proof };
}

/** Ana's address, in her signature and wherever else it stands. */
const moved = (event: Record<string, unknown>) => (event.ip ? { ...event, ip: '198.51.100.66' } : event);

async function judged({ signed, certificate, recibo, proof }: Awaited<ReturnType<typeof signedByTwo>>) {
  const key = await (await fetch(`${service().origin}/registro/teste/chave.vkey`)).text();
  const kept = await path('recibo.txt');
  const proven = await path('prova.tlog-proof');
  await writeFile(kept, recibo);
  await writeFile(proven, proof);
  const codes = (...anchors: string[]) => {
    const { failed } = verifyAsStranger(signed, certificate, ...anchors);
    return failed.map(({ codigo }: { codigo: string }) => codigo);
  };
  return {
    alone: codes(),
    withReceipt: codes('--registro', key.trim(), '--recibo', kept),
    withProof: codes('--registro', key.trim(), '--prova', proven),
  };
}

it('an honest trail agrees with the receipt and the proof of its first signer', async () => {
  const sender = await newSender(service());
  const done = await signedByTwo(sender, async () => {});
  expect(await judged(done)).toEqual({ alone: [], withReceipt: [], withProof: [] });
});

it('a trail that was rewritten before the seal contradicts what its first signer has', async () => {
  const sender = await newSender(service());
  const done = await signedByTwo(sender, async (id) => {
    await rewriteTrail(service(), id, moved);
    // The row says what its trail says, as the operator would have it.
    await service().owner`
      update signatario set evidencia = jsonb_set(evidencia, '{ip}', '"198.51.100.66"')
       where documento_id = ${id} and evidencia is not null`;
  });
  const trail = (await about(sender, done.id, '/auditoria?limite=100')).body.itens as unknown as {
    ip: string | null;
  }[];
  expect(trail.some(({ ip }) => ip === '198.51.100.66')).toBe(true);
  expect(await judged(done)).toEqual({
    alone: [],
    withReceipt: ['REGISTRO.RECIBOS'],
    withProof: ['REGISTRO.COMPROMISSO'],
  });
});
