/**
 * What the service says to people, by rule; `{name}` stands for a value. The service writes `detail` and
 * `erros[].mensagem` of its problems and `erro` of a delivery with these, in Portuguese, and a page in another language
 * finds the rule in the sentence again.
 */
export const FIELD_MESSAGES = {
  required: 'É obrigatório.',
  unknown: 'Campo desconhecido.',
  be: 'Deve ser {o}.',
  oneOf: 'Deve ser um de: {valores}.',
  notEmpty: 'Não pode ficar vazio.',
  notBlank: 'Não pode ficar em branco.',
  minLength: 'Deve ter ao menos {n} caracteres.',
  maxLength: 'Deve ter no máximo {n} caracteres.',
  minItems: 'Deve ter ao menos {n} item.',
  maxItems: 'Deve ter no máximo {n} itens.',
  unique: 'Não pode repetir valores.',
  minimum: 'Deve ser maior ou igual a {n}.',
  maximum: 'Deve ser menor ou igual a {n}.',
  above: 'Deve ser maior que {n}.',
  below: 'Deve ser menor que {n}.',
  someField: 'Informe ao menos um campo.',
  pattern: 'Não tem o formato esperado.',
  invalid: 'Valor inválido.',

  cpf: 'Não é um CPF válido.',
  cpfOrCnpj: 'Não é um CPF nem um CNPJ válido.',
  checkDigits: 'Os dígitos verificadores não conferem.',
  cpfDigits: 'Os dígitos verificadores do CPF não conferem.',
  cnpjDigits: 'Os dígitos verificadores do CNPJ não conferem.',
  birth: 'Deve ficar entre 1900-01-01 e hoje.',
  phone: 'Use o formato internacional E.164, como +5511987654321.',
  undrawable: 'Não é possível desenhar no PDF: {caracteres}.',

  passwordShort: 'Use ao menos {n} caracteres.',
  passwordLong: 'Use no máximo {n} caracteres.',
  passwordGuessed: 'É fácil de adivinhar. Prefira uma frase longa ou uma senha gerada.',
  passwordGuessedWhy: 'É fácil de adivinhar. {motivo} Prefira uma frase longa ou uma senha gerada.',

  imageForm: 'Envie uma imagem PNG ou JPEG em data URI.',
  imageSize: 'A imagem passa de 2 MB.',
  imageKind: 'O conteúdo não é PNG nem JPEG.',
  imagePixels: 'A imagem tem pontos demais; use uma de até 16 megapixels.',
  imagePixelsTogether: 'As imagens do pedido somam pontos demais; juntas podem ter até 64 megapixels.',
  imageBroken: 'A imagem está danificada e não pôde ser lida.',

  levelOffered: 'O nível {nivel} não é oferecido; use ELETRONICA ou SEGURA.',
  levelNeedsCode: 'O nível SEGURA exige ao menos um fator de código: SMS_OTP ou TOTP.',
  noSuchDate: 'Não é uma data que exista.',
  past: 'Já passou; informe um momento futuro.',
  beforeDeadline: 'Não pode ser antes de prazoEm.',
  factorsMissing: 'Deve conter os fatores do documento; faltam: {fatores}.',
  deliveryOffered: 'A entrega por {metodo} não é oferecida; use EMAIL, SMS ou LINK.',
  neededByFactor: 'É obrigatório quando o fator {fator} é exigido.',
  neededByDelivery: 'É obrigatório quando a entrega é por {metodo}.',
  onePage: 'O arquivo tem 1 página.',
  pages: 'O arquivo tem {n} páginas.',
  beyondRight: 'O campo sai da página: x + largura passa de 1.',
  beyondBottom: 'O campo sai da página: y + altura passa de 1.',
  notASigner: 'Não é um signatário deste documento.',
  ownerNeeded: 'Um campo {tipo} precisa de dono.',
  trueOrFalse: 'Use true ou false.',
  noDefault: 'Um campo {tipo} não tem valor inicial.',
  signerNeeded: 'Inclua ao menos um signatário.',
  signatureNeeded: 'Posicione ao menos um campo ASSINATURA.',

  webhookUrl: 'O endereço não pode receber entregas: {motivo}.',
  /** Why not, inside of the sentence above. */
  urlBroken: 'a URL não é válida',
  urlScheme: 'a URL precisa ser http ou https',
  urlHttps: 'em produção a URL precisa ser https',
  urlUser: 'a URL não pode conter usuário nem senha',
  ipSpelled: 'escreva o endereço IP por extenso: {endereco}',
  ipBroken: 'não é um endereço IP',
  ipPrivate: '{endereco} não é um endereço público',
  ipRange: '{endereco} não é um endereço público ({faixa})',
  ipMetadata: '{endereco} é um endereço de metadados da nuvem',
  hostEmpty: 'o nome {nome} não tem endereço',
  hostUnknown: 'o nome do servidor não foi encontrado',
  hostLater: 'o nome do servidor não pôde ser resolvido agora',

  categoryTwice: '{categoria} já apareceu; informe cada categoria uma vez.',
  concludedTooShort: 'Documentos concluídos se guardam por ao menos {n} dias (cinco anos).',
  longerThanConcluded: 'Cancelados e expirados não podem ser guardados por mais tempo que os concluídos.',
  reasonNeeded: 'É obrigatório ao recusar: o titular tem direito a ele.',
  reasonOnlyRefusing: 'Só se informa ao recusar.',

  /** Of a template and its use. */
  roleLimit: 'O limite é de {n} papéis.',
  fieldLimit: 'O limite é de {n} campos.',
  signerLimit: 'O limite é de {n} signatários.',
  idTwice: 'Este id se repete no pedido.',
  idTaken: 'Este id já está em uso.',
  factorOffered: 'O fator {fator} ainda não está disponível; use {fatores}.',
  noSuchRole: 'Não há papel com este id.',
  roleNeeded: 'Um campo {tipo} precisa de um papel.',
  variableMissing: 'O modelo pede esta variável.',
  variableUnknown: 'O modelo não tem esta variável.',
  roleUnknown: 'O modelo não tem este papel.',
  roleFilled: 'Este papel já foi preenchido.',
  roleEmpty: 'Falta quem ocupe o papel {rotulo}.',

  /** Of a file. */
  fileThreat: 'O arquivo contém uma ameaça conhecida e não foi guardado.',
  fileSize: 'O limite é de 20 MB (20 971 520 bytes).',
  pdfNot: 'O arquivo não é um PDF.',
  pdfVersion: 'A versão {versao} não é aceita; use PDF de 1.4 a 2.0.',
  pdfVersionUnknown: 'A versão do PDF não é aceita; use PDF de 1.4 a 2.0.',
  pdfPassword:
    'O PDF pede senha para abrir. Abra o arquivo, use “Imprimir” e “Salvar como PDF”, ou remova a proteção, e envie a cópia aberta.',
  pdfPermissions:
    'O PDF abre sem senha, mas tem senha de permissões. Abra o arquivo, use “Imprimir” e “Salvar como PDF”, ou remova a proteção, e envie a cópia aberta.',
  pdfSigned: 'O PDF já tem assinatura digital; qualquer mudança a invalidaria. Envie a versão sem assinatura.',
  pdfFilled: 'O formulário do PDF tem campos preenchidos. Envie-o vazio ou salve uma cópia achatada.',
  pdfFilledFields: 'O formulário do PDF tem campos preenchidos ({campos}). Envie-o vazio ou salve uma cópia achatada.',
  pdfPages: 'O PDF tem {n} páginas; o limite é {limite}.',
  pdfPagesUncounted: 'O PDF passa do limite de {limite} páginas.',
  pdfStructure:
    'O PDF tem uma estrutura danificada, que impede preservar os bytes originais na cópia assinada. Salve-o de novo em um editor e reenvie.',
  pdfComplex: 'O PDF é complexo demais para ser lido com segurança. Salve uma cópia mais simples e reenvie.',
  pdfBroken: 'O PDF está danificado e não pôde ser lido.',
  pageBeyondNewFile: 'O novo arquivo tem {n} páginas, e este campo está na {pagina}.',

  /** Of a document and of an envelope. */
  notAField: 'Não é um campo deste documento.',
  versionsOnly: 'Só ORIGINAL e CERTIFICADO têm versões.',
  envelopeEmpty: 'Inclua ao menos um documento no envelope.',
  notInEnvelope: 'Este documento não está no envelope.',
  sameDelivery: 'A mesma pessoa precisa receber o link do mesmo modo em todos os documentos do envelope.',
  samePhone: 'A mesma pessoa precisa ter o mesmo telefone em todos os documentos do envelope.',
  sameCpf: 'A mesma pessoa precisa ter o mesmo CPF em todos os documentos do envelope.',
  sameBirth: 'A mesma pessoa precisa ter a mesma data de nascimento em todos os documentos do envelope.',
  textNull: 'Não pode conter o caractere nulo (U+0000).',
  textHalf: 'Contém metade de um par substituto UTF-16, que não é um caractere.',
  cursorForeign: 'Use o proximoCursor da página anterior, com os mesmos filtros.',
  cursorLasts: 'Cursores valem 24 horas.',

  /** What became of an attempt to deliver to a webhook. */
  answered: 'o servidor respondeu {codigo}',
  redirected: 'o servidor respondeu com um redirecionamento, que não é seguido',
  unchecked: 'a conexão chegou a um endereço que não foi verificado',
  tooSlow: 'sem resposta completa em {n} s',
  connectionRefused: 'a conexão foi recusada',
  connectionClosed: 'a conexão foi encerrada pelo servidor',
  connectionLate: 'a conexão não foi aceita a tempo',
  unreachable: 'o servidor não pode ser alcançado',
  headersTooLarge: 'os cabeçalhos da resposta são grandes demais',
  tlsExpired: 'o certificado TLS do servidor venceu',
  tlsOtherName: 'o certificado TLS é de outro nome',
  tlsUnknown: 'o certificado TLS não é de uma autoridade conhecida',
  deliveryFailed: 'a entrega falhou ({codigo})',

  /** Why the service would not, the `detail` of a problem. */
  notByContract: 'Há campos que não cumprem o contrato.',
  notFound: 'O recurso não existe.',
  serviceFault: 'Ocorreu uma falha inesperada. Informe o requestId ao suporte.',
  serviceDown: 'Uma dependência do serviço não respondeu; tente novamente em instantes.',
  perMinute: 'O limite é de {limite} requisições por minuto. Tente novamente em {n} s.',
  roleBelow: 'A operação exige o papel {papel}.',
  onlyOwn: 'Com o papel OPERADOR, só se altera o que a própria pessoa criou.',
  credentialInvalid: 'A credencial não é válida neste ambiente.',
  csrf: 'Falta o cabeçalho X-CSRF-Token desta sessão, ou ele não confere.',
  bodyTooLarge: 'O corpo da requisição é maior que o permitido.',
  fileTooLarge: 'O arquivo passa de 20 MB.',
  keyRunning: 'Outra chamada com a mesma Idempotency-Key ainda está em andamento.',
  keySpent: 'Esta Idempotency-Key já foi usada com outra requisição.',
  keyOfAnother: 'Esta Idempotency-Key já foi usada por outra conta ou chave, e a resposta contém um segredo.',
  cursorExpired: 'O cursor expirou; refaça a listagem desde a primeira página.',
  fileInfected: 'O arquivo foi recusado pela verificação de vírus.',
  fileRefused: 'O arquivo não pode ser aceito.',
  templateTooBig: 'O modelo passa do que o contrato permite.',
  documentTooBig: 'O documento passa do que o contrato permite.',
  documentUnready: 'O rascunho ainda não está pronto para o envio.',
  envelopeUnready: 'O envelope ainda não está pronto para o envio.',
  contentFixed: 'O conteúdo não muda depois do envio. Cancele e crie outro documento.',
  isDraft: 'O documento ainda é um rascunho e não permite esta operação.',
  isInProgress: 'O documento está em andamento e não permite esta operação.',
  isComplete: 'O documento já foi concluído e não permite esta operação.',
  isDeclined: 'O documento foi recusado e não permite esta operação.',
  isCancelled: 'O documento foi cancelado e não permite esta operação.',
  isExpired: 'O documento expirou e não permite esta operação.',
  beingCompleted: 'Todos já assinaram; o documento está sendo concluído.',
  sendTheEnvelope: 'O documento faz parte de um envelope; envie o envelope.',
  notDeleted: 'O documento não está excluído.',
  deadlineLimit: 'O limite é de {n} mudanças de prazo por documento por hora.',
  resendLimit: 'O limite é de {n} reenvios por pessoa por hora.',
  correctionLimit: 'O limite é de {n} correções por pessoa por hora.',
  extraSmsLimit: 'Correções e reenvios deste envelope já somam o limite de {n} SMS.',
  resendNotTheirs: 'Esta pessoa já concluiu a sua parte ou ainda não é a vez dela.',
  resendNobody: 'Não há convite a reenviar.',
  signerActed: 'Quem já assinou ou recusou não pode ser corrigido.',
  signerStays: 'Quem já assinou ou recusou não pode ser removido.',
  signerLast: 'É a última pessoa que falta assinar; cancele o documento em vez de removê-la.',
  envelopeBusy: 'O envelope está sendo alterado ou já foi enviado; confira e tente de novo.',
  envelopeFixed: 'O envelope já foi enviado e não muda mais.',
  envelopeSent: 'O envelope já foi enviado.',
  envelopeFull: 'O envelope não está vazio: contém {conteudo}. Tire-os dele antes.',
  signedLater: 'O arquivo assinado existe quando o documento chega a ASSINADO.',
  certificateLater: 'O certificado existe quando o documento chega a ASSINADO.',
  allowanceSpent: 'O plano {plano} inclui {n} envelopes por mês, e todos já foram usados.',
  folderInside: 'Uma pasta não pode ir para dentro dela mesma nem de uma pasta que ela contém.',
  folderTaken: 'Já existe uma pasta “{nome}” neste lugar.',
  folderFull: 'A pasta não está vazia: contém {conteudo}. Mova ou exclua o que há nela antes.',

  folderFullBoth: 'A pasta não está vazia: contém {documentos} e {subpastas}. Mova ou exclua o que há nela antes.',
  /** What a folder contains, inside of the sentences above. */
  oneDocument: '1 documento',
  documents: '{n} documentos',
  oneSubfolder: '1 subpasta',
  subfolders: '{n} subpastas',

  /** Of accounts, members, deliveries and requests of data subjects. */
  invitationGone: 'O convite não existe, já foi usado, foi desfeito ou passou do prazo.',
  accountAppeared: 'Este endereço acabou de ganhar uma conta. Aceite o convite com a senha dela.',
  alreadyMember: 'A conta já participa desta organização.',
  accountPassword:
    'Este endereço já tem conta na Rubrica, e a senha não confere. Aceite o convite com a senha dessa conta.',
  accountTaken: 'Já existe uma conta com este e-mail. Entre com ela ou recupere a senha.',
  challengeGone: 'O desafio não existe, já foi respondido ou passou do prazo. Entre de novo.',
  codeToo: 'A conta pede também o código do aplicativo autenticador.',
  loginWrong: 'E-mail ou senha incorretos.',
  noOrganization: 'A conta não participa de nenhuma organização ativa.',
  recoveryGone: 'O link não existe, já foi usado ou passou do prazo. Peça a recuperação de novo.',
  confirmationGone: 'O link não existe, já foi usado ou passou do prazo. Peça outro pelo painel.',
  confirmationLimit: 'O limite é de {n} reenvios por hora.',
  emailConfirmed: 'O e-mail da conta já está confirmado.',
  emailUnconfirmed:
    'O e-mail da conta ainda não foi confirmado, e isto chega a outras pessoas. Abra o link que enviamos a você, ou peça outro no painel.',
  organizationSuspended:
    'A organização está suspensa: nada se cria, se envia nem se convida. O que já foi enviado continua valendo.',
  creatorGone:
    'Quem criou esta chave saiu da organização ou está suspenso; ela não altera membros, papéis nem a organização.',
  sessionEnded: 'A sessão terminou.',
  secondFactorOn: 'A verificação em duas etapas já está ativa.',
  secondFactorOff: 'A verificação em duas etapas não está ativa.',
  secondFactorFirst: 'Comece antes a verificação em duas etapas.',
  codeWrong: 'O código não confere.',
  passwordWrong: 'A senha não confere.',
  passwordChanged: 'A senha mudou.',
  passwordWeak: 'A senha não protege a conta; escolha outra.',
  tooManyWrong: 'Foram muitas respostas erradas. Espere um pouco antes de tentar de novo.',
  invitationOpen: 'O convite ainda não foi aceito. Para desfazê-lo, remova o membro.',
  ownerAccepted: 'Só quem já aceitou o convite pode se tornar proprietário.',
  invitationsPerDay: 'O limite é de {n} convites por dia.',
  invitationsToAddress: 'Este endereço já recebeu {n} convites em um dia. Tente de novo mais tarde.',
  keysLimit: 'O limite é de {n} chaves ativas por ambiente. Revogue as que não usa.',
  webhooksLimit: 'O limite é de {n} webhooks por ambiente. Exclua os que não usa.',
  draftsLimit: 'O plano {plano} guarda até {n} rascunhos por ambiente. Envie ou exclua alguns.',
  manyPasswords: 'Foram muitas senhas erradas para esta conta. Espere um pouco antes de tentar de novo.',
  memberTaken: 'Este endereço já é de um membro da organização.',
  ownersOnly: 'Só um PROPRIETARIO altera outro, ou torna alguém PROPRIETARIO.',
  ownerAlready: 'Essa pessoa já é proprietária.',
  transferActive: 'Só um membro ativo recebe a propriedade.',
  documentsInProgress:
    'Há documentos em andamento ({n}). Espere que terminem, ou cancele-os, antes de encerrar a organização.',
  notClosing: 'A organização não está sendo encerrada.',
  lastOwner: 'É o último proprietário ativo. Torne outra pessoa proprietária antes.',
  keysInPanel: 'Isto se faz apenas pela sessão do painel, não por chave de API.',
  webhookOff: 'O webhook está inativo. Reative-o; as entregas pendentes são retomadas, as demais podem ser reenviadas.',
  deliveryQueued: 'A entrega já está na fila.',
  requestWithoutData: 'Este tipo de pedido não reúne dados.',
  dataGathering: 'Os dados ainda estão sendo reunidos; tente de novo em instantes.',
  dataGone: 'Os dados reunidos já não estão disponíveis; abra outro pedido.',
  requestClosed: 'O pedido já foi encerrado.',
  requestRuns: 'Os dados estão sendo reunidos; este pedido não precisa de confirmação.',
  erasureConfirmed: 'A eliminação já foi confirmada.',

  /** Why data of a person is kept, and what an invoice charges. */
  keptCompleted:
    'Documento assinado e certificado: guardado como prova, para o exercício regular de direitos, até o fim do prazo de guarda (LGPD, art. 7º, VI, e art. 16, I).',
  keptInProgress:
    'Assinatura em andamento: os dados são necessários ao contrato e ao procedimento que a pessoa integra (LGPD, art. 7º, V e VI). Peça de novo quando terminar.',
  keptTrail:
    'A trilha encadeada não se altera sem deixar de provar; ela sai junto com o documento, no fim do prazo de guarda (LGPD, art. 7º, VI, e art. 16, I).',
  keptMember: 'A pessoa participa da organização; o cadastro é necessário enquanto durar o vínculo (LGPD, art. 7º, V).',
  nothingToErase: 'Tudo o que se guarda desta pessoa está sob dever legal de guarda.',
  planFee: 'Mensalidade do plano {plano}',
  envelopesBeyond: 'Envelopes além da franquia',
} as const;

