import { type Html, html } from './html.ts';
import { fillParagraphs, fillTemplate, type MessageTemplate, paragraphHtml, tellsDeadline } from './modelo.ts';
import { button, oneLine, page, paragraphs, type Rendered, readableDate, type Sender, truncate } from './moldura.ts';

export interface Invitation {
  readonly sender: Sender;
  readonly nome: string | null;
  readonly titulos: readonly string[];
  readonly mensagem: string | null;
  readonly prazoEm: Date | null;
  readonly url: string;
  readonly teste: boolean;
  /** A reminder to somebody already invited. */
  readonly lembrete: boolean;
  /** The template the sender chose for the invitation; null for the service's own words. */
  readonly modelo: MessageTemplate | null;
}

/** How an invitation begins: in the words of a template or in those of the service. */
interface Opening {
  readonly subject: string;
  readonly text: readonly string[];
  readonly html: Html | readonly Html[];
  /** The deadline's line, where the opening did not tell it already. */
  readonly deadline: string | null;
}

function plainOpening({ sender, nome, titulos, prazoEm, lembrete }: Invitation): Opening {
  const greeting = nome ? `Olá, ${nome}!` : 'Olá!';
  const named = titulos.length === 1 ? titulos[0] : `${titulos.length} documentos`;
  const where = titulos.length === 1 ? `no documento “${titulos[0]}”` : `em ${named}`;
  const asks = `${lembrete ? 'ainda espera' : 'pede'} a sua assinatura ${where}`;
  return {
    subject: lembrete
      ? `Lembrete: ${named} espera a sua assinatura`
      : `${sender.organizacao} enviou ${named} para você assinar`,
    text: [greeting, `${sender.organizacao} ${asks}.`],
    html: html`<p>${greeting}</p><p><strong>${sender.organizacao}</strong> ${asks}.</p>`,
    deadline: prazoEm ? `Assine até ${readableDate(prazoEm)}.` : null,
  };
}

function templateOpening({ sender, nome, titulos, prazoEm }: Invitation, modelo: MessageTemplate): Opening {
  const [first = '', ...others] = titulos;
  const and = others.length === 1 ? 'mais 1 documento' : `mais ${others.length} documentos`;
  const values = {
    signatario: nome,
    organizacao: sender.organizacao,
    titulo: others.length === 0 ? first : `${first} e ${and}`,
    prazo: prazoEm && readableDate(prazoEm),
  };
  const text = fillParagraphs(modelo.corpo, values);
  return {
    subject: fillTemplate(modelo.assunto, values),
    text,
    html: text.map(paragraphHtml),
    deadline: values.prazo && !tellsDeadline(modelo) ? `Assine até ${values.prazo}.` : null,
  };
}

/** A reminder keeps its own words: the template is the invitation's. */
export function renderInvitation(input: Invitation): Rendered {
  const { sender, titulos, mensagem, url, teste, lembrete, modelo } = input;
  const opening = modelo && !lembrete ? templateOpening(input, modelo) : plainOpening(input);
  const { deadline } = opening;
  const subject = oneLine(`${teste ? '[TESTE] ' : ''}${opening.subject}`);
  const text = [
    ...opening.text,
    ...(titulos.length > 1 ? titulos.map((titulo) => `  • ${titulo}`) : []),
    ...(mensagem ? [mensagem] : []),
    ...(deadline ? [deadline] : []),
    `Para ler e assinar, abra o seu link pessoal:\n${url}`,
    'O link é só seu: não o encaminhe.',
  ].join('\n\n');
  const body = html`${opening.html}
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
    `${input.teste ? '[TESTE] ' : ''}${input.lembrete ? 'Lembrete: ' : ''}${truncate(input.sender.organizacao, 30)} pede sua assinatura em ${what}: ${input.url}`,
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
