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
 * `21/11/2026 10:03:22 (UTC−03:00)`, in tables `21/11/2026 10:03:22 −03:00`: Brasília time with its offset, so that no
 * reader has to guess the time zone.
 */
export function moment(value: Date | string, form: 'long' | 'short' = 'long'): string {
  const parts = Object.fromEntries(MOMENT.formatToParts(new Date(value)).map(({ type, value }) => [type, value]));
  const offset = (parts.timeZoneName ?? 'GMT').replace('GMT', 'UTC').replace('-', '−');
  const time = `${parts.day}/${parts.month}/${parts.year} ${parts.hour}:${parts.minute}:${parts.second}`;
  return form === 'long' ? `${time} (${offset})` : `${time} ${offset.replace('UTC', '') || '+00:00'}`;
}

export const FACTOR_WORDS: Readonly<Record<FatorAutenticacao, string>> = {
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

export const ROLE_WORDS: Readonly<Record<FuncaoSignatario, string>> = {
  ASSINAR: 'Parte (assina)',
  APROVAR: 'Aprovador',
  RECONHECER: 'Reconhece',
  TESTEMUNHAR: 'Testemunha',
  ACUSAR_RECEBIMENTO: 'Acusa o recebimento',
  ENDOSSAR: 'Endossante',
};

export const STATUS_WORDS: Readonly<Record<StatusSignatario, string>> = {
  PENDENTE: 'Pendente',
  ENVIADO: 'Convidado',
  VISUALIZADO: 'Visualizou',
  ASSINADO: 'Assinou',
  RECUSADO: 'Recusou',
  CANCELADO: 'Cancelado',
  FALHA_ENTREGA: 'Convite não entregue',
};

export const LEVEL_WORDS: Readonly<Record<NivelAssinatura, { nome: string; explanation: string }>> = {
  ELETRONICA: {
    nome: 'Assinatura eletrônica',
    explanation:
      'Cada pessoa recebeu um link pessoal e cumpriu os fatores de autenticação indicados abaixo. Não é assinatura com certificado ICP-Brasil do signatário.',
  },
  SEGURA: {
    nome: 'Assinatura eletrônica segura',
    explanation:
      'Além do link pessoal, cada pessoa confirmou a identidade com ao menos um código de uso único (SMS ou aplicativo autenticador). Não é assinatura com certificado ICP-Brasil do signatário.',
  },
  AVANCADA: { nome: 'Assinatura avançada', explanation: 'Nível de documentos anteriores.' },
  ICP_BRASIL: { nome: 'ICP-Brasil', explanation: 'Nível de documentos anteriores.' },
};

/** What a level does not provide: nobody should read more into the certificate than it says. */
export const LEGAL: readonly string[] = [
  'Este certificado não classifica o ato como assinatura avançada nem qualificada (Lei nº 14.063/2020, art. 4º; a qualificada exige certificado ICP-Brasil de quem assina): mostra como cada pessoa foi reconhecida e reúne as provas colhidas de cada ato, que se avaliam em conjunto. A presunção do art. 10, § 1º, da Medida Provisória nº 2.200-2/2001 é própria dos certificados ICP-Brasil e não se estende a esta assinatura.',
  'O selo aplicado aos arquivos é da instituição que opera o serviço e serve para revelar qualquer alteração posterior; não substitui a assinatura das partes nem é assinatura ICP-Brasil de nenhuma delas.',
];

/**
 * Laws and judgments used by Brazilian courts, in our own words: references, not claims. Each was found in a public
 * source before it was printed; docs/legal-references.md says where, and what is not printed because it was not found.
 */
export const REFERENCES: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'Medida Provisória nº 2.200-2/2001, art. 10, § 2º',
    text: 'Admite outros meios de comprovar a autoria e a integridade de documentos eletrônicos, inclusive com certificados não emitidos pela ICP-Brasil, desde que as partes os admitam como válidos ou que os aceite a pessoa a quem o documento for oposto.',
  },
  {
    name: 'Lei nº 14.063/2020, art. 4º',
    text: 'No capítulo sobre interações com entes públicos, classifica as assinaturas eletrônicas em simples, avançada e qualificada. A avançada usa certificado não emitido pela ICP-Brasil ou outro meio de comprovação que as partes admitam; a qualificada usa certificado ICP-Brasil.',
  },
  {
    name: 'Código de Processo Civil (Lei nº 13.105/2015), art. 411',
    text: 'Considera autêntico o documento, entre outros casos, quando a autoria estiver identificada por outro meio legal de certificação, inclusive eletrônico, ou quando não o impugnar a parte contra quem foi produzido.',
  },
  {
    name: 'Código de Processo Civil, art. 422',
    text: 'Trata da prova por reproduções: fazem prova se não for impugnada a sua conformidade com o original; impugnadas as fotografias digitais, pede-se a autenticação eletrônica ou, se ela não for possível, perícia. Aplica-se à forma impressa de mensagem eletrônica.',
  },
  {
    name: 'Código de Processo Civil, art. 429',
    text: 'Distribui o ônus da prova: da falsidade ou do preenchimento abusivo, à parte que os argui; da autenticidade impugnada, à parte que produziu o documento.',
  },
  {
    name: 'Código de Processo Civil, art. 784, § 4º (Lei nº 14.620/2023)',
    text: 'Nos títulos executivos constituídos ou atestados por meio eletrônico, admite qualquer modalidade de assinatura eletrônica prevista em lei e dispensa a assinatura de testemunhas quando a integridade for conferida por provedor de assinatura.',
  },
  {
    name: 'Marco Civil da Internet (Lei nº 12.965/2014), arts. 10, 15 e 22',
    text: 'Tratam da guarda e do fornecimento de registros de acesso: com respeito à intimidade e, em regra, mediante ordem judicial (art. 10); sob sigilo, por seis meses, pelo provedor de aplicações que a lei indica (art. 15); e por pedido da parte ao juiz, para formar prova, com indícios do ilícito, justificativa e período (art. 22).',
  },
  {
    name: 'STJ, Terceira Turma, REsp 2.159.442/PR, Rel. Min. Nancy Andrighi, julgado em 24/9/2024',
    text: 'Por unanimidade, decidiu que a falta de credenciamento da plataforma de assinatura na ICP-Brasil não basta, por si só, para negar validade às assinaturas feitas nela, e que cabe a quem se opõe ao documento contestá-las.',
  },
  {
    name: 'STJ, Terceira Turma, REsp 1.777.769/SP, Rel. Min. Nancy Andrighi, julgado em 5/11/2019',
    text: 'Decidiu que provedores de conexão e de aplicação devem guardar e apresentar a porta lógica de origem associada ao endereço IP.',
  },
];

