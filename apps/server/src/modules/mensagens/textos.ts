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
  readonly corPrimaria: string;
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
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

function page(sender: Sender, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;background:#f4f5f7;font-family:Arial,Helvetica,sans-serif;color:#1f2430;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="padding:20px 28px;border-bottom:4px solid ${sender.corPrimaria};font-size:18px;font-weight:bold">${sender.organizacao}</td></tr>
<tr><td style="padding:24px 28px;font-size:16px">${body}</td></tr>
<tr><td style="padding:16px 28px;font-size:13px;color:#5b6270;border-top:1px solid #e3e6eb">Mensagem enviada pela Rubrica em nome de ${sender.organizacao}. Se você não esperava por ela, ignore-a: nada acontece sem a sua assinatura.</td></tr>
</table></td></tr></table></body></html>`.html;
}

function button(url: string, label: string, color: string): Html {
  const host = new URL(url).host;
  return html`<p style="margin:24px 0"><a href="${url}" style="background:${color};color:#ffffff;padding:12px 24px;border-radius:6px;text-decoration:none;font-weight:bold;display:inline-block">${label}</a></p>
<p style="font-size:14px;color:#5b6270">O botão abre uma página em <strong>${host}</strong>. Se preferir, copie este endereço no navegador:<br><span style="word-break:break-all">${url}</span></p>`;
}

const paragraphs = (text: string): Html[] => text.split(/\n+/).map((line) => html`<p>${line}</p>`);

export interface Invitation {
  readonly sender: Sender;
  readonly nome: string | null;
  readonly titulos: readonly string[];
  readonly mensagem: string | null;
  readonly prazoEm: Date | null;
  readonly url: string;
  readonly teste: boolean;
}

export function renderInvitation(input: Invitation): Rendered {
  const { sender, nome, titulos, mensagem, prazoEm, url, teste } = input;
  const greeting = nome ? `Olá, ${nome}!` : 'Olá!';
  const what = titulos.length === 1 ? `o documento “${titulos[0]}”` : `${titulos.length} documentos`;
  const deadline = prazoEm ? `Assine até ${readableDate(prazoEm)}.` : null;
  const subject = oneLine(
    `${teste ? '[TESTE] ' : ''}${sender.organizacao} enviou ${titulos.length === 1 ? titulos[0] : what} para você assinar`,
  );
  const text = [
    greeting,
    `${sender.organizacao} pede a sua assinatura em ${what}.`,
    ...(titulos.length > 1 ? titulos.map((titulo) => `  • ${titulo}`) : []),
    ...(mensagem ? [mensagem] : []),
    ...(deadline ? [deadline] : []),
    `Para ler e assinar, abra o seu link pessoal:\n${url}`,
    'O link é só seu: não o encaminhe.',
  ].join('\n\n');
  const body = html`<p>${greeting}</p><p><strong>${sender.organizacao}</strong> pede a sua assinatura em ${what}.</p>
${titulos.length > 1 ? html`<ul>${titulos.map((titulo) => html`<li>${titulo}</li>`)}</ul>` : null}
${mensagem ? html`<blockquote style="margin:16px 0;padding:8px 16px;border-left:3px solid #c9ced8">${paragraphs(mensagem)}</blockquote>` : null}
${deadline ? html`<p>${deadline}</p>` : null}
${button(url, 'Ler e assinar', sender.corPrimaria)}
<p style="font-size:14px;color:#5b6270">O link é só seu: não o encaminhe.</p>`;
  return { subject, text, html: page(sender, subject, body) };
}

export function renderInvitationSms(input: Invitation): string {
  const what =
    input.titulos.length === 1 ? `"${truncate(input.titulos[0] ?? '', 40)}"` : `${input.titulos.length} documentos`;
  return oneLine(
    `${input.teste ? '[TESTE] ' : ''}${truncate(input.sender.organizacao, 30)} pede sua assinatura em ${what}: ${input.url}`,
  );
}

export function renderCode(sender: Sender, codigo: string, minutos: number): Rendered {
  const subject = oneLine(`${codigo} é o seu código para assinar`);
  const text = [
    `Seu código é ${codigo}.`,
    `Ele vale por ${minutos} minutos e serve uma vez, para confirmar quem você é antes de assinar um documento de ${sender.organizacao}.`,
    'Ninguém da Rubrica nem do remetente vai pedir este código a você.',
  ].join('\n\n');
  const body = html`<p>Seu código é</p><p style="font-size:32px;font-weight:bold;letter-spacing:6px">${codigo}</p>
<p>Ele vale por ${minutos} minutos e serve uma vez, para confirmar quem você é antes de assinar um documento de <strong>${sender.organizacao}</strong>.</p>
<p style="font-size:14px;color:#5b6270">Ninguém da Rubrica nem do remetente vai pedir este código a você.</p>`;
  return { subject, text, html: page(sender, subject, body) };
}

export function renderCodeSms(sender: Sender, codigo: string, minutos: number): string {
  return oneLine(
    `${codigo} é o seu código para assinar um documento de ${truncate(sender.organizacao, 40)}. Vale ${minutos} minutos. Não o informe a ninguém.`,
  );
}

function truncate(text: string, max: number): string {
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
