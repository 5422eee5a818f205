import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A bundle: its name in URLs, and where its build is. */
export interface Bundle {
  readonly name: string;
  /** May have to build it first. Rejects if that fails. */
  readonly folder: () => Promise<string>;
}

/** The page of a bundle. */
export interface WebPage {
  readonly bundle: Bundle;
  /** Paths that show the page, in the router's syntax. */
  readonly paths: readonly string[];
  /** Placeholders in the page's HTML, `%NAME%`, and their values. */
  readonly values: Readonly<Record<string, string>>;
  /**
   * The page creates its own style sheets: each response carries a nonce for them, in its policy and where the HTML
   * says `%NONCE%`.
   */
  readonly styleNonce?: boolean;
  /** What the head of every page of the house has, and what is shown where somebody shares the address. */
  readonly head: string;
  /** The page's headers that differ from the others'. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same for directives of its policy. */
  readonly policy?: Readonly<Record<string, string>>;
}

/** Shows a page. @param frame the one origin whose pages may show it inside of theirs, which its HTML knows as `%FRAME%` */
export type ShowPage = (reply: FastifyReply, frame?: string) => Promise<FastifyReply>;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/**
 * Nothing from other origins, nothing inline. Pictures are the sender's logo and the person's own signature, which are
 * `data:` URIs and never leave the page unless sent.
 */
const pageCsp = (nonce: string | null, policy: WebPage['policy']) =>
  Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    ...policy,
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** A worker is subject to the policy of its own response: only there may pdf.js compile its decoders. */
const WORKER_CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";
const WORKER = /worker[^/]*\.m?js$/;

/** Built files have their content's hash, or the version of what they belong to, in their path. */
const FOREVER = 'public, max-age=31536000, immutable';

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const text = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A bundle being served. */
interface Served extends Pick<WebPage, 'styleNonce' | 'headers' | 'policy'> {
  readonly folder: string;
  readonly html: string;
  readonly files: ReadonlySet<string>;
}

/**
 * Serves a bundle: its page under the given paths, its other files under `/assets/{name}/`, compressed at build time.
 * The build is located at the first request.
 * @returns shows the page, for routes that do so conditionally
 */
export function addWebPage(app: FastifyInstance, page: WebPage): ShowPage {
  let serving: Promise<Served> | undefined;
  const served = (): Promise<Served> => {
    serving ??= open(page).catch((error) => {
      serving = undefined;
      throw error;
    });
    return serving;
  };
  for (const path of page.paths) app.get(path, async (_request, reply) => show(reply, await served()));
  app.get<{ Params: { '*': string } }>(`/assets/${page.bundle.name}/*`, async (request, reply) =>
    sendAsset(request, reply, request.params['*'], await served()),
  );
  return async (reply, frame) => show(reply, await served(), frame);
}

async function open({ bundle, values, head, ...rest }: WebPage): Promise<Served> {
  const folder = await bundle.folder();
  const source = await readFile(join(folder, 'index.html'), 'utf8');
  const html = source
    .replace(/%([A-Z]+)%/g, (whole, name: string) => text(values[name] ?? whole))
    .replace('<!--head-->', () => head);
  return { ...rest, folder, html, files: await filesOf(folder) };
}

const NONCE_BYTES = 16;

function show(reply: FastifyReply, { html, styleNonce = false, headers, policy }: Served, frame = ''): FastifyReply {
  const nonce = styleNonce ? randomBytes(NONCE_BYTES).toString('base64') : null;
  const framed = frame === '' ? policy : { ...policy, 'frame-ancestors': frame };
  if (frame !== '') reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin');
  return reply
    .headers({
      'content-security-policy': pageCsp(nonce, framed),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
      ...headers,
    })
    .type('text/html; charset=utf-8')
    .send(html.replace(/%(NONCE|FRAME)%/g, (_, name) => (name === 'FRAME' ? text(frame) : (nonce ?? ''))));
}

async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { folder, files }: Served,
): Promise<unknown> {
  if (!files.has(path) || path === 'index.html') return reply.callNotFound();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const found = ENCODINGS.find(([name, suffix]) => accepted.includes(name) && files.has(path + suffix));
  const bytes = await readFile(join(folder, path + (found?.[1] ?? '')));
  return reply
    .headers({
      'cache-control': FOREVER,
      vary: 'accept-encoding',
      ...(found ? { 'content-encoding': found[0] } : {}),
      ...(WORKER.test(path) ? { 'content-security-policy': WORKER_CSP } : {}),
    })
    .type(TYPES[extname(path)] ?? 'application/octet-stream')
    .send(bytes);
}

/** The files that may be served, by their path in the URL: nothing outside this list is ever opened. */
async function filesOf(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')));
}
