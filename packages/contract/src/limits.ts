/** Every limit of the contract, with its unit in the name; schemas, server, pages and tests read them here. */

export const REQUESTS_PER_MINUTE = 60;
export const REQUEST_WINDOW_MS = 60_000;

/** Per address: requests without key, session or link, and those refused for an invalid credential. */
export const ADDRESS_REQUESTS_PER_MINUTE = 6000;

/** Documents in each list of `GET /inicio`. */
export const HOME_LIST_MAX = 8;

/** Of each reading of the sandbox's mailbox that waits, at most. */
export const MAILBOX_WAIT_MAX_S = 25;
/** Failures of one webhook of the sandbox that can be asked for at once. */
export const SIMULATED_FAILURES_MAX = 100;

/** For a body without pictures. */
export const BODY_MAX_BYTES = 1024 * 1024;
/** For a body with a logo, and for one with the pictures of a signing. */
export const LOGO_BODY_MAX_BYTES = 4 * 1024 * 1024;
export const SIGNING_BODY_MAX_BYTES = 24 * 1024 * 1024;

export const FILE_MAX_BYTES = 20 * 1024 * 1024;
/** For a body with a file in base64, which takes four thirds of the file's size, and what is said beside it. */
export const UPLOAD_BODY_MAX_BYTES = 28 * 1024 * 1024;
/** For fetching a file from the URL a caller names: all of it, redirects included, and how many of those. */
export const FILE_URL_TIMEOUT_MS = 10_000;
export const FILE_URL_REDIRECTS_MAX = 5;
export const FILE_NAME_MAX_CHARS = 255;
export const FILE_MAX_PAGES = 300;
export const SIGNERS_MAX = 50;
export const FIELDS_MAX = 500;
export const PDF_VERSION_MIN = '1.4';
export const PDF_VERSION_MAX = '2.0';

/** Widths of pictures of pages, in pixels: the one asked for becomes the next of these. */
export const PICTURE_WIDTHS = [160, 320, 640, 1280] as const;
export const PICTURE_WIDTH_DEFAULT = 640;
/** Pages drawn anew for one organization; those that are kept do not count. */
export const PICTURES_PER_MINUTE = 240;

/** Of one organization: each reads and packs three files. */
export const DOSSIERS_PER_MINUTE = 30;

export const PAGE_LIMIT_DEFAULT = 25;
export const PAGE_LIMIT_MAX = 100;
export const CURSOR_TTL_MS = 24 * 3600_000;

/** The text that a field is anchored to. */
export const ANCHOR_TEXT_MAX_CHARS = 200;
/** What a signer is called by in the tags of a file. */
export const SIGNER_KEY_MAX_CHARS = 50;

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
/** Changes of one document's deadline after sending: each notifies everyone who has not signed. */
export const DEADLINE_CHANGES_PER_HOUR = 3;
/** How long a deleted document can be restored. */
export const DELETED_KEPT_MS = 30 * 24 * 3600_000;
/** Corrections of one signer after sending, in addition to resends. */
export const CORRECTIONS_PER_HOUR = 3;
/**
 * SMS caused by corrections and resends in one envelope: at least this many, or this many per signer reached by SMS.
 */
export const EXTRA_SMS_MIN = 20;
export const EXTRA_SMS_PER_SIGNER = 3;
/** Time from sending to the first automatic reminder, and between reminders. */
export const REMINDER_INTERVAL_MS = { DIARIO: 24 * 3600_000, SEMANAL: 7 * 24 * 3600_000 } as const;
export const VALIDATION_BUCKET_CAPACITY = 10;
export const VALIDATION_BUCKET_REFILL_MS = 2_000;
export const CONTACTS_PER_HOUR = 5;
export const CONTACTS_PER_DAY = 20;

/** Documents signed on the spot from the front page: of one address, at a time of all, and how long each is kept. */
export const DEMOS_PER_HOUR = 5;
export const DEMOS_PER_DAY = 10;
export const DEMOS_MAX = 200;
export const DEMO_KEPT_MS = 24 * 3600_000;
export const SESSION_ROUTES_PER_MINUTE = 10;
/** Calls through one personal link: enough to page through a long document and sign it. */
export const SIGNER_REQUESTS_PER_MINUTE = 600;
/** How many of those may attempt to sign: each may carry pictures to decode. */
export const SIGNINGS_PER_MINUTE = 10;
/** Signers' calls from one address: enough for a company whose people sign together, too few for guessing links. */
export const SIGNER_REQUESTS_PER_ADDRESS = 3000;

