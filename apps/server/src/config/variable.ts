import type { Mailbox, Profile, StandIn } from './values.ts';

/**
 * Everything about an environment variable: how it is parsed and validated, whether it is secret, and its
 * documentation.
 */
export interface Variable<T> {
  /** What it does, in English, for docs/operations/configuration.md. */
  readonly about: string;
  /** What it accepts, for the same document. */
  readonly form: string;
  /** A valid value; for a key, only its form. */
  readonly example: string;
  /** Parses the value, which has been trimmed. @throws Invalid with the accepted form, for the operator */
  readonly parse: (text: string) => T;
  /** The value if it is not set. */
  readonly otherwise: (earlier: Earlier) => T;
  /** Describes the result of `otherwise`, if its value in an empty environment is not enough. */
  readonly unset?: string;
  /** Its value is or may contain a secret (user:password@ in an address) and is never shown. */
  readonly secret?: true;
  /** Has no meaning without this other variable. */
  readonly onlyWith?: string;
  /** Either all variables with the same value here are set, or none; the word is for the operator. */
  readonly together?: string;
  /** What a non-local address requires: https, or also NODE_ENV=production. */
  readonly elsewhere?: 'https' | 'https and production';
  /** Production refuses its stand-in unless ALLOW_DEV names it; `instead` describes the stand-in to the operator. */
  readonly production?: { readonly standIn: StandIn; readonly instead: string };
}

/** The values that defaults of variables further down in the table may depend on. */
export interface Earlier {
  readonly NODE_ENV: Profile;
  readonly PORT: number;
  readonly PUBLIC_ORIGIN: string;
  readonly BASE_URL: string;
  readonly PUBLIC_URL: string;
  readonly MAIL_FROM: Mailbox;
}

/** Infers the type of a variable's value. */
export const variable = <T>(one: Variable<T>): Variable<T> => one;

/** The type of a variable's value. */
export type ValueOf<V> = V extends Variable<infer T> ? T : never;
