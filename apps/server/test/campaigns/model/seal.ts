import { sha256 } from './trail.ts';

/**
 * What is wrong with the seal of a file, or null: its last signature must cover everything but itself up to the last
 * byte, and the signature's own message digest must be the SHA-256 of what it covers. Reads nothing but the bytes.
 */
export function sealProblem(file: Buffer): string | null {
  const text = file.toString('latin1');
  const range = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].at(-1);
  if (!range) return 'there is no signature';
  const [start = -1, length = 0, next = 0, rest = 0] = range.slice(1).map(Number);
  if (start !== 0 || next + rest !== file.length) return 'the signature does not cover the whole file';
  const hole = text.slice(length, next);
  if (!/^<[0-9a-fA-F]+>$/.test(hole)) return 'the signature leaves out more than itself';
  const covered = Buffer.concat([file.subarray(0, length), file.subarray(next)]);
  const signature = Buffer.from(hole.slice(1, -1), 'hex');
  return signature.includes(Buffer.from(sha256(covered), 'hex')) ? null : 'the digest is of something else';
}
