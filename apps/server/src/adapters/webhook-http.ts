import { type Rule, rule, WEBHOOK_RESPONSE_MAX_BYTES } from '@rubrica/contract';
import type { Client } from 'undici';
import type { WebhookHttp, WebhookResponse } from '../core/ports.ts';
import { createDoor, type DoorOptions, ruleOf, schemeRefusal } from './outgoing.ts';

export type WebhookHttpOptions = DoorOptions & {
  readonly production: boolean;
};

const RESOLVE_MS = 10_000;

/**
 * Sends webhooks, through the door (outgoing.ts).
 *
 * `post` enforces its rules itself; that production accepts only https depends on the scope and is checked by
 * `refusal`.
 */
export function createWebhookHttp(options: WebhookHttpOptions): WebhookHttp {
  const door = createDoor(options);
  return {
    async post(url, headers, body, timeoutMs) {
      const began = performance.now();
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = { status: null as number | null, body: '' };
      let error: Rule | null = null;
      try {
        const { address, client, close } = await door.open(url, timeoutMs, signal);
        await exchange(client, address, { headers, body, signal }, answer).finally(close);
        if (answer.status !== null && answer.status >= 300 && answer.status < 400) {
          error = rule('redirected');
        }
      } catch (thrown) {
        error = ruleOf(thrown, signal, timeoutMs, 'deliveryFailed');
      }
      const durationMs = Math.round(performance.now() - began);
      // PostgreSQL cannot store NUL in a text.
      return { ...answer, body: answer.body.replaceAll('\0', '\uFFFD'), durationMs, error } satisfies WebhookResponse;
    },
    async refusal(url, scope) {
      const signal = AbortSignal.timeout(RESOLVE_MS);
      try {
        return schemeRefusal(await door.check(url, signal), scope, options.production);
      } catch (thrown) {
        return ruleOf(thrown, signal, RESOLVE_MS, 'deliveryFailed');
      }
    },
    close: door.close,
  };
}

/** Fills `answer` as data arrives, so that a body cut off by the deadline does not lose the status. */
async function exchange(
  client: Client,
  address: URL,
  request: { headers: Record<string, string>; body: Uint8Array; signal: AbortSignal },
  answer: { status: number | null; body: string },
): Promise<void> {
  const path = `${address.pathname}${address.search}`;
  const response = await client.request({ method: 'POST', path, ...request });
  answer.status = response.statusCode;
  const chunks: Buffer[] = [];
  let room = WEBHOOK_RESPONSE_MAX_BYTES;
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk.subarray(0, room));
      room -= chunk.length;
      if (room <= 0) break;
    }
  } finally {
    answer.body = Buffer.concat(chunks).toString('utf8');
  }
}
