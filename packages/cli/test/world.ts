import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { main } from '../src/main.ts';

/** The command `rubrica` within the process of a test. */

/** A command that runs. */
export interface Running {
  /** What it wrote so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Asks it to end, as an interrupt does. */
  readonly stop: () => Promise<number>;
  readonly ended: Promise<number>;
}

const running = new Set<Running>();
const folders: string[] = [];
afterEach(async () => {
  for (const one of running) await one.stop();
  running.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Starts a command. */
export function start(...args: string[]): Running {
  const end = new AbortController();
  let [out, err] = ['', ''];
  const ended = main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    env: {},
    end: end.signal,
    ask: async () => '',
  });
  const stop = () => {
    end.abort();
    return ended;
  };
  const one = { out: () => out, err: () => err, stop, ended };
  running.add(one);
  return one;
}

/** Runs a command to its end. */
export async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const one = start(...args);
  const code = await one.ended;
  return { code, out: one.out(), err: one.err() };
}

/** An empty folder that is gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-cli-'));
  folders.push(folder);
  return folder;
}

/** The command as a process of its own, which can be killed. */
export const startProcess = (...args: string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [join(import.meta.dirname, '../src/bin.ts'), ...args]);
