import type {
  AcaoAuditoria,
  FatorAutenticacao,
  FuncaoSignatario,
  NivelAssinatura,
  StatusSignatario,
  TipoCampo,
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

/**
 * `21/11/2026 10:03:22 (UTC−03:00)`, in tables `21/11/2026 10:03:22 −03:00`: Brasília's time with its offset, so that no
 * reader has to guess the zone.
 */
export function moment(value: Date | string, form: 'long' | 'short' = 'long'): string {
  const parts = Object.fromEntries(MOMENT.formatToParts(new Date(value)).map(({ type, value }) => [type, value]));
  const offset = (parts.timeZoneName ?? 'GMT').replace('GMT', 'UTC').replace('-', '−');
  const time = `${parts.day}/${parts.month}/${parts.year} ${parts.hour}:${parts.minute}:${parts.second}`;
  return form === 'long' ? `${time} (${offset})` : `${time} ${offset.replace('UTC', '') || '+00:00'}`;
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

/** The law a level stands on, and what it does not give: nobody may read more into the sheet than there is. */
export const LEGAL: readonly string[] = [
  'Medida Provisória nº 2.200-2/2001, art. 10, § 2º: admite outros meios de comprovação da autoria e da integridade de documentos eletrônicos, inclusive os que utilizem certificados não emitidos pela ICP-Brasil, desde que admitidos pelas partes como válidos ou aceitos pela pessoa a quem for oposto o documento. A presunção do § 1º do mesmo artigo é própria dos certificados ICP-Brasil e não se estende a esta assinatura.',
  'Lei nº 14.063/2020, art. 4º: distingue assinatura eletrônica simples, avançada e qualificada, conforme a confiança sobre a identidade de quem assina. Este certificado não classifica o ato como assinatura avançada nem qualificada (a qualificada exige certificado ICP-Brasil de quem assina): mostra como cada pessoa foi reconhecida e reúne as provas colhidas de cada ato, que se avaliam em conjunto.',
  'O selo aplicado aos arquivos é da instituição que opera o serviço e serve para revelar qualquer alteração posterior; não substitui a assinatura das partes nem é assinatura ICP-Brasil de nenhuma delas.',
];

/**
 * Laws and a judgment that courts use where a document signed like this one is before them; references, not claims. What
 * each says was read in public copies of the texts.
 */
export const REFERENCES: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'Medida Provisória nº 2.200-2/2001, art. 10, § 2º',
    text: 'Outro meio de comprovar autoria e integridade, que não o certificado ICP-Brasil, quando as partes o admitem ou quando o aceita a pessoa a quem se opõe o documento.',
  },
  {
    name: 'Lei nº 14.063/2020, art. 4º',
    text: 'Classes de assinatura eletrônica: simples, avançada e qualificada.',
  },
  {
    name: 'Código de Processo Civil, art. 411',
    text: 'Quando se considera autêntico um documento; no inciso II, quando outro meio legal de certificação, inclusive eletrônico, identifica a autoria.',
  },
  {
    name: 'Código de Processo Civil, art. 422',
    text: 'Reproduções mecânicas e eletrônicas como prova, e o que se exige se a conformidade for impugnada.',
  },
  {
    name: 'Código de Processo Civil, art. 429',
    text: 'De quem é o ônus da prova: da falsidade, de quem a argui; da autenticidade impugnada, de quem produziu o documento.',
  },
  {
    name: 'Código de Processo Civil, art. 784, § 4º (Lei nº 14.620/2023)',
    text: 'Títulos executivos constituídos ou atestados por meio eletrônico: modalidades de assinatura admitidas e dispensa de testemunhas.',
  },
  {
    name: 'Lei nº 12.965/2014 (Marco Civil da Internet), arts. 10, 15 e 22',
    text: 'Guarda e sigilo dos registros de acesso a aplicações, e como pedi-los em juízo: o endereço IP, a porta e a hora de cada ato estão neste certificado.',
  },
  {
    name: 'Superior Tribunal de Justiça, REsp 2.159.442/PR, Terceira Turma, rel. Min. Nancy Andrighi',
    text: 'Cédula de crédito assinada em plataforma não credenciada na ICP-Brasil: a falta do credenciamento, por si só, não tira a validade da assinatura.',
  },
];

/** What a field takes, as its name where it has none of its own. */
export const CAMPOS: Readonly<Record<TipoCampo, string>> = {
  ASSINATURA: 'Assinatura',
  RUBRICA: 'Rubrica',
  NOME: 'Nome',
  DATA: 'Data',
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'E-mail',
  TEXTO: 'Texto',
  CHECKBOX: 'Caixa de marcação',
  IMAGEM: 'Imagem',
};

const CANAIS: Readonly<Record<string, string>> = { EMAIL: 'e-mail', SMS: 'SMS', LINK: 'link', WHATSAPP: 'WhatsApp' };

export const MEIOS: Readonly<Record<string, string>> = {
  LINK_POR_EMAIL: 'abertura do link recebido por e-mail',
  CODIGO: 'código de uso único',
  AUTENTICADOR: 'código do aplicativo autenticador',
  DADOS: 'resposta aos dados pessoais',
};

/** A detail of an event in words; what is no code of ours stays as it is. */
export function detailInWords(key: string, value: string): string {
  if (key === 'fator') return (FATORES as Readonly<Record<string, string>>)[value] ?? value;
  if (key === 'canal') return CANAIS[value] ?? value;
  if (key === 'meio') return MEIOS[value] ?? value;
  return value;
}

/** What people call the holder of a certificate: the CN of its distinguished name, or all of it where there is none. */
export function commonName(distinguishedName: string): string {
  return /(?:^|,\s*)CN=((?:\\.|[^,\\])+)/.exec(distinguishedName)?.[1]?.replace(/\\(.)/g, '$1') ?? distinguishedName;
}

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

/** Leaves out what is undefined, so that an absent value leaves its line out of the page. */
export function present<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
