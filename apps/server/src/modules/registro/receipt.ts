import { type Claim, hiddenLeaf } from '../../core/open-log/leaf.ts';
import type { LogKey } from '../../core/open-log/note.ts';

/**
 * The promise that an act's leaf will be in the log: a signed note that holds all that its leaf is made of (ADR 0085). The same act has
 * the same receipt, whenever it is made.
 */
export function receiptOf(key: LogKey, nonce: Buffer, claim: Claim<'ATO'>): string {
  const { folha } = hiddenLeaf(nonce, claim);
  const lines = [`${key.origin}/recibo`, folha, nonce.toString('hex'), claim.type, ...claim.says];
  return key.sign(`${lines.join('\n')}\n`);
}
