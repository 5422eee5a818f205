import { once } from 'node:events';
import { createConnection } from 'node:net';
import { rule, sentenceOf } from '@rubrica/contract';
import { translations } from '@zxcvbn-ts/language-pt-br';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import {
  type Account,
  call,
  documentForm,
  elsewhere,
  newAccount,
  type Service,
  startService,
  until,
} from '../../harness.ts';

/** What is refused, and why a delivery failed, tells the rule of its sentence; the sentences are what they were. */

let service: Service;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
});
afterAll(() => service?.stop());

/** By session: a key has sixty calls a minute, which a fast machine makes of these tests in a few seconds. */
const api = (path: string, method = 'GET', body?: unknown) =>
  call(`${service.origin}/v1/sandbox${path}`, method, body, account.panel);
const made = async (path: string, body: unknown) => (await api(path, 'POST', body)).body;

describe('numbers that change the grammar', () => {
  const newFolder = (nome: string, paiId?: string) => made('/pastas', { nome, ...(paiId && { paiId }) });
  const draft = (more: object) => made('/documentos', documentForm(tinyPdf(), { titulo: 'Contrato', ...more }));

  it.each([
    [1, 0, 'folderHasDocument', '1 documento'],
    [2, 0, 'folderHasDocuments', '2 documentos'],
    [0, 1, 'folderHasSubfolder', '1 subpasta'],
    [0, 3, 'folderHasSubfolders', '3 subpastas'],
    [1, 1, 'folderHasDocumentAndSubfolder', '1 documento e 1 subpasta'],
    [1, 2, 'folderHasDocumentAndSubfolders', '1 documento e 2 subpastas'],
    [3, 1, 'folderHasDocumentsAndSubfolder', '3 documentos e 1 subpasta'],
    [2, 2, 'folderHasDocumentsAndSubfolders', '2 documentos e 2 subpastas'],
  ])('a folder with %i documents and %i folders in it', async (documentos, subpastas, regra, inside) => {
    const folder = await newFolder(`${documentos} e ${subpastas}`);
    for (let n = 0; n < documentos; n++) await draft({ pastaId: folder.id });
    for (let n = 0; n < subpastas; n++) await newFolder(`${n}`, folder.id);
    expect((await api(`/pastas/${folder.id}`, 'DELETE')).body).toMatchObject({
      detail: `A pasta não está vazia: contém ${inside}. Mova ou exclua o que há nela antes.`,
      regra,
      valores: { documentos, subpastas },
    });
  });

  it.each([
    [1, 'envelopeHasDocument', '1 documento'],
    [2, 'envelopeHasDocuments', '2 documentos'],
  ])('an envelope with %i documents in it', async (n, regra, inside) => {
    const envelope = await made('/envelopes', { titulo: 'Admissão' });
    for (let made = 0; made < n; made++) await draft({ envelopeId: envelope.id });
    expect((await api(`/envelopes/${envelope.id}`, 'DELETE')).body).toMatchObject({
      detail: `O envelope não está vazio: contém ${inside}. Tire-os dele antes.`,
      regra,
      valores: { n },
    });
  });
});

describe('a reason', () => {
  it('why a password is easy to guess is a rule, in the words of the library that guesses', async () => {
    const refused = await call(
      `${service.origin}/v1/autenticacao/cadastro`,
      'POST',
      {
        nome: 'Rui Sá',
        email: 'rui@exemplo.com.br',
        senha: 'qwertyuiop',
        organizacao: { nome: 'Sá', documento: '11222333000181' },
      },
      elsewhere(),
    );
    const [problem] = refused.body.erros;
    expect(problem).toMatchObject({
      campo: 'senha',
      regra: 'passwordGuessedWhy',
      valores: { motivo: 'guessTopHundred' },
    });
    expect(problem.mensagem).toBe(
      'É fácil de adivinhar. Esta é uma senha usada frequentemente. Prefira uma frase longa ou uma senha gerada.',
    );
    for (const [name, sentence] of Object.entries(translations.warnings)) {
      const regra = `guess${name[0]?.toUpperCase()}${name.slice(1)}` as 'guessDates';
      expect(sentenceOf(rule(regra))).toBe(sentence);
    }
  });

  it('why nothing can be delivered to an address is one, with its values', async () => {
    const refused = await api('/webhooks', 'POST', { url: 'https://10.0.0.1/', eventos: ['document.sent'] });
    expect(refused.body.erros).toEqual([
      {
        campo: 'url',
        mensagem: 'O endereço não pode receber entregas: 10.0.0.1 não é um endereço público (private).',
        regra: 'webhookUrl',
        valores: { motivo: 'ipRange', endereco: '10.0.0.1', faixa: 'private' },
      },
    ]);
  });
});

it('a message that is not HTTP is refused with a rule too', async () => {
  const socket = createConnection(Number(new URL(service.origin).port), '127.0.0.1');
  socket.end('ISTO não é HTTP\r\n\r\n');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'close');
  const body = JSON.parse(Buffer.concat(chunks).toString().split('\r\n\r\n')[1] ?? '');
  expect(body).toMatchObject({
    detail: 'A requisição não pôde ser lida.',
    regra: 'unreadable',
    valores: {},
    erros: [{ campo: 'requisicao', mensagem: 'Não é HTTP válido.', regra: 'notHttp', valores: {} }],
  });
});

it('a failed delivery tells the rule of its last attempt; one recorded before there were rules tells only a sentence', async () => {
  const webhook = await made('/webhooks', { url: 'http://127.0.0.1:1/', eventos: ['document.sent'] });
  await api(`/webhooks/${webhook.id}/teste`, 'POST');
  const read = async () => (await api(`/webhooks/${webhook.id}/entregas`)).body.itens[0];
  const failed = await until(async () => {
    const entrega = await read();
    return entrega?.status === 'DESISTIU' && entrega;
  });
  const why = { erro: 'a conexão foi recusada', regra: 'connectionRefused', valores: {} };
  expect(failed).toMatchObject({ ...why, tentativasRealizadas: [why] });

  await service.owner`update tentativa_entrega set regra = null, valores = null where entrega_id = ${failed.id}`;
  const before = { erro: 'a conexão foi recusada', regra: null, valores: null };
  expect(await read()).toMatchObject({ ...before, tentativasRealizadas: [before] });
});
