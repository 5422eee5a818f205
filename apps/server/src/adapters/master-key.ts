import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Derivation, type Secrets, UnknownMasterKey } from '../core/ports.ts';
import { createOnce } from './durable.ts';

/** A key of 32 bytes, with the id it has where keys are rotated: up to 32 letters, digits, `-` or `_`. */
export interface MasterKey {
  readonly id: string | null;
  readonly key: Buffer;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of everything encrypted: by a key without an id, or followed by the length of an id and the id. */
const UNNAMED = 1;
const NAMED = 2;
/** Hexadecimal digits at the end of an id that tell its master key. */
const MARK_DIGITS = 8;

/**
 * The secrets of this installation under `given` (MASTER_KEY), or under a key that is generated at the first start and
 * kept in `dataDir`/master.key, readable by its owner only.
 *
 * @throws Error when the stored key is not 32 bytes in base64
 */
export async function loadSecrets(given: readonly MasterKey[] | null, dataDir: string): Promise<Secrets> {
  return createSecrets(given ?? (await storedKey(dataDir)));
}

async function storedKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'master.key');
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await createOnce(path, () => `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${path} não contém uma chave de 32 bytes em base64.`);
  return key;
}

interface Ring {
  readonly derive: (purpose: string) => Buffer;
  readonly cipherKey: Buffer;
  /** What tells it at the end of ids. */
  readonly mark: string;
  readonly heading: Buffer;
}

function ringOf({ id, key }: MasterKey): Ring {
  // Without salt: the master key is uniformly random already (RFC 5869, section 3.1).
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `rubrica:${purpose}`, KEY_BYTES));
  const name = Buffer.from(id ?? '');
  return {
    derive,
    cipherKey: derive('secrets-aes-256-gcm'),
    mark: createHash('sha256').update(derive('marca-de-ids')).digest('hex').slice(0, MARK_DIGITS),
    heading: id === null ? Buffer.of(UNNAMED) : Buffer.concat([Buffer.of(NAMED, name.length), name]),
  };
}

/**
 * Secrets under master keys of 32 bytes: the first for what is new, the others for what they made before.
 * @param given one key alone, or one or more of which each but one has an id of its own
 */
export function createSecrets(given: Buffer | readonly MasterKey[]): Secrets {
  const rings = (Buffer.isBuffer(given) ? [{ id: null, key: given }] : given).map(ringOf);
  const [first] = rings;
  if (first === undefined) throw new Error('there is no master key');
  return {
    derive: first.derive,
    deriveAll: (purpose) => rings.map(({ derive }) => derive(purpose)),
    derivation: (purpose) => derivationOf(rings, purpose),
    heading: first.heading,
    encrypt(plain, context) {
      // Random nonces of 96 bits stay below the collision bound of NIST SP 800-38D (8.3) for 2^32 values.
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first.cipherKey, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([first.heading, nonce, cipher.getAuthTag(), text]);
    },
    decrypt(sealed, context) {
      const headingLength = sealed[0] === NAMED ? 2 + (sealed[1] ?? 0) : 1;
      if (sealed.length < headingLength + NONCE_BYTES + TAG_BYTES || ![UNNAMED, NAMED].includes(sealed[0] ?? 0)) {
        throw new Error('encrypted value of an unknown form');
      }
      const heading = sealed.subarray(0, headingLength);
      const rest = sealed.subarray(headingLength);
      // What has no name may be of a key that has got one since.
      const candidates = sealed[0] === UNNAMED ? rings : rings.filter((ring) => ring.heading.equals(heading));
      return openWith(candidates, rest, context);
    },
  };
}

function openWith(candidates: readonly Ring[], rest: Uint8Array, context: string): Buffer {
  let failure: unknown = new UnknownMasterKey();
  for (const { cipherKey } of candidates) {
    const nonce = rest.subarray(0, NONCE_BYTES);
    const tag = rest.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', cipherKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(rest.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function derivationOf(rings: readonly Ring[], purpose: string): Derivation {
  const keys = rings.map(({ derive, mark }) => ({ mark, key: derive(purpose) }));
  const [newest, oldest] = [keys[0], keys.at(-1)];
  /** Random ids (version 4) are of before ids told their key, so of the oldest; version 8 is for forms of one's own. */
  const keyOf = (id: string) => (id[14] === '8' ? keys.find(({ mark }) => id.endsWith(mark)) : oldest)?.key;
  return {
    newId: () => {
      const random = randomUUID();
      return `${random.slice(0, 14)}8${random.slice(15, -MARK_DIGITS)}${newest?.mark}`;
    },
    knows: (id) => keyOf(id) !== undefined,
    of(id) {
      const key = keyOf(id);
      if (key === undefined) throw new UnknownMasterKey();
      return createHmac('sha256', key).update(id).digest();
    },
  };
}
