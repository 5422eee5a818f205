import { builtin, type NodeKey } from '../built-in.ts';
import { concat, equal, own } from '../bytes.ts';
import { children, type Element, need, oidOf, readOnly, TAG } from './der.ts';
import { newSha256 } from './sha256.ts';

/** Digests and signatures, checked with WebCrypto, which browsers and Node both have; some with Node's own. */

export type Digest = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

const DIGESTS: Readonly<Record<string, Digest>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

export const RSA = '1.2.840.113549.1.1.1';
const RSA_PSS = '1.2.840.113549.1.1.10';
const ED25519 = '1.3.101.112';
const RSA_WITH: Readonly<Record<string, Digest>> = {
  '1.2.840.113549.1.1.5': 'SHA-1',
  '1.2.840.113549.1.1.11': 'SHA-256',
  '1.2.840.113549.1.1.12': 'SHA-384',
  '1.2.840.113549.1.1.13': 'SHA-512',
};
export const ECDSA_WITH: Readonly<Record<string, Digest>> = {
  '1.2.840.10045.4.1': 'SHA-1',
  '1.2.840.10045.4.3.2': 'SHA-256',
  '1.2.840.10045.4.3.3': 'SHA-384',
  '1.2.840.10045.4.3.4': 'SHA-512',
};
/** Named curves, and the size of a coordinate in bytes. */
const CURVES: Readonly<Record<string, readonly [string, number]>> = {
  '1.2.840.10045.3.1.7': ['P-256', 32],
  '1.3.132.0.34': ['P-384', 48],
  '1.3.132.0.35': ['P-521', 66],
};

const SHA1_SIGNATURES = new Set(['1.2.840.113549.1.1.5', '1.2.840.10045.4.1']);

/** Whether a signature's AlgorithmIdentifier uses SHA-1. */
export const usesSha1 = (identifier: Element): boolean => SHA1_SIGNATURES.has(oidOf(children(identifier)[0]));

/** The digest an AlgorithmIdentifier names; undefined if this program does not know it. */
export function digestOf(identifier: Element | undefined): Digest | undefined {
  return DIGESTS[oidOf(children(need(identifier, TAG.sequence))[0])];
}

export async function digest(algorithm: Digest, ...parts: Uint8Array[]): Promise<Uint8Array> {
  // Nothing is copied or handed to another thread for what is nearly always asked.
  if (algorithm === 'SHA-256') return parts.reduce((hash, part) => hash.update(part), newSha256()).digest();
  return new Uint8Array(await crypto.subtle.digest(algorithm, concat(...parts)));
}

export type Verdict = 'valid' | 'invalid' | 'unknown algorithm';

