import type { FastifyInstance } from 'fastify';
import { startOfDay } from '../../core/brasilia.ts';
import { type Html, html } from '../../core/html.ts';
import { qrDataUri } from '../../core/qr.ts';
import type { Pagamento } from '../../modules/faturamento/index.ts';
import { languageChoice, languageOf } from './language.ts';
import { PAYMENT_TEXTS, type PaymentTexts } from './payment-texts.ts';
import { sendSitePage } from './shell.ts';

export interface PaymentDeps {
  /** The invoice for a token; null for any other text. */
  readonly readPayment: (token: string) => Promise<Pagamento | null>;
  /** The Pix recipient as named in the BR Code; null if no key is configured. */
  readonly pixReceiver: string | null;
}

/** `{public_url}/pagar/{token}`: the amount due on an invoice, and the Pix code to pay it. */
export function addPaymentPage(app: FastifyInstance, deps: PaymentDeps): void {
  app.get<{ Params: { token: string }; Querystring: { idioma?: unknown } }>('/pagar/:token', async (request, reply) => {
    const language = languageOf(request);
    const t = PAYMENT_TEXTS[language];
    const found = await deps.readPayment(request.params.token);
    const title = found ? t.title(found.numero) : t.missingTitle;
    const inside = found ? await content(found, t, deps.pixReceiver) : html`<p>${t.missing}</p>`;
    return sendSitePage(
      reply.code(found ? 200 : 404).headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
      {
        title,
        part: null,
        language,
        ...(found?.brCode ? { scripts: ['copy'] } : {}),
        body: html`<div class="prose alone"><h1>${title}</h1>${inside}${languageChoice(language, t.languages)}</div>`,
      },
    );
  });
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
<p><button class="button primary" type="button" data-copy-of="codigo" data-copied="${t.copied}" hidden>${t.copy}</button> <span id="copied" role="status"></span></p>
<p>${t.receiver}: ${receiver ?? ''}</p><p>${t.noted}</p>`;
}
