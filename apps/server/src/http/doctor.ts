import type { Finding, FindingState } from '@rubrica/contract';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { prefersJson } from '../core/accept.ts';
import { type Html, html } from '../core/html.ts';
import { sendSitePage } from './site/shell.ts';

/** What an examination of the installation found. */
export interface Examined {
  readonly situacao: FindingState;
  readonly realizadoEm: string;
  readonly pontos: readonly Finding[];
}

const WORDS: Readonly<Record<FindingState, string>> = {
  OK: 'ok',
  AVISO: 'aviso',
  FALHA: 'falha',
  NAO_SE_APLICA: 'não se aplica',
  NAO_VERIFICADO: 'não verificado',
};

/**
 * `/doutor`: what `npm run operador -- doutor` prints, as a page or as JSON by Accept. An examination calls everything the
 * installation uses, so whoever asks while one is under way gets that one.
 */
export function addDoctorPage(
  app: FastifyInstance,
  { onRequest, examine }: { readonly onRequest: onRequestHookHandler; readonly examine: () => Promise<Examined> },
): void {
  let running: Promise<Examined> | null = null;
  const shared = () => {
    running ??= examine().finally(() => {
      running = null;
    });
    return running;
  };
  app.get('/doutor', { onRequest }, async (request, reply) => {
    const examined = await shared();
    reply.headers({ 'cache-control': 'no-store', vary: 'accept' });
    if (prefersJson(request.headers.accept ?? '', 'text/html')) return reply.send(examined);
    return sendSitePage(reply, { title: 'Doutor', part: null, body: contentOf(examined) });
  });
}

function contentOf({ situacao, realizadoEm, pontos }: Examined): Html {
  const rows = pontos.map(
    ({ ponto, situacao: state, fato, oQueFazer }) =>
      html`<tr><td>${WORDS[state]}</td><th scope="row">${ponto}</th><td>${fato}${oQueFazer === null ? null : html`<br><strong>O que fazer:</strong> ${oQueFazer}`}</td></tr>`,
  );
  return html`<div class="prose alone"><h1>Doutor: ${WORDS[situacao]}</h1>
<p>O que esta instalação usa, examinado em ${realizadoEm}. O mesmo num terminal: <code>npm run operador -- doutor</code>.</p>
<table><thead><tr><th scope="col">Situação</th><th scope="col">Ponto</th><th scope="col">Fato</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
