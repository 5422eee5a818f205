import { beforeAll, expect, it } from 'vitest';
import {
  about,
  authenticated,
  linkSentTo,
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
  until,
} from '../../modules/support.ts';
import { CPF, correct, detailsOf, readAndAccept, sentEnvelope } from './support.ts';

/** Somebody accepted as a witness, the sender made a party of them, and their signature said more than they had. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const DEAD = [410, 'LINK_INDISPONIVEL'];
const witness = (more: object = {}) => person({ funcao: 'TESTEMUNHAR', ...more });
const completed = (id: string) => until(async () => (await about(sender, id)).body.status === 'ASSINADO');

it('what was accepted in one role is not signed in another', async () => {
  const documento = await sent(sender, { signatarios: [witness()] });
  const [who] = documento.signatarios;
  const one = await readyToSign(sender, who);
  const corrected = await correct(sender, documento, { funcao: 'ASSINAR' });
  expect(corrected.body).toMatchObject({ funcao: 'ASSINAR', status: 'ENVIADO', visualizadoEm: null });
  for (const answer of [await one.sign(), await one.accept('0'.repeat(64))]) expect(refusal(answer)).toEqual(DEAD);
  expect(corrected.body.link).not.toBe(who.link);

  service().clock.advance(60_000);
  const again = await authenticated(sender, corrected.body, 2);
  expect((await again.open()).body).toMatchObject({
    signatario: { funcao: 'ASSINAR' },
    textoAceite: { aceitoEm: null },
  });
  await readAndAccept(again);
  expect((await again.sign()).status).toBe(200);
  await completed(documento.id);

  const trail = await trailOf(sender, documento.id);
  expect(detailsOf(trail, 'SIGNATARIO_CORRIGIDO')).toEqual([
    {
      signatarioId: who.id,
      campos: ['funcao'],
      alteracoes: { funcao: { de: 'TESTEMUNHAR', para: 'ASSINAR' } },
      anulado: true,
    },
  ]);
  const acts = trail.map(({ acao }) => acao);
  expect(acts.lastIndexOf('ACEITE_REGISTRADO')).toBeGreaterThan(acts.indexOf('SIGNATARIO_CORRIGIDO'));
  expect(detailsOf(trail, 'ASSINATURA_REGISTRADA')).toEqual([expect.objectContaining({ funcao: 'ASSINAR' })]);
});

it('before anything was done another role changes nothing else', async () => {
  const documento = await sent(sender, { signatarios: [witness()] });
  const [who] = documento.signatarios;
  const corrected = await correct(sender, documento, { funcao: 'ASSINAR' });
  expect(corrected.body).toMatchObject({ funcao: 'ASSINAR', link: who.link });
  expect((await (await readyToSign(sender, who)).sign()).status).toBe(200);
  await completed(documento.id);
});

it.each(['LINK', 'EMAIL'])(
  'in an envelope by %s it concerns the one document, which gets another link',
  async (way) => {
    const byMail = way === 'EMAIL';
    const who = witness({ metodoEntrega: way, cpf: CPF });
    const [first, second] = await sentEnvelope(sender, [{ signatarios: [who] }, { signatarios: [who] }]);
    const [given] = first?.signatarios ?? [];
    if (!first || !second || !given) throw new Error('two documents were sent');
    const old = byMail ? await linkSentTo(sender, who.email) : tokenOf(given);
    const one = byMail ? signer(sender.base, old) : await authenticated(sender, given);
    await readAndAccept(one);
    // A value that is sent along as it was is no reason to void anything in the other document.
    const { body } = await correct(sender, second, { funcao: 'ASSINAR', cpf: CPF });
    expect((await one.open()).body.documentos.map(({ id }: { id: string }) => id)).toEqual([first.id]);
    expect(detailsOf(await trailOf(sender, first.id), 'SIGNATARIO_CORRIGIDO')).toEqual([]);
    expect((await one.sign()).status).toBe(200);

    const token = byMail ? await linkSentTo(sender, who.email, 2) : tokenOf(body);
    expect(token).not.toBe(old);
    service().clock.advance(60_000);
    const again = byMail ? signer(sender.base, token) : await authenticated(sender, body, 2);
    await readAndAccept(again);
    expect((await again.sign()).body.documentos.map(({ id }: { id: string }) => id)).toEqual([second.id]);
    for (const { id } of [first, second]) await completed(id);
  },
);
