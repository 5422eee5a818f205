import { ensure } from '../report.ts';
import { HASH_BYTES } from './checkpoint.ts';
import { base64Of, decimalOf, type Note, parseNote } from './note.ts';

/** That an entry is in a log, to be checked without the log (C2SP tlog-proof). */
export interface Proof {
  /** What whoever made it adds, here the leaf; null if nothing. It is not signed. */
  readonly extra: Uint8Array | null;
  /** Of the leaf, from 0. */
  readonly index: number;
  /** From the leaf's sibling upwards. */
  readonly hashes: readonly Uint8Array[];
  readonly checkpoint: Note;
}

/** The first line of a proof. */
export const PROOF_HEADER = 'c2sp.org/tlog-proof@v1';
const MAX_PROOF = 2 * 1024 * 1024;
/** Of a tree with as many leaves as a number can count exactly. */
const MAX_HASHES = 53;

/** Reads a proof; nothing in it was checked. @throws Unreadable */
export function parseProof(text: string): Proof {
  ensure(text.length <= MAX_PROOF, 'a prova é grande demais');
  ensure(text.startsWith(`${PROOF_HEADER}\n`), `a prova não começa com ${PROOF_HEADER}`);
  const split = text.indexOf('\n\n');
  ensure(split > 0, 'a prova não traz um ponto de controle');
  const lines = text.slice(PROOF_HEADER.length + 1, split).split('\n');
  const extra = lines[0]?.startsWith('extra ')
    ? base64Of((lines.shift() as string).slice(6), 'o extra da prova')
    : null;
  const [index = '', ...hashes] = lines;
  ensure(index.startsWith('index '), 'a prova não diz o índice da folha');
  ensure(hashes.length <= MAX_HASHES, 'a prova tem hashes demais');
  return {
    extra,
    index: decimalOf(index.slice(6), 'o índice da folha'),
    hashes: hashes.map((line) => {
      const hash = base64Of(line, 'um hash da prova');
      ensure(hash.length === HASH_BYTES, 'um hash da prova não tem 32 bytes');
      return hash;
    }),
    checkpoint: parseNote(text.slice(split + 2)),
  };
}
