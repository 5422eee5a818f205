import { html } from './html.ts';
import { oneLine, page, paragraphs, type Rendered, readableDate, type Sender } from './moldura.ts';

const SITE: Sender = { organizacao: 'Rubrica', corPrimaria: '#1d4ed8' };

/** What somebody wrote in the contact form. */
export interface ContactMessage {
  readonly protocolo: string;
  readonly nome: string;
  readonly email: string;
  readonly assunto: string | null;
  readonly mensagem: string;
  readonly recebidaEm: Date;
}

/** The e-mail that tells the operator; an answer to it goes to the person. */
export function renderContact(contato: ContactMessage): Rendered {
  const { protocolo, mensagem } = contato;
  const subject = oneLine(`[Contato ${protocolo}] ${contato.assunto ?? 'Mensagem pelo site'}`);
  const rows: [string, string][] = [
    ['Protocolo', protocolo],
    ['Nome', oneLine(contato.nome)],
    ['E-mail', contato.email],
    ['Assunto', oneLine(contato.assunto ?? '') || '—'],
    ['Recebida em', readableDate(contato.recebidaEm)],
  ];
  const footnote = 'Mensagem recebida pelo formulário de contato. Ao responder, você escreve a quem a enviou.';
  const text = [rows.map(([name, value]) => `${name}: ${value}`).join('\n'), mensagem, footnote].join('\n\n');
  const body = html`<table role="presentation" cellpadding="0" cellspacing="0">${rows.map(
    ([name, value]) =>
      html`<tr><td style="padding:2px 12px 2px 0;color:#5b6270">${name}</td><td style="padding:2px 0">${value}</td></tr>`,
  )}</table><hr style="border:0;border-top:1px solid #e3e6eb;margin:16px 0">${paragraphs(mensagem)}`;
  return { subject, text, html: page(SITE, subject, body, footnote) };
}