export interface SignatureInput {
  /** SubjectPublicKeyInfo. */
  readonly key: Uint8Array;
  /** AlgorithmIdentifier of the signature. */
  readonly algorithm: Element;
  /** The digest, if the algorithm names only the kind of key. */
  readonly digest?: Digest | undefined;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

/** Checks a signature. Never throws: an unreadable one is invalid, an unknown algorithm is reported as such. */
export async function checkSignature(input: SignatureInput): Promise<Verdict> {
  try {
    const plan = planOf(input);
    if (!plan) return 'unknown algorithm';
    if (plan.key.name.startsWith('RSA') && !isUsualRsa(input.key)) return 'invalid';
    if (!plan.signature) return 'invalid';
    const { key, verify, signature } = plan;
    const check = key.name === 'ECDSA' ? verifyEcdsa : verifyByWebCrypto;
    return (await check({ spki: input.key, key, verify, signature, data: input.data })) ? 'valid' : 'invalid';
  } catch {
    return 'invalid';
  }
}

/** @throws if there is no such key */
type Verify = (
  input: Pick<Plan, 'key' | 'verify'> & Record<'spki' | 'signature' | 'data', Uint8Array>,
) => boolean | Promise<boolean>;

/** The implementation used by pages, and for what the service itself seldom seals with. */
export const verifyByWebCrypto: Verify = async ({ spki, key, verify, signature, data }) => {
  const imported = await crypto.subtle.importKey('spki', own(spki), key, false, ['verify']);
  return crypto.subtle.verify(verify, imported, own(signature), own(data));
};

const node = builtin('node:crypto');

/** The key used last: the two files of a pair are sealed with one. */
let last: { readonly spki: Uint8Array; readonly key: NodeKey } | undefined;

/** @throws if there is no such key */
function keyOf(crypto: NonNullable<typeof node>, spki: Uint8Array): NodeKey {
  if (!last || !equal(last.spki, spki)) {
    last = { spki: own(spki), key: crypto.createPublicKey({ key: spki, format: 'der', type: 'spki' }) };
  }
  return last.key;
}

/** In Node its own implementation for the service's seals: WebCrypto wakes another thread twice for each. */
export const verifyEcdsa: Verify = node
  ? ({ spki, verify, signature, data }) => {
      const key = keyOf(node, spki);
      return (
        key.asymmetricKeyType === 'ec' &&
        node.verify(verify.hash ?? '', data, { key, dsaEncoding: 'ieee-p1363' }, signature)
      );
    }
  : verifyByWebCrypto;

interface Plan {
  readonly key: { name: string; hash?: string; namedCurve?: string };
  readonly verify: { name: string; hash?: string; saltLength?: number };
  /** In the form WebCrypto takes; undefined if it cannot be a signature of this algorithm. */
  readonly signature: Uint8Array | undefined;
}

function planOf({ key, algorithm, digest, signature }: SignatureInput): Plan | undefined {
  const [name, parameters] = children(need(algorithm, TAG.sequence));
  const id = oidOf(name);
  if (id === ED25519) return { key: { name: 'Ed25519' }, verify: { name: 'Ed25519' }, signature };
  if (id === RSA_PSS) {
    const pss = pssParameters(parameters);
    return pss && { key: { name: 'RSA-PSS', hash: pss.hash }, verify: { name: 'RSA-PSS', ...pss }, signature };
  }
  const rsa = id === RSA ? digest : RSA_WITH[id];
  if (rsa) {
    const pkcs1 = { name: 'RSASSA-PKCS1-v1_5', hash: rsa };
    return { key: pkcs1, verify: pkcs1, signature };
  }
  const hash = ECDSA_WITH[id];
  const curve = hash && CURVES[curveOf(key)];
  if (!hash || !curve) return undefined;
  return {
    key: { name: 'ECDSA', namedCurve: curve[0] },
    verify: { name: 'ECDSA', hash },
    signature: fixedWidth(signature, curve[1]),
  };
}

/** Bytes of a modulus: fewer than 2,048 bits are unsafe, and beyond 8,192 a check takes seconds. */
const MODULUS = { least: 256, most: 1024 } as const;
const MAX_EXPONENT_BYTES = 4;

/** Whether an RSA key has a usual size; others are too weak, or made to take long. */
function isUsualRsa(spki: Uint8Array): boolean {
  const [, bits] = children(readOnly(spki, TAG.sequence));
  const [modulus, exponent] = children(readOnly(need(bits, TAG.bitString).body.subarray(1), TAG.sequence));
  const size = ({ body }: Element) => body.length - (body[0] === 0 ? 1 : 0);
  const bytes = size(need(modulus, TAG.integer));
  return bytes >= MODULUS.least && bytes <= MODULUS.most && size(need(exponent, TAG.integer)) <= MAX_EXPONENT_BYTES;
}

function curveOf(spki: Uint8Array): string {
  const [, curve] = children(need(children(readOnly(spki, TAG.sequence))[0], TAG.sequence));
  return curve?.tag === TAG.oid ? oidOf(curve) : '';
}

/** r and s side by side, as WebCrypto takes them; undefined unless both are minimal DER integers that fit. */
function fixedWidth(signature: Uint8Array, width: number): Uint8Array | undefined {
  const numbers = children(readOnly(signature, TAG.sequence));
  if (numbers.length !== 2) return undefined;
  const halves = numbers.map(({ tag, body }) => {
    const [first = 0, second = 0] = body;
    const padded = body.length > 1 && first === 0;
    if (tag !== TAG.integer || body.length === 0 || first >= 0x80 || (padded && second < 0x80)) return undefined;
    const value = padded ? body.subarray(1) : body;
    return value.length > width ? undefined : concat(new Uint8Array(width - value.length), value);
  });
  const [r, s] = halves;
  return r && s && concat(r, s);
}

/** RSASSA-PSS-params (RFC 4055 clause 3.1); the mask generator must use the same digest. */
function pssParameters(parameters: Element | undefined): { hash: Digest; saltLength: number } | undefined {
  if (!parameters) return undefined;
  const fields = new Map(children(parameters).map((field) => [field.tag, children(field)[0]]));
  const hash = fields.has(0xa0) ? digestOf(fields.get(0xa0)) : 'SHA-1';
  const mask = fields.get(0xa1);
  const maskHash = mask ? digestOf(children(mask)[1]) : 'SHA-1';
  const salt = fields.get(0xa2);
  const saltLength = salt ? salt.body.reduce((value, byte) => value * 256 + byte, 0) : 20;
  return hash && hash === maskHash && saltLength <= 64 ? { hash, saltLength } : undefined;
}
