import { buffer } from 'node:stream/consumers';
import type { SealedKeys } from './keys.ts';
import { isHash, putAt } from './objects.ts';
import type { Target } from './target.ts';

/** What a set is: written last, so that a set without it was never whole and is none. */
export interface Manifest {
  readonly format: 1;
  readonly id: string;
  /** The instant that it shows, by the database's clock: RFC 3339. */
  readonly takenAt: string;
  readonly finishedAt: string;
  /** Of the service that took it. */
  readonly version: string;
  /** The newest migration that had run. */
  readonly schema: string;
  readonly database: {
    /** Made by pg_dump, or the files of the embedded PostgreSQL. */
    readonly kind: 'dump' | 'cluster';
    /** PostgreSQL's. */
    readonly major: number;
    readonly bytes: number;
    /** Pieces of the list of its files. */
    readonly list: readonly string[];
  };
  readonly files: {
    /** Files that rows name, and their bytes. */
    readonly count: number;
    readonly bytes: number;
    readonly list: readonly string[];
    /** Keys of those that went with their rows while the set was taken: retention, a deletion, an emptied sandbox. */
    readonly gone: readonly string[];
    /** Keys of those that rows still name and that were not there, or had other bytes: damage of before. */
    readonly missing: readonly string[];
  };
  readonly documents: number;
  /** The heads of the audit chains: how many, and the SHA-256 of all in the order of their documents. */
  readonly trails: { readonly count: number; readonly sha256: string };
  /** Requests of data subjects for deletion that were answered. */
  readonly erasures: readonly { readonly id: string; readonly at: string }[];
  /** Master key and seal under the passphrase; null if none was given. */
  readonly keys: SealedKeys | null;
}

const ROOT = 'sets/';
const ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;
const SUFFIX = '.json';
/** Names of damaged files and answered requests are in it, so it has no small bound. */
const MANIFEST_MAX = 256 * 1024 * 1024;

const keyOf = (id: string) => `${ROOT}${id}${SUFFIX}`;

/** Stores the manifest, and with it the set. */
export const putManifest = (target: Target, manifest: Manifest): Promise<void> =>
  putAt(target, keyOf(manifest.id), Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));

export const removeManifest = ({ store }: Target, id: string): Promise<void> => store.delete(keyOf(id));

/** Ids of the sets there, the oldest first. */
export async function setIds({ store }: Pick<Target, 'store'>): Promise<string[]> {
  const ids: string[] = [];
  for await (const key of store.list(ROOT, 0)) {
    const id = key.slice(ROOT.length, -SUFFIX.length);
    if (key.endsWith(SUFFIX) && ID.test(id)) ids.push(id);
  }
  return ids.sort();
}

/** @throws Error for the operator if it is not there or not a manifest of a form this version knows */
export async function readManifest({ store }: Target, id: string): Promise<Manifest> {
  if (!ID.test(id)) throw new Error(`${id} não é o nome de um conjunto; veja --listar.`);
  const { stream, size } = await store.read(keyOf(id));
  if (size > MANIFEST_MAX) {
    stream.destroy();
    throw new Error(`o manifesto de ${id} é grande demais para ser um`);
  }
  const manifest = parsed(await buffer(stream));
  if (!isManifest(manifest) || manifest.id !== id)
    throw new Error(`o manifesto de ${id} não é legível por esta versão`);
  return manifest;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/** Every manifest, the oldest first. */
export async function readManifests(target: Target): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const id of await setIds(target)) manifests.push(await readManifest(target, id));
  return manifests;
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));
const areHashes = (value: unknown) => Array.isArray(value) && value.every(isHash);
const areTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Whoever can write to the target can write a manifest, so nothing in it is taken as it comes. */
function isManifest(value: unknown): value is Manifest {
  const one = value as Partial<Manifest> | null;
  return (
    one?.format === 1 &&
    typeof one.id === 'string' &&
    isInstant(one.takenAt) &&
    isInstant(one.finishedAt) &&
    typeof one.version === 'string' &&
    typeof one.schema === 'string' &&
    ['dump', 'cluster'].includes(one.database?.kind ?? '') &&
    isCount(one.database?.major) &&
    isCount(one.database?.bytes) &&
    areHashes(one.database?.list) &&
    isCount(one.files?.count) &&
    isCount(one.files?.bytes) &&
    areHashes(one.files?.list) &&
    areTexts(one.files?.gone) &&
    areTexts(one.files?.missing) &&
    isCount(one.documents) &&
    isCount(one.trails?.count) &&
    isHash(one.trails?.sha256) &&
    Array.isArray(one.erasures) &&
    one.erasures.every(({ id, at }) => typeof id === 'string' && isInstant(at)) &&
    (one.keys === null || typeof one.keys === 'object')
  );
}
