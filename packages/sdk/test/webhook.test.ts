import { createHmac } from 'node:crypto';
import { eventSchemas } from '@rubrica/contract';
import { describe, expect, test } from 'vitest';
import { Rubrica, verificarWebhook, WebhookSignatureError } from '../src/index.ts';

/** What is TypeScript's own; which deliveries are accepted, the vectors tell. */

const secret = 'whsec_EXEMPLO0exemplo0EXEMPLO0exemplo0';
const event = (eventSchemas['document.completed'] as unknown as { examples: object[] }).examples[0];
const body = JSON.stringify(event);
const at = 1_793_726_808;
const now = () => at * 1000;
const sign = (text: string) => `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${text}`).digest('hex')}`;
const headers = { 'x-service-signature': sign(body) };

describe('verificar', () => {
  test('gives the event of a good delivery, from text, bytes or a buffer, and narrows it by its name', async () => {
    const evento = await verificarWebhook(body, headers, secret, { now });
    expect(evento).toEqual(event);
    if (evento.evento === 'document.completed') expect(evento.dados.certificado.versao).toBe(1);
    const bytes = new TextEncoder().encode(body);
    for (const form of [bytes, bytes.buffer, Buffer.from(body)]) {
      expect(await verificarWebhook(form, headers, secret, { now })).toEqual(event);
    }
  });

  test('is the same under a client', () => {
    expect(new Rubrica('svc_test_a.b').webhooks.verificar).toBe(verificarWebhook);
  });

  test('takes headers as Node, fetch and Express give them', async () => {
    const value = headers['x-service-signature'];
    for (const form of [new Headers(headers), { 'X-Service-Signature': [value] }, { ...headers, other: undefined }]) {
      expect(await verificarWebhook(body, form, secret, { now })).toEqual(event);
    }
  });

  test('accepts a clock five minutes off, and no more', async () => {
    for (const off of [-300, 300]) {
      await expect(verificarWebhook(body, headers, secret, { now: () => (at + off) * 1000 })).resolves.toEqual(event);
    }
    const over = [-301, 301].map((off) => ({ now: () => (at + off) * 1000 }));
    for (const options of [...over, { now: () => (at + 11) * 1000, toleranceSeconds: 10 }]) {
      await expect(verificarWebhook(body, headers, secret, options)).rejects.toThrow('tolerance');
    }
  });

  test('says so where a framework made an object of the body', async () => {
    const read = verificarWebhook(JSON.parse(body), headers, secret, { now });
    await expect(read).rejects.toThrow('before JSON is read');
    await expect(read).rejects.toThrow(WebhookSignatureError);
  });

  test.each([undefined, null])('takes no delivery under a secret that is %s', async (none) => {
    const verified = verificarWebhook(body, headers, none as unknown as string, { now });
    await expect(verified).rejects.toThrow(new WebhookSignatureError('the secret is empty'));
  });

  test('verifies before it parses', async () => {
    const forged = verificarWebhook('not json', headers, secret, { now });
    await expect(forged).rejects.toThrow(WebhookSignatureError);
  });
});
