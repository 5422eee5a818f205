import { Webhook as Standard } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as Svix } from 'svix';
import { beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { openSecrets } from '../../../src/compose/world.ts';
import { sealSecret } from '../../../src/modules/webhooks/sign.ts';
import { call, draft, newSender, ownService, type Sender } from '../../modules/support.ts';
import { answer, type Received, startReceiver, verifies } from '../../modules/webhooks/receiver.ts';

/** Line 2: one delivery, as it comes, passes the verifiers that integrators already have. */

const service = ownService();

/** What each library takes a delivery for. @throws where it refuses it */
const VERIFIERS: Record<string, (request: Received, segredo: string, body: string) => unknown> = {
  svix: ({ headers }, segredo, body) => new Svix(segredo).verify(body, headers),
  standardwebhooks: ({ headers }, segredo, body) => new Standard(segredo).verify(body, headers),
  stripe: ({ headers }, segredo, body) =>
    new Stripe('sk_test_nenhuma').webhooks.constructEvent(body, headers['x-service-signature'] ?? '', segredo),
};
const names = Object.keys(VERIFIERS);

describe.each(['PRODUCAO', 'TESTE'] as const)('in %s', (ambiente) => {
  let sender: Sender;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let webhook: { id: string; segredo: string };
  const post = async (path: string, body?: unknown) =>
    (await call(`${sender.base}${path}`, 'POST', body, sender.as)).body;
  const next = async (count: number): Promise<Received> => {
    await draft(sender);
    const request = (await receiver.received(count, 40_000))[count - 1];
    if (!request) throw new Error('nothing received');
    return request;
  };
  beforeAll(async () => {
    sender = await newSender(service(), ambiente);
    receiver = await startReceiver(answer(200));
    webhook = await post('/webhooks', { url: receiver.url, eventos: ['document.created'] });
    return () => receiver.close();
  });

  describe('one webhook after the other', IN_ORDER, () => {
    it('every one of them accepts it, and refuses it altered, or with another secret', async () => {
      const request = await next(1);
      const body = request.body.toString();
      const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
      const accepts = (name: string, segredo: string, text = body) => {
        try {
          VERIFIERS[name]?.(request, segredo, text);
          return true;
        } catch {
          return false;
        }
      };
      expect(names.map((name) => accepts(name, webhook.segredo))).toEqual([true, true, true]);
      expect(names.map((name) => accepts(name, webhook.segredo, `${body} `))).toEqual([false, false, false]);
      expect(names.map((name) => accepts(name, other))).toEqual([false, false, false]);
      expect(verifies(request, webhook.segredo)).toBe(true);
      expect(request.headers['webhook-id']).toBe(JSON.parse(body).eventoId);
      expect(request.headers['x-service-signature']).toContain(`t=${request.headers['webhook-timestamp']},`);
    });

    it('during a rotation both secrets are good to every one of them', async () => {
      const before = webhook.segredo;
      const { segredo } = await post(`/webhooks/${webhook.id}/segredo`);
      const request = await next(2);
      for (const one of [before, segredo]) {
        for (const name of names) VERIFIERS[name]?.(request, one, request.body.toString());
      }
      expect(request.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
      webhook.segredo = segredo;
    });

    it('a secret of before, which no such library reads, signs as it did', async () => {
      const old = `whsec_${Buffer.alloc(32, 0xfb).toString('base64url')}`;
      const secrets = await openSecrets(service().app.config);
      const sealed = sealSecret(secrets, webhook.id, old);
      await service().owner`update webhook set segredo = ${sealed}, segredo_anterior = null where id = ${webhook.id}`;
      const request = await next(3);
      expect(verifies(request, old)).toBe(true);
      expect(Object.keys(request.headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
    });

    it('a new secret is the prefix and standard base64 of 32 bytes', async () => {
      expect(webhook.segredo).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const { segredo } = await post(`/webhooks/${webhook.id}/segredo`);
      expect(segredo).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      webhook.segredo = segredo;
    });
  });
});
