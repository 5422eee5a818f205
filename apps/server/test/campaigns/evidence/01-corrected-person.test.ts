import { beforeAll, describe, expect, it } from 'vitest';
import { elsewhere } from '../../harness.ts';
import {
  about,
  call,
  codeSentTo,
  draft,
  linkSentTo,
  messagesTo,
  newSender,
  person,
  refusal,
  retryAfter,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
  trailOf,
  until,
  validateTest,
} from '../../modules/support.ts';
import {
  BORN,
  CPF,
  correct,
  detailsOf,
  HOUR,
  OTHER_BORN,
  OTHER_CPF,
  personal,
  readAndAccept,
  sentEnvelope,
  several,
} from './support.ts';

/**
 * Line 1: somebody proves who they are, reads and accepts; the sender then makes the signer somebody else. What was done
 * under the old data counts for nobody any more.
 */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const signerOf = async (id: string) => (await about(sender, id)).body.signatarios[0];
const DEAD = [410, 'LINK_INDISPONIVEL'];

/** Somebody who proved the CPF, read and accepted. */
async function proved(dados: object = personal()) {
  const documento = await sent(sender, dados);
  const one = signer(sender.base, tokenOf(documento.signatarios[0]));
  await one.open();
  expect((await one.personal(CPF, BORN)).body).toMatchObject({ autenticado: true });
  await readAndAccept(one);
  return { documento, one };
}

