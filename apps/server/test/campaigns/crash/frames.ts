/** One message between PostgreSQL and a client. */
export interface Message {
  readonly bytes: Buffer;
  /** The message's letter in the protocol; empty for the first one, which has none. */
  readonly type: string;
}

/**
 * Cuts a stream into whole messages of the protocol, version 3: a letter, then a length of four bytes that counts itself.
 * @param untypedFirst whether the first message comes without its letter, as a client's does
 */
export function createFramer(untypedFirst: boolean): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let untyped = untypedFirst;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const head = untyped ? 0 : 1;
      if (rest.length < head + 4) return messages;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return messages;
      messages.push({ bytes: rest.subarray(0, length), type: untyped ? '' : String.fromCharCode(rest[0] as number) });
      rest = rest.subarray(length);
      untyped = false;
    }
  };
}

/** Texts that end in a zero byte, from `offset` on. */
export function textsAt(bytes: Buffer, offset: number, count: number): string[] {
  const texts: string[] = [];
  let start = offset;
  for (let i = 0; i < count; i += 1) {
    const end = bytes.indexOf(0, start);
    texts.push(bytes.toString('utf8', start, end));
    start = end + 1;
  }
  return texts;
}
