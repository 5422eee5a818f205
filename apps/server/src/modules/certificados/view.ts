import type {
  ConteudoCertificado,
  ConteudoCertificadoV2,
  EventoAuditoria,
  RegistroCertificado,
} from '@rubrica/contract';
import { taxIdInWords } from '@rubrica/contract/brazil';
import type { CertificateEvent, CertificateView } from '@rubrica/pdf';
import { hasMovedTime } from '../auditoria/index.ts';
import { senderFieldsOf, signerView } from './signer-words.ts';
import { ACTION_WORDS, commonName, detailInWords, LEGAL, LEVEL_WORDS, moment, present, REFERENCES } from './words.ts';

/** Drawn across the pages of everything made in the sandbox. */
export const SANDBOX_WATERMARK = 'SEM VALIDADE JURÍDICA — AMBIENTE DE TESTE';

/** Details worth a reader's time, in order; the JSON contains all of them. */
const DETAILS: Readonly<Record<string, string>> = {
  fator: 'fator',
  canal: 'canal',
  destino: 'destino',
  meio: 'meio',
  incorporadaEm: 'dentro de uma página de',
  presencial: 'presencial, segundo quem enviou',
  motivo: 'motivo',
  transacaoId: 'transação',
  hashArquivo: 'SHA-256 do arquivo',
  hashAssinado: 'SHA-256 assinado',
  hashTextoAceite: 'SHA-256 do texto aceito',
  hashValores: 'hash dos valores',
  hashCamposDoRemetente: 'hash do que o remetente escreveu',
  codigoValidacao: 'código',
  horaReal: 'hora real',
};

function eventView(event: EventoAuditoria): CertificateEvent {
  const detail = Object.entries(DETAILS).flatMap(([key, label]) => {
    const value = event.detalhe[key];
    if (key === 'presencial') return value === true ? [label] : [];
    return typeof value === 'string' ? [`${label}: ${detailInWords(key, value)}`] : [];
  });
  const address = event.ip && `IP ${event.ip}${event.porta ? `, porta ${event.porta}` : ''}`;
  return present<CertificateEvent>({
    at: moment(event.ocorridoEm, 'short'),
    what: ACTION_WORDS[event.acao],
    who: event.ator || undefined,
    detail: [address, detail.join('; ')].filter(Boolean).join('\n') || undefined,
    hash: event.hash,
  });
}

/** The kind of seal on the signed file, and what that kind is not good for. */
function sealText(selo: ConteudoCertificado['selo']): string | undefined {
  if (!selo?.nivel) return undefined;
  const stamp = selo.carimboTempo ? `com carimbo do tempo de ${selo.carimboTempo.autoridade}` : 'sem carimbo do tempo';
  if (selo.nivel === 'PADES_B_LT') return `PAdES B-LT, ${stamp} e com os dados de revogação dos certificados digitais`;
  if (selo.nivel === 'PADES_B_LTA') {
    return `PAdES B-LTA, ${stamp}, com os dados para validar os certificados digitais que se puderam obter, e fechado por um carimbo sobre o arquivo todo`;
  }
  const level = selo.nivel === 'PADES_B_T' ? 'PAdES B-T' : 'PAdES B-B';
  const missing =
    selo.titular === selo.emissor
      ? 'o certificado digital é autoassinado e não tem dados de revogação'
      : 'sem os dados de revogação do certificado digital';
  return `${level}, ${stamp}; ${missing}`;
}

const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });

function sealFacts(selo: ConteudoCertificado['selo']): CertificateView['sealFacts'] {
  if (!selo) return undefined;
  const until = `até ${day.format(new Date(selo.validoAte))}`;
  return {
    fingerprint: selo.impressaoDigital,
    issuer: selo.titular === selo.emissor ? 'o próprio titular (certificado autoassinado)' : selo.emissor,
    validity: 'validoDe' in selo ? `de ${day.format(new Date(selo.validoDe))} ${until}` : until,
  };
}

/** What only the second schema has. */
function secondForm(conteudo: ConteudoCertificadoV2): Partial<CertificateView> {
  const { operador, textosAceite, conteudoAtivo } = conteudo;
  return present<Partial<CertificateView>>({
    operator:
      operador.nome === null
        ? undefined
        : { name: operador.nome, ...(operador.documento ? { document: taxIdInWords(operador.documento) } : {}) },
    activeContent:
      conteudoAtivo.length > 0
        ? conteudoAtivo.map(({ descricao, paginas }) =>
            paginas.length > 0 ? `${descricao} (${pagesInWords(paginas)})` : descricao,
          )
        : undefined,
    senderFields: senderFieldsOf(conteudo),
    acceptanceTexts: textosAceite.map(({ versao, textoHash, texto }) => ({
      version: versao,
      hash: textoHash,
      text: texto,
    })),
  });
}

const pagesInWords = (pages: readonly number[]) => `${pages.length === 1 ? 'página' : 'páginas'} ${pages.join(', ')}`;

const CLOCK =
  'A hora de cada evento é a do relógio do serviço, no horário de Brasília com a diferença para o UTC. Só um carimbo do tempo, onde há, é hora de terceiro.';

