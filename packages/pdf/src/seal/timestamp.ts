import { createHash, type X509Certificate } from 'node:crypto';
import { der, integer, nothing, octets, oid, sequence, TAG } from './der.ts';
import { checkReply, type Stamp } from './token.ts';

/** Bytes of a token with its whole chain, at most: room is made before it is known. */
export const TOKEN_ROOM = 14 * 1024;
const SHA256 = '2.16.840.1.101.3.4.2.1';

/** Sends an RFC 3161 request and gives back the reply's bytes; network and time-outs are the caller's. */
export type TimestampClient = (request: Uint8Array) => Promise<Uint8Array>;

/** A time-stamping authority by the name that the evidence gives it. */
export type TimestampAuthority = { name: string; send: TimestampClient };

/** Who is asked for time stamps, in order, each once a stamp; and by what an answer is judged. */
export type TimestampOptions = {
  authorities: readonly TimestampAuthority[];
  /** Certificates one of which an authority's chain must reach; an empty list leaves whom to trust open. */
  roots: readonly X509Certificate[];
  now: () => Date;
};

export type AuthorityStamp = Stamp & { authority: string };

/**
 * Has something time-stamped by the first authority whose answer holds in every respect; any other counts as one that failed.
 * @param imprint SHA-256 of what is stamped
 * @param accept refuses a stamp for a reason of its own, by throwing
 * @throws Error with what was wrong with each
 */
export async function timestamp(
  imprint: Buffer,
  { authorities, roots, now }: TimestampOptions,
  accept: (stamp: Stamp) => Promise<void> = async () => {},
): Promise<AuthorityStamp> {
  // The nonce may follow from what is stamped: it only has to differ between requests.
  const nonce = createHash('sha256').update(imprint).digest().subarray(0, 8);
  nonce[0] = ((nonce[0] as number) & 0x3f) | 0x40;
  const stamped = sequence(sequence(oid(SHA256), nothing()), octets(imprint));
  const request = sequence(integer(1), stamped, integer(nonce), der(TAG.boolean, Buffer.from([0xff])));
  const reasons: string[] = [];
  for (const { name, send } of authorities) {
    try {
      const reply = Buffer.from(await send(request));
      const stamp = checkReply(reply, { imprint, nonce, roots, now: now() });
      if (stamp.token.length > TOKEN_ROOM) throw new Error(`the timestamp token is larger than ${TOKEN_ROOM} bytes`);
      await accept(stamp);
      return { ...stamp, authority: name };
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(reasons.join('; '));
}
