/** Every enumeration of the contract, with the values exactly as transmitted. A new value may be added within v1. */

export const SIGNATURE_LEVELS = ['ELETRONICA', 'SEGURA', 'AVANCADA', 'ICP_BRASIL'] as const;
export type NivelAssinatura = (typeof SIGNATURE_LEVELS)[number];

/** Levels a client may request today; the others remain readable on older documents. */
export const ACCEPTED_LEVELS = ['ELETRONICA', 'SEGURA'] as const satisfies readonly NivelAssinatura[];

export const DOCUMENT_STATUSES = [
  'RASCUNHO',
  'AGUARDANDO_ASSINATURAS',
  'PARCIALMENTE_ASSINADO',
  'ASSINADO',
  'RECUSADO',
  'CANCELADO',
  'EXPIRADO',
] as const;
export type StatusDocumento = (typeof DOCUMENT_STATUSES)[number];

export const AUTHENTICATION_FACTORS = [
  'EMAIL',
  'SMS_OTP',
  'WHATSAPP_OTP',
  'TOTP',
  'DADOS_PESSOAIS',
  'SELFIE',
  'BIOMETRIA_FACIAL',
  'DOCUMENTO_FOTO',
  'CERTIFICADO_ICP',
] as const;
export type FatorAutenticacao = (typeof AUTHENTICATION_FACTORS)[number];

/** Factors that can be required today. */
export const ACCEPTED_FACTORS = [
  'EMAIL',
  'SMS_OTP',
  'TOTP',
  'DADOS_PESSOAIS',
] as const satisfies readonly FatorAutenticacao[];

/** What whoever comes by a public link can prove; the others take data that the sender has of a person. */
export const VISITOR_FACTORS = ['EMAIL', 'TOTP'] as const satisfies readonly FatorAutenticacao[];

/** Factors that count as a one-time password; level SEGURA needs at least one of those accepted. */
export const OTP_FACTORS = ['SMS_OTP', 'WHATSAPP_OTP', 'TOTP'] as const satisfies readonly FatorAutenticacao[];

export const SIGNER_FUNCTIONS = [
  'ASSINAR',
  'APROVAR',
  'RECONHECER',
  'TESTEMUNHAR',
  'ACUSAR_RECEBIMENTO',
  'ENDOSSAR',
] as const;
export type FuncaoSignatario = (typeof SIGNER_FUNCTIONS)[number];

export const SIGNER_STATUSES = [
  'PENDENTE',
  'ENVIADO',
  'VISUALIZADO',
  'ASSINADO',
  'RECUSADO',
  'CANCELADO',
  'FALHA_ENTREGA',
] as const;
export type StatusSignatario = (typeof SIGNER_STATUSES)[number];

export const DELIVERY_METHODS = ['EMAIL', 'LINK', 'WHATSAPP', 'SMS'] as const;
export type MetodoEntrega = (typeof DELIVERY_METHODS)[number];

/** Delivery methods that can be requested today; the WhatsApp channel is outside the product. */
export const ACCEPTED_DELIVERY_METHODS = ['EMAIL', 'LINK', 'SMS'] as const satisfies readonly MetodoEntrega[];

export const FIELD_TYPES = [
  'ASSINATURA',
  'RUBRICA',
  'NOME',
  'DATA',
  'CPF',
  'CNPJ',
  'EMAIL',
  'TEXTO',
  'CHECKBOX',
  'IMAGEM',
] as const;
export type TipoCampo = (typeof FIELD_TYPES)[number];

/** Roles inside an organization, highest reach first. */
export const MEMBER_ROLES = ['PROPRIETARIO', 'ADMINISTRADOR', 'OPERADOR', 'VISUALIZADOR'] as const;
export type Papel = (typeof MEMBER_ROLES)[number];

/** Roles a person can be invited to; ownership is never granted by invitation. */
export const INVITATION_ROLES = ['ADMINISTRADOR', 'OPERADOR', 'VISUALIZADOR'] as const satisfies readonly Papel[];

