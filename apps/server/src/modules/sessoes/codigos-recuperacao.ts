import { createHmac, type KeyObject } from 'node:crypto';
import { CODE_ALPHABET, RECOVERY_CODES } from '@rubrica/contract';
import type { Secrets } from '../../core/ports.ts';
import { randomText } from '../../core/random.ts';

/** 60 bits each: cannot be found with ten attempts a minute. */
const CHARS = 12;
const GROUP = 4;

/** Ten new distinct codes, in the form `4K7Q-9MXT-00RB`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) {
    const text = randomText(CHARS, CODE_ALPHABET);
    codes.add(text.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? text);
  }
  return [...codes];
}

/**
 * The stored form of a code. Keyed, because 60 bits are too few for a plain hash in a stolen database; case, hyphens
 * and letters mistaken for digits are ignored.
 */
export function recoveryCodeHash(secrets: Pick<Secrets, 'derive'>, usuarioId: string, code: string): Buffer {
  return hashWith(secrets.derive(PURPOSE), usuarioId, code);
}

/** The possible stored forms of a code: one for each master key that may have been first when it was created. */
export function recoveryCodeHashes(secrets: Pick<Secrets, 'deriveAll'>, usuarioId: string, code: string): Buffer[] {
  return secrets.deriveAll(PURPOSE).map((key) => hashWith(key, usuarioId, code));
}

const PURPOSE = 'codigo-de-recuperacao';

function hashWith(key: KeyObject, usuarioId: string, code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHmac('sha256', key).update(`${usuarioId}:${plain}`).digest();
}
