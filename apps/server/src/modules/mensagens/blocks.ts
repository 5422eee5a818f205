import type { Idioma } from '@rubrica/contract';
import { type Html, html } from '../../core/html.ts';
import { edgeOf, INK, inkOver, LINE, MUTED } from './colors.ts';
import { type Framed, frame, oneLine, type Rendered, type Sender, testMark } from './frame.ts';

/** A piece of a message in both forms, so that the plain text cannot say something other than the HTML. */
export interface Block {
  readonly html: Html;
  /** Null if the plain text does not need it. */
  readonly text: string | null;
}

type Part = string | { readonly strong: string };

/** An emphasized part of a paragraph. */
export const strong = (text: string): Part => ({ strong: text });

const P = 'margin:0 0 16px';
const NOTE = `margin:0 0 16px;font-size:14px;line-height:22px;color:${MUTED}`;

const lines = (text: string): Html[] =>
  text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
const inline = (parts: readonly Part[]): Html[] =>
  parts.flatMap((part) => (typeof part === 'string' ? lines(part) : [html`<strong>${part.strong}</strong>`]));
const plain = (parts: readonly Part[]) => parts.map((part) => (typeof part === 'string' ? part : part.strong)).join('');

/** A paragraph; line breaks are kept. */
export const paragraph = (...parts: Part[]): Block => ({
  html: html`<p style="${P}">${inline(parts)}</p>`,
  text: plain(parts),
});

/** A paragraph in small print. */
export const note = (...parts: Part[]): Block => ({
  html: html`<p class="soft" style="${NOTE}">${inline(parts)}</p>`,
  text: plain(parts),
});

/** Somebody's own words, set apart from the service's. @param before says whose they are, in the plain text too */
export function quote(words: string, before?: string): Block {
  const said = words.split(/\n+/).map((line) => html`<p style="margin:0 0 8px">${line}</p>`);
  return {
    html: html`${before ? html`<p style="margin:0 0 8px">${before}</p>` : null}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td class="box rule" bgcolor="#f6f7f9" style="background:#f6f7f9;border-left:4px solid #c3c9d4;padding:12px 16px 4px">${said}</td></tr></table>`,
    text: before ? `${before}\n${words}` : words,
  };
}

/** @param marker the marker of an item in the plain text */
function listOf(items: readonly string[], tag: Html, end: Html, marker: (index: number) => string): Block {
  return {
    html: html`<${tag} style="margin:0 0 16px;padding-left:24px">${items.map((item) => html`<li style="margin:0 0 6px">${item}</li>`)}</${end}>`,
    text: items.map((item, index) => `  ${marker(index)} ${item}`).join('\n'),
  };
}

export const bullets = (items: readonly string[]): Block => listOf(items, { html: 'ul' }, { html: 'ul' }, () => '•');
export const steps = (items: readonly string[]): Block =>
  listOf(items, { html: 'ol' }, { html: 'ol' }, (index) => `${index + 1}.`);

/** Names and values, one line each. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): Block {
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${rows.map(
      ([name, value]) =>
        html`<tr><td class="soft" valign="top" style="padding:3px 16px 3px 0;font-size:14px;line-height:22px;color:${MUTED};white-space:nowrap">${name}</td><td valign="top" style="padding:3px 0;font-size:15px;line-height:22px;word-break:break-word;overflow-wrap:anywhere">${value}</td></tr>`,
    )}</table>`,
    text: rows.map(([name, value]) => `${name}: ${value}`).join('\n'),
  };
}

/** Digits to be typed elsewhere. @param before the plain text's introduction to them */
export function digits(code: string, before: string): Block {
  return {
    html: html`<p style="margin:0 0 8px">${before}</p><table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td class="box ink" bgcolor="#f2f4f7" style="background:#f2f4f7;border-radius:8px;padding:14px 24px;font-family:'Courier New',Courier,monospace;font-size:34px;line-height:40px;font-weight:bold;letter-spacing:8px;color:${INK}">${code}</td></tr></table>`,
    text: `${before} ${code}.`,
  };
}

/** What stands under a button: which page it opens, and what to do if it does not. */
const BUTTON: Readonly<Record<Idioma, readonly [opens: string, otherwise: string]>> = {
  'pt-BR': ['O botão abre uma página em', 'Se ele não funcionar, copie este endereço no navegador:'],
  en: ['The button opens a page at', 'If it does not work, copy this address into your browser:'],
  es: ['El botón abre una página en', 'Si no funciona, copie esta dirección en el navegador:'],
};

/**
 * A link as a button, with its host and its full address, so that nobody has to trust a label.
 * @param before the plain text's introduction to the address
 */
export function button(url: string, label: string, color: string, before: string, idioma: Idioma = 'pt-BR'): Block {
  const [opens, otherwise] = BUTTON[idioma];
  const ink = inkOver(color);
  const edge = edgeOf(color);
  return {
    html: html`<table class="btn" role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr><td align="center" bgcolor="${color}" style="background:${color};border:1px solid ${edge};border-radius:8px;mso-padding-alt:13px 28px"><a href="${url}" target="_blank" rel="noopener" style="background:${color};color:${ink};display:inline-block;padding:13px 28px;border-radius:8px;font-size:17px;line-height:22px;font-weight:bold;text-decoration:none"><span style="color:${ink}">${label}</span></a></td></tr></table>
<p class="soft" style="${NOTE}">${opens} <strong>${new URL(url).host}</strong>. ${otherwise}<br><span style="word-break:break-all">${url}</span></p>`,
    text: `${before}\n${url}`,
  };
}

/** A link within the text, shown as its address. @param before and @param after surround it */
export function address(before: string, url: string): Block {
  return {
    html: html`<p class="soft" style="${NOTE}">${before}<br><a class="soft" href="${url}" target="_blank" rel="noopener" style="color:${MUTED};text-decoration:underline;word-break:break-all">${url}</a></p>`,
    text: `${before}\n${url}`,
  };
}

/** A thin line between two parts of a message. */
export const divider: Block = {
  html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td class="rule" style="border-top:1px solid ${LINE};font-size:1px;line-height:1px">&nbsp;</td></tr></table>`,
  text: null,
};

/** The blocks and metadata of a whole message. */
export interface Composition extends Omit<Framed, 'body' | 'teste' | 'sender' | 'subject'> {
  readonly sender: Sender;
  readonly subject: string;
  readonly blocks: readonly (Block | null)[];
  /** Sandbox: stated in subject and frame. */
  readonly teste?: boolean;
}

/** A message in both forms. The footnote also ends the plain text. */
export function compose({ blocks, teste = false, ...framed }: Composition): Rendered {
  const subject = oneLine(`${teste ? testMark(framed.idioma) : ''}${framed.subject}`);
  const present = blocks.filter((block) => block !== null);
  const body = html`${present.map((block) => block.html)}`;
  const texts = present.flatMap(({ text }) => text ?? []);
  const preheader = oneLine(framed.preheader);
  return {
    subject,
    preheader,
    text: [...texts, framed.footnote].join('\n\n'),
    html: frame({ ...framed, subject, preheader, body, teste }),
  };
}

/** A greeting, with the name if known. */
export const greeting = (nome: string | null): Block => paragraph(nome ? `Olá, ${nome}!` : 'Olá!');
