import { hiddenLeaf, type Statement } from '../../core/open-log/leaf.ts';
import type { LogKey } from '../../core/open-log/note.ts';

/**
 * The promise that an act's leaf will be in the log: a signed note that holds all that its leaf is made of (ADR 0085). The same act has
 * the same receipt, whenever it is made.
 */
export function receiptOf(key: LogKey, nonce: Buffer, statement: Statement<'ATO'>): string {
  const { folha } = hiddenLeaf(nonce, statement);
  const lines = [`${key.origin}/recibo`, folha, nonce.toString('hex'), statement.type, ...statement.says];
  return key.sign(`${lines.join('\n')}\n`);
}
