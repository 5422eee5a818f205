import { createHash, type X509Certificate } from 'node:crypto';
import { der, integer, nothing, octets, oid, sequence, TAG } from './der.ts';
import { checkReply, type Stamp } from './token.ts';

/** The most bytes of a token with its whole chain: the space is reserved before its size is known. */
export const TOKEN_ROOM = 14 * 1024;
const SHA256 = '2.16.840.1.101.3.4.2.1';

/** Sends an RFC 3161 request and returns the response's bytes; network and timeouts are up to the caller. */
export type TimestampClient = (request: Uint8Array) => Promise<Uint8Array>;

/** A time-stamping authority, with the name used for it in the evidence. */
export type TimestampAuthority = { name: string; send: TimestampClient };

/** Whom to ask for time stamps, in order, each once per stamp; and how to check a response. */
export type TimestampOptions = {
  authorities: readonly TimestampAuthority[];
  /** Certificates, one of which an authority's chain must reach; with an empty list any authority is accepted. */
  roots: readonly X509Certificate[];
  now: () => Date;
};

export type AuthorityStamp = Stamp & { authority: string };

/**
 * Requests a time stamp from the authorities in turn until one gives a fully valid response; any other counts as
 * failed.
 * @param imprint SHA-256 of what is stamped
 * @param accept may reject a stamp for its own reasons, by throwing
 * @throws Error with what was wrong with each
 */
export async function timestamp(
  imprint: Buffer,
  { authorities, roots, now }: TimestampOptions,
  accept: (stamp: Stamp) => Promise<void> = async () => {},
): Promise<AuthorityStamp> {
  // The nonce may be derived from what is stamped: it only has to differ between requests.
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
