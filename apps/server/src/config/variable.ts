import type { Mailbox, Profile, StandIn } from './values.ts';

/** A variable of the environment, whole: how it is read and refused, what it hides, and what is written about it. */
export interface Variable<T> {
  /** What it does, in English, for docs/operations/configuration.md. */
  readonly about: string;
  /** What it takes, in words of the same document. */
  readonly form: string;
  /** A value that is taken; of a key, its form alone. */
  readonly example: string;
  /** The value of what was set, without blanks at its ends. @throws Invalid with the form it takes, for the operator */
  readonly parse: (text: string) => T;
  /** The value where it is not set. */
  readonly otherwise: (earlier: Earlier) => T;
  /** What `otherwise` gives, in words, where its value under an empty environment does not tell. */
  readonly unset?: string;
  /** It holds a secret, or may (user:password@ in an address): its value is never shown. */
  readonly secret?: true;
  /** Means nothing without this other one. */
  readonly onlyWith?: string;
  /** All variables that say the same here are set, or none; the word is for the operator. */
  readonly together?: string;
  /** What an address asks for that is not this machine's own: https, or NODE_ENV=production as well. */
  readonly elsewhere?: 'https' | 'https and production';
  /** Production refuses what stands in for it unless ALLOW_DEV names it; `instead` is that in words for the operator. */
  readonly production?: { readonly standIn: StandIn; readonly instead: string };
}

/** What the values of variables further down in the table may follow from. */
export interface Earlier {
  readonly NODE_ENV: Profile;
  readonly PORT: number;
  readonly PUBLIC_ORIGIN: string;
  readonly BASE_URL: string;
  readonly PUBLIC_URL: string;
  readonly MAIL_FROM: Mailbox;
}

/** A variable with the type of its value found out. */
export const variable = <T>(one: Variable<T>): Variable<T> => one;

/** What a variable's value is. */
export type ValueOf<V> = V extends Variable<infer T> ? T : never;
