import { WEBHOOK_RETRY_SECONDS, WEBHOOK_WINDOW_MS } from '@rubrica/contract';
import {
  areLocal,
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
    about: "Private networks that every organization's webhooks may reach nevertheless.",
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
