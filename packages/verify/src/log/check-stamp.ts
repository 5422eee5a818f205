import { digest } from '../crypto/algorithms.ts';
import type { Certificate } from '../crypto/certificate.ts';
import { children, need, readOnly, TAG } from '../crypto/der.ts';
import { ensure, type Unsure } from '../report.ts';
import { checkTimestamp, describeStamp, isStampOf } from '../seal/timestamp.ts';
import type { Anchor } from './check-proof.ts';
import { utf8 } from './note.ts';

/** Time stamps over checkpoints: those of an authority, and of no log. */

/** The token in a TimeStampResp (RFC 3161 §2.4.2), or the bytes as they are if they are a token already. */
export function tokenOf(bytes: Uint8Array): Uint8Array {
  const [status, token] = children(readOnly(bytes, TAG.sequence));
  if (status?.tag !== TAG.sequence) return bytes;
  const granted = need(children(status)[0], TAG.integer).body;
  ensure(granted.length === 1 && Number(granted[0]) <= 1, 'a autoridade de tempo recusou o carimbo');
  return need(token, TAG.sequence).raw;
}

/**
 * Finds the checkpoint that a time stamp is over and checks the stamp.
 * @throws Unreadable if it is over none of them, or does not hold
 */
export async function checkStamp(
  bytes: Uint8Array,
  anchors: readonly Anchor[],
  roots: readonly Certificate[],
): Promise<{ readonly reason: string | Unsure; readonly anchor: Anchor; readonly identified: boolean }> {
  const token = tokenOf(bytes);
  const over =
    ({ text }: Anchor) =>
    (algorithm: Parameters<typeof digest>[0]) =>
      digest(algorithm, utf8(text));
  const own: Anchor[] = [];
  for (const anchor of anchors) if (await isStampOf(token, over(anchor))) own.push(anchor);
  const anchor = own.find(({ anchored }) => anchored) ?? own[0];
  ensure(anchor, 'o carimbo não é do ponto de controle da prova');
  const stamp = await checkTimestamp(token, over(anchor), { roots, others: [] });
  return { reason: describeStamp(stamp), anchor, identified: stamp.identified };
}
