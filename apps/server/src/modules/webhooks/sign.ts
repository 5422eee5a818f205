import { createHmac, randomBytes } from 'node:crypto';
import type { Secrets } from '../../core/ports.ts';

export const SIGNATURE_HEADER = 'X-Service-Signature';
const SECRET_BYTES = 32;

/** A new signing secret, as its owner gets to see it once. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** How a webhook's secret is stored; bound to the row, so that it opens for no other webhook. */
export function sealSecret(secrets: Secrets, webhookId: string, segredo: string): Buffer {
  return secrets.encrypt(segredo, secretContext(webhookId));
}

export function openSecret(secrets: Secrets, webhookId: string, sealed: Uint8Array): string {
  return secrets.decrypt(sealed, secretContext(webhookId)).toString('utf8');
}

/** What a webhook's encrypted secret is bound to. */
export const secretContext = (webhookId: string): string => `webhook:${webhookId}:segredo`;

/**
 * Value of the signature header: one `v1` pair for each secret, so that during a rotation a receiver recognises the
 * pair of the secret it has. The key of the HMAC is the whole text of the secret.
 */
export function signature(secrets: readonly string[], unixSeconds: number, body: Uint8Array): string {
  const pairs = secrets.map((segredo) => {
    const mac = createHmac('sha256', segredo).update(`${unixSeconds}.`).update(body).digest('hex');
    return `v1=${mac}`;
  });
  return [`t=${unixSeconds}`, ...pairs].join(',');
}
