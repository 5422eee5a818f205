import {
  base64Of,
  type Checkpoint,
  decimalOf,
  HASH_BYTES,
  type Note,
  nodeHash,
  parseCheckpoint,
  parseNote,
} from '@rubrica/verify/log';

/** What a log submits to a witness (C2SP tlog-witness). */
export interface Submission {
  /** The size from which the proof leads. */
  readonly old: number;
  readonly proof: readonly Uint8Array[];
  readonly note: Note;
  readonly checkpoint: Checkpoint;
}

const MOST_HASHES = 63;

/** Whoever submits did not keep to the form. */
export class Malformed extends Error {}

/** Reads a submission, of which nothing is believed yet. @throws {Malformed | Unreadable} */
export function parseSubmission(bytes: Uint8Array): Submission {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Malformed('o corpo não é UTF-8');
  }
  const split = text.indexOf('\n\n');
  const [first = '', ...lines] = text.slice(0, Math.max(0, split)).split('\n');
  if (!first.startsWith('old ')) throw new Malformed('o corpo não começa com a linha “old”');
  if (lines.length > MOST_HASHES) throw new Malformed('a prova tem hashes demais');
  const proof = lines.map((line) => base64Of(line, 'um hash da prova'));
  if (proof.some((hash) => hash.length !== HASH_BYTES)) throw new Malformed('um hash da prova não tem 32 bytes');
  const note = parseNote(text.slice(split + 2));
  return { old: decimalOf(first.slice(4), 'o tamanho antigo'), proof, note, checkpoint: parseCheckpoint(note) };
}

const half = (n: number): number => Math.floor(n / 2);
const isOdd = (n: number): boolean => n % 2 === 1;

/**
 * The root of the first `old` leaves of the submitted tree, where the proof says it. A proof that leads to the tree's own root
 * cannot lead there from other leaves than the tree has, so another root than the witness kept is a fork; a proof that leads
 * elsewhere, which anybody can make, says nothing.
 * @returns null where it says nothing; so too for sizes that are powers of two, whose proofs leave that root out
 */
export function provenPrefix({ old, proof, checkpoint: { size, root } }: Submission): Uint8Array | null {
  const [first, ...rest] = proof;
  if (first === undefined || old <= 0 || old >= size) return null;
  let [at, last] = [old - 1, size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  if (at === 0) return null;
  let [older, newer] = [first, first];
  for (const other of rest) {
    if (last === 0) return null;
    if (isOdd(at) || at === last) {
      [older, newer] = [nodeHash(other, older), nodeHash(other, newer)];
      while (!isOdd(at) && at > 0) [at, last] = [half(at), half(last)];
    } else {
      newer = nodeHash(newer, other);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && Buffer.compare(newer, root) === 0 ? older : null;
}
