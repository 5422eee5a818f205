import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  draft,
  field,
  newSender,
  person,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  tinyPdf,
  trailOf,
  until,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function upload(id: string, pdf: Uint8Array, headers: Record<string, string> = {}) {
  const form = new FormData();
  form.set('arquivo', new Blob([Buffer.from(pdf)], { type: 'application/pdf' }), 'novo.pdf');
  return call(`${sender.base}/documentos/${id}/versoes`, 'POST', form, { ...sender.as, ...headers });
}

describe('versions of a file', () => {
  it('replace the file of a draft while the earlier ones stay listed, downloadable and in the trail', async () => {
    const [one, two] = [tinyPdf(2), tinyPdf(3)];
    const { id } = await draft(sender, { signatarios: [person()], campos: [field({ pagina: 2 })] }, one);
    const added = await upload(id, two);
    expect([added.status, added.body.numero, added.body.paginas, added.body.hash]).toEqual([201, 2, 3, sha256(two)]);

    const listed = await about(sender, id, '/versoes');
    expect(listed.body.itens.map(({ numero, hash }: { numero: number; hash: string }) => [numero, hash])).toEqual([
      [2, sha256(two)],
      [1, sha256(one)],
    ]);
    const file = (query: string) => about(sender, id, `/arquivo?tipo=ORIGINAL${query}`);
    expect(sha256((await file('')).bytes)).toBe(sha256(two));
    expect(sha256((await file('&versao=1')).bytes)).toBe(sha256(one));
    expect(
      (await call(added.headers.get('location') ?? '', 'GET', undefined, sender.as)).bytes.equals(Buffer.from(two)),
    ).toBe(true);
    expect((await file('&versao=3')).status).toBe(404);
    expect((await about(sender, id)).body.paginas).toBe(3);
    expect((await trailOf(sender, id)).at(-1)).toMatchObject({
      acao: 'VERSAO_ENVIADA',
      detalhe: { numero: 2, hashArquivo: sha256(two), hashAnterior: sha256(one) },
    });
  });

  it('are refused where a field would fall off the end, and leave nothing', async () => {
    const { id } = await draft(
      sender,
      { signatarios: [person()], campos: [field(), field({ pagina: 3 })] },
      tinyPdf(3),
    );
    expect(refusal(await upload(id, tinyPdf(2)))).toEqual([400, 'ENTRADA_INVALIDA', ['campos[1].pagina']]);
    expect((await about(sender, id, '/versoes')).body.total).toBe(1);
  });

  it('are refused after sending and for a file that is no PDF', async () => {
    const { id } = await sent(sender);
    expect(refusal(await upload(id, tinyPdf(1)))).toEqual([409, 'DOCUMENTO_IMUTAVEL']);
    const other = await draft(sender);
    expect(refusal(await upload(other.id, Buffer.from('texto')))).toEqual([422, 'ENTRADA_INVALIDA', ['arquivo']]);
  });

  it('are what gets signed', async () => {
    const two = tinyPdf(2);
    const signatario = person();
    const { id, signatarios } = await draft(sender, { signatarios: [signatario], campos: [field()] });
    await upload(id, two);
    await about(sender, id, '/enviar', 'POST');
    const one = await readyToSign(sender, { ...signatarios[0], email: signatario.email });
    expect((await one.sign()).status).toBe(200);
    const signed = await until(async () => {
      const answer = await about(sender, id, '/arquivo');
      return answer.status === 200 && answer.bytes;
    });
    expect(signed.subarray(0, two.length).equals(Buffer.from(two))).toBe(true);
  });

  it('sent twice with one Idempotency-Key are one version', async () => {
    const { id } = await draft(sender);
    const key = { 'idempotency-key': 'versao-42' };
    const pdf = tinyPdf(2);
    expect((await upload(id, pdf, key)).body.numero).toBe(2);
    const again = await upload(id, pdf, key);
    expect([again.body.numero, again.headers.get('idempotency-replayed')]).toEqual([2, 'true']);
    expect((await about(sender, id, '/versoes')).body.total).toBe(2);
  });
});
