import { createHmac } from 'node:crypto';
import { eventSchemas } from '@rubrica/contract';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookSignatureError } from '../src/index.ts';

const secret = 'whsec_EXEMPLO0exemplo0EXEMPLO0exemplo0';
const event = (eventSchemas['document.completed'] as unknown as { examples: object[] }).examples[0];
const payload = JSON.stringify(event);
const at = 1_793_726_808;
const now = () => at * 1000;
const sign = (body: string, key = secret, t: number | string = at) =>
  createHmac('sha256', key).update(`${t}.${body}`).digest('hex');
const header = `t=${at},v1=${sign(payload)}`;

describe('verifyWebhook', () => {
  test('gives the event of a good delivery, from text or bytes', async () => {
    const evento = await verifyWebhook({ payload, header, secret, now });
    expect(evento).toEqual(event);
    if (evento.evento === 'document.completed') expect(evento.dados.certificado.versao).toBe(1);
    expect(await verifyWebhook({ payload: new TextEncoder().encode(payload), header, secret, now })).toEqual(event);
  });

  test('takes either pair of a rotation, and leaves other versions aside', async () => {
    const other = sign(payload, 'whsec_outro');
    for (const pairs of [`v1=${other},v1=${sign(payload)}`, `v2=zz,v1=${sign(payload)},v1=${other}`]) {
      await expect(verifyWebhook({ payload, header: `t=${at},${pairs}`, secret, now })).resolves.toEqual(event);
    }
  });

  test('accepts a clock five minutes off, and no more', async () => {
    for (const off of [-300, 300]) {
      await expect(verifyWebhook({ payload, header, secret, now: () => (at + off) * 1000 })).resolves.toEqual(event);
    }
    for (const off of [-301, 301]) {
      await expect(verifyWebhook({ payload, header, secret, now: () => (at + off) * 1000 })).rejects.toThrow(
        'tolerance',
      );
    }
    await expect(
      verifyWebhook({ payload, header, secret, now: () => (at + 11) * 1000, toleranceSeconds: 10 }),
    ).rejects.toThrow('tolerance');
  });

  test.each([
    ['a changed byte', { payload: `${payload} ` }],
    ['another secret', { secret: 'whsec_outro' }],
    ['another timestamp', { header: `t=${at + 1},v1=${sign(payload)}` }],
    ['no header', { header: undefined }],
    ['an empty header', { header: '' }],
    ['no v1', { header: `t=${at}` }],
    ['only an unknown version', { header: `t=${at},v2=${sign(payload)}` }],
    ['two timestamps', { header: `t=${at},t=${at},v1=${sign(payload)}` }],
    ['a timestamp that is not a number', { header: `t=1e9,v1=${sign(payload, secret, '1e9')}` }],
    ['a short signature', { header: `t=${at},v1=${sign(payload).slice(2)}` }],
    ['an upper-case signature', { header: `t=${at},v1=${sign(payload).toUpperCase()}` }],
  ])('refuses %s', async (_, over) => {
    await expect(verifyWebhook({ payload, header, secret, now, ...over })).rejects.toThrow(WebhookSignatureError);
  });

  test('verifies before it parses', async () => {
    const forged = verifyWebhook({ payload: 'not json', header, secret, now });
    await expect(forged).rejects.toThrow(WebhookSignatureError);
  });
});
