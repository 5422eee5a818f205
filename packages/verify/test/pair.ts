import { createHash, randomUUID } from 'node:crypto';
import type { ConteudoCertificado, EventoAuditoria, RegistroCertificado } from '@rubrica/contract';
import {
  type CertificateView,
  createSelfSignedSeal,
  describeSealKey,
  loadSealKey,
  renderCertificate,
  type SealKey,
  sealPdf,
  stampPdf,
  type TimestampClient,
  ValidationSource,
} from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';

/**
 * A signed file and its certificate, made with the PDF engine as the service makes them. The hashes and the chain are
 * computed here once more, with Node's own functions, so that the code under test does not judge itself.
 */

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}

/** A PDF of one empty page. */
export function onePage(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
  ];
  let file = '%PDF-1.7\n';
  const rows = objects.map((object, i) => {
    const row = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const xref = `xref\n0 4\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size 4/Root 1 0 R>>\n`;
  return Buffer.from(`${file}${xref}startxref\n${file.length}\n%%EOF\n`, 'latin1');
}

let own: Promise<SealKey> | undefined;
/** The institution's seal of most tests: self-signed, as a first start makes it. */
export function ownSeal(): Promise<SealKey> {
  own ??= newSeal('Selo de teste');
  return own;
}

export async function newSeal(commonName: string, year = 2026): Promise<SealKey> {
  const notBefore = new Date(Date.UTC(year, 0, 1));
  const password = 'segredo';
  const p12 = await createSelfSignedSeal({ organization: 'Instituição', commonName, notBefore, years: 3, password });
  return loadSealKey(p12, password);
}

export interface PairOptions {
  readonly original?: Uint8Array;
  readonly seal?: SealKey;
  /** The certificate's seal, where it is another. */
  readonly certificateSeal?: SealKey;
  readonly timestamp?: TimestampClient;
  /** Where the signed file's seal has its revocation data from. */
  readonly validation?: ValidationSource;
  readonly at?: Date;
  readonly versao?: number;
  /** Changes the package before its events are chained and it is hashed. */
  readonly edit?: (conteudo: ConteudoCertificado) => void;
  /** Changes the package, or the record, after everything was computed. */
  readonly forge?: (conteudo: ConteudoCertificado, registro: RegistroCertificado) => void;
}

export interface Pair {
  readonly signed: Buffer;
  readonly certificate: Buffer;
  readonly original: Uint8Array;
}

const CODE = 'SVC-7K2M-QX9A-4TBD';
const URL_OF = `https://rubrica.exemplo.br/validar/${CODE}`;

export async function makePair(options: PairOptions = {}): Promise<Pair> {
  const original = options.original ?? onePage();
  const seal = options.seal ?? (await ownSeal());
  const at = options.at ?? new Date('2026-11-21T13:00:00.250Z');
  const stamp = { marks: [], footer: { code: CODE, url: URL_OF, lines: ['Assinado.', 'Confira em:'] } };
  const stamped = await stampPdf(original, stamp, loadNodeFonts());
  const timestamps = options.timestamp && {
    ...{ authorities: [{ name: 'TSA', send: options.timestamp }], roots: [], now: () => new Date() },
    validation: options.validation ?? new ValidationSource(() => Promise.reject(new Error('nobody is to be asked'))),
  };
  const stamping = timestamps ? { timestamps } : {};
  const sealed = await sealPdf(stamped, seal, { at, reason: 'Selo', name: 'Rubrica', ...stamping });
  const conteudo = contentOf(seal, sha256(original), sha256(sealed.bytes), at, sealed.timestamp !== null);
  options.edit?.(conteudo);
  chain(conteudo);
  const registro = recordOf(conteudo, options.versao ?? 1, at);
  const view = viewOf(conteudo, registro, at);
  options.forge?.(conteudo, registro);
  const files = { 'conteudo.json': conteudo, 'certificado.json': registro };
  const attachments = Object.entries(files).map(([name, value]) => {
    return { name, description: name, bytes: Buffer.from(canonical(value)) };
  });
  const page = await renderCertificate(view, attachments, loadNodeFonts());
  const text = { at, reason: 'Certificado', name: 'Rubrica', ...stamping };
  const certificate = await sealPdf(page, options.certificateSeal ?? seal, text);
  return { signed: Buffer.from(sealed.bytes), certificate: Buffer.from(certificate.bytes), original };
}

function event(acao: EventoAuditoria['acao'], at: Date, detalhe: Record<string, unknown>): EventoAuditoria {
  return {
    id: randomUUID(),
    acao,
    tipoAtor: 'SISTEMA',
    ator: 'João “Zé” — ção',
    ocorridoEm: at.toISOString(),
    ip: '203.0.113.24',
    porta: 51_544,
    origemEndereco: 'CONEXAO',
    agenteUsuario: null,
    detalhe,
    geolocalizacao: null,
    hash: '',
  };
}

function contentOf(seal: SealKey, original: string, assinado: string, at: Date, stamped: boolean): ConteudoCertificado {
  const [signatarioId, transacaoId] = [randomUUID(), randomUUID()];
  const before = new Date(at.getTime() - 60_000);
  const { subject, issuer, serial, fingerprint, notAfter } = describeSealKey(seal);
  const done = at.toISOString();
  const signer = { signatarioId, transacaoId, nome: 'João', status: 'ASSINADO', assinadoEm: before.toISOString() };
  return {
    esquema: 'rubrica.certificado.v1',
    ambiente: 'PRODUCAO',
    organizacao: { nome: 'Acácia Ltda.', documento: '11222333000181' },
    documento: {
      id: randomUUID(),
      titulo: 'Contrato de prestação de serviços',
      nivelAssinatura: 'ELETRONICA',
      paginas: 1,
      criadoEm: before.toISOString(),
      enviadoEm: before.toISOString(),
      finalizadoEm: done,
    },
    codigoValidacao: CODE,
    hashes: { algoritmo: 'SHA-256', original, assinado },
    signatarios: [signer as ConteudoCertificado['signatarios'][number]],
    selo: {
      titular: subject,
      emissor: issuer,
      numeroSerie: serial,
      impressaoDigital: fingerprint,
      validoAte: notAfter.toISOString(),
      carimboTempo: stamped ? { autoridade: 'tempo.exemplo' } : null,
    },
    eventos: [
      event('DOCUMENTO_CRIADO', before, { hashArquivo: original, paginas: 1 }),
      event('ASSINATURA_REGISTRADA', before, { signatarioId, transacaoId, hashArquivo: original }),
      event('DOCUMENTO_CONCLUIDO', at, { hashArquivo: original, hashAssinado: assinado }),
    ],
    cadeia: {
      algoritmo: 'SHA-256',
      eloInicial: '',
      eloFinal: '',
      formulaEloInicial: 'sha256(documentoId LF sha256(primeiroArquivo))',
      formulaEvento: 'sha256(hashAnterior LF jcs(evento sem hash))',
      formulaConteudo: 'sha256(jcs(conteudo))',
      formulaCertificado: 'sha256(codigo LF versao LF hashAnterior LF hashConteudo)',
    },
  };
}

/** Chains the events of a package as the service does. */
export function chain(conteudo: ConteudoCertificado): void {
  const first = conteudo.eventos[0]?.detalhe.hashArquivo;
  let link = sha256(`${conteudo.documento.id}\n${first}`);
  conteudo.cadeia.eloInicial = link;
  for (const entry of conteudo.eventos) {
    const { hash: _, ...body } = entry;
    link = sha256(`${link}\n${canonical(body)}`);
    entry.hash = link;
  }
  conteudo.cadeia.eloFinal = link;
}

export function recordOf(conteudo: ConteudoCertificado, versao: number, at: Date): RegistroCertificado {
  const codigo = 'SVC-CERT-7K2MQX9A4T';
  const hashConteudo = sha256(canonical(conteudo));
  const hashAnterior = versao === 1 ? null : sha256('versão anterior');
  const hash = sha256([codigo, String(versao), hashAnterior ?? '', hashConteudo].join('\n'));
  return { codigo, versao, hashConteudo, hashAnterior, hash, emitidoEm: at.toISOString() };
}

function viewOf(conteudo: ConteudoCertificado, registro: RegistroCertificado, at: Date): CertificateView {
  const { documento, hashes, eventos, cadeia } = conteudo;
  return {
    code: CODE,
    url: URL_OF,
    issuer: 'Rubrica',
    issuedAt: at.toISOString(),
    issuedOn: at,
    document: { name: documento.titulo, id: documento.id, pages: 1, sentBy: 'Acácia', completedAt: at.toISOString() },
    level: { name: 'Assinatura eletrônica', explanation: '—' },
    hashes: { original: hashes.original, signed: hashes.assinado },
    signers: [],
    events: eventos.map(({ hash }) => ({ at: at.toISOString(), what: 'Evento', hash })),
    chain: { first: cadeia.eloInicial, explanation: [] },
    record: { content: registro.hashConteudo, hash: registro.hash },
    legal: [],
  };
}
