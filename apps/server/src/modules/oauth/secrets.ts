import { timingSafeEqual } from 'node:crypto';
import type { Ambiente } from '@rubrica/contract';
import { sha256 } from '../../core/chain.ts';
import { newToken, randomText } from '../../core/random.ts';

const CLIENT_ID_CHARS = 12;
/** RFC 7636, 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** A new secret: its value is handed out once, its hash stored. */
export interface NewSecret {
  readonly valor: string;
  readonly hash: Buffer;
}

const newSecret = (prefix: string): NewSecret => {
  const valor = `${prefix}${newToken()}`;
  return { valor, hash: sha256(valor) };
};

// The prefixes make a leaked credential recognisable; http/authenticate.ts refuses them in a query. A code has none,
// because it is meant to travel in a query.
export const newAccess = () => newSecret('svc_acesso_');
export const newRefresh = () => newSecret('svc_renovacao_');
export const newClientSecret = () => newSecret('svc_cliente_');
export const newCode = () => newSecret('');

/** Public name of an application; like a key's prefix it shows the environment and protects nothing. */
export function newClientId(ambiente: Ambiente): string {
  return `app_${ambiente === 'PRODUCAO' ? 'live' : 'test'}_${randomText(CLIENT_ID_CHARS)}`;
}

/** Compares a given secret with a stored hash, in constant time, whether or not there is one. */
export function isSecret(valor: string, hash: Buffer | undefined): boolean {
  const genuine = timingSafeEqual(sha256(valor), hash ?? Buffer.alloc(32));
  return genuine && hash !== undefined;
}

/** Whether the verifier matches the S256 challenge of the authorization request (RFC 7636, 4.6). */
export function isVerifier(verifier: string, desafio: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const computed = Buffer.from(sha256(verifier).toString('base64url'));
  const expected = Buffer.from(desafio);
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}
