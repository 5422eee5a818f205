import { ensure } from '../report.ts';
import { actLines, type Leaf, leafFor, parseLeaf } from './leaf.ts';
import { decimalOf, parseNote, utf8, type VerifierKey, verifyNote } from './note.ts';

/** What somebody gets who signs or refuses: the log's signed promise to take a leaf in (ADR 0085). */
export interface Receipt {
  readonly origin: string;
  readonly leaf: Leaf;
  /** 64 hexadecimal digits. */
  readonly nonce: string;
  readonly documentoId: string;
  /** The number of the act's event in the trail, from 1. */
  readonly sequencia: number;
  /** That event's hash, 64 hexadecimal digits. */
  readonly elo: string;
  /** Whether a given key that is of this very log signed it. */
  readonly signed: boolean;
}

const SUFFIX = '/recibo';
const LINES = 7;
/** The log's own, and room for one by its next key. */
const MAX_SIGNATURES = 8;

/** Whether a note's text begins as a receipt's does. */
export const looksLikeReceipt = (text: string): boolean => /^[^\n]+\/recibo\n\{/.test(text);

/** Receipts in a file with several, from their first line to the last signature of each. */
const AMONG_OTHERS = /^[^\n]+\/recibo\n\{[^\n]*\n(?:[^\n]+\n){5}\n(?:— [^\n]+\n)+/gm;

/**
 * The receipts in a file as somebody keeps it: one as it came, or those of a set, each below the title of its document.
 * @returns none if it holds none
 */
export const receiptsIn = (text: string): string[] =>
  looksLikeReceipt(text) ? [text] : (text.match(AMONG_OTHERS) ?? []);

/** Of which document a receipt says to be. */
export const documentOf = (text: string): string | undefined => text.split('\n')[4];

/**
 * Reads a receipt and makes its leaf anew from what it says.
 * @param keys of logs that are trusted
 * @throws Unreadable if it is no receipt, if its leaf is not of what it says, or if a signature of those does not hold
 */
export async function readReceipt(text: string, keys: VerifierKey | readonly VerifierKey[] = []): Promise<Receipt> {
  const note = parseNote(text);
  ensure(note.signatures.length <= MAX_SIGNATURES, 'o recibo tem assinaturas demais');
  const lines = note.text.slice(0, -1).split('\n');
  const [first = '', entry = '', nonce = '', type, documentoId = '', number = '', elo = ''] = lines;
  ensure(first.endsWith(SUFFIX) && first.length > SUFFIX.length, 'a nota não é um recibo');
  ensure(lines.length === LINES && type === 'ATO' && documentoId !== '', 'o recibo não tem as linhas dos recibos');
  const sequencia = decimalOf(number, 'o número do ato no recibo');
  ensure(
    [nonce, elo].every((hash) => /^[0-9a-f]{64}$/.test(hash)),
    'o recibo tem um hash que não se lê',
  );
  const leaf = parseLeaf(utf8(entry));
  const { label, commitment } = actLines(documentoId, sequencia, elo);
  const { k, c } = leafFor(nonce, label, commitment, 'ATO');
  ensure(leaf.t === 'ATO' && leaf.k === k && leaf.c === c, 'a folha do recibo não é do ato que ele diz');
  const origin = first.slice(0, -SUFFIX.length);
  const own = [keys].flat().filter(({ type, name }) => type === 1 && name === origin);
  const signed = (await verifyNote(note, own)).length > 0;
  return { origin, leaf, nonce, documentoId, sequencia, elo, signed };
}
