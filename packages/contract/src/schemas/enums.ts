import * as values from '../enums.ts';
import { ALL_ERROR_CODES } from '../errors.ts';
import { stringEnum } from './kit.ts';

const named = <const V extends readonly string[]>($id: string, list: V, description: string) =>
  stringEnum(list, {
    $id,
    description: `${description} Novos valores podem surgir: registre e ignore os desconhecidos.`,
  });

/** The enumerations as named schemas; their types are in `enums.ts`. */
export const Enum = {
  NivelAssinatura: named(
    'NivelAssinatura',
    values.SIGNATURE_LEVELS,
    'Quanto se exige de quem assina. ELETRONICA e SEGURA são aceitos; os demais só aparecem em documentos antigos.',
  ),
  StatusDocumento: named('StatusDocumento', values.DOCUMENT_STATUSES, 'Situação do documento.'),
  FatorAutenticacao: named(
    'FatorAutenticacao',
    values.AUTHENTICATION_FACTORS,
    'Forma de provar quem assina. Hoje se pode exigir EMAIL, SMS_OTP, TOTP e DADOS_PESSOAIS.',
  ),
  FuncaoSignatario: named('FuncaoSignatario', values.SIGNER_FUNCTIONS, 'A que título a pessoa assina.'),
  StatusSignatario: named('StatusSignatario', values.SIGNER_STATUSES, 'Situação do signatário.'),
  MetodoEntrega: named(
    'MetodoEntrega',
    values.DELIVERY_METHODS,
    'Como o convite chega. LINK não envia nada: a entrega fica por sua conta. WHATSAPP não está disponível.',
  ),
  TipoCampo: named('TipoCampo', values.FIELD_TYPES, 'O que o campo recebe.'),
  TipoConteudoAtivo: named(
    'TipoConteudoAtivo',
    values.ACTIVE_CONTENT_TYPES,
    'O que um arquivo enviado traz e age por si, se esconde, ou se perde ao assinar.',
  ),
  Papel: named('Papel', values.MEMBER_ROLES, 'Alcance de um membro na organização.'),
  EscopoChave: named('EscopoChave', values.KEY_SCOPES, 'Permissão de uma chave de API.'),
  EventoWebhook: named('EventoWebhook', values.WEBHOOK_EVENTS, 'Nome de um evento.'),
  TipoMedicao: named('TipoMedicao', values.MEASUREMENT_TYPES, 'O que se mede para o plano.'),
  ResultadoDaValidacao: named(
    'ResultadoDaValidacao',
    values.VALIDATION_RESULTS,
    'Resposta da consulta. NAO_ENCONTRADO não quer dizer que o documento seja falso.',
  ),
  SituacaoProcesso: named('SituacaoProcesso', values.PROCESS_STATES, 'Em que ponto está o processo de assinatura.'),
  TipoArquivo: named('TipoArquivo', values.FILE_TYPES, 'Qual arquivo do documento.'),
  Lembrete: named('Lembrete', values.REMINDERS, 'De quanto em quanto tempo lembrar quem não assinou.'),
  VariavelEmail: named('VariavelEmail', values.EMAIL_VARIABLES, 'O que um modelo de e-mail pode citar.'),
  SituacaoLink: named('SituacaoLink', values.DEAD_LINK_REASONS, 'Por que um link pessoal deixou de valer.'),
  StatusEnvelope: named('StatusEnvelope', values.ENVELOPE_STATUSES, 'Situação do envelope.'),
  StatusEntrega: named(
    'StatusEntrega',
    values.DELIVERY_STATUSES,
    'Situação de uma entrega: FALHOU espera nova tentativa; DESISTIU não será mais tentada.',
  ),
  Ambiente: named('Ambiente', values.ENVIRONMENTS, 'Produção ou sandbox.'),
  EstadoMembro: named('EstadoMembro', values.MEMBER_STATES, 'Situação do membro.'),
  TipoAssinatura: named('TipoAssinatura', values.SIGNATURE_TYPES, 'Como a assinatura foi feita na tela.'),
  EscopoModelo: named('EscopoModelo', values.TEMPLATE_SCOPES, 'Quem vê o modelo.'),
  SituacaoFormulario: named(
    'SituacaoFormulario',
    values.FORM_STATES,
    'Se um link público recebe respostas: foi encerrado, chegou ao limite, passou do prazo.',
  ),
  MotivoImpedimento: named(
    'MotivoImpedimento',
    values.FORM_HINDRANCES,
    'Por que um link público não gera documentos: o plano, o modelo ou algo que o link usa, a organização.',
  ),
  StatusOrganizacao: named('StatusOrganizacao', values.ORGANIZATION_STATUSES, 'Situação da organização.'),
  StatusFatura: named('StatusFatura', values.INVOICE_STATUSES, 'Situação da fatura.'),
  EstadoPagamento: named('EstadoPagamento', values.PAYMENT_STATES, 'Situação do pagamento do plano.'),
  TipoSolicitacao: named('TipoSolicitacao', values.DATA_REQUEST_TYPES, 'O que o titular dos dados pede.'),
  EstadoSolicitacao: named('EstadoSolicitacao', values.DATA_REQUEST_STATES, 'Andamento da solicitação.'),
  CategoriaRetencao: named(
    'CategoriaRetencao',
    values.RETENTION_CATEGORIES,
    'Tipo de dado com prazo de guarda próprio.',
  ),
  Idioma: named('Idioma', values.LANGUAGES, 'Idioma das páginas e das mensagens.'),
  Tema: named('Tema', values.THEMES, 'Aparência do painel; SISTEMA segue a do aparelho.'),
  CanalMensagem: named('CanalMensagem', values.MESSAGE_CHANNELS, 'Canal de uma mensagem.'),
  TipoMensagem: named('TipoMensagem', values.MESSAGE_TYPES, 'Para que é uma mensagem.'),
  AcaoSimulada: named(
    'AcaoSimulada',
    values.SIMULATED_ACTIONS,
    'O que um signatário do sandbox pode ser levado a fazer.',
  ),
  FalhaSimulada: named('FalhaSimulada', values.SIMULATED_FAULTS, 'Como um webhook do sandbox pode falhar.'),
  CodigoErro: named('CodigoErro', ALL_ERROR_CODES, 'Código estável de um erro; decida por ele, nunca pelo texto.'),
  TipoAtor: named('TipoAtor', values.ACTOR_TYPES, 'Quem causou o evento da trilha.'),
  AcaoAuditoria: named('AcaoAuditoria', values.AUDIT_ACTIONS, 'O que o evento da trilha registra.'),
  OrigemEndereco: named(
    'OrigemEndereco',
    values.ADDRESS_ORIGINS,
    'Como IP e porta foram obtidos: da própria conexão ou de um intermediário de confiança. SIMULACAO, só no sandbox: ninguém agiu, o ato foi simulado.',
  ),
};
