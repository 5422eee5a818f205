import { ensure } from '../report.ts';
import { base64Of, decimalOf, type Note } from './note.ts';

/** What a log says of its whole tree (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** Which log it is of. */
  readonly origin: string;
  /** How many leaves the tree has. */
  readonly size: number;
  /** The tree's hash, 32 bytes. */
  readonly root: Uint8Array;
}

/** SHA-256. */
export const HASH_BYTES = 32;

/**
 * Reads a note's text as a checkpoint. Lines after the third mean nothing here, but must not be empty.
 * @throws Unreadable
 */
export function parseCheckpoint({ text }: Note): Checkpoint {
  const [origin = '', size = '', root = '', ...more] = text.slice(0, -1).split('\n');
  ensure(origin !== '' && [size, root, ...more].every((line) => line !== ''), 'a nota não é um ponto de controle');
  const hash = base64Of(root, 'a raiz do ponto de controle');
  ensure(hash.length === HASH_BYTES, 'a raiz do ponto de controle não tem 32 bytes');
  return { origin, size: decimalOf(size, 'o tamanho da árvore'), root: hash };
}