it('a person who proved nothing is never named as one who proved the CPF of another', async () => {
  const { documento, one } = await proved();
  const stranger = { nome: 'Pessoa Que Nada Provou', cpf: OTHER_CPF, dataNascimento: OTHER_BORN };
  const corrected = await correct(sender, documento, stranger);
  expect(corrected.body).toMatchObject({
    ...stranger,
    status: 'ENVIADO',
    visualizadoEm: null,
    fatoresCumpridos: [],
  });
  for (const answer of [await one.sign(), await one.open(), await one.file()]) expect(refusal(answer)).toEqual(DEAD);
  expect(corrected.body.link).not.toBe(documento.signatarios[0].link);

  const other = signer(sender.base, tokenOf(corrected.body));
  const opened = (await other.open()).body;
  expect(opened).toMatchObject({ autenticado: false, textoAceite: { aceitoEm: null } });
  expect(opened.documentos[0].leitura).toEqual({ paginasLidas: 0, concluida: false });
  expect(refusal(await other.sign())).toEqual([403, 'AUTENTICACAO_INCOMPLETA']);
  expect(refusal(await other.personal(CPF, BORN))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  expect((await other.personal(OTHER_CPF, OTHER_BORN)).body.autenticado).toBe(true);
  await readAndAccept(other);
  expect((await other.sign()).status).toBe(200);

  const { body: certificado } = await about(sender, documento.id, '/certificado');
  const [named] = certificado.conteudo.signatarios;
  const trail = await trailOf(sender, documento.id);
  const corrections = trail.map(({ acao }) => acao).lastIndexOf('SIGNATARIO_CORRIGIDO');
  expect(named).toMatchObject({ nome: stranger.nome, cpf: OTHER_CPF });
  expect(detailsOf(trail.slice(corrections), 'FATOR_CUMPRIDO')).toEqual([
    expect.objectContaining({ fator: 'DADOS_PESSOAIS', provadoPara: { cpf: OTHER_CPF, dataNascimento: OTHER_BORN } }),
  ]);
  const { body: public_ } = await validateTest(
    service(),
    { codigo: certificado.conteudo.codigoValidacao },
    elsewhere(),
  );
  expect(public_.signatarios[0].fatores).toBe('CPF e data de nascimento');
});

it('the trail tells the old and the new value of each member, and that what was done is void', async () => {
  const { documento } = await proved();
  const [before] = documento.signatarios;
  const nome = 'Outra Pessoa';
  await correct(sender, documento, { nome: ` ${nome} `, cpf: '111.444.777-35' });
  expect(detailsOf(await trailOf(sender, documento.id), 'SIGNATARIO_CORRIGIDO')).toEqual([
    {
      signatarioId: before.id,
      campos: ['cpf', 'nome'],
      alteracoes: { nome: { de: before.nome, para: nome }, cpf: { de: CPF, para: OTHER_CPF } },
      anulado: true,
    },
  ]);
});

it.each([
  ['nome', { nome: 'Outra Pessoa' }],
  ['cpf', { cpf: OTHER_CPF }],
  ['dataNascimento', { dataNascimento: OTHER_BORN }],
  ['email', { email: 'outra.pessoa.um@exemplo.com.br' }],
  ['telefone', { telefone: '+5511900007001' }],
  ['metodoEntrega', { metodoEntrega: 'EMAIL' }],
])('after the first view another %s voids what was done', async (_name, change) => {
  const { documento, one } = await proved();
  expect((await correct(sender, documento, change)).status).toBe(200);
  expect(await signerOf(documento.id)).toMatchObject({ visualizadoEm: null, fatoresCumpridos: [], status: 'ENVIADO' });
  expect(refusal(await one.sign())).toEqual(DEAD);
});

it.each([
  ['the same in other writing', () => ({ nome: ' Marina Leal ', cpf: '529.982.247-25', dataNascimento: BORN })],
  ['the e-mail in other letters', (email: string) => ({ email: email.toUpperCase() })],
  ['what is asked of the signer and not who they are', () => ({ travarDados: true })],
])('a correction of %s voids nothing', async (_name, change) => {
  const { documento, one } = await proved(personal({}, { nome: 'Marina Leal' }));
  const corrected = await correct(sender, documento, change(documento.signatarios[0].email));
  expect(corrected.body).toMatchObject({ status: 'VISUALIZADO', fatoresCumpridos: ['DADOS_PESSOAIS'] });
  expect((await one.sign()).status).toBe(200);
});

it('what was done without ever opening the link is void as well', async () => {
  const documento = await sent(sender, personal());
  const one = signer(sender.base, tokenOf(documento.signatarios[0]));
  expect((await one.personal(CPF, BORN)).body.autenticado).toBe(true);
  expect((await one.read()).status).toBe(200);
  expect((await correct(sender, documento, { nome: 'Outra Pessoa' })).body.fatoresCumpridos).toEqual([]);
  expect(refusal(await one.sign())).toEqual(DEAD);
});

it('before anything was done only a changed contact gets another link', async () => {
  const documento = await sent(sender, personal());
  const [{ link }] = documento.signatarios;
  expect((await correct(sender, documento, { nome: 'Nome Certo', cpf: OTHER_CPF })).body.link).toBe(link);
  expect((await correct(sender, documento, { email: 'certa@exemplo.com.br' })).body.link).not.toBe(link);
  const told = detailsOf(await trailOf(sender, documento.id), 'SIGNATARIO_CORRIGIDO');
  expect(told.map((detalhe) => 'anulado' in detalhe)).toEqual([false, false]);
});

it('the person is corrected in every document of the link that they have not ended', async () => {
  const who = person({ cpf: CPF, dataNascimento: BORN });
  const options = { fatoresExigidos: ['DADOS_PESSOAIS'], signatarios: [who] };
  const [first, second] = await sentEnvelope(sender, [options, options]);
  if (!first || !second) throw new Error('two documents were sent');
  const one = signer(sender.base, tokenOf(first.signatarios[0] ?? {}));
  await one.open();
  expect((await one.personal(CPF, BORN)).body.autenticado).toBe(true);
  await correct(sender, second, { cpf: OTHER_CPF, dataNascimento: OTHER_BORN });
  expect(refusal(await one.open())).toEqual(DEAD);
  for (const { id } of [first, second]) {
    expect(await signerOf(id)).toMatchObject({ cpf: OTHER_CPF, fatoresCumpridos: [], visualizadoEm: null });
    expect(detailsOf(await trailOf(sender, id), 'SIGNATARIO_CORRIGIDO')).toEqual([
      expect.objectContaining({ anulado: true }),
    ]);
  }
  const links = [await signerOf(first.id), await signerOf(second.id)].map(({ link }) => link);
  expect(links[0]).toBe(links[1]);
});

it('a link used in a document that is over does not go on for somebody else in the rest', async () => {
  const [who, before] = [person({ cpf: CPF, dataNascimento: BORN }), person({ cpf: CPF, dataNascimento: BORN })];
  const of = { fatoresExigidos: ['DADOS_PESSOAIS'] };
  const inOrder = several({ ...before, ordem: 1 }, { ...who, ordem: 2 });
  const [alone, later] = await sentEnvelope(sender, [
    { ...of, signatarios: [who] },
    { ...of, ...inOrder, ordenado: true },
  ]);
  if (!alone || !later) throw new Error('two documents were sent');
  const one = signer(sender.base, tokenOf(alone.signatarios[0] ?? {}));
  expect((await one.open()).body.documentos).toHaveLength(1);
  await one.personal(CPF, BORN);
  await readAndAccept(one);
  expect((await one.sign()).status).toBe(200);
  const { link } = later.signatarios[1] ?? {};
  const corrected = await correct(sender, later, { nome: 'Outra Pessoa', cpf: OTHER_CPF }, 1);
  expect([corrected.status, corrected.body.link === link]).toEqual([200, false]);
  expect((await one.open()).body.documentos.map(({ id }: { id: string }) => id)).toEqual([alone.id]);
  expect((await signerOf(alone.id)).cpf).toBe(CPF);
});

it('a mailed link is replaced by one new message, and the view and the authentication are told once more', async () => {
  const who = person({ metodoEntrega: 'EMAIL', nome: 'Ana' });
  const eventos = ['document.viewed', 'signer.authenticated'];
  const webhook = await call(
    `${sender.base}/webhooks`,
    'POST',
    { url: 'http://127.0.0.1:9/corrigida', eventos },
    sender.as,
  );
  const documento = await sent(sender, { signatarios: [who] });
  await signer(sender.base, await linkSentTo(sender, who.email)).open();
  expect((await correct(sender, documento, { nome: 'Ana Lima' })).body.status).toBe('ENVIADO');
  const again = signer(sender.base, await linkSentTo(sender, who.email, 2));
  expect((await again.open()).body).toMatchObject({ autenticado: true, signatario: { nome: 'Ana Lima' } });
  expect(await messagesTo(sender, who.email)).toHaveLength(2);
  const told = async () => {
    const { body } = await call(`${sender.base}/webhooks/${webhook.body.id}/entregas`, 'GET', undefined, sender.as);
    return body.itens.map(({ evento }: { evento: string }) => evento).sort();
  };
  await until(async () => (await told()).length >= 4);
  expect(await told()).toEqual([...eventos, ...eventos].sort());
});

describe('corrections', () => {
  it('of a signer are three an hour, beside the resends; the fourth changes nothing', async () => {
    const documento = await sent(sender, personal());
    for (const nome of ['Um', 'Dois', 'Três']) expect((await correct(sender, documento, { nome })).status).toBe(200);
    expect((await correct(sender, documento, { nome: 'Três' })).status).toBe(200);
    const fourth = await correct(sender, documento, { nome: 'Quatro' });
    expect(refusal(fourth)).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect(retryAfter(fourth)).toBeGreaterThan(3_500);
    expect((await signerOf(documento.id)).nome).toBe('Três');
    expect((await about(sender, documento.id, '/reenviar', 'POST')).status).toBe(200);
    service().clock.advance(HOUR);
    expect((await correct(sender, documento, { nome: 'Quatro' })).body.nome).toBe('Quatro');
  });

  it('of a draft are as many as somebody likes, each with the values', async () => {
    const documento = await draft(sender, personal());
    for (const nome of ['Um', 'Dois', 'Três', 'Quatro', 'Cinco'])
      expect((await correct(sender, documento, { nome })).body.nome).toBe(nome);
    expect(detailsOf(await trailOf(sender, documento.id), 'SIGNATARIO_CORRIGIDO').at(-1)?.alteracoes).toEqual({
      nome: { de: 'Quatro', para: 'Cinco' },
    });
  });

  it('and resends together cause at most twenty SMS of an envelope with few people', async () => {
    const who = person({ metodoEntrega: 'SMS', telefone: '+5511900007100' });
    const documento = await sent(sender, { signatarios: [who] });
    const answers: number[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      for (let count = 0; count < 3; count += 1) {
        answers.push((await about(sender, documento.id, '/reenviar', 'POST')).status);
        const telefone = `+55119000072${String(hour * 3 + count).padStart(2, '0')}`;
        answers.push((await correct(sender, documento, { telefone })).status);
      }
      service().clock.advance(HOUR);
    }
    expect(answers).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
  });

  it('leave a code that went to the old phone counted and told, and worth nothing', async () => {
    const telefone = '+5511900007301';
    const who = person({ telefone, fatoresExigidos: ['SMS_OTP'] });
    const documento = await sent(sender, { fatoresExigidos: ['SMS_OTP'], signatarios: [who] });
    const one = signer(sender.base, tokenOf(documento.signatarios[0]));
    await one.otp('SMS_OTP');
    const old = await codeSentTo(sender, telefone);
    const { body } = await correct(sender, documento, { telefone: '+5511900007302' });
    expect(refusal(await signer(sender.base, tokenOf(body)).answer('SMS_OTP', old))).toEqual([
      401,
      'CREDENCIAL_INVALIDA',
    ]);
    await until(async () => detailsOf(await trailOf(sender, documento.id), 'CODIGO_ENVIADO').length === 1);
  });
});
