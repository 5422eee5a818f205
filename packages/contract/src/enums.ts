/** Every enumeration of the contract, with the values exactly as transmitted. A new value may be added within v1. */

export const NIVEIS_ASSINATURA = ['ELETRONICA', 'SEGURA', 'AVANCADA', 'ICP_BRASIL'] as const;
export type NivelAssinatura = (typeof NIVEIS_ASSINATURA)[number];

/** Levels a client may request today; the others remain readable on older documents. */
export const NIVEIS_ACEITOS = ['ELETRONICA', 'SEGURA'] as const satisfies readonly NivelAssinatura[];

export const STATUS_DOCUMENTO = [
  'RASCUNHO',
  'AGUARDANDO_ASSINATURAS',
  'PARCIALMENTE_ASSINADO',
  'ASSINADO',
  'RECUSADO',
  'CANCELADO',
  'EXPIRADO',
] as const;
export type StatusDocumento = (typeof STATUS_DOCUMENTO)[number];

export const FATORES_AUTENTICACAO = [
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
export type FatorAutenticacao = (typeof FATORES_AUTENTICACAO)[number];

/** Factors that can be required today. */
export const FATORES_ACEITOS = [
  'EMAIL',
  'SMS_OTP',
  'TOTP',
  'DADOS_PESSOAIS',
] as const satisfies readonly FatorAutenticacao[];

/** Factors that count as a one-time password; level SEGURA needs at least one of those accepted. */
export const FATORES_OTP = ['SMS_OTP', 'WHATSAPP_OTP', 'TOTP'] as const satisfies readonly FatorAutenticacao[];

export const FUNCOES_SIGNATARIO = [
  'ASSINAR',
  'APROVAR',
  'RECONHECER',
  'TESTEMUNHAR',
  'ACUSAR_RECEBIMENTO',
  'ENDOSSAR',
] as const;
export type FuncaoSignatario = (typeof FUNCOES_SIGNATARIO)[number];

export const STATUS_SIGNATARIO = [
  'PENDENTE',
  'ENVIADO',
  'VISUALIZADO',
  'ASSINADO',
  'RECUSADO',
  'CANCELADO',
  'FALHA_ENTREGA',
] as const;
export type StatusSignatario = (typeof STATUS_SIGNATARIO)[number];

export const METODOS_ENTREGA = ['EMAIL', 'LINK', 'WHATSAPP', 'SMS'] as const;
export type MetodoEntrega = (typeof METODOS_ENTREGA)[number];

/** Delivery methods that can be requested today; the WhatsApp channel is outside the product. */
export const METODOS_ACEITOS = ['EMAIL', 'LINK', 'SMS'] as const satisfies readonly MetodoEntrega[];

export const TIPOS_CAMPO = [
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
export type TipoCampo = (typeof TIPOS_CAMPO)[number];

/** Roles inside an organization, highest reach first. */
export const PAPEIS = ['PROPRIETARIO', 'ADMINISTRADOR', 'OPERADOR', 'VISUALIZADOR'] as const;
export type Papel = (typeof PAPEIS)[number];

/** Roles a person can be invited to; ownership is never granted by invitation. */
export const PAPEIS_CONVITE = ['ADMINISTRADOR', 'OPERADOR', 'VISUALIZADOR'] as const satisfies readonly Papel[];

export const ESCOPOS_CHAVE = [
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
export type EscopoChave = (typeof ESCOPOS_CHAVE)[number];

export const EVENTOS_WEBHOOK = [
  'document.created',
  'document.sent',
  'document.viewed',
  'signer.authenticated',
  'document.signed',
  'document.completed',
  'document.refused',
  'document.expired',
  'document.cancelled',
] as const;
export type EventoWebhook = (typeof EVENTOS_WEBHOOK)[number];

export const TIPOS_MEDICAO = [
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
export type TipoMedicao = (typeof TIPOS_MEDICAO)[number];

export const RESULTADOS_VALIDACAO = ['AUTENTICO', 'ADULTERADO', 'NAO_ENCONTRADO'] as const;
export type ResultadoDaValidacao = (typeof RESULTADOS_VALIDACAO)[number];

export const SITUACOES_PROCESSO = ['EM_ANDAMENTO', 'CONCLUIDO', 'RECUSADO', 'CANCELADO', 'EXPIRADO'] as const;
export type SituacaoProcesso = (typeof SITUACOES_PROCESSO)[number];

export const TIPOS_ARQUIVO = ['ORIGINAL', 'ASSINADO', 'PADES', 'CERTIFICADO'] as const;
export type TipoArquivo = (typeof TIPOS_ARQUIVO)[number];

/** The files that exist today; PADES belongs to a level that is not live. */
export const ARQUIVOS_ACEITOS = ['ORIGINAL', 'ASSINADO', 'CERTIFICADO'] as const satisfies readonly TipoArquivo[];

/** Forms of the evidence package, oldest first; a document keeps the one it was sent under. */
export const ESQUEMAS_CERTIFICADO = ['rubrica.certificado.v1', 'rubrica.certificado.v2'] as const;
export type EsquemaCertificado = (typeof ESQUEMAS_CERTIFICADO)[number];
/** The form of what is sent now. */
export const CURRENT_ESQUEMA = ESQUEMAS_CERTIFICADO[1];

/** Content of an uploaded file that is active, is hidden, or does not survive signing. */
export const TIPOS_CONTEUDO_ATIVO = [
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
] as const;
export type TipoConteudoAtivo = (typeof TIPOS_CONTEUDO_ATIVO)[number];

export const LEMBRETES = ['DIARIO', 'SEMANAL'] as const;
export type Lembrete = (typeof LEMBRETES)[number];

export const STATUS_ENVELOPE = ['RASCUNHO', 'ENVIADO', 'CONCLUIDO', 'RECUSADO', 'EXPIRADO', 'CANCELADO'] as const;
export type StatusEnvelope = (typeof STATUS_ENVELOPE)[number];

export const STATUS_ENTREGA = ['PENDENTE', 'ENTREGUE', 'FALHOU', 'DESISTIU'] as const;
export type StatusEntrega = (typeof STATUS_ENTREGA)[number];

export const AMBIENTES = ['PRODUCAO', 'TESTE'] as const;
export type Ambiente = (typeof AMBIENTES)[number];

export const ESTADOS_MEMBRO = ['ATIVO', 'CONVIDADO', 'SUSPENSO'] as const;
export type EstadoMembro = (typeof ESTADOS_MEMBRO)[number];

export const TIPOS_ASSINATURA = ['DESENHADA', 'DIGITADA', 'IMAGEM'] as const;
export type TipoAssinatura = (typeof TIPOS_ASSINATURA)[number];

export const ESCOPOS_MODELO = ['PESSOAL', 'ORGANIZACAO'] as const;
export type EscopoModelo = (typeof ESCOPOS_MODELO)[number];

export const STATUS_ORGANIZACAO = ['ATIVA', 'SUSPENSA'] as const;
export type StatusOrganizacao = (typeof STATUS_ORGANIZACAO)[number];

export const STATUS_FATURA = ['ABERTA', 'PAGA', 'VENCIDA'] as const;
export type StatusFatura = (typeof STATUS_FATURA)[number];

/** Payment state of the current plan. */
export const ESTADOS_PAGAMENTO = ['EM_DIA', 'PENDENTE', 'EM_ATRASO'] as const;
export type EstadoPagamento = (typeof ESTADOS_PAGAMENTO)[number];

export const TIPOS_SOLICITACAO = ['ACESSO', 'CORRECAO', 'EXPORTACAO', 'ELIMINACAO'] as const;
export type TipoSolicitacao = (typeof TIPOS_SOLICITACAO)[number];

export const ESTADOS_SOLICITACAO = ['ABERTA', 'EM_CARENCIA', 'ATENDIDA', 'RECUSADA'] as const;
export type EstadoSolicitacao = (typeof ESTADOS_SOLICITACAO)[number];
/** Those of a request that is still owed an answer. */
export const OPEN_SOLICITACAO: readonly EstadoSolicitacao[] = ['ABERTA', 'EM_CARENCIA'];

export const CATEGORIAS_RETENCAO = [
  'CONCLUIDO',
  'RASCUNHO',
  'CANCELADO_OU_EXPIRADO',
  'ENTREGA_WEBHOOK',
  'REGISTRO_CHAMADA',
] as const;
export type CategoriaRetencao = (typeof CATEGORIAS_RETENCAO)[number];

export const CANAIS_MENSAGEM = ['EMAIL', 'SMS'] as const;
export type CanalMensagem = (typeof CANAIS_MENSAGEM)[number];

/** Who caused an audit event. */
export const TIPOS_ATOR = ['USUARIO', 'CHAVE_API', 'SIGNATARIO', 'SISTEMA'] as const;
export type TipoAtor = (typeof TIPOS_ATOR)[number];

/** What an audit event records. */
export const ACOES_AUDITORIA = [
  'DOCUMENTO_CRIADO',
  'DOCUMENTO_ALTERADO',
  'DOCUMENTO_MOVIDO',
  'DOCUMENTO_EXCLUIDO',
  'DOCUMENTO_RESTAURADO',
  'VERSAO_ENVIADA',
  'SIGNATARIO_ADICIONADO',
  'SIGNATARIO_CORRIGIDO',
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
export type AcaoAuditoria = (typeof ACOES_AUDITORIA)[number];

/** How the source IP address of an action was determined. */
export const ORIGENS_ENDERECO = ['CONEXAO', 'PROXY_CONFIAVEL'] as const;
export type OrigemEndereco = (typeof ORIGENS_ENDERECO)[number];

/** Why a personal link no longer works: its document ended, its signer was removed, or a newer link replaced it. */
export const SITUACOES_LINK = ['CANCELADO', 'EXPIRADO', 'RECUSADO', 'REMOVIDO', 'SUBSTITUIDO'] as const;
export type SituacaoLink = (typeof SITUACOES_LINK)[number];

/**
 * For enumerations of which requests accept only some values: those values. Other enumerations are accepted in full.
 */
export const VALORES_ACEITOS: Readonly<Record<string, readonly string[]>> = {
  NivelAssinatura: NIVEIS_ACEITOS,
  FatorAutenticacao: FATORES_ACEITOS,
  MetodoEntrega: METODOS_ACEITOS,
  TipoArquivo: ARQUIVOS_ACEITOS,
};
