import { type Rule, rule, WEBHOOK_RESPONSE_MAX_BYTES } from '@rubrica/contract';
import type { Client } from 'undici';
import type { WebhookHttp, WebhookResponse } from '../core/ports.ts';
import { createDoor, type DoorOptions, ruleOf, schemeRefusal, transportRule } from './outgoing.ts';

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

  /** Over a kept connection that was closed before any of an answer came, nothing is decided: another one is taken. */
  async function deliver(url: string, request: Post, timeoutMs: number, answer: Answer): Promise<void> {
    for (;;) {
      const { address, client, kept, close, keep } = await door.open(url, timeoutMs, request.signal);
      try {
        const whole = await exchange(client, address, request, answer);
        return whole ? keep() : close();
      } catch (error) {
        close();
        const over = kept && answer.status === null && transportRule(error)?.regra === 'connectionClosed';
        if (!over || request.signal.aborted) throw error;
      }
    }
  }

  return {
    async post(url, headers, body, timeoutMs) {
      const began = performance.now();
      const signal = AbortSignal.timeout(timeoutMs);
      const answer: Answer = { status: null, body: '' };
      let error: Rule | null = null;
      try {
        await deliver(url, { headers, body, signal }, timeoutMs, answer);
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

interface Post {
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
}

interface Answer {
  status: number | null;
  body: string;
}

/**
 * Fills `answer` as data arrives, so that a body cut off by the deadline does not lose the status.
 * @returns whether all of it was read
 */
async function exchange(client: Client, address: URL, request: Post, answer: Answer): Promise<boolean> {
  const path = `${address.pathname}${address.search}`;
  const response = await client.request({ method: 'POST', path, ...request });
  answer.status = response.statusCode;
  const chunks: Buffer[] = [];
  let room = WEBHOOK_RESPONSE_MAX_BYTES;
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk.subarray(0, room));
      room -= chunk.length;
      if (room <= 0) return false;
    }
    return true;
  } finally {
    answer.body = Buffer.concat(chunks).toString('utf8');
  }
}