const MOVED_CLOCK =
  'A hora de cada evento é a do relógio do ambiente de teste, que a organização adiantou: não é quando ele aconteceu. A hora real está ao lado, nos eventos em que as duas diferem, e é a que o selo traz.';

const MOVED_NOTE =
  'Este documento passou por um relógio de teste adiantado. As horas são as desse relógio, e as reais estão nos eventos.';

const BINDINGS =
  'O evento do envio traz, de cada pessoa, o SHA-256 dos seus dados como eram então; o da assinatura, o do texto aceito e o dos valores preenchidos. Cada um é o SHA-256 de um número ao acaso (sal), uma quebra de linha e o JSON canônico do que se registrou; sal e dados estão em conteudo.json.';

const FIELDS =
  'Com os dados de cada pessoa estão os campos que se pediu que preenchesse, com rótulo e lugar; o que o remetente escreveu no documento tem o seu próprio SHA-256 no evento do envio, feito do mesmo modo.';

type OpenLog = NonNullable<ConteudoCertificado['registroAberto']>;

/** What the open log has of the document, and how to ask it. */
function openLogWords({ registroAberto }: ConteudoCertificado): string[] {
  if (!registroAberto) return [];
  const { origem, recibos, ultimoDia } = registroAberto;
  const receipts =
    recibos.length > 0 ? 'que também traz os recibos desses atos' : 'sem recibos, pois os atos são de antes';
  return [
    [
      `Cada assinatura e recusa, a conclusão e este certificado foram ao registro aberto ${origem}, uma lista pública que só cresce.`,
      `Nada do documento se lê nela sem o número ao acaso (nonce) de conteudo.json, ${receipts}.`,
      'Quem guarda um recibo ou uma prova confere que nada mudou desde então.',
      ...(ultimoDia ? [lastDayInWords(ultimoDia)] : []),
    ].join(' '),
  ];
}

const lastDayInWords = ({ dia, tamanho, raiz }: NonNullable<OpenLog['ultimoDia']>): string =>
  `Em ${dia.split('-').reverse().join('/')} (UTC) a lista tinha ${tamanho.toLocaleString('pt-BR')} folhas e a raiz ${raiz}.`;

/** The evidence package as pages for people. Everything on them is in the attachments too. */
export function certificateView(
  conteudo: ConteudoCertificado,
  certificate: { registro: RegistroCertificado; url: string; notes: readonly string[] },
): CertificateView {
  const { codigo, versao, emitidoEm, hash, hashAnterior, hashConteudo } = certificate.registro;
  const { documento } = conteudo;
  const level = LEVEL_WORDS[documento.nivelAssinatura];
  const sandbox = conteudo.ambiente === 'TESTE';
  const moved = hasMovedTime(conteudo.eventos);
  const notes = [...certificate.notes, ...(moved ? [MOVED_NOTE] : [])];
  const second = conteudo.esquema === 'rubrica.certificado.v2' ? conteudo : null;
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
    sentByDocument: conteudo.organizacao.documento ? taxIdInWords(conteudo.organizacao.documento) : undefined,
    level: { name: level.nome, explanation: level.explanation },
    hashes: { original: conteudo.hashes.original, signed: conteudo.hashes.assinado },
    seal: sealText(conteudo.selo),
    sealFacts: sealFacts(conteudo.selo),
    signers: conteudo.signatarios.map((row) => signerView(row, conteudo)),
    events: conteudo.eventos.map(eventView),
    chain: {
      first: conteudo.cadeia.eloInicial,
      explanation: [
        moved ? MOVED_CLOCK : CLOCK,
        'Cada evento leva o hash do anterior: mudar, tirar ou incluir um deles quebra todos os seguintes. O elo inicial é o SHA-256 do identificador do documento, uma quebra de linha (LF) e o SHA-256 do arquivo enviado primeiro.',
        'O hash de um evento é o SHA-256 do hash anterior, uma quebra de linha e o JSON canônico (RFC 8785) do evento sem o próprio hash. O arquivo conteudo.json, anexo a este PDF, traz todos os eventos e permite refazer a conta sem depender do serviço.',
        'O hash do conteúdo é o SHA-256 do arquivo conteudo.json. O hash do certificado é o SHA-256 do código, da versão, do hash da versão anterior (vazio na primeira) e do hash do conteúdo, cada um em uma linha; o anexo certificado.json traz os quatro. O programa rubrica verify e a página verificar.html fazem todas essas contas sem rede.',
        ...(second ? [BINDINGS] : []),
        ...(second?.camposDoRemetente ? [FIELDS] : []),
        ...openLogWords(conteudo),
      ],
    },
    record: present<CertificateView['record']>({
      content: hashConteudo,
      previous: hashAnterior ?? undefined,
      hash,
    }),
    legal: [...LEGAL],
    references: [...REFERENCES],
    notes: notes.length > 0 ? notes : undefined,
    watermark: sandbox ? SANDBOX_WATERMARK : undefined,
    ...(second ? secondForm(second) : {}),
  });
}
