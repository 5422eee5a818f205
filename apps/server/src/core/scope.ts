import type { Ambiente } from '@rubrica/contract';

declare const scoped: unique symbol;

/**
 * The organization and environment in which everything runs. Only authentication, a signer's link, a download token or
 * a job may create one, so a function that takes a `Scope` cannot be reached without one of them.
 */
export interface Scope {
  readonly organizacaoId: string;
  readonly ambiente: Ambiente;
  /**
   * The person whose own account is accessible too: password, second factor, sessions and memberships, in any
   * organization.
   */
  readonly usuarioId?: string;
  readonly [scoped]: true;
}

/** One text for each organization and environment, to count or gather by. */
export const scopeKey = ({ organizacaoId, ambiente }: { organizacaoId: string; ambiente: string }): string =>
  `${organizacaoId}/${ambiente}`;

/** A nonexistent organization, for what concerns an account and no organization. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000';

/** Creates a scope from a verified credential. The architecture test lists the files that may call this. */
export function scopeOf(organizacaoId: string, ambiente: Ambiente): Scope {
  return Object.freeze({ organizacaoId, ambiente }) as Scope;
}

/**
 * Creates the scope of a person's own account, from a session, a correct password or a single-use token of the account.
 * @param organizacaoId the organization to be entered, or null if none is involved
 */
export function accountScopeOf(
  usuarioId: string | null,
  organizacaoId: string | null,
  ambiente: Ambiente = 'PRODUCAO',
): Scope {
  const account = usuarioId === null ? {} : { usuarioId };
  return Object.freeze({ organizacaoId: organizacaoId ?? NO_ORGANIZATION, ambiente, ...account }) as Scope;
}