const CHANNEL_WORDS: Readonly<Record<string, string>> = {
  EMAIL: 'e-mail',
  SMS: 'SMS',
  LINK: 'link',
  WHATSAPP: 'WhatsApp',
};

export const MEANS_WORDS: Readonly<Record<string, string>> = {
  LINK_POR_EMAIL: 'abertura do link recebido por e-mail',
  CODIGO: 'código de uso único',
  AUTENTICADOR: 'código do aplicativo autenticador',
  DADOS: 'resposta aos dados pessoais',
};

/** A detail of an event in words; anything that is not one of our codes stays as it is. */
export function detailInWords(key: string, value: string): string {
  if (key === 'fator') return (FACTOR_WORDS as Readonly<Record<string, string>>)[value] ?? value;
  if (key === 'canal') return CHANNEL_WORDS[value] ?? value;
  if (key === 'meio') return MEANS_WORDS[value] ?? value;
  if (key === 'horaReal') return moment(value);
  return value;
}

/** The everyday name of a certificate's holder: the CN of its distinguished name, or all of it if there is none. */
export function commonName(distinguishedName: string): string {
  return /(?:^|,\s*)CN=((?:\\.|[^,\\])+)/.exec(distinguishedName)?.[1]?.replace(/\\(.)/g, '$1') ?? distinguishedName;
}

export const ACTION_WORDS: Readonly<Record<AcaoAuditoria, string>> = {
  DOCUMENTO_CRIADO: 'Documento criado',
  DOCUMENTO_ALTERADO: 'Rascunho alterado',
  DOCUMENTO_MOVIDO: 'Documento movido de pasta',
  DOCUMENTO_EXCLUIDO: 'Documento excluído',
  DOCUMENTO_RESTAURADO: 'Documento restaurado',
  VERSAO_ENVIADA: 'Nova versão do arquivo',
  SIGNATARIO_ADICIONADO: 'Signatário adicionado',
  SIGNATARIO_CORRIGIDO: 'Signatário corrigido',
  SIGNATARIO_DELEGADO: 'Assinatura passada a outra pessoa pelo signatário',
  SIGNATARIO_REMOVIDO: 'Signatário removido',
  CAMPOS_DEFINIDOS: 'Campos definidos',
  DOCUMENTO_ENVIADO: 'Documento enviado para assinatura',
  DOCUMENTO_AJUSTADO: 'Documento ajustado depois do envio',
  CONVITE_ENVIADO: 'Convite entregue ao canal',
  CONVITE_REENVIADO: 'Convite reenviado',
  CONVITE_FALHOU: 'Convite recusado pelo destino',
  LEMBRETE_ENVIADO: 'Lembrete enviado',
  LINK_EXIBIDO: 'Link pessoal mostrado ao remetente',
  LINK_SUBSTITUIDO: 'Link pessoal substituído',
  LINK_ENCERRADO: 'Link pessoal encerrado após respostas erradas',
  DOCUMENTO_VISUALIZADO: 'Documento aberto',
  CODIGO_ENVIADO: 'Código de autenticação enviado',
  CODIGO_FALHOU: 'Código recusado pelo destino',
  FATOR_RECUSADO: 'Resposta errada a um fator',
  FATOR_BLOQUEADO: 'Fator em descanso após respostas erradas',
  FATOR_CUMPRIDO: 'Fator de autenticação cumprido',
  TOTP_CADASTRADO: 'Aplicativo autenticador cadastrado',
  TOTP_ESQUECIDO: 'Cadastro do aplicativo autenticador desfeito',
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
  const names = fatores.map((fator) => FACTOR_WORDS[fator]);
  if (names.length <= 1) return names[0] ?? 'Nenhum fator';
  return `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;
}

/** Drops undefined properties, so that an absent value leaves its line out of the page. */
export function present<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

/** The name of a field without its own, by its type. */
export const FIELD_WORDS: Readonly<Record<TipoCampo, string>> = {
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
