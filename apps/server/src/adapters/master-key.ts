import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../core/ports.ts';
import { createOnce } from './durable.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of everything encrypted, so that a later scheme can tell its own from this one's. */
const VERSION = 1;

/**
 * The secrets of this installation under `given` (MASTER_KEY), or under a key that is generated at the first start and
 * kept in `dataDir`/master.key, readable by its owner only.
 *
 * @throws Error when the stored key is not 32 bytes in base64
 */
export async function loadSecrets(given: Buffer | null, dataDir: string): Promise<Secrets> {
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

/** Secrets under one master key of 32 bytes. */
export function createSecrets(masterKey: Buffer): Secrets {
  // Without salt: the master key is uniformly random already (RFC 5869, section 3.1).
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, '', `rubrica:${purpose}`, KEY_BYTES));
  const key = derive('secrets-aes-256-gcm');
  return {
    derive,
    encrypt(plain, context) {
      // Random nonces of 96 bits stay below the collision bound of NIST SP 800-38D (8.3) for 2^32 values.
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]);
    },
    decrypt(sealed, context) {
      if (sealed.length < 1 + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) {
        throw new Error('encrypted value of an unknown form');
      }
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}
