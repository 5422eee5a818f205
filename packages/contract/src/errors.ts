/**
 * The stable error codes and what each means to a caller. The error page, the problem renderer and the served contract
 * all read this table; people see `title` and the texts.
 */
export interface ErrorCodeEntry {
  /** HTTP statuses that may carry the code. */
  readonly statuses: readonly number[];
  /** Short text of the problem (RFC 9457 `title`), the same for every occurrence. */
  readonly title: string;
  /** When it happens. */
  readonly meaning: string;
  /** What the integrator should do. */
  readonly remedy: string;
}

export const ERROR_CODES = {
  NAO_AUTENTICADO: {
    statuses: [401],
    title: 'Credencial ausente',
    meaning: 'A requisição chegou sem credencial, ou com a credencial na URL, onde nunca é aceita.',
    remedy: 'Envie a chave no cabeçalho Authorization: Bearer. Se ela apareceu em uma URL, revogue-a e crie outra.',
  },
  CREDENCIAL_INVALIDA: {
    statuses: [401],
    title: 'Credencial inválida',
    meaning:
      'A credencial está malformada, é desconhecida, foi revogada, expirou, pertence ao outro ambiente, ou a resposta a um fator de autenticação está errada.',
    remedy:
      'Confira o valor e o ambiente (svc_live_ em produção, svc_test_ em /sandbox). Em uma sessão do painel, entre novamente.',
  },
  MFA_OBRIGATORIO: {
    statuses: [401],
    title: 'Segundo fator obrigatório',
    meaning: 'A conta tem verificação em duas etapas. A resposta traz desafioId.',
    remedy: 'Envie o código do aplicativo autenticador com o desafioId em POST /sessoes/desafio.',
  },
  SENHA_FRACA: {
    statuses: [400],
    title: 'Senha fraca',
    meaning: 'A senha tem menos de 10 caracteres ou é fácil de adivinhar.',
    remedy: 'Use uma frase longa ou uma senha gerada por um gerenciador.',
  },
  TOKEN_INVALIDO: {
    statuses: [400, 403],
    title: 'Token inválido',
    meaning:
      'Um token de uso único é desconhecido, já foi usado ou expirou, ou falta o cabeçalho X-CSRF-Token correto.',
    remedy: 'Peça um novo convite, recuperação ou desafio; no painel, recarregue a página.',
  },
  ESCOPO_INSUFICIENTE: {
    statuses: [403],
    title: 'Escopo insuficiente',
    meaning: 'A chave não tem o escopo que a operação exige. Nenhum dado foi tocado.',
    remedy: 'Crie uma chave com o escopo indicado em detail.',
  },
  PAPEL_INSUFICIENTE: {
    statuses: [403],
    title: 'Papel insuficiente',
    meaning:
      'O escopo está correto, mas o papel de quem criou a chave, ou do usuário da sessão, não alcança o recurso.',
    remedy: 'Peça a alguém com o papel indicado em detail que faça a operação, ou que ajuste o papel.',
  },
  NAO_ENCONTRADO: {
    statuses: [404],
    title: 'Não encontrado',
    meaning:
      'O recurso não existe ou pertence a outra organização; as duas situações são indistinguíveis. Uma rota que não existe é contada à parte, em regra: routeUnknown.',
    remedy: 'Confira o identificador e a organização dona da credencial; ou, da rota, o método e o caminho.',
  },
  ENTRADA_INVALIDA: {
    statuses: [400, 415, 422],
    title: 'Entrada inválida',
    meaning:
      'O corpo, a consulta ou o arquivo não cumpre o contrato. O campo erros lista todos os problemas, cada um com o seu lugar.',
    remedy: 'Corrija cada item de erros e envie de novo. Nada foi criado, cobrado ou enviado.',
  },
  DOCUMENTO_IMUTAVEL: {
    statuses: [409],
    title: 'Documento imutável',
    meaning: 'O conteúdo de um documento não muda depois do envio.',
    remedy: 'Cancele o documento e crie outro.',
  },
  CERTIFICADO_INDISPONIVEL: {
    statuses: [409],
    title: 'Certificado indisponível',
    meaning: 'O certificado de conclusão só existe quando o documento chega a ASSINADO.',
    remedy: 'Aguarde o evento document.completed.',
  },
  AUTENTICACAO_INCOMPLETA: {
    statuses: [403],
    title: 'Autenticação incompleta',
    meaning: 'Falta cumprir um fator exigido do signatário.',
    remedy: 'Cumpra os fatores que GET /assinatura/{token} mostra como pendentes.',
  },
  LINK_INDISPONIVEL: {
    statuses: [410],
    title: 'Link indisponível',
    meaning:
      'O link pessoal existiu e não vale mais: o documento foi cancelado, recusado ou expirou, o signatário foi removido ou o link foi substituído.',
    remedy: 'Peça ao remetente um novo link.',
  },
  FRANQUIA_ESGOTADA: {
    statuses: [402],
    title: 'Franquia esgotada',
    meaning: 'O plano não tem mais envelopes no período e não permite excedente.',
    remedy: 'Aguarde o próximo período ou contrate um plano maior. O documento continua em rascunho.',
  },
  LIMITE_EXCEDIDO: {
    statuses: [413, 422, 429],
    title: 'Limite excedido',
    meaning: 'A requisição passou de um limite de tamanho, de quantidade ou de frequência.',
    remedy: 'Em 429, aguarde os segundos de Retry-After. Nos demais casos, reduza o que detail indica.',
  },
  CONFLITO: {
    statuses: [409],
    title: 'Conflito',
    meaning: 'O estado atual do recurso não permite a operação.',
    remedy: 'Leia o recurso e decida a partir do estado atual.',
  },
  ERRO_INTERNO: {
    statuses: [500],
    title: 'Erro interno',
    meaning: 'Uma falha inesperada do serviço. O detalhe está no registro interno, sob o mesmo requestId.',
    remedy: 'Repita com a mesma Idempotency-Key; se persistir, informe o requestId ao suporte.',
  },
  SERVICO_INDISPONIVEL: {
    statuses: [503],
    title: 'Serviço indisponível',
    meaning: 'Uma dependência do serviço não está respondendo.',
    remedy: 'Aguarde os segundos de Retry-After e repita com a mesma Idempotency-Key.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

export type CodigoErro = keyof typeof ERROR_CODES;
export const ALL_ERROR_CODES = Object.keys(ERROR_CODES) as CodigoErro[];

/** A status with its code, as an operation declares it: `'409 CONFLITO'`. */
export type ErrorKey = {
  [C in CodigoErro]: `${(typeof ERROR_CODES)[C]['statuses'][number]} ${C}`;
}[CodigoErro];
