import { type EntregaWebhook, WEBHOOK_ANSWER_KEPT_BYTES } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, newAccount, type Service, startService, until } from '../../harness.ts';
import { type Reaction, type Receiver, startReceiver } from './receiver.ts';

/** What a receiver answered, as its deliveries show it; and deliveries asked for by their state. */

let service: Service;
let account: Account;
let receiver: Receiver;
let react: Reaction;
let at: string;
beforeAll(async () => {
  service = await startService({ WEBHOOK_RETRY_SECONDS: '600' });
  account = await newAccount(service.origin);
  receiver = await startReceiver((...given) => react(...given));
  const url = `${service.origin}/v1/sandbox/webhooks`;
  const body = { url: receiver.url, eventos: ['document.created'] };
  const { body: webhook } = await call(url, 'POST', body, account.test);
  at = `${url}/${webhook.id}`;
});
afterAll(async () => {
  await receiver?.close();
  await service?.stop();
});

const entregas = async (query = ''): Promise<{ itens: EntregaWebhook[]; total: number }> =>
  (await call(`${at}/entregas?limite=100&${query}`, 'GET', undefined, account.panel)).body;

/** The delivery of a test, once the receiver had its say. */
async function tried(how: Reaction): Promise<EntregaWebhook> {
  react = how;
  const { body } = await call(`${at}/teste`, 'POST', undefined, account.panel);
  return until(async () => (await entregas()).itens.find(({ id, tentativas }) => id === body.id && tentativas === 1));
}
const saying =
  (status: number, body: string | Buffer): Reaction =>
  (_, response) =>
    void response.writeHead(status).end(body);
const shownOf = ({ tentativasRealizadas }: EntregaWebhook) => tentativasRealizadas[0]?.respostaCorpo;

describe('the answer of a receiver', () => {
  it('is shown as it came, of a success and of a failure', async () => {
    expect(shownOf(await tried(saying(200, '{"recebido":true}\n')))).toBe('{"recebido":true}\n');
    const failed = await tried(saying(500, 'Erro: índice ausente — 🖋'));
    expect([failed.respostaHttp, shownOf(failed)]).toEqual([500, 'Erro: índice ausente — 🖋']);
    expect(shownOf(await tried(saying(204, '')))).toBe('');
  });

  it('is null where there was none', async () => {
    const none = await tried((_, response) => void response.socket?.destroy());
    expect([none.respostaHttp, shownOf(none)]).toEqual([null, null]);
  });

  it('is cut at 1,024 bytes, never inside of a character', async () => {
    const shown = shownOf(await tried(saying(200, `a${'é'.repeat(40_000)}`))) ?? '';
    expect(shown).toBe(`a${'é'.repeat((WEBHOOK_ANSWER_KEPT_BYTES - 2) / 2)}`);
  });

  it('has nothing left that acts on what shows it', async () => {
    const hostile = 'a\u0000b\u001b[31mc\r\nd\te\u0007\u009bf\u202eg\u2066h <img src=x onerror=alert(1)>';
    expect(shownOf(await tried(saying(200, hostile)))).toBe('a\ufffdb[31mc\nd\tefgh <img src=x onerror=alert(1)>');
    const binary = shownOf(await tried(saying(200, Buffer.from(Array.from({ length: 256 }, (_, n) => n))))) ?? '';
    expect(binary).not.toMatch(/[^\P{Cc}\t\n]/u);
  });

  it('that does not end holds up nothing: what came is shown', async () => {
    const endless: Reaction = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) {}
      };
      response.on('drain', more).on('error', () => {});
      more();
    };
    const shown = await tried(endless);
    expect([shown.status, shownOf(shown)]).toEqual(['ENTREGUE', 'x'.repeat(WEBHOOK_ANSWER_KEPT_BYTES)]);
  });
});

describe('GET /webhooks/{webhookId}/entregas?status=', () => {
  it('shows those of a state, with their total and a cursor of that state', async () => {
    react = saying(503, 'cheio');
    for (const titulo of ['Um', 'Dois', 'Três']) {
      await call(`${service.origin}/v1/sandbox/documentos`, 'POST', documentForm(tinyPdf(), { titulo }), account.test);
    }
    const waiting = await until(async () => {
      const found = await entregas('status=FALHOU');
      return found.total === 3 && found;
    });
    expect(waiting.itens.map(({ status }) => status)).toEqual(['FALHOU', 'FALHOU', 'FALHOU']);
    const all = (await entregas()).itens;
    for (const status of ['PENDENTE', 'ENTREGUE', 'FALHOU', 'DESISTIU']) {
      const wanted = all.filter((one) => one.status === status).map(({ id }) => id);
      const { itens, total } = await entregas(`status=${status}`);
      expect([status, total, itens.map(({ id }) => id)]).toEqual([status, wanted.length, wanted]);
    }
    const page = (query: string) => call(`${at}/entregas?${query}`, 'GET', undefined, account.panel);
    const { proximoCursor } = (await page('status=FALHOU&limite=2')).body;
    expect((await page(`status=FALHOU&limite=2&cursor=${proximoCursor}`)).body.itens.length).toBe(1);
    expect((await page(`status=DESISTIU&limite=2&cursor=${proximoCursor}`)).status).toBe(400);
    const refused = await page('status=PERDIDA');
    expect([refused.status, refused.body.erros[0].campo]).toEqual([400, 'query.status']);
  });
});