export const KEY_SCOPES = [
  'organizacao:ler',
  'organizacao:escrever',
  'documentos:ler',
  'documentos:escrever',
  'signatarios:ler',
  'signatarios:escrever',
  'pastas:ler',
  'pastas:escrever',
  'modelos:ler',
  'modelos:escrever',
  'arquivos:ler',
  'auditoria:ler',
  'webhooks:gerenciar',
  'consumo:ler',
] as const;
export type EscopoChave = (typeof KEY_SCOPES)[number];

export const WEBHOOK_EVENTS = [
  'document.created',
  'document.sent',
  'document.viewed',
  'signer.authenticated',
  'document.signed',
  'document.completed',
  'document.refused',
  'document.expired',
  'document.cancelled',
  'signer.delegated',
] as const;
export type EventoWebhook = (typeof WEBHOOK_EVENTS)[number];

export const MEASUREMENT_TYPES = [
  'ENVELOPE_ENVIADO',
  'DOCUMENTO_ENVIADO',
  'ASSINATURA_COLETADA',
  'REQUISICAO_API',
  'EMAIL_ENVIADO',
  'SMS_ENVIADO',
  'WHATSAPP_ENVIADO',
  'VERIFICACAO_BIOMETRICA',
  'CARIMBO_TEMPO',
  'ARMAZENAMENTO_MB_DIA',
] as const;
export type TipoMedicao = (typeof MEASUREMENT_TYPES)[number];

export const VALIDATION_RESULTS = ['AUTENTICO', 'ADULTERADO', 'NAO_ENCONTRADO'] as const;
export type ResultadoDaValidacao = (typeof VALIDATION_RESULTS)[number];

export const PROCESS_STATES = ['EM_ANDAMENTO', 'CONCLUIDO', 'RECUSADO', 'CANCELADO', 'EXPIRADO'] as const;
export type SituacaoProcesso = (typeof PROCESS_STATES)[number];

export const FILE_TYPES = ['ORIGINAL', 'ASSINADO', 'PADES', 'CERTIFICADO'] as const;
export type TipoArquivo = (typeof FILE_TYPES)[number];

/** The files that exist today; PADES belongs to a level that is not live. */
export const ACCEPTED_FILE_TYPES = ['ORIGINAL', 'ASSINADO', 'CERTIFICADO'] as const satisfies readonly TipoArquivo[];

/** Forms of the evidence package, oldest first; a document keeps the one it was sent under. */
export const CERTIFICATE_SCHEMAS = ['rubrica.certificado.v1', 'rubrica.certificado.v2'] as const;
export type EsquemaCertificado = (typeof CERTIFICATE_SCHEMAS)[number];
/** The form of what is sent now. */
export const CURRENT_CERTIFICATE_SCHEMA = CERTIFICATE_SCHEMAS[1];

/** Content of an uploaded file that is active, is hidden, or does not survive signing. */
export const ACTIVE_CONTENT_TYPES = [
  'JAVASCRIPT',
  'ACAO',
  'FORMULARIO_XFA',
  'MULTIMIDIA',
  'ANEXO',
  'CAMADA',
  'SO_NA_TELA',
  'SO_NA_IMPRESSAO',
  'PERDE_PDFA',
  'PERDE_ESTRUTURA',
  'MARCA',
] as const;
export type TipoConteudoAtivo = (typeof ACTIVE_CONTENT_TYPES)[number];

export const REMINDERS = ['DIARIO', 'SEMANAL'] as const;
export type Lembrete = (typeof REMINDERS)[number];

export const ENVELOPE_STATUSES = ['RASCUNHO', 'ENVIADO', 'CONCLUIDO', 'RECUSADO', 'EXPIRADO', 'CANCELADO'] as const;
export type StatusEnvelope = (typeof ENVELOPE_STATUSES)[number];

export const DELIVERY_STATUSES = ['PENDENTE', 'ENTREGUE', 'FALHOU', 'DESISTIU'] as const;
export type StatusEntrega = (typeof DELIVERY_STATUSES)[number];

export const ENVIRONMENTS = ['PRODUCAO', 'TESTE'] as const;
export type Ambiente = (typeof ENVIRONMENTS)[number];

export const MEMBER_STATES = ['ATIVO', 'CONVIDADO', 'SUSPENSO'] as const;
export type EstadoMembro = (typeof MEMBER_STATES)[number];

