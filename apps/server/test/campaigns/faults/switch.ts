import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A wire between the service and something it needs, which a test can cut. */
export interface Wire {
  readonly port: number;
  /** Lets everything through again. */
  mend(): void;
  /** Ends what is connected, and whoever connects from now on. */
  cut(): void;
  /** Takes connections and bytes, and passes nothing on. */
  silence(): void;
  close(): Promise<void>;
}

/** Starts a wire on a free port of loopback. @param upstream where it leads */
export async function startWire(upstream: NetConnectOpts): Promise<Wire> {
  const sockets = new Set<Socket>();
  let state: 'whole' | 'cut' | 'silent' = 'whole';
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const keep = (socket: Socket, other: () => Socket | null) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      other()?.destroy();
    });
  };
  const listener = createServer({ noDelay: true }, (client) => {
    if (state === 'cut') return void client.destroy();
    const server = state === 'silent' ? null : connect(upstream);
    keep(client, () => server);
    if (server) keep(server, () => client);
    client.on('data', (bytes) => state === 'whole' && server?.write(bytes));
    server?.on('data', (bytes) => state === 'whole' && client.write(bytes));
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  return {
    port: (listener.address() as AddressInfo).port,
    mend() {
      state = 'whole';
      // What was swallowed is gone; whoever waits for its answer begins anew.
      endAll();
    },
    cut() {
      state = 'cut';
      endAll();
    },
    silence() {
      state = 'silent';
    },
    close: () =>
      new Promise((done) => {
        listener.close(() => done());
        endAll();
      }),
  };
}
