import { WEBHOOK_ANSWER_KEPT_BYTES } from '@rubrica/contract';

/** Control characters except tab and line feed, and those that change the text direction. */
const UNSEEN = /[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * The stored part of a receiver's response body: its first 1,024 bytes as text, for people to read. It may come from
 * anyone's server, so everything that could affect a terminal or the surrounding text is removed.
 */
export function answerText(body: string): string {
  const bytes = Buffer.from(body).subarray(0, WEBHOOK_ANSWER_KEPT_BYTES);
  // Decoded as an incomplete stream, so that a character cut in two is dropped, not replaced.
  return new TextDecoder().decode(bytes, { stream: true }).replace(UNSEEN, '');
}
