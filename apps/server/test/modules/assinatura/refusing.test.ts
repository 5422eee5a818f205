import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  field,
  newSender,
  person,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
  trailOf,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const REASON = 'O valor não é o combinado.';
const documentOf = async (id: string) => (await about(sender, id)).body;

/** A document of so many signers with handed-out links. */
async function withSigners(count: number, dados: object = {}, overrides: (index: number) => object = () => ({})) {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  const signatarios = ids.map((id, index) => person({ id, ...overrides(index) }));
  return sent(sender, { signatarios, campos: ids.map((signatarioId) => field({ signatarioId })), ...dados });
}

const refuse = (signatario: { link?: string }) => signer(sender.base, tokenOf(signatario)).refuse(REASON);

describe('refusing', () => {
  it('ends the document for everybody, with the reason where the sender sees it', async () => {
    const { id, signatarios } = await withSigners(3);
    await (await readyToSign(sender, signatarios[0])).sign();
    const answer = await refuse(signatarios[1]);
    const recibo = expect.stringContaining('\nATO\n');
    expect(answer.body).toEqual({
      status: 'RECUSADO',
      recusadoEm: expect.any(String),
      recibo,
      documentos: [{ id, recibo }],
    });
    const documento = await documentOf(id);
    expect(documento.status).toBe('RECUSADO');
    expect(
      documento.signatarios.map(({ status, motivoRecusa }: Record<string, string>) => [status, motivoRecusa]),
    ).toEqual([
      ['ASSINADO', null],
      ['RECUSADO', REASON],
      ['CANCELADO', null],
    ]);
    const trail = await trailOf(sender, id);
    expect(trail.find(({ acao }) => acao === 'ASSINATURA_RECUSADA')?.detalhe).toMatchObject({ motivo: REASON });
  });

  it('asks for no factor, no reading and no acceptance', async () => {
    const { signatarios } = await withSigners(1);
    expect((await refuse(signatarios[0])).status).toBe(200);
  });

  it.each([
    ['without a reason', {}, ['motivo']],
    ['with an empty reason', { motivo: '' }, ['motivo']],
    ['with a blank reason', { motivo: '   ' }, ['motivo']],
    ['with a reason of 1001 characters', { motivo: 'x'.repeat(1001) }, ['motivo']],
    ['with a reason the certificate cannot draw', { motivo: 'Não 😀' }, ['motivo']],
    ['with something unknown', { motivo: REASON, porque: 'sim' }, ['porque']],
  ])('%s is invalid and changes nothing', async (_, body, places) => {
    const { id, signatarios } = await withSigners(1);
    const { path } = signer(sender.base, tokenOf(signatarios[0]));
    const [status, codigo, where] = refusal(await call(`${path}/recusar`, 'POST', body));
    expect([status, codigo, [...new Set(where)]]).toEqual([400, 'ENTRADA_INVALIDA', places]);
    expect((await documentOf(id)).status).toBe('AGUARDANDO_ASSINATURAS');
  });

  it.each([1, 1000])('takes a reason of %i characters', async (length) => {
    const { signatarios } = await withSigners(1);
    const answer = await signer(sender.base, tokenOf(signatarios[0])).refuse('é'.repeat(length));
    expect(answer.status).toBe(200);
  });

  it('is not possible where the sender did not allow it', async () => {
    const { id, signatarios } = await withSigners(1, { recusavel: false });
    const one = signer(sender.base, tokenOf(signatarios[0]));
    expect((await one.open()).body.documentos[0].recusavel).toBe(false);
    expect(refusal(await one.refuse())).toEqual([409, 'CONFLITO']);
    expect((await documentOf(id)).status).toBe('AGUARDANDO_ASSINATURAS');
  });

  it('is not possible after having signed', async () => {
    const { signatarios } = await withSigners(2);
    const one = await readyToSign(sender, signatarios[0]);
    await one.sign();
    expect(refusal(await one.refuse())).toEqual([409, 'CONFLITO']);
  });

  it('of a document not of the link is a document not found', async () => {
    const { signatarios } = await withSigners(1);
    const other = await withSigners(1);
    const one = signer(sender.base, tokenOf(signatarios[0]));
    for (const id of [other.id, crypto.randomUUID()]) {
      expect(refusal(await one.refuse(REASON, id))).toEqual([404, 'NAO_ENCONTRADO']);
    }
  });
});

