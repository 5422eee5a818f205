import type { Language } from '@rubrica/web/kit/languages';
import type { FastifyReply } from 'fastify';
import { type Html, html } from '../../core/html.ts';
import { MARK, pageHead } from './head.ts';
import { choiceToKeep, LANGUAGE_VARIES, languageOf } from './language.ts';
import { type SiteScript, scriptPath } from './scripts.ts';

/** The part of the site a page belongs to, highlighted in the navigation bar. */
export type SitePart = 'front' | 'validation' | 'docs' | 'contato' | 'panel' | null;

export interface SitePage {
  /** Of the content; what there is in Portuguese alone stays in it, and only the frame follows the reader. */
  readonly language?: Language;
  /** For convenience only. */
  readonly scripts?: readonly SiteScript[];
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
  "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const LINKS = [
  ['validation', '/validar'],
  ['docs', '/docs'],
  ['panel', '/painel'],
  ['contato', '/contato'],
] as const;

/** The texts of the page frame. */
const FRAME = {
  'pt-BR': {
    skip: 'Pular para o conteúdo',
    main: 'Principal',
    foot: 'Rodapé',
    about: 'Rubrica, assinatura eletrônica de código aberto',
    links: { validation: 'Validar', docs: 'Documentação', panel: 'Painel', contato: 'Contato' },
    check: 'Como conferir',
    seal: 'Selo',
    privacy: 'Privacidade',
    terms: 'Termos',
  },
  en: {
    skip: 'Skip to the content',
    main: 'Main',
    foot: 'Footer',
    about: 'Rubrica, open-source electronic signatures',
    links: { validation: 'Validate', docs: 'Documentation', panel: 'Panel', contato: 'Contact' },
    check: 'How to check',
    seal: 'Seal',
    privacy: 'Privacy',
    terms: 'Terms',
  },
  es: {
    skip: 'Saltar al contenido',
    main: 'Principal',
    foot: 'Pie de página',
    about: 'Rubrica, firma electrónica de código abierto',
    links: { validation: 'Validar', docs: 'Documentación', panel: 'Panel', contato: 'Contacto' },
    check: 'Cómo comprobar',
    seal: 'Sello',
    privacy: 'Privacidad',
    terms: 'Términos',
  },
} as const;

/**
 * A complete page in the site's frame: bar, content in `main`, footer. No inline script or style.
 * @param origin of the installation, for what is shown where somebody shares the address
 * @param reader the language of the frame
 */
export function renderSitePage(
  { title, description, part, body, language = 'pt-BR', scripts = [] }: SitePage,
  origin = '',
  reader: Language = language,
): string {
  const frame = FRAME[reader];
  const speaks = reader === language ? null : html` lang="${reader}"`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${part === 'front' ? title : `${title} — Rubrica`}</title>
${pageHead(description === undefined ? null : { origin, title, description })}
<link rel="stylesheet" href="${STYLESHEET_PATH}">${scripts.map((name) => html`<script src="${scriptPath(name)}" defer></script>`)}
</head>
<body>
${siteBar(reader, part, speaks)}
<main id="conteudo" tabindex="-1">${body}</main>
<footer class="site-bottom"${speaks}><div class="inner">
<p>${frame.about}</p>
<nav aria-label="${frame.foot}"><ul><li><a href="/docs/verificacao">${frame.check}</a></li><li><a href="/docs/selo">${frame.seal}</a></li><li><a href="/privacidade">${frame.privacy}</a></li><li><a href="/termos">${frame.terms}</a></li><li><a href="/contato">${frame.links.contato}</a></li></ul></nav>
</div></footer>
</body></html>`.html;
}

/** The bar of every page of the site. @param speaks the attribute of its language, where the page has another */
export function siteBar(reader: Language, part: SitePart, speaks: Html | null = null): Html {
  const frame = FRAME[reader];
  const links = LINKS.map(([name, href]) => {
    const current = name === part ? html` aria-current="page"` : null;
    return html`<li><a href="${href}"${current}>${frame.links[name]}</a></li>`;
  });
  return html`<header class="site-top"${speaks}><a class="skip" href="#conteudo">${frame.skip}</a><div class="inner">
<a class="mark" href="/">${MARK} Rubrica</a>
<nav aria-label="${frame.main}"><ul>${links}</ul></nav>
</div></header>`;
}

/** Sends a page of the site with its policy, and keeps the language if one was just chosen. */
export function sendSitePage(reply: FastifyReply, page: SitePage): FastifyReply {
  const { request } = reply;
  const chosen = choiceToKeep(request);
  if (chosen !== null) reply.header('set-cookie', chosen);
  // It is in one person's language, and nobody else is to be shown it.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache');
  reply.header('vary', [reply.getHeader('vary'), ...LANGUAGE_VARIES].filter(Boolean).join(', '));
  const csp = page.scripts ? `${SITE_CSP}; script-src 'self'; connect-src 'self'` : SITE_CSP;
  return reply
    .header('content-security-policy', csp)
    .type('text/html; charset=utf-8')
    .send(renderSitePage(page, reply.server.siteOrigin, page.language ?? languageOf(request)));
}
