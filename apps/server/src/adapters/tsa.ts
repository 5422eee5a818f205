const DEADLINE_MS = 10_000;
/** An authority that let a whole deadline pass is not waited for again so soon: completions go on without it. */
const REST_MS = 60_000;
/** A token with its whole chain takes some 8 kB. */
const REPLY_MAX_BYTES = 64 * 1024;

/**
 * A client of one time-stamping authority (RFC 3161, section 3.4: over HTTP). User and password of the address go as
 * Basic authentication. The function throws when there is no usable answer within ten seconds, and for a minute after
 * such a silence at once.
 */
export function createTsaClient(url: string): (query: Uint8Array) => Promise<Uint8Array> {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const authorization = username === '' ? {} : { authorization: `Basic ${credentials}` };
  const headers = { 'content-type': 'application/timestamp-query', ...authorization };
  let restUntil = 0;
  return async (query) => {
    if (performance.now() < restUntil) throw new Error('the timestamp authority was silent a moment ago');
    const signal = AbortSignal.timeout(DEADLINE_MS);
    try {
      const body = Buffer.from(query);
      return await read(await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' }));
    } catch (error) {
      if (signal.aborted) restUntil = performance.now() + REST_MS;
      throw error;
    }
  };
}

async function read(reply: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.length;
    if (size > REPLY_MAX_BYTES) throw new Error(`the timestamp authority answered more than ${REPLY_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  if (!reply.ok) throw new Error(`the timestamp authority answered HTTP ${reply.status}`);
  return Buffer.concat(chunks);
}
