import pino, { type DestinationStream, type Logger } from 'pino';
import { lineOf } from './trace.ts';

export type { Logger };

/**
 * Members that could carry a credential, of a line and of an error, which is the only object that lines contain. A path
 * for objects of any name would be followed for each member of each line: 3 % of a read.
 */
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
  'err.token',
  'err.senha',
  'err.segredo',
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
