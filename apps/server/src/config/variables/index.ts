import type { ValueOf, Variable } from '../variable.ts';
import { BEHAVIOUR } from './behaviour.ts';
import { EVIDENCE, OPERATOR } from './evidence.ts';
import { ADDRESSES, LOCAL, PROCESS } from './process.ts';
import { MESSAGES, STORES } from './stores.ts';

/** The table by subject, as in the documentation. */
export const SUBJECTS: ReadonlyArray<readonly [title: string, variables: Readonly<Record<string, Variable<unknown>>>]> =
  [
    ['The process', PROCESS],
    ['Addresses', ADDRESSES],
    ['Its folder, and what it exposes', LOCAL],
    ['Database, files, limits', STORES],
    ['Messages', MESSAGES],
    ['Security and evidence', EVIDENCE],
    ['Who runs it', OPERATOR],
    ['Behaviour', BEHAVIOUR],
  ];

/** Every variable the service reads; anything not listed is ignored. Defaults may depend on variables further up. */
export const VARIABLES = {
  ...PROCESS,
  ...ADDRESSES,
  ...LOCAL,
  ...STORES,
  ...MESSAGES,
  ...EVIDENCE,
  ...OPERATOR,
  ...BEHAVIOUR,
} satisfies Readonly<Record<string, Variable<unknown>>>;

export type VariableName = keyof typeof VARIABLES;

/** The value of every variable. */
export type Values = { readonly [Name in VariableName]: ValueOf<(typeof VARIABLES)[Name]> };

/** The table's rows in order, whatever the types of their values. */
export const ROWS = Object.entries(VARIABLES) as ReadonlyArray<[VariableName, Variable<unknown>]>;
