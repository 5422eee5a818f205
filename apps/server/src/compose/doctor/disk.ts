import { stat, statfs } from 'node:fs/promises';
import type { Finding } from '@rubrica/contract';
import { type Check, failed, fine, unverified, warned } from './check.ts';
import { bytesInWords, reasonOf } from './words.ts';

const NAME = 'Disco';
const GIGABYTE = 1024 ** 3;

interface Space {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
  readonly files: number;
  readonly ffree: number;
}

export const disk: Check = {
  ponto: NAME,
  async run({ config: { dataDir } }) {
    if (!(await stat(dataDir).catch(() => null))) {
      return [unverified(NAME, `${dataDir} ainda não existe.`, 'Inicie o serviço uma vez, com este DATA_DIR.')];
    }
    try {
      return [spaceFinding(NAME, `${dataDir}:`, await statfs(dataDir))];
    } catch (error) {
      return [unverified(NAME, `${dataDir}: ${reasonOf(error)}.`)];
    }
  },
};

/** What is free of a file system. @param what what the fact begins with */
export function spaceFinding(ponto: string, what: string, { bsize, blocks, bavail, files, ffree }: Space): Finding {
  const [free, whole] = [bavail * bsize, blocks * bsize];
  const part = whole === 0 ? 1 : free / whole;
  // Some file systems make room for names as they go, and say 0 of 0.
  const names = files === 0 ? 1 : ffree / files;
  const inodes = names < 0.1 ? `, e só ${Math.floor(names * 100)}% dos inodes` : '';
  const fact = `${what} ${bytesInWords(free)} livres de ${bytesInWords(whole)} (${Math.floor(part * 100)}%)${inodes}.`;
  const advice = 'Libere ou aumente o disco: cheio, nada é assinado nem concluído.';
  if (free < GIGABYTE / 4 || part < 0.02 || names < 0.02) return failed(ponto, fact, advice);
  return free < GIGABYTE || part < 0.1 || names < 0.1 ? warned(ponto, fact, advice) : fine(ponto, fact);
}
