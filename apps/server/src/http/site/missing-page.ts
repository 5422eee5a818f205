import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../../core/html.ts';
import { languageOf } from './language.ts';
import { sendSitePage } from './shell.ts';

const TEXTS = {
  'pt-BR': {
    title: 'Não há nada neste endereço',
    text: 'O link pode ter sido cortado ao copiar, ou a página mudou de lugar. Se você recebeu um link para assinar, abra-o de novo pela mensagem.',
    ways: [
      ['/', 'Página inicial'],
      ['/validar', 'Validar um documento'],
      ['/painel', 'Entrar no painel'],
      ['/docs', 'Documentação'],
    ],
  },
  en: {
    title: 'There is nothing at this address',
    text: 'The link may have been cut when it was copied, or the page has moved. If you received a link to sign, open it again from the message.',
    ways: [
      ['/', 'Home page'],
      ['/validar', 'Validate a document'],
      ['/painel', 'Sign in to the panel'],
      ['/docs', 'Documentation'],
    ],
  },
  es: {
    title: 'No hay nada en esta dirección',
    text: 'Puede que el enlace se haya cortado al copiarlo o que la página haya cambiado de lugar. Si recibió un enlace para firmar, ábralo de nuevo desde el mensaje.',
    ways: [
      ['/', 'Página principal'],
      ['/validar', 'Validar un documento'],
      ['/painel', 'Entrar en el panel'],
      ['/docs', 'Documentación'],
    ],
  },
} as const;

/** A sheet that is empty but for the pen's stroke. */
const EMPTY_SHEET = html`<svg class="lost" viewBox="0 0 160 120" width="160" height="120" aria-hidden="true" focusable="false"><rect x="46" y="6" width="78" height="104" rx="10" fill="var(--sunken)" stroke="var(--line)" transform="rotate(6 85 58)"/><rect x="40" y="8" width="78" height="104" rx="10" fill="var(--surface)" stroke="var(--line-strong)"/><path d="M54 30h34M54 44h50" stroke="var(--line)" stroke-width="5" stroke-linecap="round"/><path d="M20 92c16-22 28-24 29-15s-14 20-6 20 16-22 25-22-2 17 8 17 12-12 20-12 6 10 14 10" fill="none" stroke="var(--brand-text)" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** Whether who asks is a person's browser on its way to a page, and not a program. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');

/** 404 for a person. */
export function sendMissingPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const t = TEXTS[language];
  return sendSitePage(
    reply.code(404).headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', vary: 'accept' }),
    {
      title: t.title,
      part: null,
      language,
      body: html`<div class="prose alone">${EMPTY_SHEET}<h1>${t.title}</h1><p class="lead">${t.text}</p>
<ul>${t.ways.map(([href, text]) => html`<li><a href="${href}">${text}</a></li>`)}</ul></div>`,
    },
  );
}
