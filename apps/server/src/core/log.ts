import pino, { type DestinationStream, type Logger } from 'pino';
import { lineOf } from './trace.ts';

export type { Logger };

const HIDDEN = '[oculto]';

/** Members of a line that could carry a credential; the serializers below never log a body or a header. */
const SECRETS = [
  'authorization',
  'cookie',
  'token',
  'senha',
  'segredo',
  'codigo',
  'link',
  'access_token',
  'refresh_token',
  'client_secret',
  'code_verifier',
];

/** Those of an object in a line. */
const SECRETS_INSIDE = ['token', 'senha', 'segredo'];

/** A path for objects of any name would be followed for each member of each line, which takes 3 % of a read. */
function hideInside(line: Record<string, unknown>): Record<string, unknown> {
  const shown = { ...line };
  for (const [name, value] of Object.entries(line)) {
    // An error's members are copied by its serializer, later.
    if (typeof value !== 'object' || value === null || value instanceof Error) continue;
    const secrets = SECRETS_INSIDE.filter((secret) => secret in value);
    if (secrets.length > 0)
      shown[name] = { ...value, ...Object.fromEntries(secrets.map((secret) => [secret, HIDDEN])) };
  }
  return shown;
}

const BUFFER_BYTES = 16_000;
const FLUSH_MS = 100;

/** @param to where lines go instead of standard output */
export function createLog(level: string, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: { paths: [...SECRETS, ...SECRETS_INSIDE.map((secret) => `err.${secret}`)], censor: HIDDEN },
      formatters: { log: hideInside },
      base: null,
      mixin: lineOf,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    // Lines are written in batches, at the latest after FLUSH_MS and when the process ends; writing each one separately
    // would add a tenth to the cost of a small request.
    to ?? pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }),
  );
}
