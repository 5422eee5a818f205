import type {
  AcaoAuditoria,
  FatorAutenticacao,
  FuncaoSignatario,
  NivelAssinatura,
  StatusSignatario,
} from '@rubrica/contract';

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
});

/** `21/11/2026 10:03:22 (UTC−03:00)`: Brasília's time with its offset, so that no reader has to guess the zone. */
export function moment(value: Date | string): string {
  const parts = Object.fromEntries(MOMENT.formatToParts(new Date(value)).map(({ type, value }) => [type, value]));
  const offset = (parts.timeZoneName ?? 'GMT').replace('GMT', 'UTC').replace('-', '−');
  return `${parts.day}/${parts.month}/${parts.year} ${parts.hour}:${parts.minute}:${parts.second} (${offset})`;
}

export const FATORES: Readonly<Record<FatorAutenticacao, string>> = {
  EMAIL: 'E-mail',
  SMS_OTP: 'Código por SMS',
  WHATSAPP_OTP: 'Código por WhatsApp',
  TOTP: 'Aplicativo autenticador',
  DADOS_PESSOAIS: 'CPF e data de nascimento',
  SELFIE: 'Selfie',
  BIOMETRIA_FACIAL: 'Biometria facial',
  DOCUMENTO_FOTO: 'Documento com foto',
  CERTIFICADO_ICP: 'Certificado ICP-Brasil',
};

export const FUNCOES: Readonly<Record<FuncaoSignatario, string>> = {
  ASSINAR: 'Parte (assina)',
  APROVAR: 'Aprovador',
  RECONHECER: 'Reconhece',
  TESTEMUNHAR: 'Testemunha',
  ACUSAR_RECEBIMENTO: 'Acusa o recebimento',
  ENDOSSAR: 'Endossante',
};

export const SITUACOES: Readonly<Record<StatusSignatario, string>> = {
  PENDENTE: 'Pendente',
  ENVIADO: 'Convidado',
  VISUALIZADO: 'Visualizou',
  ASSINADO: 'Assinou',
  RECUSADO: 'Recusou',
  CANCELADO: 'Cancelado',
  FALHA_ENTREGA: 'Convite não entregue',
};

const LEGAL_BASIS =
  'Medida Provisória nº 2.200-2/2001, art. 10, § 2º: admite outros meios de comprovação da autoria e integridade de documentos eletrônicos, inclusive os que utilizem certificados não emitidos pela ICP-Brasil, desde que admitidos pelas partes como válidos ou aceitos pela pessoa a quem for oposto o documento.';

export const NIVEIS: Readonly<Record<NivelAssinatura, { nome: string; explicacao: string }>> = {
  ELETRONICA: {
    nome: 'Assinatura eletrônica',
    explicacao:
      'Cada pessoa recebeu um link pessoal e cumpriu os fatores de autenticação indicados abaixo. Não é assinatura com certificado ICP-Brasil do signatário.',
  },
  SEGURA: {
    nome: 'Assinatura eletrônica segura',
    explicacao:
      'Além do link pessoal, cada pessoa confirmou a identidade com ao menos um código de uso único (SMS ou aplicativo autenticador). Não é assinatura com certificado ICP-Brasil do signatário.',
  },
  AVANCADA: { nome: 'Assinatura avançada', explicacao: 'Nível de documentos anteriores.' },
  ICP_BRASIL: { nome: 'ICP-Brasil', explicacao: 'Nível de documentos anteriores.' },
};

export const LEGAL: readonly string[] = [
  LEGAL_BASIS,
  'Lei nº 14.063/2020, art. 4º: classifica as assinaturas eletrônicas conforme o nível de confiança sobre a identidade e a manifestação de vontade do titular. Este certificado reúne as provas colhidas de cada ato; a sua força em juízo é avaliada pelo conjunto delas.',
  'O selo aplicado aos arquivos é da instituição que opera o serviço e serve para revelar qualquer alteração posterior; não substitui a assinatura das partes nem é assinatura ICP-Brasil de nenhuma delas.',
];

export const ACOES: Readonly<Record<AcaoAuditoria, string>> = {
  DOCUMENTO_CRIADO: 'Documento criado',
  DOCUMENTO_ALTERADO: 'Rascunho alterado',
  DOCUMENTO_MOVIDO: 'Documento movido de pasta',
  DOCUMENTO_EXCLUIDO: 'Documento excluído',
  VERSAO_ENVIADA: 'Nova versão do arquivo',
  SIGNATARIO_ADICIONADO: 'Signatário adicionado',
  SIGNATARIO_CORRIGIDO: 'Signatário corrigido',
  SIGNATARIO_REMOVIDO: 'Signatário removido',
  CAMPOS_DEFINIDOS: 'Campos definidos',
  DOCUMENTO_ENVIADO: 'Documento enviado para assinatura',
  CONVITE_ENVIADO: 'Convite entregue ao canal',
  CONVITE_REENVIADO: 'Convite reenviado',
  CONVITE_FALHOU: 'Convite recusado pelo destino',
  LEMBRETE_ENVIADO: 'Lembrete enviado',
  LINK_EXIBIDO: 'Link pessoal mostrado ao remetente',
  LINK_SUBSTITUIDO: 'Link pessoal substituído',
  DOCUMENTO_VISUALIZADO: 'Documento aberto',
  CODIGO_ENVIADO: 'Código de autenticação enviado',
  CODIGO_FALHOU: 'Código recusado pelo destino',
  FATOR_RECUSADO: 'Resposta errada a um fator',
  FATOR_BLOQUEADO: 'Fator em descanso após respostas erradas',
  FATOR_CUMPRIDO: 'Fator de autenticação cumprido',
  TOTP_CADASTRADO: 'Aplicativo autenticador cadastrado',
  SIGNATARIO_AUTENTICADO: 'Signatário autenticado',
  LEITURA_CONCLUIDA: 'Leitura percorrida até o fim (declarada)',
  ACEITE_REGISTRADO: 'Texto de concordância aceito',
  DADOS_CORRIGIDOS: 'Dados corrigidos pelo signatário',
  ASSINATURA_REGISTRADA: 'Assinatura registrada',
  ASSINATURA_RECUSADA: 'Assinatura recusada',
  DOCUMENTO_CONCLUIDO: 'Documento concluído e selado',
  DOCUMENTO_RECUSADO: 'Documento recusado',
  DOCUMENTO_CANCELADO: 'Documento cancelado',
  DOCUMENTO_EXPIRADO: 'Documento expirado',
  CERTIFICADO_REEMITIDO: 'Certificado reemitido',
  DADOS_ELIMINADOS: 'Dados pessoais eliminados a pedido do titular',
};

/** How a signer proved who they are, in words. */
export function factorsInWords(fatores: readonly FatorAutenticacao[]): string {
  const names = fatores.map((fator) => FATORES[fator]);
  if (names.length <= 1) return names[0] ?? 'Nenhum fator';
  return `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
}