export const SIGNATURE_TYPES = ['DESENHADA', 'DIGITADA', 'IMAGEM'] as const;
export type TipoAssinatura = (typeof SIGNATURE_TYPES)[number];

/** The handwritings of a typed signature; the first where none is named. */
export const HANDWRITINGS = ['SOLTA', 'REDONDA', 'FINA'] as const;
export type Handwriting = (typeof HANDWRITINGS)[number];

export const TEMPLATE_SCOPES = ['PESSOAL', 'ORGANIZACAO'] as const;
export type EscopoModelo = (typeof TEMPLATE_SCOPES)[number];

/** Whether a public link of a template takes answers: it was ended, its limit is reached, its time is over. */
export const FORM_STATES = ['ABERTO', 'ENCERRADO', 'ESGOTADO', 'VENCIDO'] as const;
export type SituacaoFormulario = (typeof FORM_STATES)[number];

/** Why a public link that takes answers makes no documents of them. */
export const FORM_HINDRANCES = [
  'FRANQUIA_ESGOTADA',
  'RASCUNHOS_DEMAIS',
  'MODELO_INCOMPLETO',
  'ORGANIZACAO_SUSPENSA',
] as const;
export type MotivoImpedimento = (typeof FORM_HINDRANCES)[number];

export const ORGANIZATION_STATUSES = ['ATIVA', 'SUSPENSA'] as const;
export type StatusOrganizacao = (typeof ORGANIZATION_STATUSES)[number];

export const INVOICE_STATUSES = ['ABERTA', 'PAGA', 'VENCIDA'] as const;
export type StatusFatura = (typeof INVOICE_STATUSES)[number];

/** Payment state of the current plan. */
export const PAYMENT_STATES = ['EM_DIA', 'PENDENTE', 'EM_ATRASO'] as const;
export type EstadoPagamento = (typeof PAYMENT_STATES)[number];

export const DATA_REQUEST_TYPES = ['ACESSO', 'CORRECAO', 'EXPORTACAO', 'ELIMINACAO'] as const;
export type TipoSolicitacao = (typeof DATA_REQUEST_TYPES)[number];

export const DATA_REQUEST_STATES = ['ABERTA', 'EM_CARENCIA', 'ATENDIDA', 'RECUSADA'] as const;
export type EstadoSolicitacao = (typeof DATA_REQUEST_STATES)[number];
/** Those of a request that is still owed an answer. */
export const OPEN_DATA_REQUEST_STATES: readonly EstadoSolicitacao[] = ['ABERTA', 'EM_CARENCIA'];

export const RETENTION_CATEGORIES = [
  'CONCLUIDO',
  'RASCUNHO',
  'CANCELADO_OU_EXPIRADO',
  'ENTREGA_WEBHOOK',
  'REGISTRO_CHAMADA',
] as const;
export type CategoriaRetencao = (typeof RETENTION_CATEGORIES)[number];

export const MESSAGE_CHANNELS = ['EMAIL', 'SMS'] as const;
export type CanalMensagem = (typeof MESSAGE_CHANNELS)[number];

/** Languages of the panel, of the signing page and of messages to signers. */
export const LANGUAGES = ['pt-BR', 'en', 'es'] as const;
export type Idioma = (typeof LANGUAGES)[number];

/** How the panel looks; SISTEMA follows the device. */
export const THEMES = ['SISTEMA', 'CLARO', 'ESCURO'] as const;
export type Tema = (typeof THEMES)[number];

/** Notices by e-mail that an account may do without. Those about its security, and about its organization, always come. */
export const OPTIONAL_NOTICES = [
  'documentoConcluido',
  'documentoNaoConcluido',
  'assinaturaDelegada',
  'linkPublicoParado',
  'webhookDesativado',
  'registroAberto',
] as const;
export type OptionalNotice = (typeof OPTIONAL_NOTICES)[number];

/** What a message to a signer, or about a document, is for. */
export const MESSAGE_TYPES = ['CONVITE', 'CODIGO', 'LEMBRETE', 'DELEGACAO', 'DESFECHO'] as const;
export type TipoMensagem = (typeof MESSAGE_TYPES)[number];

/** What a signer of the sandbox can be made to do. */
export const SIMULATED_ACTIONS = ['ABRIR', 'AUTENTICAR', 'ASSINAR', 'RECUSAR'] as const;
export type AcaoSimulada = (typeof SIMULATED_ACTIONS)[number];

