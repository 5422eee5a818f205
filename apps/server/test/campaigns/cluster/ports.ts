import { type AddressInfo, createServer } from 'node:net';

/** Ports of loopback that nobody has, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const listeners = Array.from({ length: count }, () => createServer());
  const listening = (one: (typeof listeners)[number]) =>
    new Promise<number>((done) => one.listen(0, '127.0.0.1', () => done((one.address() as AddressInfo).port)));
  const ports = await Promise.all(listeners.map(listening));
  await Promise.all(listeners.map((one) => new Promise((done) => one.close(done))));
  return ports;
}
