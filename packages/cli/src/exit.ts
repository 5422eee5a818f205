import { ApiError, AuthenticationError, ConnectionError, PermissionDeniedError, ServerError } from '@rubrica/sdk';

/** How commands end; `verify` has a table of its own. */
export const EXIT = {
  /** Done. */
  DONE: 0,
  /** The service refused, `doutor` found something wrong, or `vigia` a log that did what it must not. */
  REFUSED: 1,
  /** The command was called incorrectly. */
  MISUSE: 2,
  /** No answer, or a service that is down. */
  UNREACHED: 3,
  /** No key, a key that is not accepted, or one that may not do this. */
  KEY: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command cannot go on; the message is for the person. */
export class Stop extends Error {
  readonly code: ExitCode;

  constructor(code: ExitCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** How a command ends that failed so. */
export function codeOf(error: unknown): ExitCode {
  if (error instanceof Stop) return error.code;
  if (error instanceof ConnectionError || error instanceof ServerError) return EXIT.UNREACHED;
  if (error instanceof AuthenticationError || error instanceof PermissionDeniedError) return EXIT.KEY;
  if (error instanceof ApiError) return EXIT.REFUSED;
  throw error;
}