/** Public links of a template: how many documents one may be limited to, and their days to sign. */
export const FORM_ANSWERS_MAX = 100_000;
export const FORM_DAYS_MAX = 365;
/** Of one template, those that take answers. */
export const FORMS_PER_TEMPLATE = 50;
/** Requests for a document by such links: from one address, and to one mailbox. */
export const FORM_REQUESTS_PER_HOUR = 10;
export const FORM_MAILS_TO_ADDRESS_PER_HOUR = 3;
/** How long the message confirms the visitor's mailbox. */
export const FORM_REQUEST_TTL_MS = 24 * 3600_000;

/** Where pages of an organization may show a signing page of ours. */
export const ALLOWED_ORIGINS_MAX = 20;
/** How long an address to be shown in another page waits to be opened, and how long what it opens lasts. */
export const EMBEDDED_LINK_TTL_MS = 15 * 60_000;
export const EMBEDDED_SESSION_TTL_MS = 2 * 3600_000;

/** How far ahead the clock of the sandbox may be: ten years of 365 days. */
export const CLOCK_AHEAD_MAX_S = 3650 * 24 * 3600;
/** Moments at which one advance of it stops to do what falls due. */
export const CLOCK_STOPS_MAX = 500;
/** How long a caller waits for an advance; proxies commonly give up after a minute. */
export const CLOCK_WAIT_MS = 50_000;

export const WEBHOOK_TIMEOUT_MS = 10_000;
export const WEBHOOK_TOLERANCE_MS = 5 * 60_000;
export const WEBHOOK_RESPONSE_MAX_BYTES = 64 * 1024;
/** How much of a receiver's response body is kept. */
export const WEBHOOK_ANSWER_KEPT_BYTES = 1024;
/** How long events can be read and delivered again. */
export const EVENTS_SERVED_MS = 30 * 24 * 3600_000;
/** The longest that a read of the feed waits for an event to come. */
export const EVENTS_WAIT_MAX_S = 25;
export const WEBHOOK_WINDOW_MS = 24 * 3600_000;
export const WEBHOOK_SECRET_OVERLAP_MS = 24 * 3600_000;
/** Delays between attempts: 10 s, 30 s, 1, 5, 15, 30 min, 1, 2, 4, 6, 10 h. */
export const WEBHOOK_RETRY_SECONDS: readonly number[] = [
  10, 30, 60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 36_000,
];

export const OTP_DIGITS = 6;
export const OTP_TTL_MS = 10 * 60_000;
export const OTP_RESEND_MS = 60_000;
export const OTP_PER_HOUR = 5;
export const FACTOR_MAX_FAILURES = 5;
export const FACTOR_REST_MS = 15 * 60_000;
/** Wrong answers through one link, for any factor, after which the link is invalid. */
export const WRONG_ANSWERS_PER_LINK = 100;

export const TITLE_MAX_CHARS = 300;
export const DESCRIPTION_MAX_CHARS = 2000;
export const MESSAGE_MAX_CHARS = 2000;
export const SIGNER_NAME_MAX_CHARS = 200;
export const FIELD_LABEL_MAX_CHARS = 100;
/** Names without their own limit: folders, templates, keys, people of the panel, organizations. */
export const NAME_MAX_CHARS = 200;
export const URL_MAX_CHARS = 2048;
export const REASON_MAX_CHARS = 1000;
/** An e-mail template: its subject, its text, and how many of its own an organization keeps in one environment. */
export const EMAIL_SUBJECT_MAX_CHARS = 200;
export const EMAIL_BODY_MAX_CHARS = 5000;
export const EMAIL_TEMPLATES_MAX = 100;
export const CONTACT_MESSAGE_MAX_CHARS = 5000;
export const FIELD_VALUE_MAX_CHARS = 5000;
export const IMAGE_MAX_BYTES = 2 * 1024 * 1024;
/** A 16-megapixel photograph is more than any picture here needs; beyond that a small file can fill the memory. */
export const IMAGE_MAX_PIXELS = 16_000_000;
/** All pictures of one signing together. */
export const SIGNING_MAX_PIXELS = 64_000_000;

