import type { Idioma } from '@rubrica/contract';
import { type Html, html } from '../../core/html.ts';
import { GROUND, INK, LINE, MUTED, PAPER } from './colors.ts';

/** A message's content, before it has a recipient. */
export interface Rendered {
  readonly subject: string;
  /** What a list of messages shows after the subject. The HTML already contains it. */
  readonly preheader: string;
  readonly text: string;
  readonly html: string;
}

/** How the organization appears in its messages. */
export interface Sender {
  readonly organizacao: string;
  /** `#rrggbb`. */
  readonly corPrimaria: string;
  /** PNG in a data URI; the mail adapter sends it as a part of the message. */
  readonly logo?: string | null;
}

/** Messages about an account, or to the operator, come from the service itself. */
export const SERVICE: Sender = { organizacao: 'Rubrica', corPrimaria: '#1d4ed8' };

/** What the frame itself says, by the reader's language. */
const FRAME = {
  'pt-BR': { zone: 'horário de Brasília', test: 'TESTE', band: 'Ambiente de testes: sem validade jurídica' },
  en: { zone: 'Brasília time', test: 'TEST', band: 'Test environment: without legal effect' },
  es: { zone: 'hora de Brasilia', test: 'PRUEBA', band: 'Entorno de pruebas: sin validez jurídica' },
} as const;

const dateIn = (idioma: Idioma) =>
  new Intl.DateTimeFormat(idioma, { dateStyle: 'long', timeStyle: 'short', timeZone: 'America/Sao_Paulo' });
const DATES = { 'pt-BR': dateIn('pt-BR'), en: dateIn('en'), es: dateIn('es') };

/** A deadline in readable form, with its time zone. */
export function readableDate(date: Date, idioma: Idioma = 'pt-BR'): string {
  return `${DATES[idioma].format(date)} (${FRAME[idioma].zone})`;
}

/** What a subject of the sandbox begins with. */
export const testMark = (idioma: Idioma = 'pt-BR'): string => `[${FRAME[idioma].test}] `;

/** Line breaks and control characters would end a header, so a subject has none. */
export const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

