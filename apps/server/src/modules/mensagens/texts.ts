import {
  type Block,
  bullets,
  button,
  compose,
  digits,
  facts,
  greeting,
  note,
  paragraph,
  quote,
  strong,
} from './blocks.ts';
import { oneLine, type Rendered, readableDate, type Sender, sentence, testMark, truncate } from './frame.ts';
import { fillParagraphs, fillTemplate, type MessageTemplate, tellsDeadline } from './template.ts';

export interface Invitation {
  readonly sender: Sender;
  readonly nome: string | null;
  readonly titles: readonly string[];
  readonly mensagem: string | null;
  readonly prazoEm: Date | null;
  readonly url: string;
  readonly teste: boolean;
  /** A reminder to somebody already invited. */
  readonly lembrete: boolean;
  /** Tells somebody already invited that the deadline has changed. */
  readonly deadlineChanged: boolean;
  /** Who passed the signature on to the reader; null of whoever the sender named. */
  readonly delegadoPor: string | null;
  /** The template the sender chose for the invitation; null for the service's own text. */
  readonly modelo: MessageTemplate | null;
}

/** The beginning of an invitation: from a template or the service's own. */
interface Opening {
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** The deadline, if the beginning did not mention it already. */
  readonly deadline: string | null;
}

const isOne = ({ titles }: Invitation) => titles.length === 1;

function headingOf(invitation: Invitation): string {
  if (invitation.deadlineChanged) return 'O prazo para assinar mudou';
  if (invitation.lembrete) return 'Falta a sua assinatura';
  return isOne(invitation) ? 'Um documento para você assinar' : 'Documentos para você assinar';
}

function plainOpening(invitation: Invitation): Opening {
  const { sender, nome, titles, prazoEm, lembrete } = invitation;
  const named = isOne(invitation) ? (titles[0] ?? '') : `${titles.length} documentos`;
  const asks = lembrete ? 'ainda espera' : 'pede';
  return {
    subject: lembrete
      ? `Lembrete: ${named} ${isOne(invitation) ? 'espera' : 'esperam'} a sua assinatura`
      : `${sender.organizacao} enviou ${named} para você assinar`,
    heading: headingOf(invitation),
    blocks: [
      greeting(nome),
      isOne(invitation)
        ? paragraph(strong(sender.organizacao), ` ${asks} a sua assinatura no documento `, strong(`“${named}”`), '.')
        : paragraph(strong(sender.organizacao), ` ${asks} a sua assinatura em ${named}.`),
    ],
    deadline: prazoEm ? readableDate(prazoEm) : null,
  };
}

function deadlineOpening(invitation: Invitation): Opening {
  const { sender, nome, titles, prazoEm } = invitation;
  const named = isOne(invitation) ? (titles[0] ?? '') : `${titles.length} documentos`;
  const whose = isOne(invitation)
    ? [' mudou o prazo do documento ', strong(`“${named}”`)]
    : [` mudou o prazo de ${named}`];
  const gone = isOne(invitation) ? 'Ele não tem mais' : 'Eles não têm mais';
  return {
    subject: `Novo prazo para assinar ${named}`,
    heading: headingOf(invitation),
    blocks: [
      greeting(nome),
      paragraph(
        strong(sender.organizacao),
        ...whose,
        ', que ainda ',
        isOne(invitation) ? 'espera' : 'esperam',
        ' a sua assinatura.',
      ),
      ...(prazoEm ? [] : [paragraph(`${gone} um prazo para assinar.`)]),
    ],
    deadline: prazoEm && readableDate(prazoEm),
  };
}

/** The beginning of an invitation. A reminder has its own text, because the template is for the invitation. */
function openingOf(invitation: Invitation): Opening {
  const { modelo, lembrete, deadlineChanged } = invitation;
  if (deadlineChanged) return deadlineOpening(invitation);
  return modelo && !lembrete ? templateOpening(invitation, modelo) : plainOpening(invitation);
}

function templateOpening(invitation: Invitation, modelo: MessageTemplate): Opening {
  const { sender, nome, titles, prazoEm } = invitation;
  const [first = '', ...others] = titles;
  const and = others.length === 1 ? 'mais 1 documento' : `mais ${others.length} documentos`;
  const values = {
    signatario: nome,
    organizacao: sender.organizacao,
    titulo: others.length === 0 ? first : `${first} e ${and}`,
    prazo: prazoEm && readableDate(prazoEm),
  };
  return {
    subject: fillTemplate(modelo.assunto, values),
    heading: headingOf(invitation),
    blocks: fillParagraphs(modelo.corpo, values).map((text) => paragraph(text)),
    deadline: tellsDeadline(modelo) ? null : values.prazo,
  };
}

