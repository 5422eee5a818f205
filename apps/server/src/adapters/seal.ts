import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkSealKey,
  createSelfSignedSeal,
  describeSealKey,
  loadSealKey,
  type SealKey,
  SealKeyError,
  type SealKeyProblem,
  type SealKeyView,
  sealHolds,
  sealPdf,
} from '@rubrica/pdf';
import type { Secrets } from '../core/ports.ts';
import { createOnce } from './durable.ts';
import type { KeyFile } from './pdf/jobs.ts';

/** Why the service cannot seal, as a message for the operator. */
export class SealError extends Error {
  override name = 'SealError';
}

export interface Seal {
  /** The key file and its password, for the PDF workers. */
  readonly file: KeyFile;
  /** True for the self-signed certificate generated at first start. */
  readonly generated: boolean;
  readonly certificate: SealKeyView;
  /** @throws SealError if the certificate has expired or is not yet valid */
  check(now: Date): void;
  /** A warning for the operator within 30 days of the certificate's end; null before that. */
  warning(now: Date): string | null;
}

export interface SealSource {
  /** SEAL_P12_PATH and SEAL_P12_PASSWORD; null: a generated key, created at first start in `dataDir`. */
  readonly given: { readonly path: string; readonly password: string } | null;
  readonly dataDir: string;
  /** A generated key file is encrypted with a password derived from the master key, which is stored nowhere. */
  readonly secrets: Secrets;
  /** The installation's host, for the name of a generated seal. */
  readonly host: string;
}

/** Where the installation's single test seal is stored, encrypted. */
export interface KeptSeal {
  find(): Promise<Uint8Array | null>;
  /** Stores the given seal unless another process was first. @returns the stored one */
  keepFirst(sealed: Uint8Array): Promise<Uint8Array>;
}

const GENERATED_YEARS = 10;
/** Test documents must be recognisable for as long as anyone may look at one, and tests also run with other dates. */
const TEST_YEARS_BEFORE = 20;
const TEST_YEARS = TEST_YEARS_BEFORE + 50;
/** The password is 256 random bits, which cannot be guessed; more hash rounds would only slow down each start. */
const GENERATED_ITERATIONS = 1000;
const WARN_DAYS = 30;
const DAY_MS = 86_400_000;
/** X.520's maximum length of a common name. */
const NAME_MAX = 64;
const TEST_PASSWORD = 'selo-teste.p12';
const TEST_CONTEXT = 'selo_teste';

/**
 * Finds or generates the institution's seal, seals a small file as a test, and checks that seal.
 * @throws SealError if it cannot seal now
 */
export async function openSeal(source: SealSource, now: Date): Promise<Seal> {
  const { path, password } = source.given ?? (await generatedKey(source, now));
  const generated = source.given === null;
  const words = { what: `o selo ${path}`, generated };
  const p12 = await readFile(path).catch((error) => {
    throw explained(error, words);
  });
  return open({ p12, password }, words, now);
}

/**
 * Finds or generates the seal for test documents: the same for every process of the installation, in production too.
 * @throws SealError if it cannot seal now
 */
export async function openTestSeal(
  kept: KeptSeal,
  { secrets, host }: Pick<SealSource, 'secrets' | 'host'>,
  now: Date,
): Promise<Seal> {
  const [password = ''] = passwordsFor(secrets, TEST_PASSWORD);
  const since = new Date(now);
  since.setUTCFullYear(now.getUTCFullYear() - TEST_YEARS_BEFORE);
  const make = async () =>
    secrets.encrypt(await generate(host, ' - AMBIENTE DE TESTE', password, since, TEST_YEARS), TEST_CONTEXT);
  const sealed = (await kept.find()) ?? (await kept.keepFirst(await make()));
  const file = await openTestKey(secrets, sealed);
  return open(file, { what: 'o selo de teste, guardado no banco,', generated: true }, now);
}

const passwordsFor = (secrets: Secrets, purpose: string): string[] =>
  secrets.deriveAll(purpose).map((key) => key.export().toString('base64url'));

/** A stored test seal that was re-encrypted begins with this, the length of its password, and the password. */
const WITH_PASSWORD = 0;

async function openTestKey(secrets: Secrets, sealed: Uint8Array): Promise<KeyFile> {
  const kept = secrets.decrypt(sealed, TEST_CONTEXT);
  // PKCS#12 begins with a DER sequence, 0x30.
  if (kept[0] !== WITH_PASSWORD) return openedBy(kept, passwordsFor(secrets, TEST_PASSWORD));
  const end = 2 + (kept[1] ?? 0);
  return { p12: kept.subarray(end), password: kept.subarray(2, end).toString() };
}

/**
 * The test seal re-encrypted under the master key for new rows, together with its password, which was derived from an
 * older key.
 */
export async function encryptTestSealAnew(secrets: Secrets, sealed: Uint8Array): Promise<Buffer> {
  const { p12, password } = await openTestKey(secrets, sealed);
  const head = Buffer.concat([Buffer.of(WITH_PASSWORD, password.length), Buffer.from(password)]);
  return secrets.encrypt(Buffer.concat([head, p12]), TEST_CONTEXT);
}

/** The password among these that opens a key file; the first one if none does, so that its error is reported. */
async function openedBy(p12: Uint8Array, passwords: readonly string[]): Promise<KeyFile> {
  for (const password of passwords) {
    const opens = await loadSealKey(p12, password).then(
      () => true,
      (error) => !(error instanceof SealKeyError && error.problem === 'WRONG_PASSWORD'),
    );
    if (opens) return { p12, password };
  }
  return { p12, password: passwords[0] ?? '' };
}

