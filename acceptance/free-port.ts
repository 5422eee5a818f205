import { createServer } from 'node:net';

/** Where systems begin with the ports they hand to whoever asks for any one, and to connections that go out. */
const ANY_FROM = 32_768;
const OWN_FROM = 20_000;

let next = (process.pid * 97) % (ANY_FROM - OWN_FROM);

/**
 * A port of this machine on which nobody listens, for what has to be told its port. None that the system gives away
 * unasked: until it is listened on, another process could be given it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % (ANY_FROM - OWN_FROM);
    const port = OWN_FROM + next;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((done) => {
    probe.once('error', () => done(false)).listen(port, '0.0.0.0', () => done(true));
  });
  if (free) await new Promise((done) => probe.close(done));
  return free;
}
