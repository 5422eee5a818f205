import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, until } from '../../harness.ts';
import {
  about,
  codeSentTo,
  draft,
  field,
  newSender,
  person,
  refusal,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
  wrong,
} from '../support.ts';

/** POST …/simular: the acts of a signer, with their refusals. */

const service = sharedService();
let sandbox: Sender;
beforeAll(async () => {
  sandbox = await newSender(service());
});

const simulate = (documento: { id: string; signatarios: { id: string }[] }, body: object, which = 0) =>
  about(sandbox, documento.id, `/signatarios/${documento.signatarios[which]?.id}/simular`, 'POST', body);
const byMail = (more: object = {}) => person({ metodoEntrega: 'EMAIL', ...more });
const actsOf = async (id: string) =>
  (await about(sandbox, id, '/auditoria?limite=100')).body.itens
    .filter(({ tipoAtor }: { tipoAtor: string }) => tipoAtor === 'SIGNATARIO')
    .map(({ acao, origemEndereco, ip }: Record<string, string>) => [acao, origemEndereco, ip]);

it('shows the code of an authenticator by the real time, which is that of the device, under a moved clock too', async () => {
  const there = await newSender(service());
  const moved = await call(`${there.base}/relogio/avancar`, 'POST', { segundos: 7200 }, there.as);
  expect([moved.status, moved.body.deslocamentoSegundos]).toEqual([200, 7200]);
  const { id, signatarios } = await sent(there, {
    signatarios: [byMail({ fatoresExigidos: ['EMAIL', 'TOTP'] })],
    campos: [field()],
  });
  const act = (acao: string) => about(there, id, `/signatarios/${signatarios[0].id}/simular`, 'POST', { acao });
  await act('ABRIR');
  expect((await act('AUTENTICAR')).body).toMatchObject({ fatoresCumpridos: ['EMAIL', 'TOTP'] });
});

it('opens, authenticates and signs, one after another; what it repeats is told once', async () => {
  const telefone = '+5511987651234';
  const documento = await sent(sandbox, {
    signatarios: [byMail({ telefone, fatoresExigidos: ['EMAIL', 'SMS_OTP'] })],
    campos: [field()],
  });
  expect((await simulate(documento, { acao: 'ABRIR' })).body).toMatchObject({ status: 'VISUALIZADO' });
  expect((await simulate(documento, { acao: 'AUTENTICAR' })).body).toMatchObject({
    status: 'VISUALIZADO',
    fatoresCumpridos: ['EMAIL', 'SMS_OTP'],
  });
  const signed = await simulate(documento, { acao: 'ASSINAR' });
  expect([signed.status, signed.body.status]).toEqual([200, 'ASSINADO']);
  expect((await about(sandbox, documento.id)).body.status).toBe('ASSINADO');
  expect(await actsOf(documento.id)).toEqual(
    [
      'DOCUMENTO_VISUALIZADO',
      'FATOR_CUMPRIDO',
      'FATOR_CUMPRIDO',
      'SIGNATARIO_AUTENTICADO',
      'LEITURA_CONCLUIDA',
      'ACEITE_REGISTRADO',
      'ASSINATURA_REGISTRADA',
    ].map((acao) => [acao, 'SIMULACAO', expect.any(String)]),
  );
  expect(refusal(await simulate(documento, { acao: 'ASSINAR' }))).toEqual([409, 'CONFLITO']);
});

it('signs with the values given, and refuses with the reason given', async () => {
  const campos = [field(), field({ tipo: 'TEXTO', y: 0.3, rotulo: 'Cidade' })];
  const one = await sent(sandbox, { signatarios: [byMail()], campos });
  const [, texto] = one.campos;
  const wrong = { acao: 'ASSINAR', valores: [{ campoId: randomUUID(), valor: 'x' }] };
  expect(refusal(await simulate(one, wrong))).toEqual([400, 'ENTRADA_INVALIDA', ['valores[0].campoId']]);
  // Nothing of what came before the refusal stays.
  expect(await actsOf(one.id)).toEqual([]);
  const valores = [{ campoId: texto.id, valor: 'Campinas' }];
  expect((await simulate(one, { acao: 'ASSINAR', valores })).status).toBe(200);
  const { conteudo } = (await about(sandbox, one.id, '/certificado')).body;
  expect(conteudo.signatarios[0].valores.itens).toContainEqual({ campoId: texto.id, valor: 'Campinas' });

  const other = await sent(sandbox, { signatarios: [byMail()], campos: [field()] });
  expect((await simulate(other, { acao: 'RECUSAR', motivo: 'Valor errado.' })).body).toMatchObject({
    status: 'RECUSADO',
    motivoRecusa: 'Valor errado.',
  });
});

