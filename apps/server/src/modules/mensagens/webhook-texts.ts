import { button, compose, greeting, paragraph, steps, strong } from './blocks.ts';
import { oneLine, type Rendered, readableDate, type Sender, sentence } from './frame.ts';

/** A webhook that was deactivated because nobody responds at its address. */
export interface DeactivatedWebhook {
  readonly sender: Sender;
  /** The recipient's name. */
  readonly nome: string;
  readonly url: string;
  readonly descricao: string | null;
  readonly deactivatedAt: Date;
  /** The receiver answered 410; otherwise a delivery was given up after all its attempts failed. */
  readonly gone: boolean;
  readonly panelUrl: string;
  readonly teste: boolean;
}

/** The address in a form fit for e-mail: a query often contains a token, and e-mail is read in many places. */
function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** The e-mail that tells an administrator about a deactivated webhook and what to do. */
export function renderWebhookDeactivated(input: DeactivatedWebhook): Rendered {
  const { sender, nome, url, descricao, deactivatedAt, gone, panelUrl, teste } = input;
  const address = shownAddress(url);
  return compose({
    sender,
    teste,
    subject: `Webhook desativado: ${new URL(url).host}`,
    heading: 'Webhook desativado',
    preheader: 'Eventos novos não são entregues até que você o reative.',
    blocks: [
      greeting(nome),
      paragraph(
        `Desativamos em ${readableDate(deactivatedAt)} o webhook de ${sender.organizacao}${teste ? ' no ambiente de testes' : ''} que entrega em:\n`,
        strong(descricao ? `${address} (${oneLine(descricao)})` : address),
      ),
      paragraph(
        gone
          ? 'O servidor respondeu 410, que quer dizer que este endereço não existe mais.'
          : 'Uma entrega foi tentada até o fim do prazo e nenhuma chegou ao endereço nesse período.',
      ),
      paragraph('O que fazer:'),
      steps([
        'Corrija o servidor ou o endereço; o histórico de entregas mostra o que cada tentativa recebeu.',
        'Envie um evento de teste ao webhook.',
        'Reative-o: as entregas que ainda esperavam são retomadas na hora.',
      ]),
      paragraph(
        'Enquanto ele estiver inativo, eventos novos não são entregues a ele. Para não perder nada, consulte o estado dos documentos pela API e reenvie, pelo histórico, as entregas desistidas.',
      ),
      button(panelUrl, 'Abrir o painel', sender.corPrimaria, 'Abra o painel:'),
    ],
    footnote: sentence(`Mensagem enviada pela Rubrica a quem administra ${sender.organizacao}`),
  });
}
