import type { Papel } from '@rubrica/contract';
import { html } from './html.ts';
import { button, oneLine, page, paragraphs, type Rendered, readableDate, type Sender } from './moldura.ts';

/** Messages about an account come from the service itself: an account belongs to no organization. */
const RUBRICA: Sender = { organizacao: 'Rubrica', corPrimaria: '#1d4ed8' };

const PAPEL_POR_EXTENSO: Readonly<Record<Papel, string>> = {
  PROPRIETARIO: 'proprietário',
  ADMINISTRADOR: 'administrador',
  OPERADOR: 'operador',
  VISUALIZADOR: 'visualizador',
};

/** An invitation to become a member of an organization. */
export interface MemberInvitation {
  readonly sender: Sender;
  readonly papel: Papel;
  /** Who invites, by name; null when the name is unknown. */
  readonly convidadoPor: string | null;
  readonly url: string;
  readonly expiraEm: Date;
  readonly teste: boolean;
}

/** The e-mail that brings somebody into an organization. */
export function renderMemberInvitation(input: MemberInvitation): Rendered {
  const { sender, papel, convidadoPor, url, expiraEm, teste } = input;
  const subject = oneLine(`${teste ? '[TESTE] ' : ''}Convite para participar de ${sender.organizacao} na Rubrica`);
  const who = convidadoPor ? `${convidadoPor} convidou você` : 'Você foi convidado';
  const what = `com o papel de ${PAPEL_POR_EXTENSO[papel]}`;
  const until = `O convite vale até ${readableDate(expiraEm)}, serve uma vez e só para este endereço de e-mail.`;
  const account =
    'Se você já tem conta na Rubrica com este endereço, entre com a senha dela; se não, escolha uma ao aceitar.';
  const footnote = `Mensagem enviada pela Rubrica a pedido de ${sender.organizacao}. Se você não esperava por este convite, ignore-o: sem aceitá-lo, você não entra em organização nenhuma.`;
  const text = [
    'Olá!',
    `${who} para participar de ${sender.organizacao} na Rubrica, ${what}.`,
    `Para aceitar, abra:\n${url}`,
    account,
    until,
    footnote,
  ].join('\n\n');
  const body = html`<p>Olá!</p><p>${who} para participar de <strong>${sender.organizacao}</strong> na Rubrica, ${what}.</p>
${button(url, 'Aceitar o convite', sender.corPrimaria)}
<p>${account}</p><p style="font-size:14px;color:#5b6270">${until}</p>`;
  return { subject, text, html: page(sender, subject, body, footnote) };
}

/** The e-mail with the link that sets a new password. */
export function renderPasswordRecovery(input: { nome: string; url: string; minutos: number }): Rendered {
  const { nome, url, minutos } = input;
  const subject = 'Escolha uma nova senha para a sua conta na Rubrica';
  const limits = `O link vale por ${minutos} minutos e serve uma vez. Quando a senha mudar, todas as suas sessões abertas terminam.`;
  const footnote =
    'Se não foi você que pediu, ignore esta mensagem: a senha continua a mesma. Ninguém da Rubrica vai pedir este link a você.';
  const text = [
    `Olá, ${nome}!`,
    'Alguém pediu a recuperação da senha da sua conta na Rubrica.',
    `Para escolher uma nova, abra:\n${url}`,
    limits,
    footnote,
  ].join('\n\n');
  const body = html`<p>Olá, ${nome}!</p><p>Alguém pediu a recuperação da senha da sua conta na Rubrica.</p>
${button(url, 'Escolher nova senha', RUBRICA.corPrimaria)}<p style="font-size:14px;color:#5b6270">${limits}</p>`;
  return { subject, text, html: page(RUBRICA, subject, body, footnote) };
}

/** What an account's owner is told after the fact, so that an intruder's act does not pass unseen. */
export type AccountNotice =
  | 'SENHA_ALTERADA'
  | 'SEGUNDO_FATOR_ATIVADO'
  | 'SEGUNDO_FATOR_DESATIVADO'
  | 'CODIGO_RECUPERACAO_USADO';

const NOTICES: Readonly<Record<AccountNotice, { subject: string; what: string }>> = {
  SENHA_ALTERADA: {
    subject: 'A senha da sua conta na Rubrica foi alterada',
    what: 'A senha da sua conta foi alterada, e todas as sessões que estavam abertas terminaram.',
  },
  SEGUNDO_FATOR_ATIVADO: {
    subject: 'A verificação em duas etapas foi ativada na sua conta',
    what: 'A verificação em duas etapas foi ativada. A partir de agora, entrar pede a senha e um código do aplicativo autenticador. Guarde os códigos de recuperação em lugar seguro.',
  },
  SEGUNDO_FATOR_DESATIVADO: {
    subject: 'A verificação em duas etapas foi desativada na sua conta',
    what: 'A verificação em duas etapas foi desativada. A partir de agora, entrar pede apenas a senha. Os códigos de recuperação deixaram de valer.',
  },
  CODIGO_RECUPERACAO_USADO: {
    subject: 'Um código de recuperação foi usado para entrar na sua conta',
    what: 'Um dos seus códigos de recuperação foi usado no lugar do aplicativo autenticador. Ele não serve mais; os outros continuam valendo.',
  },
};

/** The e-mail that tells of a change already made. */
export function renderAccountNotice(
  aviso: AccountNotice,
  input: { nome: string; em: Date; panelUrl: string },
): Rendered {
  const { subject, what } = NOTICES[aviso];
  const when = `Quando: ${readableDate(input.em)}.`;
  const advice = `Se não foi você, peça agora a recuperação da senha em ${input.panelUrl} e avise quem administra a sua organização.`;
  const footnote = 'Mensagem automática de segurança da Rubrica sobre a sua conta.';
  const text = [`Olá, ${input.nome}!`, what, when, advice, footnote].join('\n\n');
  const body = html`<p>Olá, ${input.nome}!</p>${paragraphs(what)}<p>${when}</p><p><strong>${advice}</strong></p>`;
  return { subject, text, html: page(RUBRICA, subject, body, footnote) };
}
