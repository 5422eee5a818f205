import { clean } from '@rubrica/verify/cli';
import { parseVerifierKey, type VerifierKey } from '@rubrica/verify/log';
import { misuse } from '../command.ts';
import { namedFile } from './folder.ts';

const isKey = (text: string): boolean => /^[^\s+]+\+[0-9a-f]{8}\+\S+$/u.test(text);

function keyOf(text: string, from: string): VerifierKey {
  try {
    const key = parseVerifierKey(text);
    if (key.type === 1) return key;
  } catch (error) {
    throw misuse(`${from}: ${clean((error as Error).message)}.`);
  }
  throw misuse(`${from} é a chave de uma testemunha; informe a do registro.`);
}

/**
 * The keys of logs that a person gave, each a verifier key or a file with some, one in a line.
 * @throws {Stop} where one is none
 */
export async function logKeys(given: readonly string[]): Promise<VerifierKey[]> {
  if (given.length === 0) throw misuse('Diga a chave do registro, com --registro chave.vkey.');
  const keys: VerifierKey[] = [];
  for (const text of given) {
    const lines = isKey(text) ? [text] : (await namedFile(text)).toString('utf8').split(/\r?\n/);
    const found = lines.map((line) => line.trim()).filter((line) => line !== '');
    if (found.length === 0) throw misuse(`${clean(text)} não traz nenhuma chave.`);
    keys.push(...found.map((line) => keyOf(line, clean(text))));
  }
  return keys;
}
