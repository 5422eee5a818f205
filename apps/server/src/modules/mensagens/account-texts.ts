import type { Papel } from '@rubrica/contract';
import { address, button, compose, facts, greeting, note, paragraph, strong } from './blocks.ts';
import { type Rendered, readableDate, SERVICE, type Sender, sentence } from './frame.ts';

const ROLE_WORDS: Readonly<Record<Papel, string>> = {
  PROPRIETARIO: 'proprietário',
  ADMINISTRADOR: 'administrador',
  OPERADOR: 'operador',
  VISUALIZADOR: 'visualizador',
};

/** An invitation to become a member of an organization. */
export interface MemberInvitation {
  readonly sender: Sender;
  readonly papel: Papel;
  /** The inviter's name; null if unknown. */
  readonly convidadoPor: string | null;
  readonly url: string;
  readonly expiraEm: Date;
  readonly teste: boolean;
}

/** The e-mail inviting somebody to an organization. */
export function renderMemberInvitation(input: MemberInvitation): Rendered {
  const { sender, papel, convidadoPor, url, expiraEm, teste } = input;
  return compose({
    sender,
    teste,
    subject: `Convite para participar de ${sender.organizacao} na Rubrica`,
    heading: 'Você recebeu um convite',
    preheader: `Aceite até ${readableDate(expiraEm)}.`,
    blocks: [
      greeting(null),
      paragraph(
        `${convidadoPor ? `${convidadoPor} convidou você` : 'Você foi convidado'} para participar de `,
        strong(sender.organizacao),
        ` na Rubrica, com o papel de ${ROLE_WORDS[papel]}.`,
      ),
      button(url, 'Aceitar o convite', sender.corPrimaria, 'Para aceitar, abra:'),
      paragraph(
        'Se você já tem conta na Rubrica com este endereço, entre com a senha dela; se não, escolha uma ao aceitar.',
      ),
      note(`O convite vale até ${readableDate(expiraEm)}, serve uma vez e só para este endereço de e-mail.`),
    ],
    footnote: `${sentence(`Mensagem enviada pela Rubrica a pedido de ${sender.organizacao}`)} Se você não esperava por este convite, ignore-o: sem aceitá-lo, você não entra em organização nenhuma.`,
  });
}

/** The e-mail with the link that confirms the address of an account. */
export function renderEmailConfirmation(input: { nome: string; url: string; horas: number }): Rendered {
  const { nome, url, horas } = input;
  return compose({
    sender: SERVICE,
    subject: 'Confirme o e-mail da sua conta na Rubrica',
    heading: 'Confirme o seu e-mail',
    preheader: `O link vale por ${horas} horas.`,
    blocks: [
      greeting(nome),
      paragraph(
        'Alguém abriu uma conta na Rubrica com este endereço. Confirme que ele é seu para enviar documentos e convidar pessoas em produção; o sandbox já funciona.',
      ),
      button(url, 'Confirmar o e-mail', SERVICE.corPrimaria, 'Para confirmar, abra:'),
      note(`O link vale por ${horas} horas e serve uma vez. No painel você pode pedir outro.`),
    ],
    footnote:
      'Se não foi você que abriu a conta, não confirme e ignore esta mensagem: sem a confirmação, ninguém envia nada com o seu endereço. Para tomar a conta para si, peça a recuperação da senha.',
  });
}

/**
 * The e-mail with the link to set a new password. Accounts belong to no organization, so the service itself is the
 * sender.
 */
export function renderPasswordRecovery(input: { nome: string; url: string; minutes: number }): Rendered {
  const { nome, url, minutes } = input;
  return compose({
    sender: SERVICE,
    subject: 'Escolha uma nova senha para a sua conta na Rubrica',
    heading: 'Escolha uma nova senha',
    preheader: `O link vale por ${minutes} minutos.`,
    blocks: [
      greeting(nome),
      paragraph('Alguém pediu a recuperação da senha da sua conta na Rubrica.'),
      button(url, 'Escolher nova senha', SERVICE.corPrimaria, 'Para escolher uma nova, abra:'),
      note(
        `O link vale por ${minutes} minutos e serve uma vez. Quando a senha mudar, todas as suas sessões abertas terminam.`,
      ),
    ],
    footnote:
      'Se não foi você que pediu, ignore esta mensagem: a senha continua a mesma. Ninguém da Rubrica vai pedir este link a você.',
  });
}

