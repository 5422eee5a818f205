/** Every limit of the contract with its unit in the name; schemas, server, pages and tests read them here. */

export const REQUESTS_PER_MINUTE = 60;
export const REQUEST_WINDOW_MS = 60_000;

/** Of one address: what is asked without key, session or link, and what is refused for want of a good one. */
export const ADDRESS_REQUESTS_PER_MINUTE = 6000;

/** Of a body with no picture in it. */
export const BODY_MAX_BYTES = 1024 * 1024;
/** With a logo in it, and with the pictures of an act of signing. */
export const LOGO_BODY_MAX_BYTES = 4 * 1024 * 1024;
export const SIGNING_BODY_MAX_BYTES = 24 * 1024 * 1024;

export const FILE_MAX_BYTES = 20 * 1024 * 1024;
export const FILE_MAX_PAGES = 300;
export const SIGNERS_MAX = 50;
export const FIELDS_MAX = 500;
export const PDF_VERSION_MIN = '1.4';
export const PDF_VERSION_MAX = '2.0';

export const PAGE_LIMIT_DEFAULT = 25;
export const PAGE_LIMIT_MAX = 100;
export const CURSOR_TTL_MS = 24 * 3600_000;

/** A client's own reference of a thing, and what it keeps beside it. */
export const REFERENCE_MAX_CHARS = 100;
export const METADATA_KEYS_MAX = 20;
export const METADATA_KEY_MAX_CHARS = 40;
export const METADATA_VALUE_MAX_CHARS = 500;

export const DOWNLOAD_TTL_MS = 15 * 60_000;
export const IDEMPOTENCY_TTL_MS = 24 * 3600_000;
export const IDEMPOTENCY_WAIT_MS = 10_000;
export const IDEMPOTENCY_KEY_MAX_CHARS = 255;

export const RESENDS_PER_HOUR = 3;
/** New deadlines of one document after sending: each writes to everybody who has not signed. */
export const DEADLINE_CHANGES_PER_HOUR = 3;
/** How long a deleted document can be brought back. */
export const DELETED_KEPT_MS = 30 * 24 * 3600_000;
/** Corrections of one signer after sending, beside the resends. */
export const CORRECTIONS_PER_HOUR = 3;
/** SMS that corrections and resends of one envelope cause: this many, or so many for each signer reached by SMS. */
export const EXTRA_SMS_MIN = 20;
export const EXTRA_SMS_PER_SIGNER = 3;
/** Time from the sending to the first automatic reminder, and between reminders. */
export const REMINDER_INTERVAL_MS = { DIARIO: 24 * 3600_000, SEMANAL: 7 * 24 * 3600_000 } as const;
export const VALIDATION_BUCKET_CAPACITY = 10;
export const VALIDATION_BUCKET_REFILL_MS = 2_000;
export const CONTACTS_PER_HOUR = 5;
export const CONTACTS_PER_DAY = 20;
export const SESSION_ROUTES_PER_MINUTE = 10;
/** Calls through one personal link: the pages of a long document that is leafed through, and the acts. */
export const SIGNER_REQUESTS_PER_MINUTE = 600;
/** Of those, attempts to sign: each may bring pictures to decode. */
export const SIGNINGS_PER_MINUTE = 10;
/** Calls of signers from one address: a company that signs together, not somebody who tries links. */
export const SIGNER_REQUESTS_PER_ADDRESS = 3000;

export const WEBHOOK_TIMEOUT_MS = 10_000;
export const WEBHOOK_TOLERANCE_MS = 5 * 60_000;
export const WEBHOOK_RESPONSE_MAX_BYTES = 64 * 1024;
/** What is kept of the body of a receiver's answer. */
export const WEBHOOK_ANSWER_KEPT_BYTES = 1024;
/** How long events can be read and delivered again. */
export const EVENTS_SERVED_MS = 30 * 24 * 3600_000;
/** The longest that a read of the feed waits for an event to come. */
export const EVENTS_WAIT_MAX_S = 25;
export const WEBHOOK_WINDOW_MS = 24 * 3600_000;
export const WEBHOOK_SECRET_OVERLAP_MS = 24 * 3600_000;
/** Waits between attempts: 10 s, 30 s, 1, 5, 15, 30 min, 1, 2, 4, 6, 10 h. */
export const WEBHOOK_RETRY_SECONDS: readonly number[] = [
  10, 30, 60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 36_000,
];

export const OTP_DIGITS = 6;
export const OTP_TTL_MS = 10 * 60_000;
export const OTP_RESEND_MS = 60_000;
export const OTP_PER_HOUR = 5;
export const FACTOR_MAX_FAILURES = 5;
export const FACTOR_REST_MS = 15 * 60_000;
/** Wrong answers given through one link, to whatever factor, after which it is over. */
export const WRONG_ANSWERS_PER_LINK = 100;

