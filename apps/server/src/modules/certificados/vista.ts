import type { ConteudoCertificado, EventoAuditoria, EvidenciaSignatario, RegistroCertificado } from '@rubrica/contract';
import type { CertificateEvent, CertificateSigner, CertificateView } from '@rubrica/pdf';
import {
  ACOES,
  commonName,
  detailInWords,
  FATORES,
  FUNCOES,
  LEGAL,
  moment,
  NIVEIS,
  REFERENCIAS,
  SITUACOES,
  taxIdInWords,
} from './palavras.ts';

/** Drawn across the pages of everything the sandbox makes. */
export const SANDBOX_WATERMARK = 'SEM VALIDADE JURÍDICA — AMBIENTE DE TESTE';

const at = (value: string | null): string | undefined => (value === null ? undefined : moment(value));

/** Leaves out what is undefined, so that an absent value leaves its line out of the page. */
function present<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

const IP_SOURCES = {
  CONEXAO: 'endereço da própria conexão',
  PROXY_CONFIAVEL: 'informado pelo proxy de confiança do serviço',
} as const;

function signerView(row: EvidenciaSignatario): CertificateSigner {
  const { contato, geolocalizacao: place } = row;
  const way = {
    EMAIL: 'link por e-mail',
    SMS: 'link por SMS',
    LINK: 'link entregue pelo remetente',
    WHATSAPP: 'link por WhatsApp',
  };
  const address = contato.metodoEntrega === 'SMS' ? contato.telefone : contato.email;
  return present<CertificateSigner>({
    name: row.nome ?? contato.email ?? contato.telefone ?? 'Signatário',
    role: FUNCOES[row.funcao],
    contact: `${address ? `${address} — ` : ''}${way[contato.metodoEntrega]}`,
    document: row.cpf ? taxIdInWords(row.cpf) : undefined,
    transactionId: row.transacaoId ?? undefined,
    status: SITUACOES[row.status],
    refusal: row.motivoRecusa ?? undefined,
    factors: row.fatoresExigidos.map((fator) =>
      present<CertificateSigner['factors'][number]>({
        name: FATORES[fator],
        fulfilledAt: at(row.fatoresCumpridos.find((done) => done.fator === fator)?.cumpridoEm ?? null),
      }),
    ),
    steps: present<CertificateSigner['steps']>({
      sentAt: at(row.enviadoEm),
      viewedAt: at(row.visualizadoEm),
      authenticatedAt: undefined,
      readAt: at(row.leituraConcluidaEm),
      acceptedAt: at(row.aceiteEm),
      signedAt: at(row.assinadoEm),
      refusedAt: at(row.recusadoEm),
    }),
    ip: row.ip ?? undefined,
    port: row.porta ?? undefined,
    ipSource: row.origemEndereco ? IP_SOURCES[row.origemEndereco] : undefined,
    userAgent: row.agenteUsuario ?? undefined,
    location: place ? [place.cidade, place.estado, place.pais].filter(Boolean).join(', ') || undefined : undefined,
    locationPrecision: place ? `estimada pelo IP, com precisão de ${place.precisao.toLowerCase()}` : undefined,
    acceptance: row.textoAceite ? `versão ${row.textoAceite.versao}, SHA-256 ${row.textoAceite.textoHash}` : undefined,
  });
}

/** Details worth a reader's time, in the order they are told; the JSON holds them all. */
const DETAILS: Readonly<Record<string, string>> = {
  fator: 'fator',
  canal: 'canal',
  destino: 'destino',
  meio: 'meio',
  motivo: 'motivo',
  transacaoId: 'transação',
  hashArquivo: 'SHA-256 do arquivo',
  hashAssinado: 'SHA-256 assinado',
  codigoValidacao: 'código',
};

function eventView(event: EventoAuditoria): CertificateEvent {
  const detail = Object.entries(DETAILS).flatMap(([key, label]) => {
    const value = event.detalhe[key];
    return typeof value === 'string' ? [`${label}: ${detailInWords(key, value)}`] : [];
  });
  const address = event.ip && `IP ${event.ip}${event.porta ? `, porta ${event.porta}` : ''}`;
  return present<CertificateEvent>({
    at: moment(event.ocorridoEm, 'short'),
    what: ACOES[event.acao],
    who: event.ator || undefined,
    detail: [address, detail.join('; ')].filter(Boolean).join('\n') || undefined,
    hash: event.hash,
  });
}

