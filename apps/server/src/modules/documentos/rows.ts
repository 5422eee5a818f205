import type {
  ACCEPTED_FACTORS,
  Ambiente,
  DadosNoEnvio,
  EsquemaCertificado,
  FatorAutenticacao,
  FuncaoSignatario,
  Idioma,
  Lembrete,
  MetodoEntrega,
  ModeloEmail,
  NivelAssinatura,
  StatusDocumento,
  StatusSignatario,
  TipoCampo,
} from '@rubrica/contract';
import type { PageGeometry } from '@rubrica/pdf';
import type { Row } from '../../core/row.ts';

/** A tag of a file, with where its text begins, in fractions of the page as displayed, and the field it became. */
export interface Marca {
  /** What stands in the braces: `assinatura:locatario`, `texto?:locatario`. */
  readonly nome: string;
  readonly tipo: TipoCampo;
  readonly obrigatorio: boolean;
  readonly chave: string;
  readonly pagina: number;
  readonly x: number;
  readonly y: number;
  readonly largura: number;
  readonly altura: number;
  /** Null for one whose person is not known yet, and once the sender placed the fields. */
  readonly campoId: string | null;
}

/** The tags of a file that are, or were, fields. */
export interface Marcas {
  /** SHA-256 of the file they were read in. */
  readonly arquivo: string;
  readonly itens: readonly Marca[];
}

/** A document's row. */
export type DocumentoRow = Row<
  'documento',
  {
    id: string;
    organizacao_id: string;
    ambiente: Ambiente;
    titulo: string;
    descricao: string | null;
    status: StatusDocumento;
    nivel_assinatura: NivelAssinatura;
    fatores_exigidos: FatorAutenticacao[];
    pasta_id: string | null;
    envelope_id: string | null;
    /** Position in its envelope, from 1; assigned by the database when a document joins one. */
    envelope_posicao: number | null;
    ordenado: boolean;
    recusavel: boolean;
    parar_se_recusado: boolean;
    mensagem: string | null;
    lembrete: Lembrete | null;
    lembrete_em: Date | null;
    prazo_em: Date | null;
    expira_em: Date | null;
    modelo_email_id: string | null;
    /** The template's words as they were at sending; null where there is none, or a process of before sent it. */
    convite: Pick<ModeloEmail, 'assunto' | 'corpo'> | null;
    responder_para: string | null;
    referencia_externa: string | null;
    metadados: Record<string, string>;
    criado_por: string;
    criado_em: Date;
    atualizado_em: Date;
    enviado_em: Date | null;
    /** The organization's name at sending, as the evidence has it; null for a draft, and for what a process of before sent. */
    remetente: string | null;
    /** The brand's message at sending, empty if there was none; null for a draft, and for what a process of before sent. */
    mensagem_padrao: string | null;
    assinado_por_todos_em: Date | null;
    finalizado_em: Date | null;
    excluido_em: Date | null;
    arquivo_id: string;
    arquivo_hash: string;
    versao: number;
    paginas: number;
    geometria: PageGeometry[];
    /** The tags of the file; null if nobody looked for them. */
    marcas: Marcas | null;
    codigo_validacao: string | null;
    hash_publico: string | null;
    arquivo_assinado_id: string | null;
    /** Schema of its evidence package, fixed at sending; meaningless for a draft. */
    esquema: EsquemaCertificado;
    /** Of the hash of the sender's own fields; null for a draft, and for what was sent before there was one. */
    campos_sal: string | null;
  }
>;

/** The columns shown in listings. */
export type DocumentoResumoRow = Omit<
  DocumentoRow,
  | 'organizacao_id'
  | 'ambiente'
  | 'envelope_posicao'
  | 'assinado_por_todos_em'
  | 'remetente'
  | 'mensagem_padrao'
  | 'convite'
  | 'excluido_em'
  | 'arquivo_id'
  | 'arquivo_hash'
  | 'versao'
  | 'geometria'
  | 'marcas'
  | 'hash_publico'
  | 'arquivo_assinado_id'
  | 'esquema'
  | 'campos_sal'
> & {
  /** If deleted documents are listed. */
  excluido_em?: Date | null;
};

