import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as open, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { BUNDLES, type BundleName, WEB } from '../apps/web/scripts/bundles.ts';
import { PDFJS, viteOf } from '../apps/web/scripts/vite.ts';

/**
 * The service with its pages served from source: PORT serves the pages with Vite and proxies everything else to the
 * service, which listens on the next port and restarts when one of its files changes. Usage: npm run dev
 */

const ROOT = resolve(import.meta.dirname, '..');
const PORT = Number(process.env.PORT ?? 3000);
const ORIGIN = `http://localhost:${PORT}`;
const SERVICE = { host: '127.0.0.1', port: PORT + 1 };
const { OAUTH_ENABLED = 'off' } = process.env;

/** The addresses of each bundle's page; the service decides with its router (`compose/site.ts`). */
const PAGES: readonly (readonly [RegExp, BundleName])[] = [
  [/^\/(assinar(\/|$)|incorporar\/[^/]*$)/, 'assinatura'],
  [/^\/(painel(\/|$)|incorporar\/edicao\/)/, 'painel'],
  [/^\/(validar(\/|$)|contato$)/, 'publico'],
  [/^\/formulario\//, 'formulario'],
];

/**
 * The values the service inserts into a page: `values` in `compose/site.ts`. Vite needs no nonce, because it sends no
 * policy.
 */
const VALUES: Readonly<Record<string, string>> = {
  API: '/v1',
  OAUTH: OAUTH_ENABLED,
  NONCE: '',
  BASE: '',
  HOST: `localhost:${PORT}`,
  VERIFIER: '',
};

/** The page that may show this one inside of itself, as the service says it of the same address; empty for most. */
async function frameOf(url: string): Promise<string> {
  if (!url.startsWith('/incorporar/')) return '';
  const html = await (await fetch(`http://${SERVICE.host}:${SERVICE.port}${url}`)).text();
  return /data-frame="([^"]*)"/.exec(html)?.[1] ?? '';
}

const pages = new Map<BundleName, ViteDevServer>();

async function showPage(name: BundleName, url: string, response: ServerResponse): Promise<void> {
  const source = await readFile(join(WEB, name, 'index.html'), 'utf8');
  const values: Readonly<Record<string, string>> = { ...VALUES, FRAME: await frameOf(url) };
  const html = source.replace(/%([A-Z]+)%/g, (placeholder, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`scripts/dev.ts does not know ${placeholder} of ${name}/index.html`);
    return value;
  });
  // Vite prefixes root-relative addresses with the bundle's base; relative ones would depend on the page's address.
  const based = html.replaceAll('"./', '"/');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(await pages.get(name)?.transformIndexHtml(url, based));
}

/** The data files of pdf.js are beside a built page, but here in their package. */
function serveSource(name: BundleName, request: IncomingMessage, response: ServerResponse): void {
  request.url = request.url?.replace(/^(\/assets\/\w+\/)pdfjs\//, `$1@fs${PDFJS}/`);
  pages.get(name)?.middlewares(request, response);
}

function passOn(request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const upstream = open({ ...SERVICE, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.once('error', () => {
    if (response.headersSent) return void response.destroy();
    response.writeHead(503, { 'retry-after': '1', refresh: '1', 'content-type': 'text/plain; charset=utf-8' });
    response.end('O serviço está reiniciando.\n');
  });
  request.pipe(upstream);
}

const http = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', ORIGIN);
  const asset = BUNDLES.find((name) => pathname.startsWith(`/assets/${name}/`));
  if (asset) return serveSource(asset, request, response);
  const [, page] = PAGES.find(([path]) => path.test(pathname)) ?? [];
  // A code in the query comes from the form without JavaScript, which the service answers itself.
  if (!page || request.method !== 'GET' || searchParams.has('codigo')) return passOn(request, response);
  showPage(page, request.url ?? '/', response).catch((error) => response.writeHead(500).end(String(error)));
});

for (const name of BUNDLES) {
  const config = viteOf(name);
  pages.set(
    name,
    await createVite({
      ...config,
      appType: 'custom',
      cacheDir: join(WEB, 'dist', `dev-${name}`),
      // Each handles its own base on the one server.
      server: { middlewareMode: true, hmr: { server: http } },
    }),
  );
}

const service = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(SERVICE.port), PUBLIC_ORIGIN: ORIGIN },
  stdio: ['ignore', 'inherit', 'inherit'],
});

async function stop(): Promise<void> {
  service.kill('SIGTERM');
  http.close();
  http.closeAllConnections();
  await Promise.all([...pages.values()].map((vite) => vite.close()));
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
service.once('exit', (code) => {
  process.exitCode = code ?? 0;
  void stop();
});
http.listen(PORT, '127.0.0.1');
