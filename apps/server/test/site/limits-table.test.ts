import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as limit from '@rubrica/contract';
import { describe, expect, it } from 'vitest';

/** Every row of the contract's table of limits: its value, and the tests that show it below, at and above. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Row {
  readonly row: string;
  /** The constants the service reads, and what the table says they are. */
  readonly values: readonly (readonly [actual: unknown, table: unknown])[];
  /** Files under apps/server/test (or a path from the root), each with the beginning of a test's title. */
  readonly shownBy: readonly (readonly [file: string, title: string])[];
}

const ROWS: readonly Row[] = [
  {
    row: 'Requests per minute: 60 per API key, sliding window',
    values: [
      [limit.REQUESTS_PER_MINUTE, 60],
      [limit.REQUEST_WINDOW_MS, MINUTE],
    ],
    shownBy: [
      ['operations/limits.test.ts', 'makes 60 requests in any 60 seconds; the 61st is told when to come back'],
      ['operations/rate-limit-headers.test.ts', 'carries the rate-limit headers'],
    ],
  },
  {
    row: 'File size: 20 MB',
    values: [[limit.FILE_MAX_BYTES, 20 * 1024 ** 2]],
    shownBy: [['modules/documentos/drafts.test.ts', 'are 20 MB to the byte']],
  },
  {
    row: 'Pages per document: 300',
    values: [[limit.FILE_MAX_PAGES, 300]],
    shownBy: [['modules/documentos/drafts.test.ts', 'are 300 pages']],
  },
  {
    row: 'Signers per document: 50',
    values: [[limit.SIGNERS_MAX, 50]],
    shownBy: [['modules/documentos/drafts.test.ts', 'are 50 signers']],
  },
  {
    row: 'Fields per document: 500',
    values: [[limit.FIELDS_MAX, 500]],
    shownBy: [['modules/documentos/drafts.test.ts', 'are 500 fields']],
  },
  {
    row: 'PDF version: 1.4 to 2.0',
    values: [
      [limit.PDF_VERSION_MIN, '1.4'],
      [limit.PDF_VERSION_MAX, '2.0'],
    ],
    shownBy: [['modules/documentos/drafts.test.ts', 'answer PDF %s with %i']],
  },
  {
    row: 'Password-protected, already signed, or filled PDF: refused',
    values: [],
    shownBy: [['modules/documentos/corpus.test.ts', '$file is refused for a true cause, in words']],
  },
  {
    row: 'Items per listing page: 1 to 100, default 25, clamped',
    values: [
      [limit.PAGE_LIMIT_MAX, 100],
      [limit.PAGE_LIMIT_DEFAULT, 25],
    ],
    shownBy: [
      [
        'operations/rate-limit-headers.test.ts',
        'has 25 items unless told otherwise, 1 to 100, and 100 where more is asked',
      ],
    ],
  },
  {
    row: 'Cursor validity: 24 hours',
    values: [[limit.CURSOR_TTL_MS, 24 * HOUR]],
    shownBy: [['operations/cursors.test.ts', 'a cursor is good until its last minute']],
  },
  {
    row: 'Download URL validity: 15 minutes, single use',
    values: [[limit.DOWNLOAD_TTL_MS, 15 * MINUTE]],
    shownBy: [
      ['modules/arquivos/downloads.test.ts', 'is alive just before'],
      ['modules/arquivos/downloads.test.ts', 'is dead after fifteen minutes'],
      ['modules/arquivos/downloads.test.ts', 'serves once'],
    ],
  },
  {
    row: 'Invitation resend: 3 per signer per hour',
    values: [[limit.RESENDS_PER_HOUR, 3]],
    shownBy: [['modules/documentos/reminders.test.ts', 'is three times per signer and hour, then again']],
  },
  {
    row: 'Public validation: 30 per minute per IP, burst 10',
    values: [
      [MINUTE / limit.VALIDATION_BUCKET_REFILL_MS, 30],
      [limit.VALIDATION_BUCKET_CAPACITY, 10],
    ],
    shownBy: [['operations/limits.test.ts', 'takes ten at once and then one every two seconds: thirty a minute']],
  },
  {
    row: 'Contact form: 5 per hour and 20 per day per IP',
    values: [
      [limit.CONTACTS_PER_HOUR, 5],
      [limit.CONTACTS_PER_DAY, 20],
    ],
    shownBy: [
      ['modules/contatos/contatos.test.ts', 'five an hour are taken and the sixth is told when to come back'],
      ['modules/contatos/contatos.test.ts', 'twenty a day are taken'],
    ],
  },
  {
    row: 'Panel authentication routes: 10 per minute per IP',
    values: [[limit.SESSION_ROUTES_PER_MINUTE, 10]],
    shownBy: [['operations/limits.test.ts', 'share ten requests a minute of an address, whichever they are']],
  },
  {
    row: 'Idempotency keys: remembered 24 hours',
    values: [[limit.IDEMPOTENCY_TTL_MS, 24 * HOUR]],
    shownBy: [
      ['operations/idempotency.test.ts', 'is forgotten with its answer after 24 hours'],
      ['operations/rate-limit-headers.test.ts', 'is remembered until just before 24 hours'],
    ],
  },
  {
    row: 'Webhook receiver response: 10 seconds, then retried for up to 24 hours',
    values: [
      [limit.WEBHOOK_TIMEOUT_MS, 10_000],
      [limit.WEBHOOK_WINDOW_MS, 24 * HOUR],
    ],
    shownBy: [
      ['modules/webhooks/retries.test.ts', 'silence past the time limit'],
      [
        'modules/webhooks/retry-schedule.test.ts',
        'gives up once 24 h have passed since the first attempt, not a moment before',
      ],
    ],
  },
  {
    row: 'Webhook timestamp tolerance (receiver side): 5 minutes',
    values: [[limit.WEBHOOK_TOLERANCE_MS, 5 * MINUTE]],
    shownBy: [['packages/sdk/test/webhook.test.ts', 'accepts a clock five minutes off, and no more']],
  },
  {
    row: 'Text sizes: titulo 1-300; descricao and mensagem up to 2000; signer nome up to 200; campo rotulo up to 100',
    values: [
      [limit.TITLE_MAX_CHARS, 300],
      [limit.DESCRIPTION_MAX_CHARS, 2000],
      [limit.MESSAGE_MAX_CHARS, 2000],
      [limit.SIGNER_NAME_MAX_CHARS, 200],
      [limit.FIELD_LABEL_MAX_CHARS, 100],
    ],
    shownBy: [
      ['modules/documentos/drafts.test.ts', 'are reached by texts of exactly so many characters'],
      ['modules/documentos/drafts.test.ts', 'are passed by texts of one character more, all told at once'],
      ['modules/documentos/drafts.test.ts', 'let a title have %s or not'],
    ],
  },
];

const ROOT = join(import.meta.dirname, '../../../..');
const textOf = (file: string) => {
  const path = file.startsWith('packages/') ? join(ROOT, file) : join(import.meta.dirname, '..', file);
  return readFileSync(path, 'utf8');
};

describe.each(ROWS)('$row', ({ values, shownBy }) => {
  it('is what the service reads', () => {
    expect(values.map(([actual]) => actual)).toEqual(values.map(([, table]) => table));
  });

  it.each(shownBy)('is shown in %s: %s', (file, title) => {
    expect(textOf(file)).toContain(`'${title}`);
  });
});
