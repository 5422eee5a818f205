import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Below these the system chooses none by itself: nobody takes one by chance before it is listened on. */
const FIRST = 20_000;
const LAST = Math.max(firstChosenBySystem(), 30_000) - 1;
/** Workers of a run begin apart from each other. */
let next = process.pid * 97;

function firstChosenBySystem(): number {
  try {
    return Number(/^\d+/.exec(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'))?.[0]);
  } catch {
    return 32_768;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer().once('error', () => done(false));
    probe.listen(port, '0.0.0.0', () => probe.close(() => done(true)));
  });

/** A port of this machine on which nobody listens, and so many above it. */
export async function freePort(above = 0): Promise<number> {
  for (;;) {
    next += 1 + above;
    const port = FIRST + (next % (LAST - FIRST - above));
    const free = await Promise.all(Array.from({ length: 1 + above }, (_, i) => isFree(port + i)));
    if (free.every(Boolean)) return port;
  }
}