/** Below what concerns the safety of an account. */
export const ACCOUNT_FOOTNOTE = 'Mensagem automática de segurança da Rubrica sobre a sua conta.';

/** Changes reported to an account's owner afterwards, so that an intruder's act does not go unnoticed. */
export type AccountNotice =
  | 'SENHA_ALTERADA'
  | 'SEGUNDO_FATOR_ATIVADO'
  | 'SEGUNDO_FATOR_DESATIVADO'
  | 'CODIGO_RECUPERACAO_USADO';

const NOTICES: Readonly<Record<AccountNotice, { subject: string; what: string }>> = {
  SENHA_ALTERADA: {
    subject: 'A senha da sua conta na Rubrica foi alterada',
    what: 'A senha da sua conta foi alterada, e as sessões que estavam abertas em outros aparelhos terminaram.',
  },
  SEGUNDO_FATOR_ATIVADO: {
    subject: 'A verificação em duas etapas foi ativada na sua conta',
    what: 'A verificação em duas etapas foi ativada, e as outras sessões que estavam abertas terminaram. A partir de agora, entrar pede a senha e um código do aplicativo autenticador. Guarde os códigos de recuperação em lugar seguro.',
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

/** What is reported of an account: what happened, when and with what else, and what to do where it was somebody else. */
export interface SecurityNotice {
  readonly subject: string;
  readonly what: string;
  readonly facts?: readonly [string, string][];
  readonly unlessYou: string;
  /** What the address of the panel is there for. */
  readonly panel: string;
}

/** The e-mail reporting to the owner of an account what was done to it. */
export function renderSecurityNotice(
  notice: SecurityNotice,
  input: { nome: string; em: Date; panelUrl: string },
): Rendered {
  return compose({
    sender: SERVICE,
    subject: notice.subject,
    heading: 'Segurança da sua conta',
    preheader: 'Se não foi você, aja agora.',
    blocks: [
      greeting(input.nome),
      paragraph(notice.what),
      facts([...(notice.facts ?? []), ['Quando', readableDate(input.em)]]),
      paragraph(strong(notice.unlessYou)),
      address(notice.panel, input.panelUrl),
    ],
    footnote: ACCOUNT_FOOTNOTE,
  });
}

/** The e-mail reporting a change already made. */
export function renderAccountNotice(
  notice: AccountNotice,
  input: { nome: string; em: Date; panelUrl: string },
): Rendered {
  return renderSecurityNotice(
    {
      ...NOTICES[notice],
      unlessYou: 'Se não foi você, peça agora a recuperação da senha e avise quem administra a sua organização.',
      panel: 'A recuperação da senha fica na entrada do painel:',
    },
    input,
  );
}

/** News for members about an organization as a whole. */
export type OrganizationNotice =
  | 'PROPRIEDADE_RECEBIDA'
  | 'PROPRIEDADE_CEDIDA'
  | 'ORGANIZACAO_ENCERRA'
  | 'ORGANIZACAO_CONTINUA'
  | 'ORGANIZACAO_ENCERRADA';

export interface AboutOrganization {
  /** The organization's name. */
  readonly organizacao: string;
  /** When it ends, RFC 3339. */
  readonly encerraEm?: string;
}

const ABOUT: Readonly<Record<OrganizationNotice, (organizacao: string) => { subject: string; what: string }>> = {
  PROPRIEDADE_RECEBIDA: (organizacao) => ({
    subject: `Você é proprietário de ${organizacao} na Rubrica`,
    what: 'A propriedade da organização foi passada a você. Plano, faturas, membros e prazos de guarda são agora seus para decidir.',
  }),
  PROPRIEDADE_CEDIDA: (organizacao) => ({
    subject: `A propriedade de ${organizacao} foi transferida`,
    what: 'A propriedade da organização passou da sua conta para outro membro, e você continua nela como administrador.',
  }),
  ORGANIZACAO_ENCERRA: (organizacao) => ({
    subject: `${organizacao} será encerrada na Rubrica`,
    what: 'Um proprietário pediu o encerramento da organização. Até a data abaixo nada se cria, se envia nem se convida, mas tudo pode ser lido e baixado; depois dela os membros perdem o acesso e as chaves deixam de valer. O que foi concluído continua guardado pelo seu prazo e pode ser validado. Até lá um proprietário pode desfazer o pedido.',
  }),
  ORGANIZACAO_CONTINUA: (organizacao) => ({
    subject: `${organizacao} não será mais encerrada na Rubrica`,
    what: 'O pedido de encerramento da organização foi desfeito. Tudo volta a funcionar como antes.',
  }),
  ORGANIZACAO_ENCERRADA: (organizacao) => ({
    subject: `${organizacao} foi encerrada na Rubrica`,
    what: 'A carência terminou: a organização foi encerrada, e a sua conta não tem mais acesso a ela. O que foi concluído continua guardado pelo seu prazo e pode ser validado.',
  }),
};

/** The e-mail telling a member what happened to the organization. */
export function renderOrganizationNotice(
  notice: OrganizationNotice,
  input: { nome: string; em: Date; panelUrl: string },
  { organizacao, encerraEm }: AboutOrganization,
): Rendered {
  const { subject, what } = ABOUT[notice](organizacao);
  return compose({
    sender: SERVICE,
    subject,
    heading: 'Sobre a sua organização',
    preheader: organizacao,
    blocks: [
      greeting(input.nome),
      paragraph(what),
      facts([
        ['Organização', organizacao],
        ['Quando', readableDate(input.em)],
        ...(encerraEm === undefined ? [] : [['Encerra em', readableDate(new Date(encerraEm))] as [string, string]]),
      ]),
      address('O painel:', input.panelUrl),
    ],
    footnote: 'Mensagem automática da Rubrica a quem é ou foi membro da organização.',
  });
}

/** The open log's last head of a day. */
interface LogHeadMessage {
  readonly nome: string;
  /** `AAAA-MM-DD`, of UTC. */
  readonly dia: string;
  readonly origem: string;
  readonly tamanho: number;
  /** In base64. */
  readonly raiz: string;
  readonly panelUrl: string;
}

/** The e-mail that puts the head of a day into an owner's mailbox. */
export function renderLogHead({ nome, dia, origem, tamanho, raiz, panelUrl }: LogHeadMessage): Rendered {
  const day = dia.split('-').reverse().join('/');
  return compose({
    sender: SERVICE,
    subject: `Registro aberto: o ponto de controle de ${day}`,
    heading: 'O registro aberto em um número',
    preheader: 'Guarde esta mensagem.',
    blocks: [
      greeting(nome),
      paragraph(
        'Cada assinatura, recusa e conclusão deixa uma marca no registro aberto desta instalação, que só cresce. Guarde esta mensagem: se alguém o reescrever, nós inclusive, ele deixa de combinar com o número abaixo.',
      ),
      facts([
        ['Registro', origem],
        ['Dia (UTC)', day],
        ['Folhas', tamanho.toLocaleString('pt-BR')],
        ['Raiz', raiz],
      ]),
      note('O ponto de controle assinado está no anexo. Não é preciso fazer nada com ele.'),
      address('Para não receber estas mensagens, mude os avisos da sua conta:', `${panelUrl}/conta`),
    ],
    footnote:
      'Mensagem automática da Rubrica a quem é proprietário de uma organização, nos dias em que o registro cresceu.',
  });
}
