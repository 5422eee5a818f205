import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../src/operator.ts', import.meta.url));

/** `npm run operador -- …` over a database, beside or without its service. @param env DATA_DIR, and what else it takes */
export function operator(
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [FILE, ...args],
      { env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
