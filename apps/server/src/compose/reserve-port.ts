import { type AddressInfo, createServer } from 'node:net';

/** A port that nobody else is given until it is released. */
export interface ReservedPort {
  readonly port: number;
  /** Safe to call twice. */
  release(): Promise<void>;
}

/**
 * A free port, for PORT=0: the service's addresses must be known before it is built. It is held while that takes, because
 * another process that asks for any port could be given the same one.
 */
export async function reservePort(host: string): Promise<ReservedPort> {
  const holder = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => holder.once('error', reject).listen(0, host, resolve));
  const { port } = holder.address() as AddressInfo;
  return {
    port,
    release: () => new Promise((resolve) => holder.close(() => resolve())),
  };
}
