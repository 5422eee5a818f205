import { ACCOUNTS } from './accounts.ts';
import { DOCUMENTS } from './documents.ts';
import { EMAILS } from './emails.ts';
import { EMBEDDING } from './embedding.ts';
import { FILES } from './files.ts';
import { FORMS } from './forms.ts';
import { INPUT } from './input.ts';
import { OAUTH } from './oauth.ts';
import { REQUESTS } from './requests.ts';
import { SANDBOX } from './sandbox.ts';
import { SIGNING } from './signing.ts';
import { WEBHOOKS } from './webhooks.ts';

/**
 * Every refusal the service explains to people, by rule, in Portuguese. Rule names (`regra`) and the placeholders of
 * their sentences (`valores`) are part of the contract and do not change.
 */
export const RULES = {
  ...INPUT,
  ...REQUESTS,
  ...DOCUMENTS,
  ...EMAILS,
  ...EMBEDDING,
  ...FILES,
  ...FORMS,
  ...ACCOUNTS,
  ...WEBHOOKS,
  ...SIGNING,
  ...OAUTH,
  ...SANDBOX,
} as const;

export type RuleName = keyof typeof RULES;
