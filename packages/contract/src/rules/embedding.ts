/** Signing pages that are shown in other pages. */
export const EMBEDDING = {
  originForm: 'Informe só esquema, máquina e porta, como https://app.exemplo.com.br; http só em localhost.',
  originLocal: 'Fora do sandbox, localhost não serve; use uma origem https.',
  originUnlisted: '{origem} não está nas origensPermitidas da organização.',
  returnForm: 'Use um endereço https completo, sem usuário; http só em localhost.',
  signerDone: 'Esta pessoa já concluiu a sua parte.',
  editorOnly: 'Com a sessão do editor, só o seu rascunho se lê, se altera e se envia.',
  editorOver: 'Este editor já foi aberto, ou o prazo passou. Volte à página de onde veio e comece de novo.',
  embeddedOver: 'Esta assinatura já foi aberta, ou o prazo passou. Volte à página de onde veio e comece de novo.',
} as const;
