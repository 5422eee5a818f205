import type { Given } from './fields.ts';
import type { Step } from './steps.ts';

/**
 * What a signer did so far, kept on the device until it is signed: sealed by a key derived from the personal link, so that
 * neither another link nor another person of the device can read it, or tell whose it is. The token itself is not stored,
 * and neither are codes nor what a factor was answered with, which are never part of `Kept`. Where the browser keeps
 * nothing (a private window, an origin without WebCrypto) everything here does nothing.
 */

export interface Kept {
  readonly given: Given;
  readonly step: Step;
  readonly visited: readonly string[];
  /** Pages that were on the screen, by document, and the page that was looked at last. */
  readonly seen: Readonly<Record<string, readonly number[]>>;
  readonly at: { readonly documento: string; readonly pagina: number } | null;
}

const DATABASE = 'rubrica';
const STORE = 'guardado';
/** What nobody came back for is erased by the next link that is opened on the device. */
const FORGOTTEN_AFTER_MS = 7 * 24 * 3600_000;

interface Row {
  readonly em: number;
  readonly nonce: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function withStore<T>(work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  // Another tab may erase the last of what is kept, and the database with it.
  database.onversionchange = () => database.close();
  try {
    return await work(database.transaction(STORE, 'readwrite').objectStore(STORE));
  } finally {
    database.close();
  }
}

/** The name under which a link's work is kept, and the key that seals it. */
async function derived(token: string): Promise<{ name: string; key: CryptoKey }> {
  const encoder = new TextEncoder();
  const secret = await crypto.subtle.importKey('raw', encoder.encode(token), 'HKDF', false, [
    'deriveKey',
    'deriveBits',
  ]);
  const way = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: encoder.encode(`rubrica/${STORE}/${info}`),
  });
  const bits = new Uint8Array(await crypto.subtle.deriveBits(way('nome'), secret, 128));
  const aes = { name: 'AES-GCM', length: 256 };
  const key = await crypto.subtle.deriveKey(way('chave'), secret, aes, false, ['encrypt', 'decrypt']);
  return { name: [...bits].map((byte) => byte.toString(16).padStart(2, '0')).join(''), key };
}

/** Where one link's work is kept. No call rejects. */
export class Keeper {
  private readonly derived: Promise<{ name: string; key: CryptoKey } | null>;
  /** Calls one after the other: what was asked for last is what stands. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(token: string) {
    this.derived = token === '' ? Promise.resolve(null) : derived(token).catch(() => null);
  }

  private next<T>(work: (own: { name: string; key: CryptoKey }) => Promise<T>): Promise<T | null> {
    const result = this.last
      .then(() => this.derived)
      .then((own) => own && work(own))
      .catch(() => null);
    this.last = result;
    return result;
  }

  /** @returns null where nothing is kept, or what is there cannot be read */
  read(): Promise<Kept | null> {
    return this.next(async ({ name, key }) => {
      const row = await withStore(async (store) => {
        await forgetOld(store);
        return done<Row | undefined>(store.get(name));
      });
      if (!row) {
        await leaveNothing();
        return null;
      }
      const clear = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: row.nonce }, key, row.sealed);
      return JSON.parse(new TextDecoder().decode(clear)) as Kept;
    });
  }

  /** @returns whether it is kept now */
  async write(kept: Kept): Promise<boolean> {
    const written = await this.next(async ({ name, key }) => {
      const nonce = crypto.getRandomValues(new Uint8Array(12));
      const clear = new TextEncoder().encode(JSON.stringify(kept));
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, clear);
      await withStore((store) => done(store.put({ em: Date.now(), nonce, sealed } satisfies Row, name)));
      return true;
    });
    return written === true;
  }

  /** Erases it. */
  async erase(): Promise<void> {
    await this.next(async ({ name }) => {
      await withStore((store) => done(store.delete(name)));
      await leaveNothing();
    });
  }
}

/** Erases the database with the last of what was in it. */
async function leaveNothing(): Promise<void> {
  const left = await withStore((store) => done(store.count()));
  if (left === 0) await done(indexedDB.deleteDatabase(DATABASE));
}

async function forgetOld(store: IDBObjectStore): Promise<void> {
  const [names, rows] = await Promise.all([done(store.getAllKeys()), done<Row[]>(store.getAll())]);
  const old = names.filter((_, index) => (rows[index]?.em ?? 0) < Date.now() - FORGOTTEN_AFTER_MS);
  await Promise.all(old.map((name) => done(store.delete(name))));
}
