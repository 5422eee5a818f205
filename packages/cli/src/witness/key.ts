import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clean } from '@rubrica/verify/cli';
import { misuse } from '../command.ts';
import { contentOf, createSecret, replaceFile } from '../log/folder.ts';

/** The key of a witness: made at its first start, and never another one in that folder. */

const COSIGNATURE = 4;
const KEY_BYTES = 32;
const OTHERS = 0o077;

/** What a witness cosigns with. */
export interface WitnessKey {
  /** As others are told it: `name+id+base64`. */
  readonly text: string;
  /** The line with which a text is cosigned (C2SP tlog-cosignature, cosignature/v1). @param seconds since 1970 */
  readonly cosign: (text: string, seconds: number) => string;
}

/** The key's 32 bytes: the end of what SPKI says of it. */
const rawOf = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-KEY_BYTES);

function witnessKey(name: string, key: KeyObject): WitnessKey {
  const encoded = Buffer.concat([Buffer.of(COSIGNATURE), rawOf(key)]);
  const id = createHash('sha256').update(`${name}\n`).update(encoded).digest().subarray(0, 4);
  return {
    text: `${name}+${id.toString('hex')}+${encoded.toString('base64')}`,
    cosign: (text, seconds) => {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(BigInt(seconds));
      const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), key);
      return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
    },
  };
}

async function privateKeyIn(path: string): Promise<KeyObject> {
  const kept = await contentOf(path);
  if (kept === null) {
    const { privateKey } = generateKeyPairSync('ed25519');
    await createSecret(path, privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
    return privateKey;
  }
  if (process.platform !== 'win32' && ((await stat(path)).mode & OTHERS) !== 0)
    throw misuse(`Outros podem ler a chave da testemunha. Faça: chmod 600 ${clean(path)}`);
  try {
    const key = createPrivateKey(kept);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below.
  }
  throw misuse(`${clean(path)} não é a chave de uma testemunha. Ponha de volta a que era, ou comece com outra pasta.`);
}

/**
 * The key kept in a folder, made if there is none.
 * @throws {Stop} where it cannot be read, or was made under another name
 */
export async function openKey(folder: string, name: string): Promise<WitnessKey> {
  const key = witnessKey(name, await privateKeyIn(join(folder, 'chave.pem')));
  const path = join(folder, 'chave.vkey');
  const told = (await contentOf(path))?.toString('utf8').trim();
  if (told !== undefined && told !== key.text)
    throw misuse(
      `A chave em ${clean(path)} é outra, ou de outro nome: ${clean(told)}. Uma testemunha não muda de nome.`,
    );
  if (told === undefined) await replaceFile(path, `${key.text}\n`);
  return key;
}
