import type {
  AcaoAuditoria,
  FatorAutenticacao,
  FuncaoSignatario,
  MetodoEntrega,
  NivelAssinatura,
  StatusDocumento,
  StatusEnvelope,
  StatusSignatario,
  TipoAtor,
  TipoCampo,
  TipoConteudoAtivo,
} from '@rubrica/contract';

/** The words of the contract's enumerations, as people read them. */

const statusDocumento: Record<StatusDocumento, string> = {
  RASCUNHO: 'Rascunho',
  AGUARDANDO_ASSINATURAS: 'Aguardando assinaturas',
  PARCIALMENTE_ASSINADO: 'Parcialmente assinado',
  ASSINADO: 'Assinado',
  RECUSADO: 'Recusado',
  CANCELADO: 'Cancelado',
  EXPIRADO: 'Expirado',
};

const statusEnvelope: Record<StatusEnvelope, string> = {
  RASCUNHO: 'Em preparo',
  ENVIADO: 'Enviado',
  CONCLUIDO: 'Concluído',
  RECUSADO: 'Recusado',
  EXPIRADO: 'Expirado',
  CANCELADO: 'Cancelado',
};

const statusSignatario: Record<StatusSignatario, string> = {
  PENDENTE: 'Pendente',
  ENVIADO: 'Convite enviado',
  VISUALIZADO: 'Visualizou',
  ASSINADO: 'Assinou',
  RECUSADO: 'Recusou',
  CANCELADO: 'Cancelado',
  FALHA_ENTREGA: 'Falha na entrega',
};

const fator: Record<FatorAutenticacao, string> = {
  EMAIL: 'E-mail',
  SMS_OTP: 'Código por SMS',
  WHATSAPP_OTP: 'Código por WhatsApp',
  TOTP: 'Aplicativo autenticador',
  DADOS_PESSOAIS: 'CPF e nascimento',
  SELFIE: 'Selfie',
  BIOMETRIA_FACIAL: 'Biometria facial',
  DOCUMENTO_FOTO: 'Documento com foto',
  CERTIFICADO_ICP: 'Certificado ICP-Brasil',
};

const funcao: Record<FuncaoSignatario, string> = {
  ASSINAR: 'Assinar',
  APROVAR: 'Aprovar',
  RECONHECER: 'Reconhecer',
  TESTEMUNHAR: 'Testemunhar',
  ACUSAR_RECEBIMENTO: 'Acusar recebimento',
  ENDOSSAR: 'Endossar',
};

const entrega: Record<MetodoEntrega, string> = { EMAIL: 'E-mail', LINK: 'Link', WHATSAPP: 'WhatsApp', SMS: 'SMS' };

const nivel: Record<NivelAssinatura, string> = {
  ELETRONICA: 'Eletrônica',
  SEGURA: 'Segura',
  AVANCADA: 'Avançada',
  ICP_BRASIL: 'ICP-Brasil',
};

const campo: Record<TipoCampo, string> = {
  ASSINATURA: 'Assinatura',
  RUBRICA: 'Rubrica',
  NOME: 'Nome',
  DATA: 'Data',
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'E-mail',
  TEXTO: 'Texto',
  CHECKBOX: 'Caixa de seleção',
  IMAGEM: 'Imagem',
};

const ator: Record<TipoAtor, string> = {
  USUARIO: 'Pessoa do painel',
  CHAVE_API: 'Chave de API',
  SIGNATARIO: 'Signatário',
  SISTEMA: 'Rubrica',
};

const acao: Record<AcaoAuditoria, string> = {
  DOCUMENTO_CRIADO: 'Documento criado',
  DOCUMENTO_ALTERADO: 'Documento alterado',
  DOCUMENTO_MOVIDO: 'Documento movido',
  DOCUMENTO_EXCLUIDO: 'Documento excluído',
  DOCUMENTO_RESTAURADO: 'Documento restaurado',
  VERSAO_ENVIADA: 'Nova versão do arquivo',
  SIGNATARIO_ADICIONADO: 'Signatário acrescentado',
  SIGNATARIO_CORRIGIDO: 'Dados do signatário corrigidos',
  SIGNATARIO_DELEGADO: 'Assinatura passada a outra pessoa',
  SIGNATARIO_REMOVIDO: 'Signatário removido',
  CAMPOS_DEFINIDOS: 'Campos definidos',
  DOCUMENTO_ENVIADO: 'Documento enviado para assinatura',
  DOCUMENTO_AJUSTADO: 'Documento ajustado',
  CONVITE_ENVIADO: 'Convite enviado',
  CONVITE_REENVIADO: 'Convite reenviado',
  CONVITE_FALHOU: 'O convite não foi entregue',
  LEMBRETE_ENVIADO: 'Lembrete enviado',
  LINK_EXIBIDO: 'Link pessoal exibido ao remetente',
  LINK_SUBSTITUIDO: 'Link pessoal substituído',
  LINK_ENCERRADO: 'Link pessoal encerrado após respostas erradas',
  DOCUMENTO_VISUALIZADO: 'Documento visualizado',
  CODIGO_ENVIADO: 'Código enviado',
  CODIGO_FALHOU: 'O código não foi entregue',
  FATOR_RECUSADO: 'Resposta errada a um fator',
  FATOR_BLOQUEADO: 'Fator bloqueado por tentativas',
  FATOR_CUMPRIDO: 'Fator cumprido',
  TOTP_CADASTRADO: 'Aplicativo autenticador cadastrado',
  TOTP_ESQUECIDO: 'Cadastro do aplicativo autenticador desfeito',
  SIGNATARIO_AUTENTICADO: 'Signatário autenticado',
  LEITURA_CONCLUIDA: 'Leitura concluída',
  ACEITE_REGISTRADO: 'Aceite registrado',
  DADOS_CORRIGIDOS: 'O signatário corrigiu os próprios dados',
  ASSINATURA_REGISTRADA: 'Assinatura registrada',
  ASSINATURA_RECUSADA: 'Assinatura recusada',
  DOCUMENTO_CONCLUIDO: 'Documento concluído',
  DOCUMENTO_RECUSADO: 'Documento encerrado por recusa',
  DOCUMENTO_CANCELADO: 'Documento cancelado',
  DOCUMENTO_EXPIRADO: 'Documento expirado',
  CERTIFICADO_REEMITIDO: 'Certificado reemitido',
  DADOS_ELIMINADOS: 'Dados pessoais eliminados',
};

const conteudoAtivo: Record<TipoConteudoAtivo, string> = {
  JAVASCRIPT: 'Código que o leitor de PDF executaria',
  ACAO: 'Ação automática',
  FORMULARIO_XFA: 'Formulário que toma o lugar das páginas',
  MULTIMIDIA: 'Áudio, vídeo ou 3D',
  ANEXO: 'Arquivo anexado',
  CAMADA: 'Camadas',
  SO_NA_TELA: 'Só na tela',
  SO_NA_IMPRESSAO: 'Só na impressão',
  PERDE_PDFA: 'Deixa de ser PDF/A',
  PERDE_ESTRUTURA: 'Marcação para leitura em voz alta',
  MARCA: 'Marcas de campo no texto',
};

/** What a file brings is recorded in Portuguese: null, where that is what is read. */
const translateContent = (_recorded: string): string | null => null;

export const textos = {
  statusDocumento,
  statusEnvelope,
  statusSignatario,
  fator,
  funcao,
  entrega,
  nivel,
  campo,
  ator,
  acao,
  conteudoAtivo,
  translateContent,
};

export type Textos = typeof textos;
