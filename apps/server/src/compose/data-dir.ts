import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
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
