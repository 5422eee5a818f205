import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from '../../core/html.ts';
import type { Lent } from '../../modules/demo/index.ts';
import { parseForm } from '../form.ts';
import { DEMO_TEXTS, type DemoTexts } from './demo-texts.ts';
import { FRONT_TEXTS } from './front-texts.ts';
import { languageOf } from './language.ts';
import { sendSitePage } from './shell.ts';

export interface DemoPageDeps {
  /** Makes a document for the visitor; null where the installation lends none. */
  readonly lendDemo: ((words: DemoTexts['words'], request: FastifyRequest) => Promise<Lent>) | null;
}

/** Where the button of the front page posts to. */
export const DEMO_PATH = '/experimentar';

/** Leads to a document to be signed on the spot. Where the installation lends none, there is no such address. */
export function addDemo(app: FastifyInstance, { lendDemo }: DemoPageDeps): void {
  if (lendDemo === null) return;
  app.register(async (part) => {
    part.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parseForm);
    part.post(DEMO_PATH, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      // Another site's page does not spend what is left for its visitors.
      const { 'sec-fetch-site': site = 'same-origin' } = request.headers;
      if (site !== 'same-origin') return reply.redirect('/', 303);
      const language = languageOf(request);
      const t = DEMO_TEXTS[language];
      const lent = await lendDemo(t.words, request);
      if ('token' in lent) return reply.redirect(`/assinar/${lent.token}`, 303);
      return sendSitePage(
        reply
          .code(lent.refused === 'address' ? 429 : 503)
          .headers({ 'retry-after': String(lent.retryAfter), 'x-robots-tag': 'noindex' }),
        {
          title: t.title,
          part: null,
          language,
          body: html`<div class="prose alone"><h1>${t.title}</h1><p class="lead">${t.refused[lent.refused]}</p><p>${t.meanwhile}</p>
<p class="actions"><a class="button primary" href="/painel/cadastro">${FRONT_TEXTS[language].signUp}</a></p></div>`,
        },
      );
    });
  });
}
