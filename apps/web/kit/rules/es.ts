import type { Sentences } from '@rubrica/contract/sentences';
import { ACCOUNTS } from './es/accounts.ts';
import { DOCUMENTS } from './es/documents.ts';
import { EMAILS } from './es/emails.ts';
import { EMBEDDING } from './es/embedding.ts';
import { FILES } from './es/files.ts';
import { FORMS } from './es/forms.ts';
import { INPUT } from './es/input.ts';
import { OAUTH } from './es/oauth.ts';
import { REQUESTS } from './es/requests.ts';
import { SANDBOX } from './es/sandbox.ts';
import { SIGNING } from './es/signing.ts';
import { WEBHOOKS } from './es/webhooks.ts';

/** What the service says, in Spanish. */
export const SENTENCES: Sentences = {
  or: ' o ',
  words: {
    string: 'un texto',
    integer: 'un número entero',
    number: 'un número',
    boolean: 'verdadero o falso',
    array: 'una lista',
    object: 'un objeto',
    null: 'nulo',
    uuid: 'un UUID',
    email: 'una dirección de correo',
    date: 'una fecha AAAA-MM-DD',
    'date-time': 'una fecha y hora RFC 3339 con desfase',
    uri: 'una URL absoluta, con acentos y espacios codificados, como %C3%A3 y %20',
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
