import { createRequire } from 'node:module';

/**
 * The typeface of every page, which the service serves at one address for all of them: Figtree (OFL-1.1), its Latin
 * characters, every weight in one file.
 */
export const TYPEFACE = {
  path: '/assets/marca/figtree-5.3.0.woff2',
  file: createRequire(import.meta.url).resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
};
