import { concat, equal } from '../bytes.ts';
import { type Certificate, readCertificate, signedByOneOf } from '../crypto/certificate.ts';
import { children, need, readOnly, TAG } from '../crypto/der.ts';
import type { PrefixHashes } from '../crypto/prefix-hashes.ts';
import type { SignedData } from '../crypto/signed-data.ts';
import { readStream } from '../pdf/file.ts';
import { type Dict, Ref } from '../pdf/values.ts';
import { ensure } from '../report.ts';
import { type Located, type Revision, resolveIn, stampOf } from './locate.ts';
import { checkTimestamp, type Timestamp, type TimestampTrust } from './timestamp.ts';

/**
 * What was added to a file after its seal: the document security store, and time stamps over the whole file (B-LTA).
 */

/** The most certificates of a store that are examined to find the way to a root. */
const MAX_STORED = 64;

/** The newest document security store, or undefined. */
function storeOf({ later }: Located): { revision: Revision; store: Dict } | undefined {
  for (const revision of later.toReversed()) {
    const catalog = resolveIn(revision.objects, revision.section.trailer.get('Root'));
    const store = catalog instanceof Map ? resolveIn(revision.objects, catalog.get('DSS')) : undefined;
    if (store instanceof Map) return { revision, store };
  }
  return undefined;
}

export const hasStore = (located: Located): boolean => storeOf(located) !== undefined;

/** The certificates in the store; empty if there is none or it cannot be read. */
export async function storedCertificates(bytes: Uint8Array, located: Located): Promise<Certificate[]> {
  const found = storeOf(located);
  const list = found && resolveIn(found.revision.objects, found.store.get('Certs'));
  if (!found || !Array.isArray(list)) return [];
  const certificates: Certificate[] = [];
  for (const item of list.slice(0, MAX_STORED)) {
    const offset = item instanceof Ref ? found.revision.section.objects.get(item.num) : undefined;
    if (!(item instanceof Ref) || offset === undefined) continue;
    try {
      certificates.push(readCertificate((await readStream(bytes, offset, item.num)).data));
    } catch {
      // Without it a chain ends earlier, which is reported where it matters.
    }
  }
  return certificates;
}

/**
 * Checks every document time stamp after a seal, in order.
 * @param hashes of the file
 * @param seal the seal's own stamp, whose encoding the seal's envelope protects
 * @returns the last one, which covers the whole file; undefined if there is none
 * @throws Unreadable
 */
export async function checkArchive(
  bytes: Uint8Array,
  hashes: PrefixHashes,
  located: Located,
  seal: Timestamp | null,
  trust: TimestampTrust,
): Promise<Timestamp | undefined> {
  let last: Timestamp | undefined;
  for (const revision of located.later) {
    const stamp = stampOf(bytes, revision);
    if (!stamp) continue;
    const checked = await checkTimestamp(stamp.cms, (of) => hashes.covered(of, stamp.covered), trust);
    const before = last ?? seal;
    ensure(!before || before.time <= checked.time, 'um carimbo do arquivo é anterior ao que o precede');
    await checkEnvelope(stamp.cms, checked.data, seal?.data, trust.others);
    last = checked;
  }
  const closing = located.later.at(-1);
  ensure(!closing || !last || stampOf(bytes, closing), 'o último carimbo não cobre o arquivo inteiro');
  return last;
}

const INTEGER = (value: number) => Uint8Array.of(TAG.integer, 1, value);

/**
 * A token's signature does not cover its own envelope, and nothing else protects that of a closing stamp. So every part
 * of it must be the only one possible: fixed by the standard, proven by another certificate, or the same as in the
 * stamp that the same authority put on the seal.
 * @param held certificates that appear elsewhere, where they are protected
 */
async function checkEnvelope(
  cms: Uint8Array,
  data: SignedData,
  seal: SignedData | undefined,
  held: readonly Certificate[],
): Promise<void> {
  const strange = 'o carimbo do arquivo traz na sua embalagem o que não devia';
  const [, wrapped, ...more] = children(readOnly(cms, TAG.sequence));
  const outer = children(need(wrapped, 0xa0));
  const [content] = outer;
  const [version, digests, , certificates, signers, ...rest] = children(need(content, TAG.sequence));
  ensure(more.length === 0 && outer.length === 1 && rest.length === 0 && certificates?.tag === 0xa0, strange);
  const [info] = children(need(signers, TAG.set));
  const [infoVersion, id, digest, , algorithm, , ...unsigned] = children(need(info, TAG.sequence));
  ensure(equal(need(version).raw, INTEGER(3)) && unsigned.length === 0, strange);
  ensure(equal(need(infoVersion).raw, INTEGER(need(id).tag === 0x80 ? 3 : 1)), strange);
  const [named, ...others] = children(need(digests, TAG.set));
  ensure(named && others.length === 0, strange);
  const sealed = seal && equal(seal.signer.issuer, data.signer.issuer) ? algorithmsOf(seal) : undefined;
  const own = concat(named.raw, need(digest).raw, need(algorithm).raw);
  ensure(!sealed || equal(sealed, own), strange);
  const elsewhere = new Set([...held, ...(seal?.certificates ?? [])].map(({ fingerprint }) => fingerprint));
  for (const certificate of data.certificates) {
    const kept = certificate.fingerprint === data.signer.fingerprint || elsewhere.has(certificate.fingerprint);
    ensure(kept || (await signedByOneOf(certificate, [...data.certificates, ...held])), strange);
  }
}

/** The algorithm identifiers of a token, as encoded. */
function algorithmsOf({ raw }: SignedData): Uint8Array {
  const [, wrapped] = children(readOnly(raw, TAG.sequence));
  const [, digests, , , signers] = children(need(children(need(wrapped))[0]));
  const [, , digest, , algorithm] = children(need(children(need(signers))[0]));
  return concat(need(children(need(digests))[0]).raw, need(digest).raw, need(algorithm).raw);
}
