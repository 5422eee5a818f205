import type { FastifyReply } from 'fastify';
import { type Html, html } from '../../modules/mensagens/index.ts';

/** The part of the site a page belongs to, marked in the bar. */
export type SitePart = 'inicio' | 'validar' | 'docs' | 'contato' | 'painel' | null;

export interface SitePage {
  readonly title: string;
  /** For search engines and previews; left out where there is nothing to find. */
  readonly description?: string;
  readonly part: SitePart;
  readonly body: Html;
}

/** What the style of these pages is served as. */
export const STYLESHEET_PATH = '/docs/estilo.css';

/** Pages without script: style and pictures from here, forms that come back here, nothing else. */
export const SITE_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const LINKS = [
  ['validar', '/validar', 'Validar'],
  ['docs', '/docs', 'Documentação'],
  ['painel', '/painel', 'Painel'],
  ['contato', '/contato', 'Contato'],
] as const;

/** A flourish under a name, which is what the service is called after. */
export const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect class="tile" width="32" height="32" rx="9"/><path class="stroke" d="M7 20c4-11 8-13 9-10s-6 12-3 12 6-8 9-8-1 6 3 6M7 25.5h18"/></svg>`;

export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1d4ed8"/><path d="M7 20c4-11 8-13 9-10s-6 12-3 12 6-8 9-8-1 6 3 6M7 25.5h18" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** A whole page in the frame of the site: bar, content in `main`, foot. No script, no inline style. */
export function renderSitePage({ title, description, part, body }: SitePage): string {
  const links = LINKS.map(([name, href, label]) => {
    const current = name === part ? html` aria-current="page"` : null;
    return html`<li><a href="${href}"${current}>${label}</a></li>`;
  });
  const about = description ? html`<meta name="description" content="${description}">` : null;
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${part === 'inicio' ? title : `${title} — Rubrica`}</title>
${about}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET_PATH}">
</head>
<body>
<header class="site-top"><a class="skip" href="#conteudo">Pular para o conteúdo</a><div class="inner">
<a class="mark" href="/">${MARK} Rubrica</a>
<nav aria-label="Principal"><ul>${links}</ul></nav>
</div></header>
<main id="conteudo" tabindex="-1">${body}</main>
<footer class="site-bottom"><div class="inner">
<p>Rubrica, assinatura eletrônica de código aberto</p>
<nav aria-label="Rodapé"><ul><li><a href="/docs/verificacao">Como conferir</a></li><li><a href="/docs/selo">Selo</a></li><li><a href="/contato">Contato</a></li></ul></nav>
</div></footer>
</body></html>`.html;
}

/** Sends a page of the site under its policy. */
export function sendSitePage(reply: FastifyReply, page: SitePage): FastifyReply {
  return reply.header('content-security-policy', SITE_CSP).type('text/html; charset=utf-8').send(renderSitePage(page));
}
