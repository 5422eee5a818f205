import type { Language } from '@rubrica/web/kit/languages';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../core/html.ts';
import type { PublishedPlan } from '../../modules/consumo/index.ts';
import type { IsDeveloper } from '../developer.ts';
import type { Readiness } from '../health.ts';
import { DEMO_PATH, type DemoPageDeps } from './demo.ts';
import { FRONT_TEXTS, type FrontTexts } from './front-texts.ts';
import { MARK } from './head.ts';
import { languageChoice, languageOf } from './language.ts';
import { addPictures, picture } from './pictures.ts';
import { sendSitePage } from './shell.ts';

export interface FrontDeps extends DemoPageDeps {
  readonly baseUrl: string;
  /** Empty where the operator charges nothing. */
  readonly plans: readonly PublishedPlan[];
  readonly isDeveloper: IsDeveloper;
  /** The result of `/readyz`. */
  readonly readiness: () => Promise<Readiness>;
}

/** The front page: what the service does, for whom, what it costs, and whether it is up. */
export function addFrontPage(app: FastifyInstance, deps: FrontDeps): void {
  addPictures(app);
  app.get('/', async (request, reply) => {
    const { ready } = await deps.readiness();
    const language = languageOf(request);
    const t = FRONT_TEXTS[language];
    return sendSitePage(reply.header('cache-control', 'no-store'), {
      title: t.pageTitle,
      description: t.description,
      part: 'front',
      language,
      body: html`${hero(t, language, deps.lendDemo !== null)}${steps(t)}${inside(t)}${outcomes(t)}${prices(t, deps.plans)}${audiences(t, deps)}${proof(t)}<section class="band"><div class="inner state-line">${state(t, ready)}${deps.isDeveloper(request.raw) ? development(t) : null}${languageChoice(language, t.languages)}</div></section>`,
    });
  });
}

/** A signed page with the mark where a seal would be, in the colours of the site. */
const DRAWING = html`<div class="picture"><svg viewBox="0 0 420 360" aria-hidden="true" focusable="false">
<rect class="p-back" x="96" y="18" width="250" height="322" rx="18"/>
<rect class="p-paper" x="64" y="34" width="250" height="306" rx="18"/>
<path class="p-line strong" d="M92 74h120"/><path class="p-line" d="M92 102h190M92 122h176M92 142h190M92 162h148"/>
<rect class="p-field" x="92" y="190" width="150" height="62" rx="10"/>
<path class="p-ink" d="M106 232c10-30 22-36 24-26s-16 32-7 32 17-22 25-22-3 17 8 17 12-14 19-14 1 12 10 12 12-8 20-8"/>
<path class="p-line" d="M92 276h96"/>
<g class="p-qr"><path d="M92 298h24v24h-24zM97 303v14h14v-14z" fill-rule="evenodd"/><path d="M122 298h6v6h-6zM134 298h6v12h-6zM122 310h12v6h-12zM128 316h12v6h-12z"/></g>
<path class="p-line" d="M152 304h70M152 316h48"/></svg><span class="seal">${MARK}</span></div>`;

const hero = (t: FrontTexts, language: Language, demo: boolean): Html => html`<section class="hero"><div class="inner">
<div class="say">
<h1>${t.title}</h1>
<p class="lead">${t.lead}</p>
<p class="actions"><a class="button primary large" href="/painel/cadastro">${t.signUp}</a> <a class="button large" href="/painel">${t.signIn}</a> <a class="button quiet large" href="/validar">${t.validate}</a></p>
${demo ? tryOut(t, language) : null}
<p class="hint">${t.received}</p>
</div>
${DRAWING}
</div></section>`;

/** A form and no link: nothing is made for whoever only looks where addresses lead. */
const tryOut = (t: FrontTexts, language: Language): Html =>
  html`<form class="try" method="post" action="${DEMO_PATH}?idioma=${language}"><button class="button large" type="submit">${t.tryOut}</button><p class="hint">${t.tryOutHint}</p></form>`;

const steps = (t: FrontTexts): Html => html`<section class="band"><div class="inner">
<h2>${t.how}</h2>
<ol class="steps">${t.steps.map(([title, text]) => html`<li><h3>${title}</h3><p>${text}</p></li>`)}</ol>
</div></section>`;

const inside = ({ seen, editor, signing }: FrontTexts): Html => html`<section class="band tinted"><div class="inner">
<h2>${seen}</h2>
<figure class="shot">${picture('editor', editor[2])}<figcaption><h3>${editor[0]}</h3><p>${editor[1]}</p></figcaption></figure>
<figure class="shot">${picture('signing', signing[2])}<figcaption><h3>${signing[0]}</h3><p>${signing[1]}</p></figcaption></figure>
</div></section>`;

const outcomes = (t: FrontTexts): Html => html`<section class="band"><div class="inner">
<h2>${t.left}</h2>
<div class="cards">${t.outcomes.map(([title, text]) => html`<article class="card"><h3>${title}</h3><p>${text}</p></article>`)}</div>
</div></section>`;

function prices(t: FrontTexts, plans: readonly PublishedPlan[]): Html | null {
  if (plans.length === 0) return null;
  const priceFormat = new Intl.NumberFormat(t.locale, { style: 'currency', currency: 'BRL' });
  const count = new Intl.NumberFormat(t.locale);
  const cards = plans.map(
    ({ nome, precoCentavos, envelopes, excedenteCentavos }) => html`<article class="card"><h3>${nome}</h3>
<p class="price">${precoCentavos === 0 ? t.free : t.perMonth(priceFormat.format(precoCentavos / 100))}</p>
<p>${t.included(count.format(envelopes))}</p>
<p>${excedenteCentavos === null ? t.nothingBeyond : t.beyond(priceFormat.format(excedenteCentavos / 100))}</p></article>`,
  );
  return html`<section class="band tinted" id="precos"><div class="inner"><h2>${t.prices}</h2><div class="cards">${cards}</div></div></section>`;
}

const audiences = (t: FrontTexts, { baseUrl }: FrontDeps): Html => html`<section class="band"><div class="inner pair">
<div>
<h2>${t.people}</h2>
<ul class="ticks">${t.peopleList.map((one) => html`<li>${one}</li>`)}</ul>
</div>
<div>
<h2>${t.developers}</h2>
<p>${t.developersText}</p>
<pre tabindex="0" aria-label="${t.example}"><code>curl ${baseUrl}/sandbox/documentos \\
  -H 'Authorization: Bearer svc_test_…' \\
  -F arquivo=@contrato.pdf \\
  -F 'dados={"titulo": "Contrato", …}'</code></pre>
<p><a href="/docs/inicio-rapido">${t.quickStart}</a> · <a href="/docs/referencia">${t.reference}</a></p>
</div>
</div></section>`;

const proof = (t: FrontTexts): Html => html`<section class="band tinted"><div class="inner pair">
<div><h2>${t.check}</h2><p>${t.checkText}</p><p><a href="/docs/verificacao">${t.checkHow}</a></p></div>
<div><h2>${t.worth}</h2><p>${t.worthText}</p></div>
</div></section>`;

const state = (t: FrontTexts, ready: boolean): Html =>
  ready
    ? html`<p class="state up"><span aria-hidden="true"></span> ${t.up}</p>`
    : html`<p class="state down"><span aria-hidden="true"></span> ${t.down}</p>`;

const development = (t: FrontTexts): Html =>
  html`<p class="hint">${t.development}: <a href="/dev/caixa">${t.mailbox}</a> · <a href="/doutor">${t.doctor}</a></p>`;
