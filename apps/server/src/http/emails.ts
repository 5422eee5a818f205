import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify';
import sharp from 'sharp';
import { type Html, html } from '../core/html.ts';
import { type Sample, sampleMessages } from '../modules/mensagens/index.ts';
import { MODELOS_EMAIL } from '../modules/modelos-email/index.ts';

const GALLERY = '/dev/emails';
const STYLE = `${GALLERY}/galeria.css`;
const SCRIPT = `${GALLERY}/galeria.js`;

const PAGE_CSP =
  "default-src 'none'; style-src 'self'; script-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** A message contains its styles and its logo; it runs and loads nothing. */
const MESSAGE_CSP =
  "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

const CSS = `:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.5}
body{margin:0 auto;max-width:1080px;padding:24px}
nav ul{columns:2;padding-left:20px}
section{border-top:1px solid #8884;padding:24px 0}
h2{margin:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px;margin:12px 0}
dt{opacity:.75}
dd{margin:0}
.views{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}
figure{margin:0}
figcaption{font-size:14px;opacity:.75}
iframe{border:1px solid #8886;border-radius:8px;height:640px;background:#fff}
.desktop{width:640px;max-width:100%}
.phone{width:360px;max-width:100%}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#8881;border-radius:8px;padding:16px}
@media (max-width:700px){nav ul{columns:1}}`;

/** Makes frames as tall as their content. */
const JS = `for (const frame of document.querySelectorAll('iframe')) {
  const fit = () => { const body = frame.contentDocument && frame.contentDocument.documentElement; if (body) frame.style.height = body.scrollHeight + 4 + 'px'; };
  frame.addEventListener('load', fit);
  fit();
}`;

/** A logo nobody uses: a leaf on a band, in the usual wide format. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="112"><rect width="400" height="112" rx="16" fill="#1f5a4c"/><path d="M56 88C28 60 36 28 96 20c4 52-16 76-40 68Zm0 0L84 44" fill="#8fd3a8" stroke="#0d2f27" stroke-width="5"/><g fill="#fff"><rect x="128" y="36" width="220" height="16" rx="8"/><rect x="128" y="64" width="148" height="12" rx="6" opacity=".7"/></g></svg>`;

/**
 * A gallery of every message the service sends, as HTML in both widths and as plain text, rendered by the functions
 * used for the real messages. For developers: it is served where captured messages are.
 */
export function addEmailGallery(
  app: FastifyInstance,
  { publicUrl, onRequest }: { readonly publicUrl: string; readonly onRequest: onRequestHookHandler },
): void {
  let made: Promise<Sample[]> | undefined;
  const samples = (): Promise<Sample[]> => {
    made ??= sharp(Buffer.from(LOGO))
      .png()
      .toBuffer()
      .then((png) => `data:image/png;base64,${png.toString('base64')}`)
      .then((logo) => sampleMessages({ publicUrl, now: new Date(), logo, modelos: MODELOS_EMAIL }));
    return made;
  };
  const serve = (type: string, body: string) => async (_request: unknown, reply: FastifyReply) =>
    reply.type(`${type}; charset=utf-8`).send(body);

  app.get(STYLE, { onRequest }, serve('text/css', CSS));
  app.get(SCRIPT, { onRequest }, serve('text/javascript', JS));
  app.get(GALLERY, { onRequest }, async (_request, reply) =>
    reply
      .header('content-security-policy', PAGE_CSP)
      .type('text/html; charset=utf-8')
      .send(galleryPage(await samples())),
  );
  app.get<{ Params: { id: string; form: string } }>(`${GALLERY}/:id/:form`, { onRequest }, async (request, reply) => {
    const { id, form } = request.params;
    const message = (await samples()).find((sample) => sample.id === id)?.message;
    if (!message || (form !== 'html' && form !== 'texto')) return reply.callNotFound();
    return reply
      .headers({ 'content-security-policy': MESSAGE_CSP, 'x-frame-options': 'SAMEORIGIN' })
      .type(`text/${form === 'html' ? 'html' : 'plain'}; charset=utf-8`)
      .send(message[form === 'html' ? 'html' : 'text']);
  });
}

function galleryPage(samples: readonly Sample[]): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>E-mails — Rubrica</title>
<link rel="stylesheet" href="${STYLE}"><script src="${SCRIPT}" defer></script></head>
<body><main><h1>E-mails</h1>
<p>Todas as mensagens que o serviço escreve, feitas pelas mesmas funções, com dados de exemplo.</p>
<nav aria-label="Mensagens"><ul>${samples.map(({ id, nome }) => html`<li><a href="#${id}">${nome}</a></li>`)}</ul></nav>
${samples.map(sampleSection)}</main></body></html>`.html;
}

function sampleSection({ id, nome, when: quando, message }: Sample): Html {
  const url = `${GALLERY}/${id}/html`;
  return html`<section id="${id}"><h2>${nome}</h2>
<dl><dt>Recebe</dt><dd>${quando}</dd><dt>Assunto</dt><dd>${message.subject}</dd><dt>Prévia</dt><dd>${message.preheader}</dd></dl>
<div class="views"><figure><figcaption><a href="${url}">Computador, 640 px</a></figcaption><iframe class="desktop" src="${url}" title="${nome}, no computador" loading="lazy"></iframe></figure>
<figure><figcaption>Celular, 360 px</figcaption><iframe class="phone" src="${url}" title="${nome}, no celular" loading="lazy"></iframe></figure></div>
<details><summary>Só texto</summary><p><a href="${GALLERY}/${id}/texto">Abrir à parte</a></p><pre>${message.text}</pre></details></section>`;
}
