import { WEBHOOK_ANSWER_KEPT_BYTES } from '@rubrica/contract';

/** Control characters but tab and line feed, and those that turn the direction of the text around them. */
const UNSEEN = /[^\P{Cc}\t\n]|[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * What is kept of the body a receiver answered with: its first 1,024 bytes as text, for people to read. It comes from
 * anybody's server, so nothing is left in it that acts on a terminal, or on the text beside it.
 */
export function answerText(body: string): string {
  const bytes = Buffer.from(body).subarray(0, WEBHOOK_ANSWER_KEPT_BYTES);
  // As a stream of which more may come: a character cut in two is left out, not replaced.
  return new TextDecoder().decode(bytes, { stream: true }).replace(UNSEEN, '');
}