export const TITLE_MAX_CHARS = 300;
export const DESCRIPTION_MAX_CHARS = 2000;
export const MESSAGE_MAX_CHARS = 2000;
export const SIGNER_NAME_MAX_CHARS = 200;
export const FIELD_LABEL_MAX_CHARS = 100;
/** Names with no limit of their own: folders, templates, keys, people of the panel, organizations. */
export const NAME_MAX_CHARS = 200;
export const URL_MAX_CHARS = 2048;
export const REASON_MAX_CHARS = 1000;
export const CONTACT_MESSAGE_MAX_CHARS = 5000;
export const FIELD_VALUE_MAX_CHARS = 5000;
export const IMAGE_MAX_BYTES = 2 * 1024 * 1024;
/** A photograph of 16 megapixels is more than any picture here needs; beyond it a small file can fill the memory. */
export const IMAGE_MAX_PIXELS = 16_000_000;
/** All pictures of one act of signing. */
export const SIGNING_MAX_PIXELS = 64_000_000;

export const PASSWORD_MIN_CHARS = 10;
export const PASSWORD_MAX_CHARS = 256;
export const PASSWORD_MIN_STRENGTH = 3;
/** Wrong passwords in a row for an account, after which answers are slowed; the wait doubles from the first to the last. */
export const PASSWORD_FREE_FAILURES = 5;
export const PASSWORD_SLOW_MIN_MS = 1_000;
export const PASSWORD_SLOW_MAX_MS = 60_000;
/** Of one account that are slowed at the same time by one process; the next are told to come back. */
export const PASSWORDS_WAITING = 10;
/** After so long without a wrong password they are forgotten. */
export const PASSWORD_FAILURES_KEPT_MS = 24 * 3600_000;
/** Invitations of members by mail in a day: of an organization, and to one address, whoever invites. */
export const INVITATIONS_PER_DAY = 20;
export const INVITATIONS_TO_ADDRESS_PER_DAY = 3;
/** Keys that are not revoked, and webhooks, of an organization in one environment. */
export const KEYS_MAX = 100;
export const WEBHOOKS_MAX = 20;
export const SESSION_IDLE_MS = 8 * 3600_000;
export const SESSION_MAX_MS = 7 * 24 * 3600_000;
export const RECOVERY_CODES = 10;
export const INVITATION_TTL_MS = 7 * 24 * 3600_000;
/** From the right password to the answer of the second factor. */
export const CHALLENGE_TTL_MS = 5 * 60_000;
export const PASSWORD_RESET_TTL_MS = 3600_000;
/** From the consent to the exchange of its code. */
export const OAUTH_CODE_TTL_MS = 60_000;
export const OAUTH_ACCESS_TTL_MS = 3600_000;
/** Of one refresh token; each renewal hands out the next. */
export const OAUTH_REFRESH_TTL_MS = 90 * 24 * 3600_000;
/** Per address, of the consent page and the token endpoint: an application renews for all its organizations. */
export const OAUTH_REQUESTS_PER_MINUTE = 600;
/** Of the link that confirms an account's e-mail, and how often in an hour it is sent again. */
export const EMAIL_CONFIRMATION_TTL_MS = 24 * 3600_000;
export const EMAIL_CONFIRMATIONS_PER_HOUR = 3;
/** Messages with a reset link one account gets in an hour, however often somebody asks. */
export const PASSWORD_RESETS_PER_HOUR = 3;

/** For how long the record of a call is served, and how many are kept for each organization, of both environments. */
export const CALLS_SERVED_DAYS = 90;
export const CALLS_KEPT_MAX = 100_000;

export const EXPIRY_WITHIN_MS = 5_000;
/** After the last signature, so long a completion is put off while no authority gives a time stamp; and tried so often. */
export const TIMESTAMP_PATIENCE_MS = 5 * 60_000;
export const COMPLETION_RETRY_MS = 30_000;
/** Signed by everyone for so long and not complete: later than any completion that only waits for a time stamp. */
export const COMPLETION_ALARM_MS = 6 * 60_000;

/** Legal minimum for what was concluded: five years (Código Civil art. 206 § 5º I, CDC art. 27). */
export const CONCLUDED_RETENTION_MIN_DAYS = 1825;
/** Within which a data subject is answered (LGPD art. 19 II). */
export const DATA_REQUEST_LEGAL_MS = 15 * 24 * 3600_000;
/** Between the request to delete a person's data and the deletion. */
export const DATA_DELETION_GRACE_MS = 7 * 24 * 3600_000;
/** How long the file made for a data subject is kept. */
export const DATA_EXPORT_TTL_MS = 30 * 24 * 3600_000;

/** From the wish to close an organization to the end of its members' access. */
export const ORGANIZATION_CLOSING_GRACE_MS = 30 * 24 * 3600_000;

export const INITIAL_PLAN_ENVELOPES = 20;
/** Drafts at a time in one environment, of an organization that pays nothing. */
export const INITIAL_PLAN_DRAFTS = 500;
