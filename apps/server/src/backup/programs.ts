import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Debian's and Ubuntu's folder of PostgreSQL's programs, one a major version. */
const INSTALLED = '/usr/lib/postgresql';

/**
 * Finds pg_dump or pg_restore in POSTGRES_BIN if that is set; otherwise on PATH and where Debian installs it.
 * @param accepts whether a major version will do; of several the lowest is taken
 * @param wanted that version, for the operator
 * @returns the path, or a name that PATH finds
 * @throws Error for the operator saying what is wanted and what was found
 */
export async function findProgram(
  name: 'pg_dump' | 'pg_restore',
  folder: string | null,
  accepts: (major: number) => boolean,
  wanted: string,
): Promise<string> {
  const found: { path: string; major: number }[] = [];
  for (const path of folder === null ? await candidates(name) : [join(folder, name)]) {
    const major = await majorOf(path);
    if (major !== null) found.push({ path, major });
  }
  found.sort((a, b) => a.major - b.major);
  const best = found.find(({ major }) => accepts(major));
  if (best) return best.path;
  const others = found.length === 0 ? 'nenhum foi achado' : `achado: ${found.map(({ major }) => major).join(', ')}`;
  throw new Error(
    `Falta o ${name} do PostgreSQL ${wanted} (${others}). Instale o pacote postgresql-client dessa versão, ou diga a pasta dele em POSTGRES_BIN.`,
  );
}

async function candidates(name: string): Promise<string[]> {
  const versions = await readdir(INSTALLED).catch(() => []);
  return [name, ...versions.map((version) => join(INSTALLED, version, 'bin', name))];
}

/** `pg_dump (PostgreSQL) 15.20 (Debian …)`: 15. Null if it cannot be run. */
function majorOf(path: string): Promise<number | null> {
  return new Promise((done) => {
    execFile(path, ['--version'], (error, output) => {
      const major = /\) (\d+)/.exec(output)?.[1];
      done(error || major === undefined ? null : Number(major));
    });
  });
}
