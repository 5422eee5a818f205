import { html } from './html.ts';
import { button, oneLine, page, type Rendered, readableDate, type Sender } from './moldura.ts';

/** A webhook that was switched off because nobody answers at its address. */
export interface WebhookDesativado {
  readonly sender: Sender;
  /** Whom the message addresses. */
  readonly nome: string;
  readonly url: string;
  readonly descricao: string | null;
  readonly desativadoEm: Date;
  /** The receiver answered 410; otherwise a delivery failed until it was given up. */
  readonly semServidor: boolean;
  readonly panelUrl: string;
  readonly teste: boolean;
}

/** The address as a mail may show it: a query often holds a token, and mail is read in many places. */
function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** The e-mail that tells an administrator of a deactivated webhook and of what to do. */
export function renderWebhookDesativado(input: WebhookDesativado): Rendered {
  const { sender, nome, url, descricao, desativadoEm, semServidor, panelUrl, teste } = input;
  const address = shownAddress(url);
  const subject = oneLine(`${teste ? '[TESTE] ' : ''}Webhook desativado: ${new URL(url).host}`);
  const name = descricao ? `${address} (${oneLine(descricao)})` : address;
  const what = `Desativamos em ${readableDate(desativadoEm)} o webhook de ${sender.organizacao}${teste ? ' no ambiente de testes' : ''} que entrega em:`;
  const why = semServidor
    ? 'O servidor respondeu 410, que quer dizer que este endereço não existe mais.'
    : 'Uma entrega foi tentada até o fim do prazo e nenhuma chegou ao endereço nesse período.';
  const steps = [
    'Corrija o servidor ou o endereço; o histórico de entregas mostra o que cada tentativa recebeu.',
    'Envie um evento de teste ao webhook.',
    'Reative-o: as entregas que ainda esperavam são retomadas na hora.',
  ];
  const meanwhile =
    'Enquanto ele estiver inativo, eventos novos não são entregues a ele. Para não perder nada, consulte o estado dos documentos pela API e reenvie, pelo histórico, as entregas desistidas.';
  const footnote = `Mensagem enviada pela Rubrica a quem administra ${sender.organizacao}.`;
  const text = [
    `Olá, ${nome}!`,
    `${what}\n${name}`,
    why,
    `O que fazer:\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`,
    meanwhile,
    `Painel: ${panelUrl}`,
    footnote,
  ].join('\n\n');
  const body = html`<p>Olá, ${nome}!</p><p>${what}</p><p style="word-break:break-all"><strong>${name}</strong></p>
<p>${why}</p><p>O que fazer:</p><ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>
<p>${meanwhile}</p>
${button(panelUrl, 'Abrir o painel', sender.corPrimaria)}`;
  return { subject, text, html: page(sender, subject, body, footnote) };
}
