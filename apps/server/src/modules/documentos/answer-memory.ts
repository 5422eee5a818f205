interface Entry {
  readonly revision: number;
  readonly json: Buffer;
  readonly until: number;
}

/** A database put back from a copy counts revisions from there on; after this long an answer is made anew in any case. */
const KEPT_MS = 5 * 60_000;

/**
 * Answers about documents as they were last given, the longest unused forgotten first. An answer holds for one revision,
 * and which one a document is at each request asks the database, so that nothing is ever shown late and other processes
 * need not be told.
 */
export interface AnswerMemory {
  /** @returns the JSON in UTF-8, or null when there is none of this revision */
  recall(id: string, revision: number, now: number): Buffer | null;
  remember(id: string, revision: number, json: Buffer, now: number): void;
}

/** @param maxBytes of all that is kept */
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
      // A Map keeps the order of insertion: the last one used goes to the end.
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
