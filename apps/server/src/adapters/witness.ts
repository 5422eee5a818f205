import type { WitnessKey } from '../core/open-log/note.ts';
import { boundedBody } from './bounded-reply.ts';

const PATIENCE_MS = 5_000;
/** A cosignature takes some 150 bytes; a witness may have several keys. */
const REPLY_MAX_BYTES = 16 * 1024;

/**
 * A client of a witness (C2SP tlog-witness). Its address is the operator's, so it may be of any network.
 * @param url under which its calls are, without a slash at the end
 */
export function createWitness({ witness, url }: { readonly witness: WitnessKey; readonly url: string }) {
  return {
    witness,
    url,
    async submit(body: string): Promise<{ readonly status: number; readonly body: string }> {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const headers = { 'content-type': 'text/plain; charset=utf-8' };
      const reply = await fetch(`${url}/add-checkpoint`, { method: 'POST', headers, body, signal, redirect: 'error' });
      return { status: reply.status, body: (await boundedBody(reply, REPLY_MAX_BYTES, witness.name)).toString('utf8') };
    },
  };
}
