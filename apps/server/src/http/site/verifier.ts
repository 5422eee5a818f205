import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const FILE = fileURLToPath(new URL('../../../../../packages/verify/verificar.html', import.meta.url));
export const VERIFIER_PATH = '/verificar.html';

/** The offline verifier as it is handed out. */
export interface Verifier {
  readonly sha256: string;
  readonly bytes: Buffer;
}

/** @throws when the file is missing from the installation */
export function loadVerifier(): Verifier {
  const bytes = readFileSync(FILE);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Hands the verifier out as a file to keep: it is meant to be opened from disk, away from whoever served it. */
export function addVerifier(app: FastifyInstance, { bytes, sha256 }: Verifier): void {
  app.get(VERIFIER_PATH, async (_request, reply) =>
    reply
      .headers({
        'content-disposition': 'attachment; filename="verificar.html"',
        'cache-control': 'no-cache',
        etag: `"${sha256}"`,
      })
      .type('text/html; charset=utf-8')
      .send(bytes),
  );
}