/** A sentence with its full stop, unless it already ends in one: many organizations are a “Ltda.”. */
export const sentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Truncates a text to this many characters, the last being an ellipsis. */
export function truncate(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** The content of the frame. */
export interface Framed {
  readonly sender: Sender;
  readonly subject: string;
  readonly preheader: string;
  /** A short description of the message, above its text. */
  readonly heading: string;
  readonly body: Html;
  /** Why the reader received it. */
  readonly footnote: string;
  readonly teste: boolean;
  /** Of the text; Portuguese by default. */
  readonly idioma?: Idioma;
}

const LOGO_MAX = { width: 200, height: 56 };

/**
 * The displayed size of a logo, in CSS pixels. It is given as attributes, because Outlook on Windows ignores max-width
 * and would show a large picture at full size.
 */
function logoSize(dataUri: string): { width: number; height: number } {
  // Width and height are at bytes 16 and 20 of a PNG (RFC 2083, 4.1.1).
  const header = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1, dataUri.indexOf(',') + 41), 'base64');
  if (header.length < 24) return LOGO_MAX;
  const [width, height] = [header.readUInt32BE(16), header.readUInt32BE(20)];
  const scale = Math.min(1, LOGO_MAX.width / width, LOGO_MAX.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The name is below the logo, because most clients first show a message without pictures. */
function letterhead({ organizacao, logo }: Sender): Html {
  const name = html`<span class="ink" style="font-size:18px;line-height:24px;font-weight:bold;color:${INK}">${organizacao}</span>`;
  if (!logo) return name;
  const { width, height } = logoSize(logo);
  // The logo keeps a white background in dark mode, for which it was designed.
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="logo" bgcolor="${PAPER}" style="background:${PAPER};border-radius:8px"><img src="${logo}" alt="" width="${width}" height="${height}" style="display:block;width:${width}px;height:${height}px;border:0"></td></tr></table>
<div style="height:8px;line-height:8px;font-size:8px">&nbsp;</div>${name}`;
}

/** Dark mode, and margins for phones; a client without `<style>` support loses nothing else. */
const STYLE: Html = {
  html: `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;width:100%}
a{color:inherit}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}.out{padding:12px 8px!important}.btn a{display:block!important;text-align:center!important;padding-left:12px!important;padding-right:12px!important}.btn{width:100%!important}}
@media (prefers-color-scheme:dark){.ground{background:#14171c!important}.card{background:#1f242c!important}.ink{color:#f1f3f6!important}.soft{color:#b9c0cb!important}.rule{border-color:#39414d!important}.logo{padding:6px!important}.box{background:#2a313b!important}}
[data-ogsc] .ink{color:#f1f3f6!important}[data-ogsc] .soft{color:#b9c0cb!important}[data-ogsb] .card{background:#1f242c!important}[data-ogsb] .box{background:#2a313b!important}`,
};

/** Outlook on Windows ignores max-width, so it gets its own 600 px table around the fluid one. */
const OUTLOOK_OPENS: Html = {
  html: '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
};
const OUTLOOK_CLOSES: Html = { html: '<!--[if mso]></td></tr></table><![endif]-->' };
const OUTLOOK_HEAD: Html = {
  html: '<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>body,table,td,p,a,span{font-family:Arial,sans-serif!important}</style><![endif]-->',
};

/** Blank characters after the preheader, so that a list of messages does not continue with the text. */
const FILLER: Html = { html: '&#847;&zwnj;&nbsp;'.repeat(60) };

const testBand = (idioma: Idioma) =>
  html`<tr><td class="pad" bgcolor="#fff4cc" style="background:#fff4cc;padding:10px 32px;font-size:14px;line-height:20px;color:#5c4400;font-weight:bold">${FRAME[idioma].band}</td></tr>`;

/**
 * The frame shared by every message: the sender's name over its colour, a heading, the text, and why the reader
 * received it. Tables and inline styles, 600 px wide, because every mail client supports those; nothing is loaded from
 * elsewhere.
 */
export function frame({
  sender,
  subject,
  preheader,
  heading,
  body,
  footnote,
  teste,
  idioma = 'pt-BR',
}: Framed): string {
  const full = html`role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`;
  return html`<!doctype html>
<html lang="${idioma}" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no, date=no, address=no, email=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title>
${OUTLOOK_HEAD}<style>${STYLE}</style></head>
<body class="ground" bgcolor="${GROUND}" style="margin:0;padding:0;background:${GROUND};font-family:Arial,Helvetica,sans-serif;-webkit-text-size-adjust:100%">
<div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all;color:${GROUND}">${preheader}${FILLER}</div>
<table class="ground" ${full} bgcolor="${GROUND}" style="background:${GROUND}"><tr><td class="out" align="center" style="padding:32px 12px">
${OUTLOOK_OPENS}
<table class="card" ${full} bgcolor="${PAPER}" style="max-width:600px;background:${PAPER};border-radius:10px;text-align:left">
<tr><td class="pad" style="padding:24px 32px 20px;border-bottom:4px solid ${sender.corPrimaria}">${letterhead(sender)}</td></tr>
${teste ? testBand(idioma) : null}
<tr><td class="pad ink" style="padding:28px 32px 12px;font-size:16px;line-height:25px;color:${INK};word-break:break-word;overflow-wrap:anywhere">
<h1 class="ink" style="margin:0 0 16px;font-size:23px;line-height:30px;font-weight:bold;color:${INK}">${heading}</h1>
${body}</td></tr>
<tr><td class="pad rule soft" style="padding:18px 32px 24px;border-top:1px solid ${LINE};font-size:13px;line-height:20px;color:${MUTED};word-break:break-word;overflow-wrap:anywhere">${footnote}</td></tr>
</table>
${OUTLOOK_CLOSES}
</td></tr></table>
</body></html>`.html;
}
