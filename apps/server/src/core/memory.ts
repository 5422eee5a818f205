interface Entry {
  readonly revision: number;
  readonly bytes: Buffer;
  readonly until: number;
}

/**
 * After a restore from a backup the database reuses revision numbers; after this long a response is made again in any
 * case.
 */
const KEPT_MS = 5 * 60_000;

/**
 * A cache of the last responses, evicting the least recently used. A response is valid for one revision of what it is
 * about, and the current revision is read from the database on each request, so nothing is ever shown late and other
 * processes need not be notified.
 */
export interface Memory {
  /** @returns the bytes, or null if there are none for this revision */
  recall(id: string, revision: number, now: number): Buffer | null;
  remember(id: string, revision: number, bytes: Buffer, now: number): void;
}

/** @param maxBytes of everything cached */
export function createMemory(maxBytes: number): Memory {
  const entries = new Map<string, Entry>();
  let total = 0;
  const forget = (id: string, { bytes }: Entry) => {
    entries.delete(id);
    total -= bytes.length;
  };
  return {
    recall(id, revision, now) {
      const entry = entries.get(id);
      if (!entry || entry.revision !== revision || entry.until < now) return null;
      // A Map keeps insertion order: the most recently used entry is moved to the end.
      entries.delete(id);
      entries.set(id, entry);
      return entry.bytes;
    },
    remember(id, revision, bytes, now) {
      const old = entries.get(id);
      if (old) forget(id, old);
      entries.set(id, { revision, bytes, until: now + KEPT_MS });
      total += bytes.length;
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes) break;
        forget(oldest, entry);
      }
    },
  };
}
