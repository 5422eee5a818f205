import { beforeAll, describe, expect, it } from 'vitest';
import { sentEnvelope, several } from '../../campaigns/evidence/support.ts';
import {
  about,
  call,
  codeSentTo,
  newSender,
  person,
  refusal,
  type Sender,
  sharedService,
  signer,
  tokenOf,
  until,
} from '../support.ts';

/** Of a set of documents a person refused one before proving anything, and signed the other. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

/** Two documents of one person, the second with somebody else too and not ended by a refusal. */
async function refusedOne(second: object = {}) {
  const [who, other] = [person(), person()];
  const [kept, refused] = await sentEnvelope(sender, [
    { titulo: 'A assinar', signatarios: [who] },
    { titulo: 'A recusar', ...several(who, other), pararSeRecusado: false, ...second },
  ]);
  const [own] = kept?.signatarios ?? [];
  if (!kept || !refused || !own) throw new Error('two documents were sent');
  const one = signer(sender.base, tokenOf(own));
  await one.open();
  expect((await one.refuse('Este não.', refused.id)).status).toBe(200);
  expect((await one.otp('EMAIL')).status).toBe(200);
  expect((await one.answer('EMAIL', await codeSentTo(sender, who.email))).body.autenticado).toBe(true);
  const file = (id: string, tipo = '') => call(`${one.path}/arquivo?documentoId=${id}${tipo && `&tipo=${tipo}`}`);
  return { kept, refused, one, file };
}

/** Reads what is still to be signed, accepts and signs; the documents that were signed. */
async function signTheOther(one: ReturnType<typeof signer>, id: string) {
  await call(`${one.path}/leitura`, 'POST', { documentoId: id, paginasLidas: 9, segundos: 3 });
  expect((await one.accept()).status).toBe(200);
  expect((await one.sign()).status).toBe(200);
  await until(async () => (await about(sender, id)).body.status === 'ASSINADO');
}

it('a file of a set is asked for by its document, and what is missing is named where it belongs', async () => {
  const { one } = await refusedOne();
  for (const query of ['', '?tipo=CERTIFICADO']) {
    expect(refusal(await call(`${one.path}/arquivo${query}`))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['query.documentoId'],
    ]);
  }
});

describe('whoever refused a document of a set before proving who they are', () => {
  it('has the signed file and the certificate of what they signed', async () => {
    const { kept, one, file } = await refusedOne();
    await signTheOther(one, kept.id);
    const session = (await one.open()).body;
    expect(session).toMatchObject({ autenticado: true, fatores: [{ fator: 'EMAIL', cumprido: true }] });
    for (const tipo of ['', 'CERTIFICADO']) {
      const answer = await file(kept.id, tipo);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
  });

  it('is given nothing of the refused one, whatever was proven for the other, before and after signing', async () => {
    const { kept, refused, one, file } = await refusedOne({ fatoresExigidos: ['EMAIL', 'TOTP'] });
    expect(refusal(await file(refused.id))).toEqual([403, 'AUTENTICACAO_INCOMPLETA']);
    expect((await file(kept.id)).status).toBe(200);
    await signTheOther(one, kept.id);
    for (const tipo of ['', 'CERTIFICADO']) {
      expect(refusal(await file(refused.id, tipo))).toEqual([403, 'AUTENTICACAO_INCOMPLETA']);
    }
  });
});
