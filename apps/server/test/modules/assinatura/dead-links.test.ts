import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  draft,
  field,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
  until,
} from '../support.ts';

/** What the holder of a link that is over is told, and what never. */

const service = sharedService();
let sender: Sender;
let organizacao = '';
beforeAll(async () => {
  sender = await newSender(service());
  organizacao = (await call(`${sender.base}/organizacao`, 'GET', undefined, sender.as)).body.nome;
});

const REASON = 'O imóvel foi vendido.';
const open = async (link: { link?: string }) => (await signer(sender.base, tokenOf(link)).open()).body;
const cancel = async (id: string) =>
  expect((await about(sender, id, '/cancelar', 'POST', { motivo: REASON })).status).toBe(200);

/** Everything an answer says beside what any refusal says. */
const toldIn = ({
  type,
  title,
  status,
  detail,
  regra,
  valores,
  instance,
  codigo,
  requestId,
  ...rest
}: object & Record<string, unknown>) => rest;

describe('a link whose document is over', () => {
  it('has no words of a sender whom the operator suspended, who may still cancel, and mails nobody any', async () => {
    const who = person({ metodoEntrega: 'EMAIL' });
    const { id } = await sent(sender, { titulo: 'Contrato', signatarios: [who] });
    const token = await linkSentTo(sender, who.email);
    const setStatus = (status: string) =>
      service().owner`update organizacao set status = ${status}
         where id = (select organizacao_id from documento where id = ${id})`;
    await setStatus('SUSPENSA');
    await cancel(id);
    const reasonTold = async () => (await open({ link: `/${token}` })).encerramento;
    expect(await reasonTold()).toMatchObject({ documentos: [{ situacao: 'CANCELADO', motivo: null }] });
    await until(async () => (await messagesTo(sender, who.email)).length === 2);
    await setStatus('ATIVA');
    expect(await reasonTold()).toMatchObject({ documentos: [{ situacao: 'CANCELADO', motivo: REASON }] });
    const mails = await messagesTo(sender, who.email);
    expect(mails.map(({ texto, html }) => `${texto}${html}`.includes(REASON))).toEqual([false, false]);
  });

  it('tells organization and title and, of a cancellation, the reason, on every route and nothing else', async () => {
    const { id, signatarios } = await sent(sender, { titulo: 'Contrato de locação', mensagem: 'Só para a Marina.' });
    await cancel(id);
    const told = {
      situacaoLink: 'CANCELADO',
      encerramento: {
        organizacao,
        documentos: [{ titulo: 'Contrato de locação', situacao: 'CANCELADO', motivo: REASON }],
      },
    };
    const one = signer(sender.base, tokenOf(signatarios[0]));
    for (const answer of [
      await one.open(),
      await one.read(),
      await one.otp('EMAIL'),
      await one.refuse(),
      await one.file(),
    ]) {
      expect([answer.status, toldIn(answer.body)]).toEqual([410, told]);
    }
  });

  it('does not tell the others why somebody refused', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const { signatarios } = await sent(sender, {
      titulo: 'Termo',
      signatarios: ids.map((id) => person({ id })),
      campos: ids.map((signatarioId) => field({ signatarioId })),
    });
    expect((await signer(sender.base, tokenOf(signatarios[0])).refuse('É um segredo meu.')).status).toBe(200);
    expect(toldIn(await open(signatarios[1]))).toEqual({
      situacaoLink: 'RECUSADO',
      encerramento: { organizacao, documentos: [{ titulo: 'Termo', situacao: 'RECUSADO', motivo: null }] },
    });
  });

  it('tells that the deadline passed before anything has expired the document, and after', async () => {
    const later = await newSender(service());
    const prazoEm = new Date(service().clock.now().getTime() + 3600_000).toISOString();
    const { signatarios } = await sent(later, { titulo: 'Proposta', prazoEm });
    const told = { documentos: [{ titulo: 'Proposta', situacao: 'EXPIRADO', motivo: null }] };
    service().clock.advance(2 * 3600_000);
    const one = signer(later.base, tokenOf(signatarios[0]));
    const answer = await one.open();
    expect([answer.status, answer.body.situacaoLink, answer.body.encerramento]).toMatchObject([410, 'EXPIRADO', told]);
  });

  it('tells of each document of an envelope how that one ended', async () => {
    const envelopes = (rest = '', method = 'POST', body?: unknown) =>
      call(`${sender.base}/envelopes${rest}`, method, body, sender.as);
    const envelopeId = (await envelopes('', 'POST', { titulo: 'Locação' })).body.id;
    const one = person();
    const member = (titulo: string) => draft(sender, { envelopeId, titulo, signatarios: [one], campos: [field()] });
    const [first, second] = [await member('Contrato'), await member('Vistoria')];
    expect((await envelopes(`/${envelopeId}/enviar`)).status).toBe(200);
    const [link] = (await about(sender, second.id)).body.signatarios;
    await cancel(first.id);
    expect((await open(link)).documentos.map(({ titulo }: { titulo: string }) => titulo)).toEqual(['Vistoria']);
    expect((await signer(sender.base, tokenOf(link)).refuse()).status).toBe(200);
    const { situacaoLink, encerramento } = await open(link);
    expect([situacaoLink, encerramento.documentos]).toEqual([
      'RECUSADO',
      [
        { titulo: 'Contrato', situacao: 'CANCELADO', motivo: REASON },
        { titulo: 'Vistoria', situacao: 'RECUSADO', motivo: null },
      ],
    ]);
  });
});

describe('a link whose holder may be the wrong person tells its state alone', () => {
  it('replaced by a correction, even when the document is cancelled later', async () => {
    const { id, signatarios } = await sent(sender, { titulo: 'Segredo' });
    const [old] = signatarios;
    const change = await about(sender, id, `/signatarios/${old.id}`, 'PATCH', { email: `outra.${old.email}` });
    expect([change.status, change.body.link === old.link]).toEqual([200, false]);
    expect(toldIn(await open(old))).toEqual({ situacaoLink: 'SUBSTITUIDO' });
    await cancel(id);
    expect(toldIn(await open(old))).toEqual({ situacaoLink: 'SUBSTITUIDO' });
    expect((await open(change.body)).encerramento.documentos[0].titulo).toBe('Segredo');
  });

  it('of a signer who was taken off, and of a document that was deleted', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const { id, signatarios } = await sent(sender, {
      signatarios: ids.map((id) => person({ id })),
      campos: ids.map((signatarioId) => field({ signatarioId })),
    });
    const removed = await about(sender, id, `/signatarios/${signatarios[0].id}`, 'DELETE');
    expect(removed.status).toBe(204);
    await cancel(id);
    expect(toldIn(await open(signatarios[0]))).toEqual({ situacaoLink: 'REMOVIDO' });
    expect(await open(signatarios[1])).toHaveProperty('encerramento');
    expect((await about(sender, id, '', 'DELETE')).status).toBe(204);
    expect(toldIn(await open(signatarios[1]))).toEqual({ situacaoLink: 'CANCELADO' });
  });

  it('that was never issued, and says so as before', async () => {
    const answer = await signer(sender.base, 'a'.repeat(43)).open();
    expect([answer.status, toldIn(answer.body)]).toEqual([404, {}]);
  });
});
