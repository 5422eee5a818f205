import pino, { type DestinationStream, type Logger } from 'pino';
import { lineOf } from './trace.ts';

export type { Logger };

/** Paths of anything that could carry a credential; the serializers below never log a body or a header. */
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
  '*.token',
  '*.senha',
  '*.segredo',
];

const BUFFER_BYTES = 16_000;
const FLUSH_MS = 100;

/** @param to where lines go instead of standard output */
export function createLog(level: string, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: { paths: SECRETS, censor: '[oculto]' },
      base: null,
      mixin: lineOf,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    // Lines are written in batches, at the latest after FLUSH_MS and when the process ends; writing each one separately
    // would add a tenth to the cost of a small request.
    to ?? pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }),
  );
}
