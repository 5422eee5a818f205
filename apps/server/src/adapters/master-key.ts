import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../core/chain.ts';
import { type Derivation, type Secrets, UnknownMasterKey } from '../core/ports.ts';
import { createOnce } from './durable.ts';

/** A 32-byte key, with its id if keys are rotated: up to 32 letters, digits, `-` or `_`. */
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
/** The number of hexadecimal digits at the end of an id that identify its master key. */
const MARK_DIGITS = 8;

/**
 * The installation's secrets under `given` (MASTER_KEY), or under a key that is generated at first start and stored in
 * `dataDir`/master.key, readable only by its owner.
 *
 * @throws Error if the stored key is not 32 bytes in base64
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
  readonly derive: (purpose: string) => KeyObject;
  readonly cipherKey: KeyObject;
  /** Identifies it at the end of ids. */
  readonly mark: string;
  readonly heading: Buffer;
}

function ringOf({ id, key }: MasterKey): Ring {
  const derived = new Map<string, KeyObject>();
  const derive = (purpose: string): KeyObject => {
    const known = derived.get(purpose);
    if (known) return known;
    // Without salt: the master key is already uniformly random (RFC 5869, section 3.1).
    const bytes = hkdfSync('sha256', key, '', `rubrica:${purpose}`, KEY_BYTES);
    // Of the bytes themselves Node makes such an object at each use, which takes five times as long as an HMAC of an id.
    const made = createSecretKey(Buffer.from(bytes));
    derived.set(purpose, made);
    return made;
  };
  const name = Buffer.from(id ?? '');
  return {
    derive,
    cipherKey: derive('secrets-aes-256-gcm'),
    mark: sha256Hex(derive('marca-de-ids').export()).slice(0, MARK_DIGITS),
    heading: id === null ? Buffer.of(UNNAMED) : Buffer.concat([Buffer.of(NAMED, name.length), name]),
  };
}

/**
 * Secrets under 32-byte master keys: the first for new values, the others for existing ones.
 * @param given a single key, or several of which all but one have their own id
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
      // Random 96-bit nonces stay below the collision limit of NIST SP 800-38D (8.3) for 2^32 values.
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
      // A value without a key id may belong to a key that has since been given one.
      const candidates = sealed[0] === UNNAMED ? rings : rings.filter((ring) => ring.heading.equals(heading));
      return openWith(candidates, rest, context);
    },
  };
}

function openWith(candidates: readonly Ring[], rest: Uint8Array, context: string): Buffer {
  let failure: unknown;
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
  throw failure ?? new UnknownMasterKey();
}

function derivationOf(rings: readonly Ring[], purpose: string): Derivation {
  const keys = rings.map(({ derive, mark }) => ({ mark, key: derive(purpose) }));
  const [newest, oldest] = [keys[0], keys.at(-1)];
  /**
   * Random ids (version 4) predate ids that identify their key, so they belong to the oldest; version 8 is for custom
   * formats.
   */
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
