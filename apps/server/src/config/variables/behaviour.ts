import { resolve } from 'node:path';
import { REQUESTS_PER_MINUTE, WEBHOOK_RETRY_SECONDS, WEBHOOK_WINDOW_MS } from '@rubrica/contract';
import {
  areLocal,
  integer,
  LOG_LEVELS,
  type LogLevel,
  networksOrNone,
  oneOf,
  onOff,
  retrySeconds,
  type StandIn,
  standIns,
} from '../values.ts';
import { variable } from '../variable.ts';

const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1/128'];

/** Optional behaviour. */
export const BEHAVIOUR = {
  WEBHOOK_ALLOW_NETWORKS: variable<readonly string[]>({
    about: "Private networks that every organization's webhooks, and files it names by URL, may reach nevertheless.",
    form: 'IP addresses and networks separated by commas, or `none`',
    example: '10.20.0.0/16',
    parse: networksOrNone,
    otherwise: (earlier) => (areLocal(earlier) && earlier.NODE_ENV !== 'production' ? LOOPBACK : []),
    unset: 'none; loopback, if every address is local and it is not production',
  }),
  WEBHOOK_RETRY_SECONDS: variable<readonly number[]>({
    about: 'Delays between the attempts to deliver a webhook, in seconds; there is one more attempt than delays.',
    form: `integers from 0 to ${WEBHOOK_WINDOW_MS / 1000} separated by commas`,
    example: '10,30,60,300',
    parse: retrySeconds,
    otherwise: () => WEBHOOK_RETRY_SECONDS,
  }),
  SANDBOX_RATE_LIMIT: variable({
    about: 'How many requests a minute each API key of the sandbox may make; in production it is always 60.',
    form: 'an integer from 1 to 100000',
    example: '600',
    parse: integer(1, 100_000),
    otherwise: () => REQUESTS_PER_MINUTE,
  }),
  OAUTH_ENABLED: variable({
    about: 'Opens the consent page and the token endpoints. See [OAuth](oauth.md).',
    form: '`on` or `off`',
    example: 'on',
    parse: onOff,
    otherwise: () => false,
  }),
  RETENTION_PURGE: variable({
    about: 'Whether data past its retention period is purged, permanently. See [retention](retention.md).',
    form: '`on` or `off`',
    example: 'on',
    parse: onOff,
    otherwise: () => false,
  }),
  DEMO_ENABLED: variable({
    about:
      'Whether the front page offers a document of example that anybody signs without an account. It is of the sandbox, reaches nobody, and is erased after a day.',
    form: '`on` or `off`',
    example: 'on',
    parse: onOff,
    otherwise: ({ NODE_ENV }) => NODE_ENV !== 'production',
    unset: '`on`, in production `off`',
  }),
  PRIVACY_FILE: variable<string | null>({
    about: 'The text of `/privacidade`, in Markdown that begins with a title.',
    form: 'a path',
    example: '/etc/rubrica/privacidade.md',
    parse: (text) => resolve(text),
    otherwise: () => null,
    unset: 'a text in Portuguese that comes with the service',
  }),
  TERMS_FILE: variable<string | null>({
    about: 'The text of `/termos`, in Markdown that begins with a title.',
    form: 'a path',
    example: '/etc/rubrica/termos.md',
    parse: (text) => resolve(text),
    otherwise: () => null,
    unset: 'a text in Portuguese that comes with the service',
  }),
  LOG_LEVEL: variable<LogLevel>({
    about: 'The lowest level that is logged, as JSON lines on standard output.',
    form: LOG_LEVELS.map((level) => `\`${level}\``).join(', '),
    example: 'info',
    parse: oneOf(LOG_LEVELS),
    otherwise: () => 'info',
  }),
  ALLOW_DEV: variable<readonly StandIn[]>({
    about:
      'What production accepts in place of the real thing: `database` (the embedded PostgreSQL), `mail` (captured e-mails), `scanner` (no antivirus), `keys` (generated in `DATA_DIR`).',
    form: 'a list of `database`, `mail`, `scanner` and `keys`, separated by commas',
    example: 'scanner',
    parse: standIns,
    otherwise: () => [],
    unset: 'nothing',
  }),
};
