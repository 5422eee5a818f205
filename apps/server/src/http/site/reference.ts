import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '@rubrica/web/kit/languages';
import Fastify, { type FastifyInstance } from 'fastify';
import { html } from '../../core/html.ts';
import { pageHead } from './head.ts';
import { LANGUAGE_VARIES, languageOf } from './language.ts';
import { scriptPath } from './scripts.ts';
import { siteBar } from './shell.ts';
import { REFERENCE_STYLESHEET_PATH } from './stylesheet.ts';

export const REFERENCE_PATH = '/docs/referencia';
const SCRIPT_PATH = `${REFERENCE_PATH}/scalar.js`;
const START_PATH = `${REFERENCE_PATH}/inicio.js`;
/** Out of 11: five megabytes are compressed once, while somebody waits. */
const BROTLI_QUALITY = 5;

/** The viewer's script in each encoding a browser may accept. */
interface Script {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/**
 * The API reference: the contract in Scalar's viewer, served from here. Its policy allows it to contact only this host;
 * its request console is omitted, because an API key does not belong in a browser.
 */
export function addReference(
  app: FastifyInstance,
  { basePath, baseUrl }: { readonly basePath: string; readonly baseUrl: string },
): void {
  const start = startScript(`${basePath}/openapi.json`, baseUrl);
  app.get(REFERENCE_PATH, async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'content-security-policy': policy(nonce),
        'cache-control': 'no-store',
        vary: LANGUAGE_VARIES.join(', '),
      })
      .type('text/html; charset=utf-8')
      .send(page(nonce, basePath, languageOf(request)));
  });
  app.get(START_PATH, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(start),
  );
  let loading: Promise<Script> | undefined;
  app.get(SCRIPT_PATH, async (request, reply) => {
    // Megabytes that most processes never need; a failed load is retried.
    loading ??= loadScript().catch((error) => {
      loading = undefined;
      throw error;
    });
    const script = await loading;
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .headers({ 'cache-control': 'public, max-age=86400', vary: 'accept-encoding' })
      .type('text/javascript; charset=utf-8')
      .send(script[encoding ?? 'plain']);
  });
}

/** Styles of its notices, which the viewer (1.72.1) writes without the nonce. Another version may need others. */
const NOTICE_STYLES = [
  "'sha256-DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU='",
  "'sha256-rO+6k1mDRASa9Q8IQu9I3bF+bjRdxDreAZCyGSaxzeI='",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE='",
];

/** The viewer writes its styles at run time, under the page's nonce, and sets some on elements. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' ${NOTICE_STYLES.join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

function page(nonce: string, basePath: string, reader: Language): string {
  const speaks = reader === 'pt-BR' ? null : html` lang="${reader}"`;
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" nonce="${nonce}" content="${nonce}">
<title>Referência da API — Rubrica</title>
${pageHead(null)}
<link rel="stylesheet" href="${REFERENCE_STYLESHEET_PATH}">
</head>
<body>
${siteBar(reader, 'docs', speaks)}
<div id="conteudo" tabindex="-1"><div id="app"></div></div>
<noscript><p>A referência precisa de JavaScript. Sem ele, leia <a href="/docs">a documentação</a> ou <a href="${basePath}/openapi.json">o contrato</a>.</p></noscript>
<script src="${SCRIPT_PATH}"></script>
<script src="${scriptPath('reference')}"></script>
<script src="${START_PATH}"></script>
</body></html>`.html;
}

function startScript(url: string, baseUrl: string): string {
  const configuration = {
    url,
    theme: 'none',
    // Light or dark is the device's to say, as on every page of the site.
    hideDarkModeToggle: true,
    layout: 'modern',
    baseServerURL: new URL(baseUrl).origin,
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: 'never',
    localization: { locale: 'pt' },
    documentDownloadType: 'direct',
    defaultOpenAllTags: false,
    hideModels: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    metaData: { title: 'Referência da API — Rubrica' },
  };
  return `Scalar.createApiReference('#app', ${JSON.stringify(configuration)});\n`;
}

/**
 * The script is inside the plugin, which provides it only over HTTP, so it is requested once from a server that never
 * listens.
 */
async function loadScript(): Promise<Script> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const inside = Fastify({ logger: false });
  try {
    await inside.register(plugin, { routePrefix: '/r', configuration: { url: '/' } });
    const { statusCode, rawPayload } = await inside.inject('/r/js/scalar.js');
    if (statusCode !== 200) throw new Error(`the viewer's script is missing (${statusCode})`);
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(rawPayload, { params }),
      promisify(gzip)(rawPayload),
    ]);
    return { plain: rawPayload, br, gzip: gz };
  } finally {
    await inside.close();
  }
}
