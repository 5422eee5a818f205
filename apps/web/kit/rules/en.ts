import type { Sentences } from '@rubrica/contract/sentences';
import { ACCOUNTS } from './en/accounts.ts';
import { DOCUMENTS } from './en/documents.ts';
import { EMAILS } from './en/emails.ts';
import { EMBEDDING } from './en/embedding.ts';
import { FILES } from './en/files.ts';
import { FORMS } from './en/forms.ts';
import { INPUT } from './en/input.ts';
import { OAUTH } from './en/oauth.ts';
import { REQUESTS } from './en/requests.ts';
import { SANDBOX } from './en/sandbox.ts';
import { SIGNING } from './en/signing.ts';
import { WEBHOOKS } from './en/webhooks.ts';

/** What the service says, in English. */
export const SENTENCES: Sentences = {
  or: ' or ',
  words: {
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
    uuid: 'a UUID',
    email: 'an e-mail address',
    date: 'a date YYYY-MM-DD',
    'date-time': 'a date and time of RFC 3339 with its offset',
    uri: 'an absolute URL, its accents and spaces encoded, as in %C3%A3 and %20',
  },
  rules: {
    ...INPUT,
    ...REQUESTS,
    ...ACCOUNTS,
    ...DOCUMENTS,
    ...EMAILS,
    ...EMBEDDING,
    ...FILES,
    ...FORMS,
    ...SIGNING,
    ...WEBHOOKS,
    ...OAUTH,
    ...SANDBOX,
  },
};
