import type { RevocationClient } from '@rubrica/pdf';

/**
 * The limits for one request, and for all requests of one seal, so that a completion waits no longer than for its
 * timestamps.
 */
const ANSWER_MS = 4_000;
const SEAL_MS = 10_000;
/** Revocation data goes into every signed file, so a list larger than this is left out of all of them. */
const ANSWER_MAX_BYTES = 1024 * 1024;

/**
 * A client for the data that certificates say is available about them (RFC 6960 appendix A, RFC 5280 clause 4.2.2.1).
 *
 * The addresses come from the certificates of the institution's seal and of its timestamp authority. The operator chose
 * both and may well run an authority inside a private network, so they are not subject to the rules for webhooks, whose
 * addresses strangers choose. Redirects, other schemes, user names and oversized responses are refused all the same.
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
      // The time spent on time stamps in between does not count.
      return ask(question).finally(() => {
        left -= performance.now() - began;
      });
    },
  };
}
