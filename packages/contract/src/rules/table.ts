import { ACCOUNTS } from './accounts.ts';
import { DOCUMENTS } from './documents.ts';
import { FILES } from './files.ts';
import { INPUT } from './input.ts';
import { OAUTH } from './oauth.ts';
import { REQUESTS } from './requests.ts';
import { SIGNING } from './signing.ts';
import { WEBHOOKS } from './webhooks.ts';

/**
 * Everything the service says to people about what it would not do, by rule, in Portuguese. The name of a rule is part of
 * the contract (`regra`): it stays, and what stands in the places of its sentence stays too (`valores`).
 */
export const RULES = {
  ...INPUT,
  ...REQUESTS,
  ...DOCUMENTS,
  ...FILES,
  ...ACCOUNTS,
  ...WEBHOOKS,
  ...SIGNING,
  ...OAUTH,
} as const;

export type RuleName = keyof typeof RULES;
