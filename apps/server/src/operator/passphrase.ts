import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Config, checkPassphrase } from '../config/index.ts';

/**
 * The passphrase of BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE, or what somebody types at a terminal, unseen. It never is
 * an argument, which every user of the machine could read.
 * @returns null if none is given
 * @throws Error for the operator if the file cannot be read or the passphrase is too short
 */
export async function passphraseOf({ backup }: Config): Promise<string | null> {
  if (backup.passphraseFile !== null) {
    const text = await readFile(backup.passphraseFile, 'utf8').catch((cause) => {
      throw new Error(`BACKUP_PASSPHRASE_FILE: ${backup.passphraseFile} não pôde ser lido (${cause.code}).`, { cause });
    });
    return checkPassphrase(text.split(/\r?\n/)[0] ?? '');
  }
  if (backup.passphrase !== null) return backup.passphrase;
  if (!process.stdin.isTTY) return null;
  const typed = await typedUnseen('Frase das chaves (vazia: sem as chaves): ');
  return typed === '' ? null : checkPassphrase(typed);
}

async function typedUnseen(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
