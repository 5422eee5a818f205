/** A service of signatures that can be asked to do the same as ours. */
export interface Peer {
  readonly name: string;
  /** A draft of the bench's PDF with one signer and one field. @returns its id */
  create(): Promise<string>;
  /** Sends a draft; nobody is written to. @returns what its signer signs with */
  send(id: string): Promise<string>;
  /** Reads a document. */
  read(id: string): Promise<void>;
  /** The signer's visit, until the last signature is accepted. @returns when its last request began, by performance.now() */
  sign(id: string, signer: string): Promise<number>;
  /** Waits until the signed file is there. */
  sealed(id: string): Promise<void>;
  close(): void;
}

/** How many callers at once, and for how long at a time. */
export interface Load {
  readonly callers: number;
  readonly seconds: number;
}

/** What one peer did in one stretch. */
export interface Done {
  readonly perSecond: number;
  /** Milliseconds of each. */
  readonly times: readonly number[];
}

/** Several callers, each of whom waits for the end of one before the next. @throws what the first failure threw */
export async function repeat({ callers, seconds }: Load, one: () => Promise<unknown>): Promise<Done> {
  const times: number[] = [];
  const began = performance.now();
  const caller = async () => {
    do {
      const started = performance.now();
      await one();
      times.push(performance.now() - started);
    } while (performance.now() < began + seconds * 1000);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: (times.length * 1000) / (performance.now() - began), times };
}

/** A whole life of a document. @returns milliseconds from the last request of its signer's visit to the sealed file */
export async function live(peer: Peer): Promise<number> {
  const id = await peer.create();
  const signed = await peer.sign(id, await peer.send(id));
  await peer.sealed(id);
  return performance.now() - signed;
}
