import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type LuaEngine, LuaFactory } from 'wasmoon';

/** A Redis on a socket of its own. */
export interface RedisPeer {
  readonly socket: string;
  stop(): Promise<void>;
}

/** The real one where it is installed, else one that speaks its protocol and runs scripts in a real Lua. */
export async function startRedis(): Promise<RedisPeer> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-redis-'));
  const socket = join(folder, 's');
  const real = spawnSync('redis-server', ['--version']).status === 0;
  const stop = await (real ? startProgram(socket, folder) : startStandIn(socket));
  return {
    socket,
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startProgram(socket: string, folder: string): Promise<() => Promise<unknown>> {
  const server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder]);
  for await (const line of createInterface({ input: server.stdout })) {
    if (/ready to accept connections/i.test(line)) break;
  }
  return async () => {
    server.kill();
    await once(server, 'close');
  };
}

/** What a command answers: a number, a text, nothing, or several of them. */
type Reply = number | string | null | Reply[];

async function startStandIn(socket: string): Promise<() => Promise<void>> {
  const store = new Store(await new LuaFactory().createEngine());
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}).on('close', () => sockets.delete(client)));
    const commandsOf = createReader();
    client.on('data', (chunk) => {
      for (const command of commandsOf(chunk)) client.write(store.answer(command));
    });
  }).listen(socket);
  await once(server, 'listening');
  return async () => {
    server.close();
    for (const client of sockets) client.destroy();
  };
}

/** Cuts what a client sends into commands: arrays of texts whose length in bytes stands before them. */
function createReader(): (chunk: Buffer) => string[][] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const commands: string[][] = [];
    for (;;) {
      const read = readCommand(rest);
      if (read === null) return commands;
      commands.push(read.words);
      rest = rest.subarray(read.length);
    }
  };
}

function readCommand(bytes: Buffer): { words: string[]; length: number } | null {
  let at = 0;
  const number = (): number => {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return -1;
    const value = Number(bytes.toString('latin1', at + 1, end));
    at = end + 2;
    return value;
  };
  const words: string[] = [];
  for (let left = number(); left !== 0; left -= 1) {
    const length = left < 0 ? -1 : number();
    if (length < 0 || bytes.length < at + length + 2) return null;
    words.push(bytes.toString('utf8', at, at + length));
    at += length + 2;
  }
  return { words, length: at };
}

function encoded(reply: Reply): string {
  if (Array.isArray(reply)) return `*${reply.length}\r\n${reply.map(encoded).join('')}`;
  if (typeof reply === 'number') return `:${Math.trunc(reply)}\r\n`;
  return reply === null ? '$-1\r\n' : `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
}

interface Entry {
  readonly value: string | string[];
  expiresAt: number;
}

/** The commands the service and its driver use, as redis.io describes them. */
class Store {
  readonly #entries = new Map<string, Entry>();
  readonly #scripts = new Map<string, string>();
  readonly #lua: LuaEngine;

  constructor(lua: LuaEngine) {
    this.#lua = lua;
    // In a script nothing is false.
    const call = (name: string, ...args: unknown[]) => this.#run(name, args.map(String)) ?? false;
    lua.global.set('redis', { call });
  }

  answer([name = '', ...args]: readonly string[]): string {
    try {
      return encoded(this.#run(name, args));
    } catch (error) {
      return `-${(error as Error).message}\r\n`;
    }
  }

  #run(name: string, args: readonly string[]): Reply {
    const [key = '', first = '', ...rest] = args;
    switch (name.toUpperCase()) {
      case 'INFO':
        return 'loading:0\r\n';
      case 'PING':
        return 'PONG';
      case 'CLIENT':
      case 'QUIT':
        return 'OK';
      case 'GET':
        return this.#live(key) === undefined ? null : String(this.#live(key));
      case 'SET':
        this.#entries.set(key, { value: first, expiresAt: Date.now() + Number(rest[1] ?? Number.POSITIVE_INFINITY) });
        return 'OK';
      case 'DEL':
        return this.#entries.delete(key) ? 1 : 0;
      case 'LINDEX':
        return this.#list(key).at(Number(first)) ?? null;
      case 'LSET':
        this.#list(key)[Number(first)] = String(rest[0]);
        return 'OK';
      case 'LLEN':
        return this.#list(key).length;
      case 'RPOP':
        return this.#list(key).pop() ?? null;
      case 'LPUSH':
        if (this.#live(key) === undefined) this.#entries.set(key, { value: [], expiresAt: Number.POSITIVE_INFINITY });
        return this.#list(key).unshift(first);
      case 'PEXPIRE': {
        const entry = this.#entries.get(key);
        if (entry) entry.expiresAt = Date.now() + Number(first);
        return entry ? 1 : 0;
      }
      case 'EVAL':
        this.#scripts.set(createHash('sha1').update(key).digest('hex'), key);
        return this.#eval(key, Number(first), rest);
      case 'EVALSHA': {
        const script = this.#scripts.get(key);
        if (script === undefined) throw new Error('NOSCRIPT No matching script');
        return this.#eval(script, Number(first), rest);
      }
      default:
        throw new Error(`ERR unknown command '${name}'`);
    }
  }

  #live(key: string): string | string[] | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.expiresAt <= Date.now()) this.#entries.delete(key);
    return this.#entries.get(key)?.value;
  }

  #list(key: string): string[] {
    const found = this.#live(key) ?? [];
    if (typeof found === 'string') throw new Error('WRONGTYPE Operation against a key holding the wrong kind of value');
    return found;
  }

  #eval(script: string, keys: number, args: readonly string[]): Reply {
    this.#lua.global.set('KEYS', args.slice(0, keys));
    this.#lua.global.set('ARGV', args.slice(keys));
    return this.#lua.doStringSync(script) as Reply;
  }
}
