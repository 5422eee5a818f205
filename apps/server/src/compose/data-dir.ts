import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/index.ts';

/**
 * Creates DATA_DIR if it is missing: every process has its working files there, whatever else is stored elsewhere.
 * @throws ConfigError if this process's user cannot write there, as to a volume that belongs to root
 */
export async function openDataDir(dataDir: string): Promise<void> {
  try {
    // Others may traverse it (the embedded PostgreSQL's own user must) but not list it.
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const uid = process.getuid?.();
    const give = uid === undefined ? 'dê a ele a pasta' : `dê a ele a pasta (chown -R ${uid} ${dataDir})`;
    throw new ConfigError([
      `DATA_DIR: o usuário deste processo${uid === undefined ? '' : ` (uid ${uid})`} não pode escrever em ${dataDir} (${code}); ${give} ou escolha outra.`,
    ]);
  }
}

/** Says which set is being restored into a DATA_DIR, so that it may go on after it was interrupted. */
export const RESTORE_MARK = 'restore-in-progress';

/**
 * Half a restored installation is none: its open logs would go on as if no leaf of theirs were lost (ADR 0085).
 * @throws Error for the operator
 */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  const marked = await access(join(dataDir, RESTORE_MARK)).then(
    () => true,
    () => false,
  );
  if (marked) {
    throw new Error(
      `Uma restauração em ${dataDir} não chegou ao fim. Rode de novo “operador restaurar”: ele retoma o conjunto que restaurava.`,
    );
  }
}