/** How a webhook of the sandbox can be made to fail. */
export const SIMULATED_FAULTS = ['TIMEOUT', '500', '410', 'TLS'] as const;
export type FalhaSimulada = (typeof SIMULATED_FAULTS)[number];

/** Who caused an audit event. */
export const ACTOR_TYPES = ['USUARIO', 'CHAVE_API', 'SIGNATARIO', 'SISTEMA'] as const;
export type TipoAtor = (typeof ACTOR_TYPES)[number];

/** What an audit event records. */
export const AUDIT_ACTIONS = [
  'DOCUMENTO_CRIADO',
  'DOCUMENTO_ALTERADO',
  'DOCUMENTO_MOVIDO',
  'DOCUMENTO_EXCLUIDO',
  'DOCUMENTO_RESTAURADO',
  'VERSAO_ENVIADA',
  'SIGNATARIO_ADICIONADO',
  'SIGNATARIO_CORRIGIDO',
  'SIGNATARIO_DELEGADO',
  'SIGNATARIO_REMOVIDO',
  'CAMPOS_DEFINIDOS',
  'DOCUMENTO_ENVIADO',
  'DOCUMENTO_AJUSTADO',
  'CONVITE_ENVIADO',
  'CONVITE_REENVIADO',
  'CONVITE_FALHOU',
  'LEMBRETE_ENVIADO',
  'LINK_EXIBIDO',
  'LINK_SUBSTITUIDO',
  'LINK_ENCERRADO',
  'DOCUMENTO_VISUALIZADO',
  'CODIGO_ENVIADO',
  'CODIGO_FALHOU',
  'FATOR_RECUSADO',
  'FATOR_BLOQUEADO',
  'FATOR_CUMPRIDO',
  'TOTP_CADASTRADO',
  'TOTP_ESQUECIDO',
  'SIGNATARIO_AUTENTICADO',
  'LEITURA_CONCLUIDA',
  'ACEITE_REGISTRADO',
  'DADOS_CORRIGIDOS',
  'ASSINATURA_REGISTRADA',
  'ASSINATURA_RECUSADA',
  'DOCUMENTO_CONCLUIDO',
  'DOCUMENTO_RECUSADO',
  'DOCUMENTO_CANCELADO',
  'DOCUMENTO_EXPIRADO',
  'CERTIFICADO_REEMITIDO',
  'DADOS_ELIMINADOS',
] as const;
export type AcaoAuditoria = (typeof AUDIT_ACTIONS)[number];

/**
 * How the source IP address of an action was determined. SIMULACAO: nobody acted, the sandbox did (docs/adr/0058).
 */
export const ADDRESS_ORIGINS = ['CONEXAO', 'PROXY_CONFIAVEL', 'SIMULACAO'] as const;
export type OrigemEndereco = (typeof ADDRESS_ORIGINS)[number];

/**
 * Why a personal link no longer works: its document ended, its signer was removed, a newer link replaced it, its person
 * passed the signature on, or it was for one session in another page, which is over.
 */
export const DEAD_LINK_REASONS = [
  'CANCELADO',
  'EXPIRADO',
  'RECUSADO',
  'REMOVIDO',
  'SUBSTITUIDO',
  'DELEGADO',
  'SESSAO_ENCERRADA',
] as const;
export type SituacaoLink = (typeof DEAD_LINK_REASONS)[number];

/** What the text of an e-mail template can name; each gives way to what the sending has. */
export const EMAIL_VARIABLES = ['signatario', 'organizacao', 'titulo', 'prazo'] as const;
export type VariavelEmail = (typeof EMAIL_VARIABLES)[number];

/**
 * For enumerations of which requests accept only some values: those values. Other enumerations are accepted in full.
 */
export const ACCEPTED_VALUES: Readonly<Record<string, readonly string[]>> = {
  NivelAssinatura: ACCEPTED_LEVELS,
  FatorAutenticacao: ACCEPTED_FACTORS,
  MetodoEntrega: ACCEPTED_DELIVERY_METHODS,
  TipoArquivo: ACCEPTED_FILE_TYPES,
};
