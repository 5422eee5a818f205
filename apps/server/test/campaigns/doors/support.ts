import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDatabase } from '../../database.ts';
import { type Program, startProgram } from '../../processes/support.ts';

export { freePort } from '../../../../../acceptance/free-port.ts';

/** Variables that a test's programs are given, taken away again: an empty value counts as not set. */
export const AS_IT_COMES = { NODE_ENV: '', HOST: '', TRUST_PROXY: '', LOG_LEVEL: 'warn' };

/** Nobody outside is asked by an examination of these. */
export const QUIET_DOCTOR = { DOCTOR_NTP: 'none', DOCTOR_OUTSIDE: 'http://127.0.0.1:9' };

/** What makes NODE_ENV=production start on nothing but a database. */
export const PRODUCTION = { ...AS_IT_COMES, NODE_ENV: 'production', ALLOW_DEV: 'database,mail,scanner,keys' };

export interface Install {
  readonly env: Record<string, string>;
  start(env?: Record<string, string>): Program;
  stop(): Promise<void>;
}

/** A database and a data directory, and the service over them as its operator starts it. */
export async function newInstall(): Promise<Install> {
  const database = await newDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-portas-'));
  const programs: Program[] = [];
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...QUIET_DOCTOR };
  return {
    env,
    start(more = AS_IT_COMES) {
      const program = startProgram('main', { ...env, ...more });
      programs.push(program);
      return program;
    },
    async stop() {
      await Promise.all(programs.map((program) => program.stop()));
      await database.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A GET with exactly these headers, to an address that need not be the one the Host header names. */
export function get(
  port: number,
  path: string,
  { address = '127.0.0.1', ...headers }: Readonly<Record<string, string>> = {},
): Promise<Got> {
  return new Promise((done, fail) => {
    const asked = request(
      { host: address, port, path, headers: { host: `localhost:${port}`, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    asked.once('error', fail);
    asked.end();
  });
}

export const portOf = (origin: string): number => Number(new URL(origin).port);

/** An address of this machine that others on its network could reach, where it has one. */
export const OUTER_ADDRESS = Object.values(networkInterfaces())
  .flat()
  .find((found) => found !== undefined && !found.internal && found.family === 'IPv4')?.address;