export type SignatarioRow = Row<
  'signatario',
  {
    id: string;
    documento_id: string;
    posicao: number;
    funcao: FuncaoSignatario;
    nome: string | null;
    email: string | null;
    telefone: string | null;
    cpf: string | null;
    data_nascimento: string | null;
    metodo_entrega: MetodoEntrega;
    fatores_exigidos: FatorAutenticacao[] | null;
    ordem: number | null;
    travar_dados: boolean;
    /** Whether the sender says that the person signs before them, on a device that is handed over (ADR 0088). */
    presencial: boolean;
    /** Whether the person may pass the signature on to another. */
    delegavel: boolean;
    /** Who passed it on to whoever is in the place now, and when, in RFC 3339. */
    delegado_de: { nome: string | null; email: string | null; em: string } | null;
    cliente_id: string | null;
    /** What the tags of the file call the person. */
    chave: string | null;
    /** Where the person is sent back to at the end. */
    url_retorno: string | null;
    referencia_externa: string | null;
    metadados: Record<string, string>;
    status: StatusSignatario;
    convidado_em: Date | null;
    enviado_em: Date | null;
    visualizado_em: Date | null;
    autenticado_em: Date | null;
    assinado_em: Date | null;
    recusado_em: Date | null;
    motivo_recusa: string | null;
    paginas_lidas: number;
    leitura_segundos: number;
    leitura_concluida_em: Date | null;
    aceito_em: Date | null;
    aceite: { textoAceiteId: string; versao: string; textoHash: string } | null;
    transacao_id: string | null;
    evidencia: Evidence | null;
    assinatura: SignatureForm | null;
    rubrica: SignatureForm | null;
    /**
     * The input of the hash in DOCUMENTO_ENVIADO, and its salt; null in drafts and in documents of the first schema.
     */
    envio_dados: DadosNoEnvio | null;
    envio_sal: string | null;
    /** Salt of the hash of the signed values. */
    valores_sal: string | null;
    /** When the sender corrected it after sending, as far back as the limit looks. */
    correcoes: readonly Date[];
    /** Of the messages to the person, as they chose it; null is Portuguese. */
    idioma: Idioma | null;
  }
>;

/** Technical data frozen at signing. */
export interface Evidence {
  ip: string;
  porta: number | null;
  origemEndereco: string;
  agenteUsuario: string | null;
  geolocalizacao: import('../../core/ports.ts').Geolocation | null;
}

/** How a signature was made; the picture of a drawn or uploaded one is stored separately. */
export interface SignatureForm {
  tipo: 'DESENHADA' | 'DIGITADA' | 'IMAGEM';
  texto?: string;
  /** The handwriting, if it is the name of one. */
  fonte?: string;
}

export type CampoRow = Row<
  'campo',
  {
    id: string;
    documento_id: string;
    signatario_id: string | null;
    posicao: number;
    tipo: TipoCampo;
    pagina: number;
    x: number;
    y: number;
    largura: number;
    altura: number;
    z: number;
    rotulo: string | null;
    obrigatorio: boolean;
    valor_padrao: string | null;
  }
>;

/** A factor that can be required today. */
export type LiveFactor = (typeof ACCEPTED_FACTORS)[number];

/**
 * The value each factor is proven for, as stored with the fulfilment and shown in the trail and the certificate (ADR
 * 0033).
 */
export interface Proofs {
  /** In lower case: an e-mail address identifies the same person whatever its case. */
  readonly EMAIL: { readonly email: string };
  /** E.164. */
  readonly SMS_OTP: { readonly telefone: string };
  /** `email` is null for an authenticator that belongs to one signer of one document. */
  readonly TOTP: { readonly autenticadorId: string; readonly email: string | null };
  /** Eleven digits and `yyyy-mm-dd`. */
  readonly DADOS_PESSOAIS: { readonly cpf: string; readonly dataNascimento: string };
}
export type Proof = Proofs[LiveFactor];

export type FatorRow = Row<
  'fator_signatario',
  {
    signatario_id: string;
    fator: FatorAutenticacao;
    cumprido_em: Date | null;
    /** How it was fulfilled: see the factors of signing. */
    meio: string | null;
    /** The value it was proven with; null if it was fulfilled before values were stored and is no longer known. */
    provado_para: Proof | null;
    /** The link in whose session it was fulfilled, if known. */
    link_id: string | null;
  }
>;

/** A document with everything that belongs to it: the aggregate that all rules check. */
export interface Aggregate {
  documento: DocumentoRow;
  signatarios: SignatarioRow[];
  campos: CampoRow[];
}