export const PASSWORD_MIN_CHARS = 10;
export const PASSWORD_MAX_CHARS = 256;
export const PASSWORD_MIN_STRENGTH = 3;
/**
 * Consecutive wrong passwords for an account, after which responses are delayed; the delay doubles from the minimum to
 * the maximum.
 */
export const PASSWORD_FREE_FAILURES = 5;
export const PASSWORD_SLOW_MIN_MS = 1_000;
export const PASSWORD_SLOW_MAX_MS = 60_000;
/** Delayed logins of one account at a time per process; further ones are told to retry later. */
export const PASSWORDS_WAITING = 10;
/** Wrong passwords are forgotten after this time without another one. */
export const PASSWORD_FAILURES_KEPT_MS = 24 * 3600_000;
/** E-mail invitations of members per day: by one organization, and to one address from anyone. */
export const INVITATIONS_PER_DAY = 20;
export const INVITATIONS_TO_ADDRESS_PER_DAY = 3;
/** Unrevoked keys, and webhooks, of an organization in one environment. */
export const KEYS_MAX = 100;
export const WEBHOOKS_MAX = 20;
export const SESSION_IDLE_MS = 8 * 3600_000;
export const SESSION_MAX_MS = 7 * 24 * 3600_000;
export const RECOVERY_CODES = 10;
export const INVITATION_TTL_MS = 7 * 24 * 3600_000;
/** From the correct password to the answer of the second factor. */
export const CHALLENGE_TTL_MS = 5 * 60_000;
export const PASSWORD_RESET_TTL_MS = 3600_000;
/** From the consent to the exchange of its code. */
export const OAUTH_CODE_TTL_MS = 60_000;
export const OAUTH_ACCESS_TTL_MS = 3600_000;
/** Lifetime of one refresh token; each renewal issues a new one. */
export const OAUTH_REFRESH_TTL_MS = 90 * 24 * 3600_000;
/** Per address, for the consent page and the token endpoint: one application renews for all its organizations. */
export const OAUTH_REQUESTS_PER_MINUTE = 600;
/** Lifetime of the link that confirms an account's e-mail, and how often it is resent per hour. */
export const EMAIL_CONFIRMATION_TTL_MS = 24 * 3600_000;
export const EMAIL_CONFIRMATIONS_PER_HOUR = 3;
/** Addresses an account may ask for in place of its own per hour: each is sent a message. */
export const EMAIL_CHANGES_PER_HOUR = 3;
/** Messages with a reset link that one account gets per hour, however often they are requested. */
export const PASSWORD_RESETS_PER_HOUR = 3;

/** How long the record of a call is served, and how many are kept per organization, both environments together. */
export const CALLS_SERVED_DAYS = 90;
export const CALLS_KEPT_MAX = 100_000;

export const EXPIRY_WITHIN_MS = 5_000;
/**
 * How long after the last signature a completion is postponed while no authority gives a time stamp, and how often it
 * is retried.
 */
export const TIMESTAMP_PATIENCE_MS = 5 * 60_000;
export const COMPLETION_RETRY_MS = 30_000;
/**
 * A document fully signed for this long and not complete triggers the alarm: longer than any completion that only waits
 * for a time stamp.
 */
export const COMPLETION_ALARM_MS = 6 * 60_000;

/** Legal minimum for concluded documents: five years (Código Civil art. 206 § 5º I, CDC art. 27). */
export const CONCLUDED_RETENTION_MIN_DAYS = 1825;
/** The deadline for answering a data subject (LGPD art. 19 II). */
export const DATA_REQUEST_LEGAL_MS = 15 * 24 * 3600_000;
/** From the request to delete a person's data to the deletion. */
export const DATA_DELETION_GRACE_MS = 7 * 24 * 3600_000;
/** How long the file made for a data subject is kept. */
export const DATA_EXPORT_TTL_MS = 30 * 24 * 3600_000;

/** From the request to close an organization to the end of its members' access. */
export const ORGANIZATION_CLOSING_GRACE_MS = 30 * 24 * 3600_000;

export const INITIAL_PLAN_ENVELOPES = 20;
/** Drafts at a time in one environment of an organization on the free plan. */
export const INITIAL_PLAN_DRAFTS = 500;
