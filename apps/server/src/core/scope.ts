import type { Ambiente } from '@rubrica/contract';

declare const scoped: unique symbol;

/**
 * The organization and environment everything runs under. Only authentication, a signer's link, a download token or a
 * job may make one, so that a function which takes a `Scope` cannot be reached without one of them.
 */
export interface Scope {
  readonly organizacaoId: string;
  readonly ambiente: Ambiente;
  readonly [scoped]: true;
}

/** Makes a scope from a verified credential. The architecture test lists the files that may call this. */
export function scopeOf(organizacaoId: string, ambiente: Ambiente): Scope {
  return Object.freeze({ organizacaoId, ambiente }) as Scope;
}
