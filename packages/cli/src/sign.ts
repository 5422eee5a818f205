import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A signing secret in the form the service gives. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/**
 * The headers by which the service signs a delivery: those of the contract, whose key is the secret's whole text, and those
 * of Standard Webhooks, whose key is what the text after the prefix stands for.
 * @param unixSeconds when it is sent
 */
export function signedHeaders(
  segredo: string,
  eventoId: string,
  unixSeconds: number,
  body: string,
): Record<string, string> {
  const own = createHmac('sha256', segredo).update(`${unixSeconds}.${body}`).digest('hex');
  const key = Buffer.from(segredo.slice(PREFIX.length), 'base64');
  const standard = createHmac('sha256', key).update(`${eventoId}.${unixSeconds}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'x-service-signature': `t=${unixSeconds},v1=${own}`,
    'webhook-id': eventoId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': `v1,${standard}`,
  };
}