describe('refusing where the others may go on', () => {
  const onward = { pararSeRecusado: false };

  it('leaves the document to those who are left, and their signatures complete it', async () => {
    const { id, signatarios } = await withSigners(3, onward);
    expect((await refuse(signatarios[0])).status).toBe(200);
    expect((await documentOf(id)).status).toBe('AGUARDANDO_ASSINATURAS');
    await (await readyToSign(sender, signatarios[1])).sign();
    const last = await (await readyToSign(sender, signatarios[2])).sign();
    expect(last.body.documentos).toEqual([{ id, status: 'ASSINADO', recibo: expect.any(String) }]);
  });

  it('changes the document for who lists what changed since', async () => {
    const { id, signatarios } = await withSigners(2, onward);
    const listed = async (since: string) =>
      (await call(`${sender.base}/documentos?atualizadoDesde=${since}`, 'GET', undefined, sender.as)).body.itens.map(
        (one: { id: string }) => one.id,
      );
    service().clock.advance(1_000);
    const since = service().clock.now().toISOString();
    expect(await listed(since)).not.toContain(id);
    await refuse(signatarios[0]);
    expect(await listed(since)).toContain(id);
  });

  it('completes the document when all the others have signed before', async () => {
    const { id, signatarios } = await withSigners(2, onward);
    await (await readyToSign(sender, signatarios[0])).sign();
    expect((await refuse(signatarios[1])).status).toBe(200);
    const documento = await documentOf(id);
    expect(documento.status).toBe('ASSINADO');
    const certificate = await about(sender, id, '/certificado');
    expect(
      certificate.body.conteudo.signatarios.map(({ status, motivoRecusa }: Record<string, string>) => [
        status,
        motivoRecusa,
      ]),
    ).toEqual([
      ['ASSINADO', null],
      ['RECUSADO', REASON],
    ]);
  });

  it('by all of them refuses the document', async () => {
    const { id, signatarios } = await withSigners(2, onward);
    await refuse(signatarios[0]);
    expect((await documentOf(id)).status).toBe('AGUARDANDO_ASSINATURAS');
    await refuse(signatarios[1]);
    expect((await documentOf(id)).status).toBe('RECUSADO');
  });

  it('by the only signer refuses the document', async () => {
    const { id, signatarios } = await withSigners(1, onward);
    await refuse(signatarios[0]);
    expect((await documentOf(id)).status).toBe('RECUSADO');
  });

  it('passes the turn to the next in an ordered document', async () => {
    const { id, signatarios } = await withSigners(2, { ...onward, ordenado: true }, (index) => ({ ordem: index + 1 }));
    await refuse(signatarios[0]);
    const next = (await documentOf(id)).signatarios[1];
    expect(next).toMatchObject({ status: 'ENVIADO', link: expect.any(String) });
    const signed = await (await readyToSign(sender, next)).sign();
    expect(signed.body.documentos).toEqual([{ id, status: 'ASSINADO', recibo: expect.any(String) }]);
  });

  it('cannot be done twice, nor be followed by a signature', async () => {
    const { signatarios } = await withSigners(2, onward);
    const one = await readyToSign(sender, signatarios[0]);
    await one.refuse();
    expect(refusal(await one.refuse())).toEqual([409, 'CONFLITO']);
    expect(refusal(await one.sign())).toEqual([409, 'CONFLITO']);
  });

  it('leaves a signer who can be neither corrected nor removed', async () => {
    const { id, signatarios } = await withSigners(2, onward);
    await refuse(signatarios[0]);
    const at = `/signatarios/${signatarios[0].id}`;
    expect(refusal(await about(sender, id, at, 'PATCH', { nome: 'Outro' }))).toEqual([409, 'CONFLITO']);
    expect(refusal(await about(sender, id, at, 'DELETE'))).toEqual([409, 'CONFLITO']);
  });

  it('draws a reason of several lines in the certificate', async () => {
    const { id, signatarios } = await withSigners(2, onward);
    await signer(sender.base, tokenOf(signatarios[0])).refuse('Primeiro: o valor.\nSegundo:\to prazo.');
    const last = await (await readyToSign(sender, signatarios[1])).sign();
    expect(last.body.documentos).toEqual([{ id, status: 'ASSINADO', recibo: expect.any(String) }]);
  });
});
