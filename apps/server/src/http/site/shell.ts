import type { FastifyReply } from 'fastify';
import { type Html, html } from '../../core/html.ts';

/** The part of the site a page belongs to, highlighted in the navigation bar. */
export type SitePart = 'front' | 'validation' | 'docs' | 'contato' | 'panel' | null;

/** The language of a page; Portuguese by default. */
export type SiteLanguage = 'pt' | 'en' | 'es';

export interface SitePage {
  readonly language?: SiteLanguage;
  /** A script from this host, only for convenience. */
  readonly script?: string;
  readonly title: string;
  /** For search engines and previews; omitted if there is nothing to index. */
  readonly description?: string;
  readonly part: SitePart;
  readonly body: Html;
}

/** The URL of these pages' style sheet. */
export const STYLESHEET_PATH = '/docs/estilo.css';

/** Pages without script: styles and pictures from here, forms submitted here, nothing else. */
export const SITE_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const LINKS = [
  ['validation', '/validar'],
  ['docs', '/docs'],
  ['panel', '/painel'],
  ['contato', '/contato'],
] as const;

/** The texts of the page frame. */
const FRAME = {
  pt: {
    lang: 'pt-BR',
    skip: 'Pular para o conteúdo',
    main: 'Principal',
    foot: 'Rodapé',
    about: 'Rubrica, assinatura eletrônica de código aberto',
    links: { validation: 'Validar', docs: 'Documentação', panel: 'Painel', contato: 'Contato' },
    check: 'Como conferir',
    seal: 'Selo',
  },
  en: {
    lang: 'en',
    skip: 'Skip to the content',
    main: 'Main',
    foot: 'Footer',
    about: 'Rubrica, open-source electronic signatures',
    links: { validation: 'Validate', docs: 'Documentation', panel: 'Panel', contato: 'Contact' },
    check: 'How to check',
    seal: 'Seal',
  },
  es: {
    lang: 'es',
    skip: 'Saltar al contenido',
    main: 'Principal',
    foot: 'Pie de página',
    about: 'Rubrica, firma electrónica de código abierto',
    links: { validation: 'Validar', docs: 'Documentación', panel: 'Panel', contato: 'Contacto' },
    check: 'Cómo comprobar',
    seal: 'Sello',
  },
} as const;

/** A flourish under a name, from which the service takes its own name. */
export const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect class="tile" width="32" height="32" rx="9"/><path class="stroke" d="M7 20c4-11 8-13 9-10s-6 12-3 12 6-8 9-8-1 6 3 6M7 25.5h18"/></svg>`;

export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#1d4ed8"/><path d="M7 20c4-11 8-13 9-10s-6 12-3 12 6-8 9-8-1 6 3 6M7 25.5h18" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** A complete page in the site's frame: bar, content in `main`, footer. No inline script or style. */
export function renderSitePage({ title, description, part, body, language = 'pt', script }: SitePage): string {
  const frame = FRAME[language];
  const links = LINKS.map(([name, href]) => {
    const current = name === part ? html` aria-current="page"` : null;
    return html`<li><a href="${href}"${current}>${frame.links[name]}</a></li>`;
  });
  const about = description ? html`<meta name="description" content="${description}">` : null;
  return html`<!doctype html>
<html lang="${frame.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${part === 'front' ? title : `${title} — Rubrica`}</title>
${about}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET_PATH}">${script ? html`<script src="${script}" defer></script>` : null}
</head>
<body>
<header class="site-top"><a class="skip" href="#conteudo">${frame.skip}</a><div class="inner">
<a class="mark" href="/">${MARK} Rubrica</a>
<nav aria-label="${frame.main}"><ul>${links}</ul></nav>
</div></header>
<main id="conteudo" tabindex="-1">${body}</main>
<footer class="site-bottom"><div class="inner">
<p>${frame.about}</p>
<nav aria-label="${frame.foot}"><ul><li><a href="/docs/verificacao">${frame.check}</a></li><li><a href="/docs/selo">${frame.seal}</a></li><li><a href="/contato">${frame.links.contato}</a></li></ul></nav>
</div></footer>
</body></html>`.html;
}

/** Sends a page of the site with its policy. */
export function sendSitePage(reply: FastifyReply, page: SitePage): FastifyReply {
  const csp = page.script ? `${SITE_CSP}; script-src 'self'` : SITE_CSP;
  return reply.header('content-security-policy', csp).type('text/html; charset=utf-8').send(renderSitePage(page));
}
