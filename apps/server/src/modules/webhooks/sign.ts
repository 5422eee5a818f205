import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Secrets } from '../../core/ports.ts';

export const SIGNATURE_HEADER = 'X-Service-Signature';
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A new signing secret, as its owner gets to see it once: in the form that Standard Webhooks asks for. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** How a webhook's secret is stored: bound to the row, so that it cannot be decrypted for another webhook. */
export function sealSecret(secrets: Secrets, webhookId: string, segredo: string): Buffer {
  return secrets.encrypt(segredo, secretContext(webhookId));
}

export function openSecret(secrets: Secrets, webhookId: string, sealed: Uint8Array): string {
  return secrets.decrypt(sealed, secretContext(webhookId)).toString('utf8');
}

/** The context to which a webhook's encrypted secret is bound. */
export const secretContext = (webhookId: string): string => `webhook:${webhookId}:segredo`;

/**
 * Value of the signature header: one `v1` pair per secret, so that during a rotation a receiver recognises the one for
 * its secret. The HMAC key is the secret's whole text.
 */
export function signature(secrets: readonly string[], unixSeconds: number, body: Uint8Array): string {
  const pairs = secrets.map((segredo) => {
    const mac = createHmac('sha256', segredo).update(`${unixSeconds}.`).update(body).digest('hex');
    return `v1=${mac}`;
  });
  return [`t=${unixSeconds}`, ...pairs].join(',');
}

/** The bytes a secret stands for, where it is standard base64; secrets of before are base64url, and stand for none. */
function keyOf(segredo: string): KeyObject | null {
  const encoded = segredo.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  // Three times as fast as an HMAC whose key is bytes.
  return key.toString('base64') === encoded ? createSecretKey(key) : null;
}

/**
 * The headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com), by which common libraries verify a delivery: one
 * signature for each secret, divided by blanks. None for secrets such libraries could not read.
 */
export function standardHeaders(
  segredos: readonly string[],
  eventoId: string,
  unixSeconds: number,
  body: Uint8Array,
): Record<string, string> {
  const signatures = segredos.flatMap((segredo) => {
    const key = keyOf(segredo);
    if (key === null) return [];
    const mac = createHmac('sha256', key).update(`${eventoId}.${unixSeconds}.`).update(body).digest('base64');
    return [`v1,${mac}`];
  });
  if (signatures.length === 0) return {};
  return {
    'webhook-id': eventoId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': signatures.join(' '),
  };
}