/** What kind of seal the signed file bears, and for what its kind does not serve. */
function sealText(selo: ConteudoCertificado['selo']): string | undefined {
  if (!selo?.nivel) return undefined;
  const stamp = selo.carimboTempo ? `com carimbo do tempo de ${selo.carimboTempo.autoridade}` : 'sem carimbo do tempo';
  if (selo.nivel === 'PADES_B_LT') return `PAdES B-LT, ${stamp} e com os dados de revogação dos certificados digitais`;
  const level = selo.nivel === 'PADES_B_T' ? 'PAdES B-T' : 'PAdES B-B';
  const missing =
    selo.titular === selo.emissor
      ? 'o certificado digital é autoassinado e não tem dados de revogação'
      : 'sem os dados de revogação do certificado digital';
  return `${level}, ${stamp}; ${missing}`;
}

/** The seal's digital certificate, by which a stranger can tell it from any other. */
function sealFacts(selo: ConteudoCertificado['selo']): CertificateView['sealFacts'] {
  if (!selo) return undefined;
  const issuer = selo.titular === selo.emissor ? 'o próprio titular (certificado autoassinado)' : selo.emissor;
  return { fingerprint: selo.impressaoDigital, issuer, validity: `até ${moment(selo.validoAte)}` };
}

/** The evidence package as a page for people. Everything on it is in the attachments too. */
export function certificateView(
  conteudo: ConteudoCertificado,
  certificate: { registro: RegistroCertificado; url: string; notes: readonly string[] },
): CertificateView {
  const { codigo, versao, emitidoEm, hash, hashAnterior, hashConteudo } = certificate.registro;
  const { documento } = conteudo;
  const level = NIVEIS[documento.nivelAssinatura];
  const sandbox = conteudo.ambiente === 'TESTE';
  return present<CertificateView>({
    code: conteudo.codigoValidacao,
    url: certificate.url,
    issuer: conteudo.selo ? commonName(conteudo.selo.titular) : 'Rubrica',
    issuedAt: `${moment(emitidoEm)}\nCertificado ${codigo}, versão ${versao}`,
    issuedOn: new Date(emitidoEm),
    document: {
      name: documento.titulo,
      id: documento.id,
      pages: documento.paginas,
      sentBy: conteudo.organizacao.nome,
      createdAt: moment(documento.criadoEm),
      sentAt: moment(documento.enviadoEm),
      completedAt: moment(documento.finalizadoEm),
    },
    level: { name: level.nome, explanation: level.explicacao },
    sentByDocument: conteudo.organizacao.documento ? taxIdInWords(conteudo.organizacao.documento) : undefined,
    sealFacts: sealFacts(conteudo.selo),
    hashes: { original: conteudo.hashes.original, signed: conteudo.hashes.assinado },
    seal: sealText(conteudo.selo),
    signers: conteudo.signatarios.map(signerView),
    events: conteudo.eventos.map(eventView),
    chain: {
      first: conteudo.cadeia.eloInicial,
      explanation: [
        'Cada evento leva o hash do anterior: mudar, tirar ou incluir um deles quebra todos os seguintes. O elo inicial é o SHA-256 do identificador do documento, uma quebra de linha (LF) e o SHA-256 do arquivo enviado primeiro.',
        'O hash de um evento é o SHA-256 do hash anterior, uma quebra de linha e o JSON canônico (RFC 8785) do evento sem o próprio hash. O arquivo conteudo.json, anexo a este PDF, traz todos os eventos e permite refazer a conta sem depender do serviço.',
        'O hash do conteúdo é o SHA-256 do arquivo conteudo.json. O hash do certificado é o SHA-256 do código, da versão, do hash da versão anterior (vazio na primeira) e do hash do conteúdo, cada um em uma linha; o anexo certificado.json traz os quatro. O programa rubrica verify e a página verificar.html fazem todas essas contas sem rede.',
      ],
    },
    record: present<CertificateView['record']>({
      content: hashConteudo,
      previous: hashAnterior ?? undefined,
      hash,
    }),
    legal: [...LEGAL],
    references: [...REFERENCIAS],
    notes: certificate.notes.length > 0 ? [...certificate.notes] : undefined,
    watermark: sandbox ? SANDBOX_WATERMARK : undefined,
  });
}
