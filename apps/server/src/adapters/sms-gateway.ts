import { fetch } from 'undici';
import { DeliveryRefused, type Sms, Unavailable } from '../core/ports.ts';

const DEADLINE_MS = 10_000;
/** These 4xx mean "not now" rather than "never"; all others are a refusal by the carrier. */
const LATER: readonly number[] = [408, 425, 429];

/**
 * SMS through an HTTP gateway: POST of `{ para, texto }` with the token as Bearer. 2xx means accepted, 4xx refused by
 * the carrier; 5xx, redirects and ten seconds of silence are Unavailable. The message's id is sent as Idempotency-Key,
 * so that a gateway that supports it does not send a retried message twice.
 */
export function createSmsGateway(gateway: SmsGateway): Sms {
  const { address, authorization } = targetOf(gateway);
  return {
    async send({ to, text, messageId }) {
      const status = await post(address, authorization, { para: to, texto: text }, messageId);
      if (status >= 200 && status < 300) return;
      if (status >= 400 && status < 500 && !LATER.includes(status)) {
        throw new DeliveryRefused(`sms gateway: HTTP ${status}`);
      }
      throw new Unavailable(`sms gateway: HTTP ${status}`);
    },
  };
}

/**
 * Asks the gateway for the headers of its address, with the credentials and no message: the protocol has no other
 * question. @returns the status @throws Error if nobody answers
 */
export async function greetSmsGateway(gateway: SmsGateway, signal: AbortSignal): Promise<number> {
  const { address, authorization } = targetOf(gateway);
  const response = await fetch(address, { method: 'HEAD', headers: { ...authorization }, redirect: 'manual', signal });
  await response.body?.cancel();
  return response.status;
}

interface SmsGateway {
  readonly url: string;
  readonly token: string | null;
}

function targetOf(gateway: SmsGateway): { address: URL; authorization: Readonly<Record<string, string>> } {
  const address = new URL(gateway.url);
  // Fetch refuses addresses with a password; it is sent as Basic authentication unless there is a token.
  const basic: Readonly<Record<string, string>> = address.username
    ? {
        authorization: `Basic ${Buffer.from(`${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`).toString('base64')}`,
      }
    : {};
  address.username = '';
  address.password = '';
  return { address, authorization: gateway.token === null ? basic : { authorization: `Bearer ${gateway.token}` } };
}

async function post(address: URL, authorization: object, body: object, messageId: string): Promise<number> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': messageId, ...authorization },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.body?.cancel();
    return response.status;
  } catch (cause) {
    const error = cause as Error & { cause?: Error };
    throw new Unavailable(`sms gateway: ${error.cause?.message ?? error.message}`, { cause });
  }
}
