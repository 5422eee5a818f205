import { ensure } from '../report.ts';
import type { LogOptions } from './check.ts';
import { parseVerifierKey, type VerifierKey } from './note.ts';
import { type Policy, parsePolicy } from './policy.ts';
import { PROOF_HEADER } from './proof.ts';
import { receiptsIn } from './receipt.ts';

/** Files of the open log, told apart by what is in them. */

/** Text as it is, so that a byte order mark does not go unnoticed where it was not signed. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** A verifier key as it stands in a file, perhaps with a line feed after it. */
const KEY = /^[^\s+]+\+[0-9a-f]{8}\+\S+\s*$/;

const isDer = ([first, second = 0]: Uint8Array): boolean => first === 0x30 && second >= 0x80;

/**
 * Sorts proofs, receipts, keys, policies and time stamps.
 * @throws Unreadable if a file is none of these, if there are two policies, or if a key or a policy cannot be read
 */
export function recogniseAll(files: readonly Uint8Array[]): LogOptions {
  const proofs: string[] = [];
  const receipts: string[] = [];
  const keys: VerifierKey[] = [];
  const stamps: Uint8Array[] = [];
  let policy: Policy | null = null;
  for (const bytes of files) {
    const text = isDer(bytes) ? '' : textOf(bytes);
    if (text === '') stamps.push(bytes);
    else if (text.startsWith(PROOF_HEADER)) proofs.push(text);
    else if (receiptsIn(text).length > 0) receipts.push(text);
    else if (KEY.test(text)) keys.push(parseVerifierKey(text.trim()));
    else {
      ensure(/^[ \t]*quorum[ \t]/m.test(text), 'não é prova, recibo, chave, política nem carimbo do registro aberto');
      ensure(!policy, 'há duas políticas');
      policy = parsePolicy(text);
    }
  }
  return { proofs, policy, keys, receipts, stamps };
}
