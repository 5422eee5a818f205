import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something to do at a writing, or a reading, of an object that matches. */
export interface Moment {
  /** What the keys of interest begin with in their bucket; the rest of a key is matched. */
  readonly prefix: string;
  readonly method?: 'PUT' | 'GET';
  readonly key: RegExp;
  /** The how manieth such request, from 1. */
  readonly nth: number;
  /** Before the store has it, or after it has and before who wrote it is told. */
  readonly when: 'before' | 'after';
  readonly act: () => void;
}

/** A way to an object store on which a test can act at the n-th request, and which it can cut. */
export interface Gate {
  readonly port: number;
  /** From now on counts writings, and acts at this request. */
  at(moment: Moment | null): void;
  /** From now on nothing comes through, or all does again. */
  cut(now: boolean): void;
  /** How many writings came through since then. */
  written(): number;
  close(): Promise<void>;
}

export async function startGate(storePort: number): Promise<Gate> {
  let moment: Moment | null = null;
  let written = 0;
  let matched = 0;
  let isCut = false;
  const server = createServer((incoming, answer) => {
    if (isCut) return void incoming.destroy();
    const { method, url = '', headers } = incoming;
    const writes = method === 'PUT';
    const key = decodeURIComponent(new URL(url, 'http://store').pathname).split('/').slice(2).join('/');
    const here = moment;
    const due =
      here !== null &&
      method === (here.method ?? 'PUT') &&
      key.startsWith(here.prefix) &&
      here.key.test(key.slice(here.prefix.length)) &&
      ++matched === here.nth;
    if (due && here.when === 'before') return void here.act();
    if (writes) written += 1;
    const passed = request({ port: storePort, host: '127.0.0.1', method, path: url, headers }, (came) => {
      if (due) return void here.act();
      answer.writeHead(came.statusCode ?? 500, came.headers);
      came.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    port: (server.address() as AddressInfo).port,
    at(next) {
      moment = next;
      written = 0;
      matched = 0;
    },
    cut(now) {
      isCut = now;
      if (now) server.closeAllConnections();
    },
    written: () => written,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
