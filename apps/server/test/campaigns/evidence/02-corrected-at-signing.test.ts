import { beforeAll, expect, it } from 'vitest';
import {
  about,
  codeSentTo,
  newSender,
  person,
  refusal,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
} from '../../modules/support.ts';
import { BORN, CPF, OTHER_CPF, personal, readAndAccept, sentEnvelope } from './support.ts';

/** Line 2: whoever proved one CPF signs with another, by `dados`. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

async function ready(token: string) {
  const one = signer(sender.base, token);
  await one.open();
  expect((await one.personal(CPF, BORN)).body.autenticado).toBe(true);
  await readAndAccept(one);
  return one;
}

it('a CPF that was proven is not corrected to another, and the signature is still to be had with the proven one', async () => {
  const { id, signatarios } = await sent(sender, personal());
  const one = await ready(tokenOf(signatarios[0]));
  const refused = await one.sign({ dados: { cpf: OTHER_CPF } });
  expect(refusal(refused)).toEqual([409, 'CONFLITO']);
  expect((await about(sender, id)).body.signatarios[0]).toMatchObject({ cpf: CPF, status: 'VISUALIZADO' });
  expect((await one.sign({ dados: { cpf: '529.982.247-25', nome: 'Nome Como Está' } })).status).toBe(200);
  const { body } = await about(sender, id, '/certificado');
  expect(body.conteudo.signatarios[0]).toMatchObject({ cpf: CPF, nome: 'Nome Como Está' });
});

it('a CPF that was proven is not corrected either in a document of the link that knows none', async () => {
  const who = person();
  const [proves] = await sentEnvelope(sender, [
    { fatoresExigidos: ['DADOS_PESSOAIS'], signatarios: [{ ...who, cpf: CPF, dataNascimento: BORN }] },
    { fatoresExigidos: ['EMAIL'], signatarios: [who] },
  ]);
  const one = signer(sender.base, tokenOf(proves?.signatarios[0] ?? {}));
  await one.open();
  await one.personal(CPF, BORN);
  await one.otp('EMAIL');
  expect((await one.answer('EMAIL', await codeSentTo(sender, who.email))).body.autenticado).toBe(true);
  await readAndAccept(one);
  expect(refusal(await one.sign({ dados: { cpf: OTHER_CPF } }))).toEqual([409, 'CONFLITO']);
  expect((await one.sign()).status).toBe(200);
});

it('a document has five hundred fields at most', async () => {
  const { signatarios } = await sent(sender, personal());
  const one = await ready(tokenOf(signatarios[0]));
  const campos = Array.from({ length: 501 }, () => ({ campoId: crypto.randomUUID(), valor: 'x' }));
  expect(refusal(await one.sign({ campos }))).toEqual([400, 'ENTRADA_INVALIDA', ['campos']]);
});
