import type { FastifyInstance, FastifyRequest } from 'fastify';
import { startOfDay } from '../../core/brasilia.ts';
import { type Html, html } from '../../core/html.ts';
import { qrDataUri } from '../../core/qr.ts';
import type { Pagamento } from '../../modules/faturamento/index.ts';
import { PAYMENT_TEXTS, type PaymentTexts } from './payment-texts.ts';
import { type SiteLanguage, sendSitePage } from './shell.ts';

export interface PaymentDeps {
  /** The invoice for a token; null for any other text. */
  readonly readPayment: (token: string) => Promise<Pagamento | null>;
  /** The Pix recipient as named in the BR Code; null if no key is configured. */
  readonly pixReceiver: string | null;
}

const SCRIPT_PATH = '/pagar/copiar.js';
/** Copies on click; without it the code can be selected and copied by hand. */
const SCRIPT = `const button = document.getElementById('copiar');
const code = document.getElementById('codigo');
const told = document.getElementById('copiado');
if (button && navigator.clipboard) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.value);
    told.textContent = told.dataset.texto;
  });
}
`;

const NAMES: Readonly<Record<SiteLanguage, string>> = { pt: 'Português', en: 'English', es: 'Español' };
const LANGUAGES = Object.keys(NAMES) as SiteLanguage[];

/** `{public_url}/pagar/{token}`: the amount due on an invoice, and the Pix code to pay it. */
export function addPaymentPage(app: FastifyInstance, deps: PaymentDeps): void {
  app.get(SCRIPT_PATH, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(SCRIPT),
  );
  app.get<{ Params: { token: string }; Querystring: { idioma?: unknown } }>('/pagar/:token', async (request, reply) => {
    const language = languageOf(request);
    const t = PAYMENT_TEXTS[language];
    const found = await deps.readPayment(request.params.token);
    const title = found ? t.title(found.numero) : t.missingTitle;
    const inside = found ? await content(found, t, deps.pixReceiver) : html`<p>${t.missing}</p>`;
    return sendSitePage(
      reply
        .code(found ? 200 : 404)
        .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', vary: 'accept-language' }),
      {
        title,
        part: null,
        language,
        ...(found?.brCode ? { script: SCRIPT_PATH } : {}),
        body: html`<div class="prose alone"><h1>${title}</h1>${inside}${choices(language, t)}</div>`,
      },
    );
  });
}

/** The requested language, or else the first of the browser's languages that is available. */
function languageOf({ query, headers }: FastifyRequest): SiteLanguage {
  const { idioma } = query as { idioma?: unknown };
  const wanted = [idioma, ...(headers['accept-language'] ?? '').split(',')].map((one) =>
    String(one ?? '')
      .trim()
      .slice(0, 2)
      .toLowerCase(),
  );
  return wanted.flatMap((one) => LANGUAGES.find((language) => language === one) ?? [])[0] ?? 'pt';
}

function choices(language: SiteLanguage, t: PaymentTexts): Html {
  const links = LANGUAGES.filter((one) => one !== language).map(
    (one) => html`<li><a href="?idioma=${one}" lang="${one}" hreflang="${one}">${NAMES[one]}</a></li>`,
  );
  return html`<nav class="languages" aria-label="${t.languages}"><ul>${links}</ul></nav>`;
}

async function content(found: Pagamento, t: PaymentTexts, receiver: string | null): Promise<Html> {
  const day = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeZone: 'America/Sao_Paulo' });
  const month = new Intl.DateTimeFormat(t.locale, { month: 'long', year: 'numeric', timeZone: 'America/Sao_Paulo' });
  const total = new Intl.NumberFormat(t.locale, { style: 'currency', currency: 'BRL' }).format(
    found.total_centavos / 100,
  );
  const facts = html`<dl class="facts"><dt>${t.organization}</dt><dd>${found.organizacao}</dd>
<dt>${t.period}</dt><dd>${month.format(startOfDay(found.mes))}</dd>
<dt>${t.total}</dt><dd><strong>${total}</strong></dd>
<dt>${t.due}</dt><dd>${day.format(found.vence_em)} (${t.status[found.status]})</dd></dl>`;
  if (found.paga_em !== null)
    return html`${facts}<div class="notice"><div><p>${t.paid(day.format(found.paga_em))}</p></div></div>`;
  const overdue =
    found.status === 'VENCIDA'
      ? html`<div class="notice warn"><div><p>${t.overdue(day.format(found.vence_em))}</p></div></div>`
      : null;
  if (found.brCode === null) return html`${overdue}${facts}<p>${t.otherwise}</p>`;
  return html`${overdue}${facts}<h2>${t.pay}</h2><p>${t.scan}</p>
<p><img src="${await qrDataUri(found.brCode)}" alt="${t.picture(total)}" width="260" height="260"></p>
<p><label for="codigo">${t.copyLabel}</label></p>
<p><textarea id="codigo" rows="5" cols="40" readonly spellcheck="false">${found.brCode}</textarea></p>
<p><button id="copiar" class="button primary" type="button" hidden>${t.copy}</button> <span id="copiado" role="status" data-texto="${t.copied}"></span></p>
<p>${t.receiver}: ${receiver ?? ''}</p><p>${t.noted}</p>`;
}
