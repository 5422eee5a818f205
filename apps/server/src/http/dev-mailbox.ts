import { stretchesOf } from '@rubrica/web/kit/message-text';
import type { FastifyReply } from 'fastify';
import { type Html, html } from '../core/html.ts';
import type { Columns } from '../core/row.ts';
import { sendSitePage } from './site/shell.ts';

export type MailboxEntry = Columns<'mensagem_capturada', 'canal' | 'destino' | 'assunto' | 'texto' | 'criado_em'>;

/** A message with its links to follow and its codes to copy. Nothing else in it is more than text. */
function textOf(texto: string): Html {
  const parts = stretchesOf(texto).map(({ text, url, code }) => {
    if (url !== null) return html`<a href="${url}" rel="noopener noreferrer" target="_blank">${text}</a>`;
    return code
      ? html`${text} <button class="button small" type="button" data-copy="${text}" data-copied="Copiado" aria-label="Copiar ${text}" hidden>Copiar</button>`
      : html`${text}`;
  });
  return html`${parts}`;
}

/** `/dev/caixa`: what the service would have sent, the newest first, kept up while somebody looks. */
export function sendDevMailbox(
  reply: FastifyReply,
  messages: readonly MailboxEntry[],
  standIns: readonly string[],
): FastifyReply {
  const items = messages.map(
    ({ assunto, canal, destino, criado_em, texto }) =>
      html`<article><h2>${assunto ?? 'SMS'}</h2><p>${canal} para ${destino}, <time datetime="${criado_em.toISOString()}">${criado_em.toISOString()}</time></p><pre>${textOf(texto)}</pre></article>`,
  );
  return sendSitePage(reply.header('cache-control', 'no-store'), {
    title: 'Caixa de testes',
    part: null,
    scripts: ['copy', 'mailbox'],
    body: html`<div class="prose alone mailbox"><h1>Caixa de testes</h1>
<p class="lead">O que esta instalação enviaria, sem enviar: e-mails e SMS ficam aqui. As mensagens novas aparecem sozinhas.</p>
<p id="copied" class="unseen" role="status"></p>
<div id="messages">${items.length > 0 ? items : html`<p>Nenhuma mensagem ainda. Convites, códigos e avisos que seriam enviados aparecem aqui.</p>`}</div>
<details class="stand-ins"><summary>O que roda nesta instalação, e no lugar de quê</summary><ul>${standIns.map((line) => html`<li>${line}</li>`)}</ul></details></div>`,
  });
}
