import type { PreviaEmailEntrada } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import { refuseInvalid } from '../../core/problem.ts';
import { renderInvitation } from '../mensagens/index.ts';
import { checkModeloEmail, cleanText } from '../modelos-email/index.ts';
import type { DocumentosDeps } from './deps.ts';
import { toDate } from './entrada.ts';
import { readSender } from './remetente.ts';

const SAMPLE = { nome: 'Marina Duarte Leal', titulo: 'Contrato de locação' } as const;

/**
 * An invitation as a template would make it, by the function that makes the real ones. Its link leads nowhere: a sample
 * must not open anything.
 */
export function emailPreviewHandlers({ tokens }: DocumentosDeps): Handlers<'previsualizarModeloEmail'> {
  return {
    previsualizarModeloEmail: (call) =>
      call.read(async (tx) => {
        call.authorize();
        refuseInvalid(checkModeloEmail(call.body));
        const sender = await readSender(tx);
        const { subject, text, html } = renderInvitation({
          ...sampleOf(call.body),
          sender: sender.shown,
          mensagem: call.body.mensagem?.trim() || sender.mensagemPadrao,
          url: tokens.sampleUrl,
          teste: tx.scope.ambiente === 'TESTE',
          lembrete: false,
          deadlineChanged: false,
          delegadoPor: null,
        });
        return { body: { assunto: subject, texto: text, html } };
      }),
  };
}

function sampleOf({ assunto, corpo, signatario = SAMPLE.nome, titulo = SAMPLE.titulo, prazoEm }: PreviaEmailEntrada) {
  return {
    nome: signatario?.trim() || null,
    titles: [titulo.trim()],
    prazoEm: toDate(prazoEm),
    modelo: { assunto: cleanText(assunto), corpo: cleanText(corpo) },
  };
}