const PERSONAL = 'O link é só seu: não o encaminhe.';
const PASSED_ONE = ' passou a você a assinatura deste documento, como quem enviou permitiu.';
const PASSED_SEVERAL = ' passou a você a assinatura destes documentos, como quem enviou permitiu.';

export function renderInvitation(input: Invitation): Rendered {
  const { sender, titles, mensagem, prazoEm, url, teste, delegadoPor } = input;
  const { subject, heading, blocks, deadline } = openingOf(input);
  return compose({
    sender,
    subject,
    teste,
    heading,
    preheader: `${prazoEm ? `Assine até ${readableDate(prazoEm)}. ` : ''}Leia e assine pelo celular ou computador, sem criar conta.`,
    blocks: [
      ...blocks,
      delegadoPor ? paragraph(strong(delegadoPor), isOne(input) ? PASSED_ONE : PASSED_SEVERAL) : null,
      isOne(input) ? null : bullets(titles),
      mensagem ? quote(mensagem) : null,
      deadline ? paragraph('Assine até ', strong(deadline), '.') : null,
      button(url, 'Ler e assinar', sender.corPrimaria, 'Para ler e assinar, abra o seu link pessoal:'),
      note(PERSONAL),
    ],
    footnote: `${sentence(`Mensagem enviada pela Rubrica em nome de ${sender.organizacao}`)} Se você não esperava por ela, ignore-a: nada acontece sem a sua assinatura.`,
  });
}

export function renderInvitationSms(input: Invitation): string {
  const what =
    input.titles.length === 1 ? `"${truncate(input.titles[0] ?? '', 40)}"` : `${input.titles.length} documentos`;
  return oneLine(
    `${input.teste ? testMark() : ''}${input.lembrete ? 'Lembrete: ' : ''}${truncate(input.sender.organizacao, 30)} pede sua assinatura em ${what}: ${input.url}`,
  );
}

/** The digits that prove a mailbox or a telephone. */
export interface CodeMessage {
  readonly sender: Sender;
  readonly codigo: string;
  /** For how long they are good. */
  readonly minutes: number;
  readonly teste: boolean;
}

/** The subject has the digits too, because that is where they are read on a phone. */
export function renderCode({ sender, codigo, minutes, teste }: CodeMessage): Rendered {
  return compose({
    sender,
    teste,
    subject: `${codigo} é o seu código para assinar`,
    heading: 'Confirme que é você',
    preheader: `Vale por ${minutes} minutos e serve uma vez. Não o informe a ninguém.`,
    blocks: [
      digits(codigo, 'Seu código é'),
      paragraph(
        `Ele vale por ${minutes} minutos e serve uma vez, para confirmar quem você é antes de assinar um documento de `,
        strong(sentence(sender.organizacao)),
        ' Digite-o na página em que o pediu.',
      ),
      note('Ninguém da Rubrica nem do remetente vai pedir este código a você.'),
    ],
    footnote: `${sentence(`Mensagem enviada pela Rubrica em nome de ${sender.organizacao}`)} Se você não pediu um código, ignore-a.`,
  });
}

/** The authenticator of a signer was removed. */
export interface ForgottenAuthenticator {
  readonly sender: Sender;
  readonly nome: string | null;
  readonly em: Date;
  readonly teste: boolean;
}

/** Tells a person that their authenticator was removed, because an intruder's act must not go unnoticed. */
export function renderAuthenticatorForgotten(input: ForgottenAuthenticator): Rendered {
  const { sender, nome, em, teste } = input;
  return compose({
    sender,
    subject: 'O cadastro do seu aplicativo autenticador foi desfeito',
    teste,
    heading: 'Aplicativo autenticador',
    preheader: 'Os códigos dele deixaram de valer para assinar.',
    blocks: [
      greeting(nome),
      paragraph(
        strong(sender.organizacao),
        ' desfez o cadastro do aplicativo autenticador com que você confirma quem é ao assinar os documentos que recebe dela. Os códigos dele deixaram de valer.',
      ),
      facts([['Quando', readableDate(em)]]),
      paragraph(
        'Se um documento pedir o aplicativo outra vez, a página de assinatura mostra como cadastrá-lo de novo. O que você já assinou continua como está.',
      ),
      note('Se não foi você que pediu, avise quem enviou o documento.'),
    ],
    footnote: sentence(`Mensagem enviada pela Rubrica em nome de ${sender.organizacao}`),
  });
}

export function renderCodeSms({ sender, codigo, minutes, teste }: CodeMessage): string {
  return oneLine(
    `${teste ? testMark() : ''}${sentence(`${codigo} é o seu código para assinar um documento de ${truncate(sender.organizacao, 40)}`)} Vale ${minutes} minutos. Não o informe a ninguém.`,
  );
}
