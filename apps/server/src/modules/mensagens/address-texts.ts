import { ACCOUNT_FOOTNOTE, renderSecurityNotice } from './account-texts.ts';
import { button, compose, greeting, note, paragraph } from './blocks.ts';
import { type Rendered, SERVICE } from './frame.ts';

/** Messages of a change of an account's e-mail address. The service itself is the sender, as of all about accounts. */

/** To the new address: the link that makes it the account's. */
export function renderEmailChange(input: { nome: string; url: string; horas: number }): Rendered {
  const { nome, url, horas } = input;
  return compose({
    sender: SERVICE,
    subject: 'Confirme o novo e-mail da sua conta na Rubrica',
    heading: 'Confirme o novo e-mail',
    preheader: `O link vale por ${horas} horas.`,
    blocks: [
      greeting(nome),
      paragraph(
        'Você pediu que a sua conta na Rubrica passe a usar este endereço. Depois de confirmá-lo, entre com ele; a senha continua a mesma.',
      ),
      button(url, 'Confirmar o novo e-mail', SERVICE.corPrimaria, 'Para confirmar, abra:'),
      note(`O link vale por ${horas} horas, serve uma vez e deixa de valer se você pedir outro endereço.`),
    ],
    footnote:
      'Se não foi você que pediu, não confirme e ignore esta mensagem: sem a confirmação, nada muda em conta nenhuma.',
  });
}

/** To whoever reads an address that somebody wants for another account: it is an account's already, and stays so. */
export function renderAddressTaken(): Rendered {
  return compose({
    sender: SERVICE,
    subject: 'O seu e-mail já é de uma conta na Rubrica',
    heading: 'Este endereço já tem conta',
    preheader: 'Nada mudou.',
    blocks: [
      greeting(null),
      paragraph(
        'Alguém pediu para usar este endereço em outra conta na Rubrica. Ele já é o da sua, e nada mudou em nenhuma das duas.',
      ),
      paragraph(
        'Se foi você, entre com este endereço, ou troque antes o e-mail da conta que o usa. Se não foi, não é preciso fazer nada.',
      ),
    ],
    footnote: ACCOUNT_FOOTNOTE,
  });
}

/** What the address before is told of: that a change was asked for, or that it was made. */
export type EmailChangeNotice = 'PEDIDA' | 'FEITA';

const NOTICES = {
  PEDIDA: {
    subject: 'Foi pedida a troca do e-mail da sua conta na Rubrica',
    what: 'Foi pedido que a sua conta passe a usar outro endereço de e-mail. Nada muda enquanto ele não for confirmado por quem o lê.',
    unlessYou: 'Se não foi você, peça agora a recuperação da senha: com a senha nova, o pedido deixa de valer.',
  },
  FEITA: {
    subject: 'O e-mail da sua conta na Rubrica foi trocado',
    what: 'A sua conta passou a usar outro endereço de e-mail, que foi confirmado. Este não serve mais para entrar nem recebe os avisos da conta.',
    unlessYou: 'Se não foi você, avise agora quem administra a sua organização.',
  },
} as const satisfies Record<EmailChangeNotice, object>;

/** To the address before. */
export function renderEmailChangeNotice(
  notice: EmailChangeNotice,
  input: { nome: string; novo: string; em: Date; panelUrl: string },
): Rendered {
  return renderSecurityNotice(
    { ...NOTICES[notice], facts: [['Novo endereço', input.novo]], panel: 'O painel:' },
    input,
  );
}
