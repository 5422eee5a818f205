import { compose, divider, facts, paragraph } from './blocks.ts';
import { oneLine, type Rendered, readableDate, SERVICE } from './frame.ts';

/** A message from the contact form. */
export interface ContactMessage {
  readonly protocolo: string;
  readonly nome: string;
  readonly email: string;
  readonly assunto: string | null;
  readonly mensagem: string;
  readonly receivedAt: Date;
}

/** The e-mail to the operator; a reply goes to the person. */
export function renderContact(contato: ContactMessage): Rendered {
  const { protocolo, mensagem } = contato;
  return compose({
    sender: SERVICE,
    subject: `[Contato ${protocolo}] ${contato.assunto ?? 'Mensagem pelo site'}`,
    heading: 'Mensagem pelo site',
    preheader: mensagem.slice(0, 120),
    blocks: [
      facts([
        ['Protocolo', protocolo],
        ['Nome', oneLine(contato.nome)],
        ['E-mail', contato.email],
        ['Assunto', oneLine(contato.assunto ?? '') || '—'],
        ['Recebida em', readableDate(contato.receivedAt)],
      ]),
      divider,
      paragraph(mensagem),
    ],
    footnote: 'Mensagem recebida pelo formulário de contato. Ao responder, você escreve a quem a enviou.',
  });
}
