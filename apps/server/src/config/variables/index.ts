import type { ValueOf, Variable } from '../variable.ts';
import { BACKUP } from './backup.ts';
import { BEHAVIOUR } from './behaviour.ts';
import { DOCTOR } from './doctor.ts';
import { EVIDENCE, OPERATOR } from './evidence.ts';
import { ADDRESSES, LOCAL, PROCESS } from './process.ts';
import { MESSAGES, STORES } from './stores.ts';
import { TRACING } from './tracing.ts';

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
    ['Traces', TRACING],
    ['Backups', BACKUP],
    ['What the doctor asks', DOCTOR],
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
  ...TRACING,
  ...BACKUP,
  ...DOCTOR,
} satisfies Readonly<Record<string, Variable<unknown>>>;

export type VariableName = keyof typeof VARIABLES;

/** The value of every variable. */
export type Values = { readonly [Name in VariableName]: ValueOf<(typeof VARIABLES)[Name]> };

/** The table's rows in order, whatever the types of their values. */
export const ROWS = Object.entries(VARIABLES) as ReadonlyArray<[VariableName, Variable<unknown>]>;
