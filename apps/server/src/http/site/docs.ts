import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES, isSwitchedOn, type Operation, operations, TAGS } from '@rubrica/contract';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../core/html.ts';
import { once } from '../../core/once.ts';
import { errorCodes } from './error-codes.ts';
import { type Guide, type GuideValues, loadGuides, type RenderedGuide, slugOf } from './guides.ts';
import { renderLlms } from './llms.ts';
import { hasKeyPlaces, keyOffer } from './own-key.ts';
import { addReference, REFERENCE_PATH } from './reference.ts';
import { type PublishedSeal, type SealCertificate, sealContent } from './seal-page.ts';
import { addSearch, type Findable, searchField, sectionsOf } from './search.ts';
import { sendSitePage } from './shell.ts';
import type { Verifier } from './verifier.ts';

export interface DocsDeps extends Omit<GuideValues, 'verifierSha256' | 'sealFingerprint'> {
  readonly oauthEnabled: boolean;
  readonly basePath: string;
  readonly publicPath: string;
  readonly certificate: SealCertificate;
  /** Fingerprint of the test seal. */
  readonly testSeal: string;
  /** Every period in which a seal was in use, the newest first, read each time. */
  readonly readSeals: () => Promise<readonly PublishedSeal[]>;
  readonly verifier: Verifier;
}

/** A page of the documentation: its path, and its entry in the list. */
interface Entry {
  readonly path: string;
  readonly title: string;
  readonly about: string;
}

const OVERVIEW: Entry = { path: '/docs', title: 'Visão geral', about: 'O que há aqui, e todas as operações.' };
const ERRORS: Entry = {
  path: '/docs/erros.html',
  title: 'Códigos de erro',
  about: 'Cada código, quando acontece e o que fazer.',
};
const REFERENCE: Entry = {
  path: REFERENCE_PATH,
  title: 'Referência da API',
  about: 'Cada operação com seus campos, respostas e exemplos, do contrato OpenAPI 3.1.',
};
const SEAL: Entry = {
  path: '/docs/selo',
  title: 'Selo desta instalação',
  about: 'O certificado que sela os documentos, para comparar com o que um arquivo traz.',
};
/** The files that the guides start from. */
const SAMPLES = ['contrato-exemplo.pdf', 'modelo-exemplo.pdf'];
const SAMPLES_FOLDER = fileURLToPath(new URL('../../../../../packages/pdf/samples/', import.meta.url));

