import type { Ambiente } from '@rubrica/contract';

declare const scoped: unique symbol;

/**
 * The organization and environment everything runs under. Only authentication, a signer's link, a download token or a
 * job may make one, so that a function which takes a `Scope` cannot be reached without one of them.
 */
export interface Scope {
  readonly organizacaoId: string;
  readonly ambiente: Ambiente;
  /** Whose own account is open too: password, second factor, sessions and memberships, in whatever organization. */
  readonly usuarioId?: string;
  readonly [scoped]: true;
}

/** An organization that does not exist, for what concerns an account and no organization. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** Makes a scope from a verified credential. The architecture test lists the files that may call this. */
export function scopeOf(organizacaoId: string, ambiente: Ambiente): Scope {
  return Object.freeze({ organizacaoId, ambiente }) as Scope;
}

/**
 * Makes the scope of a person's own account, from a session, a right password or a single-use token of the account.
 * @param organizacaoId the organization to be entered, or null where none is concerned
 */
export function accountScopeOf(
  usuarioId: string | null,
  organizacaoId: string | null,
  ambiente: Ambiente = 'PRODUCAO',
): Scope {
  const account = usuarioId === null ? {} : { usuarioId };
  return Object.freeze({ organizacaoId: organizacaoId ?? NO_ORGANIZATION, ambiente, ...account }) as Scope;
}
