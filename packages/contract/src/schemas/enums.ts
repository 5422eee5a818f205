import * as values from '../enums.ts';
import { CODIGOS_ERRO } from '../errors.ts';
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
    values.NIVEIS_ASSINATURA,
    'Quanto se exige de quem assina. ELETRONICA e SEGURA são aceitos; os demais só aparecem em documentos antigos.',
  ),
  StatusDocumento: named('StatusDocumento', values.STATUS_DOCUMENTO, 'Situação do documento.'),
  FatorAutenticacao: named(
    'FatorAutenticacao',
    values.FATORES_AUTENTICACAO,
    'Forma de provar quem assina. Hoje se pode exigir EMAIL, SMS_OTP, TOTP e DADOS_PESSOAIS.',
  ),
  FuncaoSignatario: named('FuncaoSignatario', values.FUNCOES_SIGNATARIO, 'A que título a pessoa assina.'),
  StatusSignatario: named('StatusSignatario', values.STATUS_SIGNATARIO, 'Situação do signatário.'),
  MetodoEntrega: named(
    'MetodoEntrega',
    values.METODOS_ENTREGA,
    'Como o convite chega. LINK não envia nada: a entrega fica por sua conta. WHATSAPP não está disponível.',
  ),
  TipoCampo: named('TipoCampo', values.TIPOS_CAMPO, 'O que o campo recebe.'),
  TipoConteudoAtivo: named(
    'TipoConteudoAtivo',
    values.TIPOS_CONTEUDO_ATIVO,
    'O que um arquivo enviado traz e age por si, se esconde, ou se perde ao assinar.',
  ),
  Papel: named('Papel', values.PAPEIS, 'Alcance de um membro na organização.'),
  EscopoChave: named('EscopoChave', values.ESCOPOS_CHAVE, 'Permissão de uma chave de API.'),
  EventoWebhook: named('EventoWebhook', values.EVENTOS_WEBHOOK, 'Nome de um evento.'),
  TipoMedicao: named('TipoMedicao', values.TIPOS_MEDICAO, 'O que se mede para o plano.'),
  ResultadoDaValidacao: named(
    'ResultadoDaValidacao',
    values.RESULTADOS_VALIDACAO,
    'Resposta da consulta. NAO_ENCONTRADO não quer dizer que o documento seja falso.',
  ),
  SituacaoProcesso: named('SituacaoProcesso', values.SITUACOES_PROCESSO, 'Em que ponto está o processo de assinatura.'),
  TipoArquivo: named('TipoArquivo', values.TIPOS_ARQUIVO, 'Qual arquivo do documento.'),
  Lembrete: named('Lembrete', values.LEMBRETES, 'De quanto em quanto tempo lembrar quem não assinou.'),
  SituacaoLink: named('SituacaoLink', values.SITUACOES_LINK, 'Por que um link pessoal deixou de valer.'),
  StatusEnvelope: named('StatusEnvelope', values.STATUS_ENVELOPE, 'Situação do envelope.'),
  StatusEntrega: named(
    'StatusEntrega',
    values.STATUS_ENTREGA,
    'Situação de uma entrega: FALHOU espera nova tentativa; DESISTIU não será mais tentada.',
  ),
  Ambiente: named('Ambiente', values.AMBIENTES, 'Produção ou sandbox.'),
  EstadoMembro: named('EstadoMembro', values.ESTADOS_MEMBRO, 'Situação do membro.'),
  TipoAssinatura: named('TipoAssinatura', values.TIPOS_ASSINATURA, 'Como a assinatura foi feita na tela.'),
  EscopoModelo: named('EscopoModelo', values.ESCOPOS_MODELO, 'Quem vê o modelo.'),
  StatusOrganizacao: named('StatusOrganizacao', values.STATUS_ORGANIZACAO, 'Situação da organização.'),
  StatusFatura: named('StatusFatura', values.STATUS_FATURA, 'Situação da fatura.'),
  EstadoPagamento: named('EstadoPagamento', values.ESTADOS_PAGAMENTO, 'Situação do pagamento do plano.'),
  TipoSolicitacao: named('TipoSolicitacao', values.TIPOS_SOLICITACAO, 'O que o titular dos dados pede.'),
  EstadoSolicitacao: named('EstadoSolicitacao', values.ESTADOS_SOLICITACAO, 'Andamento da solicitação.'),
  CategoriaRetencao: named(
    'CategoriaRetencao',
    values.CATEGORIAS_RETENCAO,
    'Tipo de dado com prazo de guarda próprio.',
  ),
  CanalMensagem: named('CanalMensagem', values.CANAIS_MENSAGEM, 'Canal de uma mensagem.'),
  CodigoErro: named('CodigoErro', CODIGOS_ERRO, 'Código estável de um erro; decida por ele, nunca pelo texto.'),
  TipoAtor: named('TipoAtor', values.TIPOS_ATOR, 'Quem causou o evento da trilha.'),
  AcaoAuditoria: named('AcaoAuditoria', values.ACOES_AUDITORIA, 'O que o evento da trilha registra.'),
  OrigemEndereco: named(
    'OrigemEndereco',
    values.ORIGENS_ENDERECO,
    'Como IP e porta foram obtidos: da própria conexão ou de um intermediário de confiança.',
  ),
};
