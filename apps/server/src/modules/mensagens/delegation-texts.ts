import { address, button, compose, greeting, paragraph, quote, strong } from './blocks.ts';
import { type Rendered, type Sender, sentence } from './frame.ts';

/** A document whose signature somebody passed on. */
export interface PassedDocument {
  readonly titulo: string;
  /** Its page in the panel, in its environment. */
  readonly panelUrl: string;
}

export interface DelegationNotice {
  readonly sender: Sender;
  /** The recipient's name. */
  readonly nome: string | null;
  /** Never empty; several in an envelope. */
  readonly documentos: readonly PassedDocument[];
  /** Who passed it on, as the trail names them. */
  readonly de: string;
  readonly para: { readonly nome: string; readonly email: string };
  readonly motivo: string | null;
  readonly teste: boolean;
}

const quoted = ({ titulo }: PassedDocument) => `“${titulo}”`;

/** Tells the sender that somebody, who was allowed to, has another person sign in their place. */
export function renderDelegationNotice(input: DelegationNotice): Rendered {
  const { sender, nome, documentos, de, para, motivo, teste } = input;
  const [one] = documentos.length === 1 ? documentos : [];
  return compose({
    sender,
    teste,
    subject: one
      ? `${de} passou a assinatura de ${quoted(one)}`
      : `${de} passou a assinatura de ${documentos.length} documentos`,
    heading: 'Assinatura passada a outra pessoa',
    preheader: `Quem assina agora é ${para.nome}.`,
    blocks: [
      greeting(nome),
      paragraph(
        strong(de),
        ', como você permitiu, passou a ',
        strong(para.nome),
        ` (${para.email}) a assinatura ${one ? 'do documento ' : `de ${documentos.length} documentos.`}`,
        ...(one ? [strong(quoted(one)), '.'] : []),
      ),
      ...(motivo ? [quote(motivo, 'Motivo informado:')] : []),
      paragraph(
        `O convite já seguiu para o e-mail acima, com um link novo; o link de ${de} deixou de funcionar. O que ${de} tinha feito ali não vale para quem assina agora.`,
      ),
      paragraph('Se não for a pessoa certa, corrija ou remova o signatário no painel enquanto ele não assinar.'),
      ...(one
        ? [button(one.panelUrl, 'Abrir o documento no painel', sender.corPrimaria, 'Abra o documento no painel:')]
        : documentos.map((documento) => address(`${quoted(documento)} no painel:`, documento.panelUrl))),
    ],
    footnote: sentence(`Mensagem enviada pela Rubrica porque você responde por este envio de ${sender.organizacao}`),
  });
}
