interface Entry {
  readonly revision: number;
  readonly json: Buffer;
  readonly until: number;
}

/**
 * After a restore from a backup the database reuses revision numbers; after this long a response is rebuilt in any
 * case.
 */
const KEPT_MS = 5 * 60_000;

/**
 * A cache of the last responses about documents, evicting the least recently used. A response is valid for one
 * revision, and the current revision is read from the database on each request, so nothing is ever shown late and other
 * processes need not be notified.
 */
export interface AnswerMemory {
  /** @returns the JSON in UTF-8, or null if there is none for this revision */
  recall(id: string, revision: number, now: number): Buffer | null;
  remember(id: string, revision: number, json: Buffer, now: number): void;
}

/** @param maxBytes of everything cached */
export function createAnswerMemory(maxBytes: number): AnswerMemory {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const forget = (id: string, { json }: Entry) => {
    entries.delete(id);
    bytes -= json.length;
  };
  return {
    recall(id, revision, now) {
      const entry = entries.get(id);
      if (!entry || entry.revision !== revision || entry.until < now) return null;
      // A Map keeps insertion order: the most recently used entry is moved to the end.
      entries.delete(id);
      entries.set(id, entry);
      return entry.json;
    },
    remember(id, revision, json, now) {
      const old = entries.get(id);
      if (old) forget(id, old);
      entries.set(id, { revision, json, until: now + KEPT_MS });
      bytes += json.length;
      for (const [oldest, entry] of entries) {
        if (bytes <= maxBytes) break;
        forget(oldest, entry);
      }
    },
  };
}
