import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sha256Hex } from '../../core/chain.ts';
import { type SealPageDeps, sealsDocument } from './seal-page.ts';

const FILE = fileURLToPath(new URL('../../../../../packages/verify/verificar.html', import.meta.url));
const NAME = 'verificar.html';
const PLAIN = 'verificar-sem-selos.html';

/** Data for the page's script, which its policy neither hashes nor runs: the only line in which a copy differs. */
const EMPTY = '<script type="application/json" id="instalacao">null</script>';

/** The offline verifier as in the repository. */
export interface Verifier {
  readonly sha256: string;
  readonly bytes: Buffer;
}

/** @throws if the file is missing from the installation, or has no place for its seals */
export function loadVerifier(): Verifier {
  const bytes = readFileSync(FILE);
  if (bytes.toString('utf8').split(EMPTY).length !== 2) throw new Error(`${FILE} has no place for seals`);
  return { bytes, sha256: sha256Hex(bytes) };
}

export interface VerifierDeps extends Pick<SealPageDeps, 'readSeals'> {
  readonly verifier: Verifier;
  readonly publicUrl: string;
}

/**
 * The verifier as served by this installation, with the seals it publishes and its name. Nothing in a certificate can
 * close the element, because `<` is escaped as JSON allows.
 */
export async function ownVerifier({ verifier, publicUrl, readSeals }: VerifierDeps): Promise<Verifier> {
  const { selos } = await sealsDocument(readSeals);
  const lines = selos.map(({ pem: _, ...line }) => line);
  const data = JSON.stringify({ origem: new URL(publicUrl).origin, selos: lines }).replaceAll('<', '\\u003c');
  const html = verifier.bytes.toString('utf8').replace(EMPTY, () => EMPTY.replace('null', () => data));
  const bytes = Buffer.from(html);
  return { bytes, sha256: sha256Hex(bytes) };
}

/**
 * Serves the verifier as a file to keep: it is meant to be opened from disk, independently of whoever served it. With
 * this installation's seals, without them exactly as in the repository, and the SHA-256 of both in the format of
 * `sha256sum`.
 */
export function addVerifier(app: FastifyInstance, deps: VerifierDeps): void {
  const send = (reply: FastifyReply, name: string, { bytes, sha256 }: Verifier) =>
    reply
      .headers({
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-cache',
        etag: `"${sha256}"`,
      })
      .type('text/html; charset=utf-8')
      .send(bytes);
  app.get(`/${NAME}`, async (_request, reply) => send(reply, NAME, await ownVerifier(deps)));
  app.get(`/${PLAIN}`, async (_request, reply) => send(reply, PLAIN, deps.verifier));
  app.get('/verificar.sha256', async (_request, reply) => {
    const own = await ownVerifier(deps);
    const text = `${own.sha256}  ${NAME}\n${deps.verifier.sha256}  ${PLAIN}\n`;
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(text);
  });
}
