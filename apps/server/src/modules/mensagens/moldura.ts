import { type Html, html } from './html.ts';

/** What a message says, before it is addressed. */
export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** How the organization shows itself in its messages. */
export interface Sender {
  readonly organizacao: string;
  /** `#rrggbb`. */
  readonly corPrimaria: string;
  /** PNG in a data URI; the mail adapter sends it along as a part of the message. */
  readonly logo?: string | null;
}

const DATE = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** A deadline as a person reads it, with the zone it is meant in. */
export function readableDate(date: Date): string {
  return `${DATE.format(date)} (horário de Brasília)`;
}

/** Line breaks and control characters would end a header; a subject has none. */
export const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

const signingFootnote = (sender: Sender) =>
  `Mensagem enviada pela Rubrica em nome de ${sender.organizacao}. Se você não esperava por ela, ignore-a: nada acontece sem a sua assinatura.`;

/** The name stands beside the logo: most readers see a message without its pictures first. */
function letterhead({ organizacao, logo }: Sender): Html {
  if (!logo) return html`${organizacao}`;
  return html`<img src="${logo}" alt="" style="display:block;max-width:200px;max-height:64px;margin-bottom:8px">${organizacao}`;
}

/**
 * The frame every message shares: the sender's name over its colour, the text, and why the reader got it.
 * @param footnote what the last line says where nobody is asked to sign
 */
export function page(sender: Sender, title: string, body: Html, footnote = signingFootnote(sender)): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;background:#f4f5f7;font-family:Arial,Helvetica,sans-serif;color:#1f2430;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="padding:20px 28px;border-bottom:4px solid ${sender.corPrimaria};font-size:18px;font-weight:bold">${letterhead(sender)}</td></tr>
<tr><td style="padding:24px 28px;font-size:16px">${body}</td></tr>
<tr><td style="padding:16px 28px;font-size:13px;color:#5b6270;border-top:1px solid #e3e6eb">${footnote}</td></tr>
</table></td></tr></table></body></html>`.html;
}

/** Relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const INK = '#1f2430';

/** White or near black, whichever reads better over the colour: an organization may choose yellow. */
function inkOver(color: string): string {
  const over = luminance(color) + 0.05;
  return 1.05 / over >= over / (luminance(INK) + 0.05) ? '#ffffff' : INK;
}

/** A link as a button, with its host and its address in full, so that nobody has to trust a label. */
export function button(url: string, label: string, color: string): Html {
  const host = new URL(url).host;
  return html`<p style="margin:24px 0"><a href="${url}" style="background:${color};color:${inkOver(color)};padding:12px 24px;border-radius:6px;text-decoration:none;font-weight:bold;display:inline-block">${label}</a></p>
<p style="font-size:14px;color:#5b6270">O botão abre uma página em <strong>${host}</strong>. Se preferir, copie este endereço no navegador:<br><span style="word-break:break-all">${url}</span></p>`;
}

export const paragraphs = (text: string): Html[] => text.split(/\n+/).map((line) => html`<p>${line}</p>`);

/** Cuts a text to so many characters, the last of them an ellipsis. */
export function truncate(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
