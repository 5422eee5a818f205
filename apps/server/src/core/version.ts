import { createRequire } from 'node:module';

/** The version of the service, as its manifest says. */
export const { version: VERSION } = createRequire(import.meta.url)('../../package.json') as {
  readonly version: string;
};