/** The documentation: overview, guides with their Markdown, errors, reference, `/llms.txt`. */
export function addDocs(app: FastifyInstance, deps: DocsDeps): void {
  const guides = loadGuides(
    { ...deps, verifierSha256: deps.verifier.sha256, sealFingerprint: deps.certificate.fingerprint },
    { oauth: deps.oauthEnabled },
  );
  const entries = entriesOf(guides);
  const menu = menuOf(entries);
  app.get('/docs', async (_request, reply) =>
    sendSitePage(reply, {
      title: 'Documentação da API',
      description: 'Guias, referência e códigos de erro da API de assinatura eletrônica Rubrica.',
      part: 'docs',
      body: framed(menu('/docs'), overview(deps, entries)),
    }),
  );
  for (const guide of guides) {
    const offer = () => (hasKeyPlaces(guide.rendered().body) ? keyOffer(deps.basePath) : null);
    addGuide(app, guide, { menu, offer, around: neighbours(entries, `/docs/${guide.slug}`) });
  }
  addSearch(
    app,
    () => findables(guides, deps),
    (reply, query, body) =>
      sendSitePage(reply.header('x-robots-tag', 'noindex'), {
        title: 'Busca',
        part: 'docs',
        body: framed(menu(''), body, query),
      }),
  );
  app.get('/docs/erros.html', async (_request, reply) =>
    sendSitePage(reply, {
      title: 'Códigos de erro',
      description: 'Os códigos de erro da API, quando acontecem e o que fazer em cada um.',
      part: 'docs',
      body: framed(menu('/docs/erros.html'), errorCodes()),
    }),
  );
  app.get(SEAL.path, async (_request, reply) =>
    sendSitePage(reply, {
      title: SEAL.title,
      description: 'O certificado digital que sela os documentos desta instalação e a sua impressão digital.',
      part: 'docs',
      body: framed(menu(SEAL.path), sealContent(deps, await deps.readSeals())),
    }),
  );
  for (const name of SAMPLES) {
    const sample = readFileSync(join(SAMPLES_FOLDER, name));
    app.get(`/docs/${name}`, async (_request, reply) => reply.type('application/pdf').send(sample));
  }
  addReference(app, deps);
  const llms = renderLlms(deps, guides);
  app.get('/llms.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(llms));
}

/** For who does not see a button change its words. */
const SAID = html`<p id="copied" class="unseen" role="status"></p>`;

const framed = (menu: Html, body: Html, query?: string): Html =>
  html`<div class="docs"><div class="beside">${searchField(query)}${menu}</div><div class="prose">${body}${SAID}</div></div>`;

/** The pages before and after one, in reading order. */
function neighbours(entries: Entries, path: string): Html | null {
  const all: readonly Entry[] = entries.flatMap(([, pages]) => pages);
  const at = all.findIndex((one) => one.path === path);
  const link = (entry: Entry | undefined, rel: 'prev' | 'next', word: string) =>
    entry && at >= 0
      ? html`<a class="${rel}" href="${entry.path}" rel="${rel}"><span>${word}</span> ${entry.title}</a>`
      : null;
  return html`<nav class="neighbours" aria-label="Antes e depois">${link(all[at - 1], 'prev', 'Anterior')}${link(all[at + 1], 'next', 'Próxima')}</nav>`;
}

/** Everything the search knows: sections of guides, errors, operations. */
const findables = (guides: readonly Guide[], { oauthEnabled }: DocsDeps): Findable[] => [
  ...guides.flatMap((guide) => sectionsOf(`/docs/${guide.slug}`, guide.markdown, slugOf)),
  ...Object.entries(ERROR_CODES).map(([codigo, { title, meaning, remedy }]) => ({
    path: `/docs/erros.html#${codigo.toLowerCase()}`,
    title: ERRORS.title,
    section: codigo,
    text: `${title}. ${meaning} ${remedy}`,
  })),
  ...(Object.entries(operations) as [string, Operation][])
    .filter(([, one]) => isSwitchedOn(one, { oauth: oauthEnabled }))
    .map(([id, one]) => ({
      path: '/docs#operacoes',
      title: 'Todas as operações',
      section: `${one.method} ${one.path}`,
      text: `${one.summary} ${id} ${one.tag}`,
    })),
];

const entriesOf = (guides: readonly Guide[]) => {
  const of = (slug: string): Entry[] =>
    guides.filter((guide) => guide.slug === slug).map(({ title, about }) => ({ path: `/docs/${slug}`, title, about }));
  return [
    ['Começar', [OVERVIEW, ...of('inicio-rapido'), ...of('sandbox'), ...of('testes-sem-navegador')]],
    [
      'Integrar',
      [
        ...of('campos'),
        ...of('envelopes'),
        ...of('modelos'),
        ...of('webhooks'),
        ...of('clientes'),
        ...of('gerar-um-cliente'),
        ...of('incorporar'),
        ...of('presencial'),
        ...of('assistentes'),
        ...of('erros-e-repeticoes'),
        ...of('ir-para-producao'),
        ...of('migrar'),
        ...of('dados'),
        ERRORS,
        ...of('limites'),
        ...of('oauth'),
      ],
    ],
    ['Conferir', [...of('verificacao'), SEAL]],
    ['Referência', [REFERENCE]],
  ] as const;
};

type Entries = ReturnType<typeof entriesOf>;

function menuOf(entries: Entries) {
  return (current: string): Html => {
    const groups = entries.map(([title, pages]) => {
      const items = pages.map(
        ({ path, title }) =>
          html`<li><a href="${path}"${path === current ? html` aria-current="page"` : null}>${title}</a></li>`,
      );
      return html`<h2>${title}</h2><ul>${items}</ul>`;
    });
    return html`<nav class="menu" aria-label="Documentação">${groups}</nav>`;
  };
}

/** What stands around a guide's text. */
interface GuideFrame {
  readonly menu: (current: string) => Html;
  /** Of a key for its examples, where it has any. */
  readonly offer: () => Html | null;
  readonly around: Html | null;
}

function addGuide(app: FastifyInstance, guide: Guide, { menu, offer, around }: GuideFrame): void {
  const path = `/docs/${guide.slug}`;
  const contents = ({ headings }: RenderedGuide) =>
    headings.length > 2
      ? html`<nav class="contents" aria-label="Nesta página"><ul>${headings.map(
          ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`,
        )}</ul></nav>`
      : null;
  const foot = html`<p class="hint source"><a href="${path}.md">Esta página em Markdown</a></p>`;
  const show = once(() => {
    const text = guide.rendered();
    const offered = offer();
    return {
      scripts: offered ? (['copy', 'docs', 'own-key'] as const) : (['copy', 'docs'] as const),
      body: framed(menu(path), html`${text.opening}${offered}${contents(text)}${text.body}${around}${foot}`),
    };
  });
  app.get(path, async (_request, reply) =>
    sendSitePage(reply, { title: guide.title, description: guide.about, part: 'docs', ...show() }),
  );
  app.get(`${path}.md`, async (_request, reply) => reply.type('text/markdown; charset=utf-8').send(guide.markdown));
}

function overview({ basePath, publicPath, authUrl, oauthEnabled }: DocsDeps, entries: Entries): Html {
  const cards = entries
    .flatMap(([, pages]) => pages)
    .filter(({ path }) => path !== '/docs')
    .map(({ path, title, about }) => html`<li class="card"><a href="${path}">${title}</a><p>${about}</p></li>`);
  const roots = { base: basePath, public: publicPath, auth: new URL(authUrl).pathname.replace(/\/$/, '') };
  const served = (Object.values(operations) as Operation[]).filter((one) => isSwitchedOn(one, { oauth: oauthEnabled }));
  const rows = served.map((operation) => {
    const root = operation.only === 'sandbox' ? `${basePath}/sandbox` : roots[operation.host ?? 'base'];
    return {
      tag: operation.tag,
      row: html`<tr><td><code>${operation.method} ${root}${operation.path}</code></td><td>${operation.summary}</td><td>${operation.scope ? html`<code>${operation.scope}</code>` : '—'}</td></tr>`,
    };
  });
  const groups = Object.keys(TAGS).flatMap((tag) => {
    const own = rows.filter((one) => one.tag === tag).map(({ row }) => row);
    if (own.length === 0) return [];
    return html`<h3>${tag}</h3><div class="wide" tabindex="0" role="region" aria-label="${tag}"><table><thead><tr><th>Chamada</th><th>O que faz</th><th>Escopo</th></tr></thead><tbody>${own}</tbody></table></div>`;
  });
  return html`<h1>Documentação da API</h1>
<p class="lead">REST com JSON, descrita por um contrato OpenAPI 3.1. Comece pelo <a href="/docs/inicio-rapido">início rápido</a>: em poucas chamadas um documento é criado, enviado, assinado e conferido no ambiente de testes.</p>
<ul class="cards">${cards}</ul>
<h2>Endereços</h2>
<dl class="facts"><dt>Produção</dt><dd><code>${basePath}</code>, com chaves <code>svc_live_</code></dd><dt>Testes</dt><dd><code>${basePath}/sandbox</code>, com chaves <code>svc_test_</code></dd><dt>Contrato</dt><dd><a href="${basePath}/openapi.json">openapi.json</a></dd><dt>Para assistentes</dt><dd><a href="/llms.txt">llms.txt</a></dd></dl>
<h2 id="operacoes">Todas as operações</h2>${groups}`;
}
