import type { Ambiente } from '@rubrica/contract';
import { sha256 } from '../../core/chain.ts';
import { newToken, randomText } from '../../core/random.ts';

/** 71 bits: enough that two keys never share a prefix, which is used for lookup and display, and protects nothing. */
const PREFIX_CHARS = 12;

/** A new key. */
export interface NewKey {
  /** The whole value, `svc_live_<prefix>.<secret>`: shown once, stored nowhere. */
  readonly chave: string;
  /** The part before the dot. */
  readonly prefixo: string;
  /** SHA-256 of the part after it; 256 random bits need no slow hash. */
  readonly segredoHash: Buffer;
}

/** Generates the value of a key for one environment. */
export function newKey(ambiente: Ambiente): NewKey {
  const kind = ambiente === 'PRODUCAO' ? 'live' : 'test';
  const prefixo = `svc_${kind}_${randomText(PREFIX_CHARS)}`;
  const segredo = newToken();
  return {
    chave: `${prefixo}.${segredo}`,
    prefixo,
    segredoHash: sha256(segredo),
  };
}
