import type { RevocationClient } from '@rubrica/pdf';

/** For one question; and for all that one seal asks, so that a completion waits no longer than for its timestamps. */
const ANSWER_MS = 4_000;
const SEAL_MS = 10_000;
/** Revocation data goes into every signed file, so a list that grew past this is left out of all of them. */
const ANSWER_MAX_BYTES = 1024 * 1024;

/**
 * A client for what certificates say is to be had about them (RFC 6960 appendix A, RFC 5280 clause 4.2.2.1).
 *
 * The addresses are those in the certificates of the institution's seal and of its timestamp authority, both chosen by
 * the operator, whose own authority may well answer inside a private network; so they are not held to the rules for
 * webhooks, which strangers choose. Redirects, other schemes, user names and answers of any size are refused all the same.
 */
export function createRevocationClient(): { client: RevocationClient; begin(): void } {
  let left = 0;
  const ask = async ({ url, body, contentType }: Parameters<RevocationClient>[0]) => {
    if (left < 1) throw new Error(`no answer within ${SEAL_MS} ms in all`);
    const address = new URL(url);
    if (!['http:', 'https:'].includes(address.protocol) || address.username !== '') throw new Error('unusable address');
    const reply = await fetch(address, {
      method: body ? 'POST' : 'GET',
      redirect: 'error',
      signal: AbortSignal.timeout(Math.ceil(Math.min(ANSWER_MS, left))),
      ...(contentType === undefined ? {} : { headers: { 'content-type': contentType } }),
      ...(body ? { body: Buffer.from(body) } : {}),
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of reply.body ?? []) {
      size += chunk.length;
      if (size > ANSWER_MAX_BYTES) throw new Error(`more than ${ANSWER_MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
    return Buffer.concat(chunks);
  };
  return {
    begin() {
      left = SEAL_MS;
    },
    async client(question) {
      const began = performance.now();
      // What time stamps take meanwhile is not counted.
      return ask(question).finally(() => {
        left -= performance.now() - began;
      });
    },
  };
}