export type FieldRule = keyof typeof FIELD_MESSAGES;

/** What a value of rule `be` may be called. */
export const FIELD_WORDS = {
  string: 'um texto',
  integer: 'um número inteiro',
  number: 'um número',
  boolean: 'verdadeiro ou falso',
  array: 'uma lista',
  object: 'um objeto',
  null: 'nulo',
  uuid: 'um UUID',
  email: 'um endereço de e-mail',
  date: 'uma data AAAA-MM-DD',
  'date-time': 'uma data e hora RFC 3339 com deslocamento',
  uri: 'uma URL absoluta',
} as const;

export type FieldWord = keyof typeof FIELD_WORDS;

/** A sentence of this table. Only `fieldMessage` makes one, so that nothing is said that has no words elsewhere. */
export type Sentence = string & { readonly [made]: true };

declare const made: unique symbol;

type Values = Readonly<Record<string, string | number>>;

const PLACE = /\{(\w+)\}/g;

/** The places of sentences that hold another sentence of the table; what stands in the others is not ours to translate. */
export const SENTENCE_PLACES: readonly string[] = ['motivo', 'conteudo', 'documentos', 'subpastas'];

/** Puts values into their places. A place without a value stays as it is. */
export const fillMessage = (template: string, values: Values): string =>
  template.replace(PLACE, (place, name: string) => String(values[name] ?? place));

