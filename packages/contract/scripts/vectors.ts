/**
 * `vectors.json`: what every client must do, whatever its language. The deliveries are signed by the service's own code, and
 * the answers are made of the contract; README.md of this package tells the form. `npm run generate` writes it.
 */
import { clientMethods } from '../src/index.ts';
import { errorVectors } from './vectors/errors.ts';
import { pageVectors } from './vectors/pages.ts';
import { retryVectors, WAITING } from './vectors/retries.ts';
import { rootVectors } from './vectors/roots.ts';
import { signatureVectors } from './vectors/signatures.ts';

/** The text of `vectors.json`. */
export function renderVectors(): string {
  const vectors = {
    signatures: signatureVectors(),
    roots: rootVectors(),
    errors: errorVectors(),
    pages: pageVectors(),
    waiting: WAITING,
    retries: retryVectors(),
    methods: Object.fromEntries(clientMethods()),
  };
  return `${JSON.stringify(vectors, null, 2)}\n`;
}