/** How messages to the operator refer to a seal. */
interface Words {
  readonly what: string;
  readonly generated: boolean;
}

async function open(file: KeyFile, words: Words, now: Date): Promise<Seal> {
  const key = await loadKey(file, words);
  const certificate = describeSealKey(key);
  const check = (at: Date) => {
    try {
      checkSealKey(key, at);
    } catch (error) {
      throw explained(error, words);
    }
  };
  check(now);
  try {
    const { bytes } = await sealPdf(Buffer.from(TRIAL, 'latin1'), key, { at: now, reason: 'trial', name: 'Rubrica' });
    if (!sealHolds(bytes, key.certificate)) throw new SealKeyError('CANNOT_SIGN', 'the trial seal does not hold');
  } catch (error) {
    throw explained(error, words);
  }
  return {
    file,
    generated: words.generated,
    certificate,
    check,
    warning(at) {
      const days = Math.floor((certificate.notAfter.getTime() - at.getTime()) / DAY_MS);
      if (days >= WARN_DAYS) return null;
      const day = certificate.notAfter.toISOString().slice(0, 10);
      return days < 0
        ? `o certificado de ${words.what} venceu em ${day}`
        : `o certificado de ${words.what} vence em ${day}, daqui a ${days} dias`;
    },
  };
}

async function generatedKey(
  { dataDir, secrets, host }: SealSource,
  now: Date,
): Promise<{ path: string; password: string }> {
  const path = join(dataDir, 'seal.p12');
  const passwords = passwordsFor(secrets, 'seal.p12');
  const [password = ''] = passwords;
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  // A clock that is slightly behind, here or at a validator, must not make the first seals too early.
  const since = new Date(now.getTime() - DAY_MS);
  await createOnce(path, () => generate(host, '', password, since, GENERATED_YEARS));
  const kept = await keptPassword(dataDir, secrets);
  const found = await openedBy(await readFile(path), [...(kept === null ? [] : [kept.password]), ...passwords]);
  // It keeps its original password, stored under the master key for new rows, so that the older key can be removed.
  if (found.password !== password && !kept?.current) await keepPassword(dataDir, secrets, found.password);
  return { path, password: found.password };
}

const KEPT_PASSWORD = 'seal.p12.senha';

/** The password of a key file that is older than the master key for new rows; null if none was stored. */
async function keptPassword(dataDir: string, secrets: Secrets): Promise<{ password: string; current: boolean } | null> {
  const sealed = await readFile(join(dataDir, KEPT_PASSWORD)).catch(() => null);
  if (sealed === null) return null;
  try {
    const password = secrets.decrypt(sealed, KEPT_PASSWORD).toString();
    return { password, current: sealed.subarray(0, secrets.heading.length).equals(secrets.heading) };
  } catch {
    return null;
  }
}

async function keepPassword(dataDir: string, secrets: Secrets, password: string): Promise<void> {
  const path = join(dataDir, KEPT_PASSWORD);
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, secrets.encrypt(password, KEPT_PASSWORD), { mode: 0o600, flush: true });
  await rename(fresh, path);
}

/** A generated key file. Its random part distinguishes it from one that somebody else makes for the same host. */
function generate(host: string, suffix: string, password: string, notBefore: Date, years: number): Promise<Uint8Array> {
  const rest = ` ${randomBytes(4).toString('hex')}${suffix}`;
  return createSelfSignedSeal({
    organization: host,
    commonName: `${host.slice(0, NAME_MAX - rest.length)}${rest}`,
    notBefore,
    years,
    password,
    iterations: GENERATED_ITERATIONS,
  });
}

async function loadKey({ p12, password }: KeyFile, words: Words): Promise<SealKey> {
  try {
    return await loadSealKey(p12, password);
  } catch (error) {
    throw explained(error, words);
  }
}

function explained(cause: unknown, { what, generated }: Words): SealError {
  const problem = cause instanceof SealKeyError ? cause.problem : (cause as NodeJS.ErrnoException).code;
  const reasons: Record<SealKeyProblem, string> = {
    UNREADABLE: 'não é um arquivo PKCS#12 legível',
    WRONG_PASSWORD: generated
      ? 'foi gerado com outra chave mestra; restaure a MASTER_KEY (ou DATA_DIR/master.key) de antes, ou apague o arquivo para gerar outro selo'
      : 'SEAL_P12_PASSWORD não o abre',
    NO_KEY: 'não contém chave privada e certificado',
    EXPIRED: 'o certificado venceu',
    NOT_YET_VALID: 'o certificado ainda não é válido; confira o relógio da máquina',
    REVOKED: 'a autoridade certificadora revogou o certificado',
    CANNOT_SIGN: 'o certificado não pode assinar (só RSA ou EC, com uso de chave para assinatura digital)',
  };
  const reason = reasons[problem as SealKeyProblem] ?? `não pôde ser usado (${problem ?? (cause as Error).message})`;
  const variable = generated ? '' : 'SEAL_P12_PATH: ';
  return new SealError(`${variable}${what} ${reason}.`, { cause });
}

/** The smallest file that can be sealed: one empty page. Its cross-reference table is verified on opening. */
const TRIAL = (() => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  ];
  let file = '%PDF-1.7\n';
  const entries = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  return `${file}xref\n0 4\n0000000000 65535 f \n${entries.join('')}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
})();
