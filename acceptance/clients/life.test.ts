import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '../browser/stage.ts';
import { newSender, SAMPLE, type Sender, type Service, until } from '../browser/world.ts';
import { type Received, type Receiver, startReceiver } from '../painel/receiver.ts';
import { type Interpreter, laravel, php, python } from './interpreter.ts';

/** The clients in PHP and Python against the running service, as an integrator writes with them. */

let service: Service;
let receiver: Receiver;
let delivery: Received;
let segredo: string;

/** A key of tests of an organization of its own, so that what it lists is what it made. */
async function newKey(): Promise<{ api: Sender['api']; chave: string }> {
  const { api } = await newSender(service);
  const { chave } = await api.criarChaveApi({
    body: {
      nome: 'cliente',
      ambiente: 'TESTE',
      escopos: ['documentos:ler', 'documentos:escrever', 'arquivos:ler', 'webhooks:gerenciar'],
    },
  });
  return { api, chave };
}

beforeAll(async () => {
  service = await sharedService();
  receiver = await startReceiver();
  const { api } = await newKey();
  const webhook = await api.criarWebhook({ body: { url: receiver.url, eventos: ['document.completed'] } });
  segredo = webhook.segredo;
  await api.testarWebhook({ params: { webhookId: webhook.id } });
  delivery = await until(async () => receiver.received[0]);
});
afterAll(() => receiver?.close());

const UNKNOWN = ['NotFoundError', 404, 'NAO_ENCONTRADO', []];
const TITLES = ['De um arquivo aberto', 'De bytes', 'Contrato de locação'];

/** What a whole life tells, whatever the language. */
const LIFE = {
  status: ['RASCUNHO', 'AGUARDANDO_ASSINATURAS'],
  same: true,
  people: [['João Prado', 'ASSINAR']],
  erased: ['Interna', null, 'De um arquivo aberto'],
  titles: TITLES,
  pages: [2, 1],
  total: 3,
  missing: UNKNOWN,
  invalid: ['InvalidRequestError', 400, 'ENTRADA_INVALIDA', ['titulo']],
  file: '%PDF-',
  event: true,
  validation: 'EM_ANDAMENTO',
  other: true,
};

describe('PHP', php.lacks, () => {
  it('creates, sends, lists, is refused and downloads', async () => {
    const { chave } = await newKey();
    const told = await php.run('lifecycle', [service.origin, chave, SAMPLE]);
    expect(told).toEqual({ ...LIFE, constant: true });
  });

  it('takes what the service delivers and nothing else', () => verifies(php));
});

describe('Python', python.lacks, () => {
  it('creates, sends, lists, is refused and downloads', async () => {
    const { chave } = await newKey();
    expect(await python.run('lifecycle', ['sync', service.origin, chave, SAMPLE])).toEqual(LIFE);
  });

  it('does so beside other things', async () => {
    const { chave } = await newKey();
    expect(await python.run('lifecycle', ['async', service.origin, chave, SAMPLE])).toEqual({
      status: LIFE.status,
      titles: ['Ao mesmo tempo', 'Ao mesmo tempo', 'Contrato de locação'],
      first: [2, 3],
      missing: UNKNOWN,
      file: '%PDF-',
    });
  });

  it('takes what the service delivers and nothing else', () => verifies(python));
});

describe('Laravel', laravel.lacks, () => {
  it('takes what the service delivers at a route behind the middleware, and hands out the client', async () => {
    const { chave } = await newKey();
    const { eventoId } = JSON.parse(delivery.body) as { eventoId: string };
    const given = JSON.stringify({ body: delivery.body, headers: delivery.headers });
    expect(await laravel.run('laravel', [segredo, service.origin, chave], given)).toEqual({
      delivered: [200, eventoId],
      changed: [401, ''],
      unsigned: [401, ''],
      same: true,
      root: `${service.origin}/v1/sandbox`,
      found: 0,
    });
  });
});

/** By each of the two forms alone; not with a changed byte, nor under another secret. */
async function verifies({ run }: Interpreter): Promise<void> {
  const { body, headers } = delivery;
  const { eventoId, dados } = JSON.parse(body) as { eventoId: string; dados: { documento: { titulo: string } } };
  const own = { 'X-Service-Signature': headers['x-service-signature'] };
  const standard = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-')));
  const deliveries = [headers, own, standard].flatMap((given) => [
    { body, headers: given, secret: segredo },
    { body: `${body} `, headers: given, secret: segredo },
    { body, headers: given, secret: 'whsec_b3V0cm8=' },
  ]);
  const unsigned = { body, headers: {}, secret: segredo };
  const taken = ['document.completed', eventoId, dados.documento.titulo];
  const told = await run('verify', [], JSON.stringify([...deliveries, unsigned]));
  expect(told).toEqual([taken, null, null, taken, null, null, taken, null, null, null]);
}
