import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Paths of anything that could carry a credential; the serializers below never put a body or a header in a line. */
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

/** Replaces personal tokens inside a path, so that a link never reaches a log. */
export function pathForLog(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.replace(
    /(\/(?:assinatura|assinar|downloads|convites?|redefinir-senha|confirmar-email)\/)[^/]+/,
    '$1[token]',
  );
}

const BUFFER_BYTES = 16_000;
const FLUSH_MS = 100;

/** @param to where lines go instead of the standard output */
export function createLog(level: string, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: { paths: SECRETS, censor: '[oculto]' },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    // Lines are written together, at the latest after FLUSH_MS and when the process ends; a write for each would be a
    // tenth of what a small request costs.
    to ?? pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS }),
  );
}
