import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/index.ts';

/** The master key and the seal, which leave the machine only encrypted to a passphrase. */

/** AES-256-GCM under scrypt of the passphrase; each member in base64. */
export interface SealedKeys {
  readonly salt: string;
  readonly nonce: string;
  readonly tag: string;
  readonly text: string;
}

interface Keys {
  /** MASTER_KEY, or the text of DATA_DIR/master.key. */
  readonly master: { readonly given: boolean; readonly text: string } | null;
  readonly seal:
    | { readonly given: true; readonly p12: string; readonly password: string }
    /** Of DATA_DIR; `kept` is seal.p12.senha. */
    | { readonly given: false; readonly p12: string; readonly kept: string | null }
    | null;
}

/** OWASP's for interactive use, times four: 512 MB would be too much for a small server, 128 MB is not. */
const SCRYPT: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;

/** The installation's keys, encrypted. @param id of the set, to which they are bound */
export async function sealKeys(config: Config, passphrase: string, id: string): Promise<SealedKeys> {
  const keys: Keys = { master: await masterOf(config), seal: await sealOf(config) };
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)];
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt), nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(JSON.stringify(keys)), cipher.final()]);
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  return { salt: base64(salt), nonce: base64(nonce), tag: base64(cipher.getAuthTag()), text: base64(text) };
}

/** @throws Error for the operator if the passphrase is not the one, or the keys were tampered with */
export async function openKeys(sealed: SealedKeys, passphrase: string, id: string): Promise<Keys> {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  try {
    const key = await derive(passphrase, bytes(sealed.salt));
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(sealed.nonce), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(id)).setAuthTag(bytes(sealed.tag));
    return JSON.parse(Buffer.concat([decipher.update(bytes(sealed.text)), decipher.final()]).toString()) as Keys;
  } catch (cause) {
    throw new Error('A frase não abre as chaves deste conjunto.', { cause });
  }
}

const derive = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((done, fail) =>
    // The same characters typed on another keyboard may come in another form.
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, SCRYPT, (error, key) => (error ? fail(error) : done(key))),
  );

const FILES = { master: 'master.key', seal: 'seal.p12', kept: 'seal.p12.senha' } as const;

async function masterOf({ masterKeys, dataDir }: Config): Promise<Keys['master']> {
  if (masterKeys === null) {
    const text = await readIfThere(join(dataDir, FILES.master));
    return text === null ? null : { given: false, text: text.toString() };
  }
  const pairs = masterKeys.map(({ id, key }) => `${id === null ? '' : `${id}:`}${key.toString('base64')}`);
  return { given: true, text: pairs.join(',') };
}

async function sealOf({ seal, dataDir }: Config): Promise<Keys['seal']> {
  if (seal !== null) {
    return { given: true, p12: (await readFile(seal.path)).toString('base64'), password: seal.password };
  }
  const p12 = await readIfThere(join(dataDir, FILES.seal));
  const kept = await readIfThere(join(dataDir, FILES.kept));
  return p12 && { given: false, p12: p12.toString('base64'), kept: kept?.toString('base64') ?? null };
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/**
 * Puts the keys where the service finds them: those that it generated into DATA_DIR; those that came by a variable into
 * DATA_DIR/restored-keys, from where the operator takes them, unless the variable is set.
 * @returns what was done and what is left to do, a line each
 * @throws Error for the operator if another key is in the place
 */
export async function placeKeys({ master, seal }: Keys, config: Config): Promise<string[]> {
  const { dataDir } = config;
  const aside = join(dataDir, 'restored-keys');
  const told: string[] = [];
  if (master && config.masterKeys !== null) {
    told.push('chave mestra: vale a de MASTER_KEY; confira que é a do conjunto.');
  } else if (master) {
    const path = master.given ? join(aside, 'MASTER_KEY') : join(dataDir, FILES.master);
    await placeKey(path, Buffer.from(master.text));
    told.push(
      master.given
        ? `chave mestra: em ${path}; ponha o conteúdo em MASTER_KEY e apague o arquivo.`
        : `chave mestra: em ${path}.`,
    );
  }
  if (seal && config.seal !== null) {
    told.push('selo: vale o de SEAL_P12_PATH.');
  } else if (seal) {
    const path = join(seal.given ? aside : dataDir, FILES.seal);
    await placeKey(path, Buffer.from(seal.p12, 'base64'));
    if (seal.given) await placeKey(`${path}.password`, Buffer.from(seal.password));
    else if (seal.kept !== null) await placeKey(join(dataDir, FILES.kept), Buffer.from(seal.kept, 'base64'));
    told.push(
      seal.given
        ? `selo: em ${path}, com a senha ao lado; ponha-os em SEAL_P12_PATH e SEAL_P12_PASSWORD.`
        : `selo: em ${path}.`,
    );
  }
  return told;
}

async function placeKey(path: string, bytes: Buffer): Promise<void> {
  const found = await readIfThere(path);
  if (found?.equals(bytes)) return;
  if (found) throw new Error(`${path} já existe e é outro. Restaure num DATA_DIR vazio.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o711 });
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600, flush: true });
}
