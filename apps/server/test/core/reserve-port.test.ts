import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { reservePort } from '../../src/compose/reserve-port.ts';

const listening = (port: number): Promise<Server> => {
  const server = createServer();
  return new Promise((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', () => done(server)));
};

it('a reserved port is nobody else’s until it is released, twice or once', async () => {
  const { port, release } = await reservePort('127.0.0.1');
  await expect(listening(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await release();
  const server = await listening(port);
  expect((server.address() as AddressInfo).port).toBe(port);
  await release();
  await new Promise((done) => server.close(done));
});
