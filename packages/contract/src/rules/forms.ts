/** Public links of a template. */
export const FORMS = {
  formFactor:
    'Quem chega por um link público só pode cumprir EMAIL e TOTP; {fator} depende de dados que o remetente dá.',
  formClosed: 'Este link não recebe mais respostas.',
  formFull: 'Este link já recebeu todas as respostas que podia.',
  formOver: 'O prazo deste link passou.',
  formUnavailable: 'Este link não pode receber respostas agora. Avise quem o enviou a você.',
  formRequestOver: 'Esta confirmação não serve mais. Abra o link de novo e peça outra mensagem.',
  formRequestRenamed: 'Enquanto isso, alguém pediu de novo com outro nome. Confira o nome antes de confirmar.',
  formRequests: 'Muitos pedidos seguidos. Tente novamente em {n} s.',
  formLimit: 'Até {n} links abertos por modelo: encerre os que não usa.',
  formLimitBelow: 'Já há {n} respostas.',
} as const;
