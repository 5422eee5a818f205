/**
 * The body of a reply, read no further than it may be long.
 * @param from whom the error names
 * @throws if it is longer
 */
export async function boundedBody(reply: Response, maxBytes: number, from: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${from} answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