/** The sentence of a rule, in Portuguese. */
export const fieldMessage = (rule: FieldRule, values: Values = {}): Sentence =>
  fillMessage(FIELD_MESSAGES[rule], values) as Sentence;

interface Known {
  readonly rule: FieldRule;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

let known: readonly Known[] | undefined;

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Rules that say the most by themselves come first: `Deve ser {o}.` fits many a sentence. */
function allKnown(): readonly Known[] {
  const rules = Object.entries(FIELD_MESSAGES) as [FieldRule, string][];
  const weight = ([, text]: [FieldRule, string]) => text.replace(PLACE, '').length;
  return rules
    .toSorted((a, b) => weight(b) - weight(a))
    .map(([rule, text]) => ({
      rule,
      pattern: new RegExp(
        `^${text
          .split(PLACE)
          .map((part, index) => (index % 2 ? '(.+)' : literal(part)))
          .join('')}$`,
        's',
      ),
      names: [...text.matchAll(PLACE)].map(([, name = '']) => name),
    }));
}

/** The rule a sentence was made by, and the values in it; null for a sentence that no rule makes. */
export function ruleOf(mensagem: string): { rule: FieldRule; values: Record<string, string> } | null {
  known ??= allKnown();
  for (const { rule, pattern, names } of known) {
    const match = pattern.exec(mensagem);
    if (match) return { rule, values: Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])) };
  }
  return null;
}
