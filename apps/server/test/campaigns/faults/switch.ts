import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A wire between the service and something it needs, which a test can cut. */
export interface Wire {
  readonly port: number;
  /** How many connections were ever opened to it. */
  opened(): number;
  /** Lets everything through again. */
  mend(): void;
  /** Ends what is connected, and whoever connects from now on. */
  cut(): void;
  /** Takes connections and bytes, and passes nothing on. */
  silence(): void;
  /** Lets new connections through. Those on which it was silent stay so for ever, as where another took over an address. */
  forsake(): void;
  /** Is silent for ever on what is connected, and lets new connections through, as where flows were forgotten on the way. */
  forget(): void;
  /** Lets new connections lead elsewhere. */
  lead(upstream: NetConnectOpts): void;
  close(): Promise<void>;
}

/** Starts a wire on a free port of loopback. @param first where it leads */
export async function startWire(first: NetConnectOpts): Promise<Wire> {
  const sockets = new Set<Socket>();
  let upstream = first;
  /** Clients of which something was swallowed. */
  const silenced = new WeakSet<Socket>();
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
  let opened = 0;
  const listener = createServer({ noDelay: true }, (client) => {
    opened += 1;
    if (state === 'cut') return void client.destroy();
    const server = state === 'silent' ? null : connect(upstream);
    keep(client, () => server);
    if (server) keep(server, () => client);
    const pass = (to: Socket | null) => (bytes: Buffer) => {
      if (state === 'silent') silenced.add(client);
      if (!silenced.has(client)) to?.write(bytes);
    };
    client.on('data', pass(server));
    server?.on('data', pass(client));
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  return {
    port: (listener.address() as AddressInfo).port,
    opened: () => opened,
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
    forsake() {
      state = 'whole';
    },
    forget() {
      for (const socket of sockets) silenced.add(socket);
    },
    lead(elsewhere) {
      upstream = elsewhere;
    },
    close: () =>
      new Promise((done) => {
        listener.close(() => done());
        endAll();
      }),
  };
}