it('repeated with its Idempotency-Key it answers the same and does nothing more', async () => {
  const documento = await sent(sandbox, { signatarios: [byMail()], campos: [field()] });
  const path = `${sandbox.base}/documentos/${documento.id}/signatarios/${documento.signatarios[0].id}/simular`;
  const as = { ...sandbox.as, 'idempotency-key': randomUUID() };
  const first = await call(path, 'POST', { acao: 'ASSINAR' }, as);
  const again = await call(path, 'POST', { acao: 'ASSINAR' }, as);
  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true']);
  expect(again.bytes).toEqual(first.bytes);
});

describe('is refused', () => {
  const signatarios = () => [byMail()];

  it('for a draft, out of turn, once the document ended, and where declining is not allowed', async () => {
    const drafted = await draft(sandbox, { signatarios: signatarios(), campos: [field()] });
    expect(refusal(await simulate(drafted, { acao: 'ABRIR' }))).toEqual([409, 'CONFLITO']);

    const ids = [randomUUID(), randomUUID()];
    const ordered = await sent(sandbox, {
      ordenado: true,
      signatarios: ids.map((id, n) => byMail({ id, ordem: n + 1 })),
      campos: ids.map((signatarioId, n) => field({ signatarioId, y: 0.1 + n * 0.2 })),
    });
    expect(refusal(await simulate(ordered, { acao: 'ASSINAR' }, 1))).toEqual([409, 'CONFLITO']);

    const cancelled = await sent(sandbox, { signatarios: signatarios(), campos: [field()] });
    await about(sandbox, cancelled.id, '/cancelar', 'POST', { motivo: 'Engano.' });
    expect(refusal(await simulate(cancelled, { acao: 'ABRIR' }))).toEqual([410, 'LINK_INDISPONIVEL']);

    const binding = await sent(sandbox, { recusavel: false, signatarios: signatarios(), campos: [field()] });
    expect(refusal(await simulate(binding, { acao: 'RECUSAR' }))).toEqual([409, 'CONFLITO']);
  });

  it('with what cannot come right: a code that does not arrive, a factor that rests', async () => {
    const lost = byMail({ telefone: '+5500000000002', fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
    const one = await sent(sandbox, { signatarios: [lost], campos: [field()] });
    expect((await simulate(one, { acao: 'AUTENTICAR' })).body).toMatchObject({ regra: 'codeLost', status: 409 });

    const telefone = '+5511987650001';
    const resting = person({ telefone, fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
    const other = await sent(sandbox, { signatarios: [resting], campos: [field()] });
    const link = signer(sandbox.base, tokenOf(other.signatarios[0]));
    await link.open();
    await link.otp('SMS_OTP');
    const code = await codeSentTo(sandbox, telefone);
    for (let n = 0; n < 5; n += 1) await link.answer('SMS_OTP', wrong(code));
    expect(refusal(await simulate(other, { acao: 'AUTENTICAR' }))).toEqual([429, 'LIMITE_EXCEDIDO']);
  });
});

it('acts in the whole set of an envelope, as its one link does', async () => {
  const { body: envelope } = await call(`${sandbox.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sandbox.as);
  const who = byMail();
  const drafts = [];
  for (let n = 0; n < 2; n += 1)
    drafts.push(await draft(sandbox, { envelopeId: envelope.id, signatarios: [who], campos: [field()] }));
  await call(`${sandbox.base}/envelopes/${envelope.id}/enviar`, 'POST', undefined, sandbox.as);
  expect((await simulate(drafts[0], { acao: 'ASSINAR' })).status).toBe(200);
  for (const { id } of drafts) await until(async () => (await about(sandbox, id)).body.status === 'ASSINADO');
});
