import { beforeAll, expect, it } from 'vitest';
import {
  about,
  call,
  field,
  newSender,
  person,
  postDocument,
  readyToSign,
  type Sender,
  said,
  sent,
  sharedService,
} from '../../modules/support.ts';

/**
 * A browser shows what stands behind U+202E from right to left, and a drawn line has none of it: who read and accepted
 * "R$ 10.000,00" on the signing page found R$ 00,000.01 in the signed file, and every hash fitted.
 */

const TURNED = '\u202e00,000.01\u202c';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const place = (answer: { body: { erros?: { campo: string; codigo?: string }[] } }) =>
  (answer.body.erros ?? []).map(({ campo }) => campo);

it.each([
  ['titulo', { titulo: `Contrato de R$ ${TURNED}` }],
  ['signatarios[0].nome', { signatarios: [person({ nome: `Ana ${TURNED}` })] }],
  ['campos[0].valorPadrao', { signatarios: [person()], campos: [field({ tipo: 'TEXTO', valorPadrao: TURNED })] }],
])('a sender turns no text around: %s', async (campo, dados) => {
  const answer = await postDocument(sender, dados);
  expect([answer.status, place(answer)]).toEqual([400, [campo]]);
  expect(JSON.stringify(said(answer))).toContain('U+202E');
});

/** Texts that no file is drawn of, but mails, lists and pages hold them inside of sentences of ours. */
it.each<[string, string, string, (text: string) => object]>([
  [
    'a label of a field',
    '/documentos/{id}/campos PUT',
    'campos[0].rotulo',
    (rotulo) => ({ campos: [field({ rotulo })] }),
  ],
  [
    'the name of the sender',
    '/organizacao PATCH',
    'marca.nomeRemetente',
    (nomeRemetente) => ({ marca: { nomeRemetente } }),
  ],
  ['the title of an envelope', '/envelopes POST', 'titulo', (titulo) => ({ titulo })],
  ['a folder', '/pastas POST', 'nome', (nome) => ({ nome })],
  ['a reason', '/documentos/{id}/cancelar POST', 'motivo', (motivo) => ({ motivo })],
])('%s is turned by nobody', async (_what, where, campo, bodyOf) => {
  const document = (await postDocument(sender, { signatarios: [person()] })).body;
  const [path = '', method = ''] = where.replace('{id}', document.id).split(' ');
  const answer = await call(sender.base + path, method, bodyOf(`Banco ${TURNED}`), sender.as);
  expect([answer.status, place(answer)]).toEqual([400, [campo]]);
  expect(answer.body.erros[0]).toMatchObject({ regra: 'turning', valores: { caracteres: 'U+202E, U+202C' } });
});

it('a message, which stands by itself, is as its sender writes it', async () => {
  const { status } = await postDocument(sender, { signatarios: [person()], mensagem: `Leia ${TURNED}` });
  expect(status).toBe(201);
});

it('nobody is corrected to a name that reads otherwise', async () => {
  const document = await sent(sender, { signatarios: [person()] });
  const answer = await about(sender, document.id, `/signatarios/${document.signatarios[0].id}`, 'PATCH', {
    nome: `Ana ${TURNED}`,
  });
  expect([answer.status, place(answer)]).toEqual([400, ['nome']]);
});

it('a signer fills nothing in that reads otherwise', async () => {
  const who = person();
  const document = await sent(sender, {
    signatarios: [who],
    campos: [field({ tipo: 'TEXTO', obrigatorio: true }), field()],
  });
  const one = await readyToSign(sender, { ...document.signatarios[0], email: who.email });
  const [text] = document.campos;
  const answer = await one.sign({
    assinatura: { tipo: 'DIGITADA', texto: 'Ana' },
    campos: [{ campoId: text.id, valor: TURNED }],
  });
  expect([answer.status, place(answer)]).toEqual([400, ['campos[0].valor']]);
});
