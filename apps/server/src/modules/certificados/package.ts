import type {
  ConteudoCertificado,
  ConteudoCertificadoV1,
  ConteudoCertificadoV2,
  EventoAuditoria,
  EvidenciaSignatario,
} from '@rubrica/contract';
import { CERTIFICATE_SCHEMAS, CURRENT_CERTIFICATE_SCHEMA } from '@rubrica/contract';
import { chainRoot } from '../../core/chain.ts';
import { latest } from '../../core/clock.ts';
import type { FinishedFile } from '../../core/pdf.ts';
import type { Scope } from '../../core/scope.ts';
import { hasMovedTime } from '../auditoria/index.ts';
import {
  type CampoRow,
  type DocumentoRow,
  type FatorRow,
  fieldsAsSent,
  fulfilments,
  requiredFactors,
  type SignatarioRow,
} from '../documentos/index.ts';
import type { PictureRow, ValueRow } from './marks.ts';
import { evidenceV2, textsOf } from './signer-evidence.ts';

/** The institution's seal as described in the evidence package. */
export interface SealIdentity {
  readonly titular: string;
  readonly emissor: string;
  readonly numeroSerie: string;
  readonly impressaoDigital: string;
  readonly validoDe: Date;
  readonly validoAte: Date;
}

/** Who runs this installation; null if not configured. */
export interface Operator {
  readonly nome: string | null;
  readonly documento: string | null;
}

/** Everything the package is made from. */
export interface PackageInput {
  readonly scope: Scope;
  readonly operador: Operator;
  /** The organization as it is now; a package of the second schema names it as it was at sending. */
  readonly organizacao: { nome: string; documento: string | null };
  readonly documento: DocumentoRow;
  /** SHA-256 of the first uploaded file, with which the chain of events begins. */
  readonly firstHash: string;
  readonly signatarios: readonly SignatarioRow[];
  readonly fatores: readonly FatorRow[];
  readonly campos: readonly CampoRow[];
  readonly valores: readonly ValueRow[];
  readonly imagens: readonly PictureRow[];
  readonly eventos: readonly EventoAuditoria[];
  readonly hashAssinado: string;
  readonly finalizadoEm: Date;
  readonly selo: SealIdentity;
  /** The time stamp of the signed file's seal, and the seal's level. */
  readonly carimbo: FinishedFile['timestamp'];
  readonly nivel: FinishedFile['level'];
  /** Active or hidden content of the upload. */
  readonly conteudoAtivo: ConteudoCertificadoV2['conteudoAtivo'];
  readonly registroAberto: NonNullable<ConteudoCertificado['registroAberto']>;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Rows that earlier versions wrote may tell of an act milliseconds before the one it follows, which no verifier accepts. */
function evidenceOf(documento: DocumentoRow, row: SignatarioRow, fatores: readonly FatorRow[]): EvidenciaSignatario {
  return {
    signatarioId: row.id,
    transacaoId: row.transacao_id,
    nome: row.nome,
    cpf: row.cpf,
    funcao: row.funcao,
    status: row.status,
    contato: { metodoEntrega: row.metodo_entrega, email: row.email, telefone: row.telefone },
    fatoresExigidos: requiredFactors(documento, row),
    fatoresCumpridos: fulfilments(row, fatores).map(({ fator, cumprido_em }) => ({
      fator,
      cumpridoEm: cumprido_em.toISOString(),
    })),
    textoAceite: row.aceite,
    enviadoEm: iso(row.enviado_em),
    visualizadoEm: iso(row.visualizado_em),
    leituraConcluidaEm: iso(row.leitura_concluida_em),
    aceiteEm: iso(row.aceito_em && latest(row.aceito_em, row.leitura_concluida_em)),
    assinadoEm: iso(row.assinado_em && latest(row.assinado_em, row.leitura_concluida_em, row.aceito_em)),
    recusadoEm: iso(row.recusado_em),
    motivoRecusa: row.motivo_recusa,
    ip: row.evidencia?.ip ?? null,
    porta: row.evidencia?.porta ?? null,
    origemEndereco: (row.evidencia?.origemEndereco as EvidenciaSignatario['origemEndereco']) ?? null,
    agenteUsuario: row.evidencia?.agenteUsuario ?? null,
    geolocalizacao: row.evidencia?.geolocalizacao ?? null,
  };
}

/**
 * The frozen evidence package: everything needed by someone who does not trust the service and has only these bytes.
 * Its schema is the one the document was sent under.
 * @throws if a document of the second schema lacks something that sending or signing should have stored
 */
export function buildPackage(input: PackageInput): ConteudoCertificado {
  return input.documento.esquema === CURRENT_CERTIFICATE_SCHEMA ? packageV2(input) : packageV1(input);
}

function packageV1(input: PackageInput): ConteudoCertificadoV1 {
  return {
    esquema: CERTIFICATE_SCHEMAS[0],
    ...common(input),
    organizacao: input.organizacao,
    documento: documentOf(input),
    signatarios: input.signatarios.map((row) => evidenceOf(input.documento, row, input.fatores)),
    selo: {
      ...sealOf(input.selo),
      carimboTempo: input.carimbo && { autoridade: input.carimbo.authority },
      nivel: input.nivel,
    },
    cadeia: chainOf(input),
  };
}

function packageV2(input: PackageInput): ConteudoCertificadoV2 {
  const { documento, selo } = input;
  const signers = input.signatarios.map((row) => evidenceV2(evidenceOf(documento, row, input.fatores), row, input));
  const pictures = new Map(signers.flatMap((one) => [...one.pictures]));
  return {
    esquema: CURRENT_CERTIFICATE_SCHEMA,
    ...common(input),
    operador: { nome: input.operador.nome, documento: input.operador.documento },
    organizacao: sendingOf(input.eventos).organizacao as ConteudoCertificadoV2['organizacao'],
    documento: { ...documentOf(input), horaDe: hasMovedTime(input.eventos) ? 'RELOGIO_DE_TESTE' : 'SERVICO' },
    signatarios: signers.map(({ evidence }) => evidence),
    textosAceite: textsOf(input.signatarios),
    imagens: [...pictures]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([sha256, png]) => ({ sha256, formato: 'image/png', base64: Buffer.from(png).toString('base64') })),
    ...fieldsOf(input),
    conteudoAtivo: [...input.conteudoAtivo],
    selo: {
      ...sealOf(selo),
      validoDe: selo.validoDe.toISOString(),
      carimboTempo: input.carimbo && {
        autoridade: input.carimbo.authority,
        impressaoDigital: input.carimbo.fingerprint,
        em: input.carimbo.at.toISOString(),
      },
      nivel: input.nivel,
    },
    cadeia: {
      ...chainOf(input),
      formulaDados: 'sha256(sal LF jcs(dados))',
      formulaValores: 'sha256(sal LF jcs(itens))',
      formulaCampos: 'sha256(sal LF jcs(campos))',
    },
  };
}

const common = ({ scope, documento, hashAssinado, eventos, registroAberto }: PackageInput) => ({
  ambiente: scope.ambiente,
  codigoValidacao: documento.codigo_validacao ?? '',
  hashes: { algoritmo: 'SHA-256' as const, original: documento.arquivo_hash, assinado: hashAssinado },
  eventos: [...eventos],
  registroAberto,
});

const documentOf = ({ documento, finalizadoEm }: PackageInput) => ({
  id: documento.id,
  titulo: documento.titulo,
  nivelAssinatura: documento.nivel_assinatura,
  paginas: documento.paginas,
  criadoEm: documento.criado_em.toISOString(),
  enviadoEm: (documento.enviado_em ?? documento.criado_em).toISOString(),
  finalizadoEm: finalizadoEm.toISOString(),
});

const sealOf = (selo: SealIdentity) => ({
  titular: selo.titular,
  emissor: selo.emissor,
  numeroSerie: selo.numeroSerie,
  impressaoDigital: selo.impressaoDigital,
  validoAte: selo.validoAte.toISOString(),
});

function chainOf({ documento, firstHash, eventos }: PackageInput) {
  const root = chainRoot(documento.id, firstHash);
  return {
    algoritmo: 'SHA-256' as const,
    eloInicial: root,
    eloFinal: eventos.at(-1)?.hash ?? root,
    formulaEloInicial: 'sha256(documentoId LF sha256(primeiroArquivo))',
    formulaEvento: 'sha256(hashAnterior LF jcs(evento sem hash))',
    formulaConteudo: 'sha256(jcs(conteudo))',
    formulaCertificado: 'sha256(codigo LF versao LF hashAnterior LF hashConteudo)',
  };
}

/** The fields as they are drawn, which must be what was sent (ADR 0082). */
function fieldsOf({
  documento,
  signatarios,
  campos,
  eventos,
}: PackageInput): Pick<ConteudoCertificadoV2, 'campos' | 'camposDoRemetente'> {
  const sal = documento.campos_sal;
  // Left out, the verifier would take the document for one that was sent before there was a salt.
  if (sal === null && sendingOf(eventos).hashCamposDoRemetente !== undefined)
    throw new Error('a document whose trail says what the sender wrote, without the salt that opens it');
  return {
    campos: signatarios.flatMap(({ id }) => fieldsAsSent(campos, id).map((campo) => ({ signatarioId: id, ...campo }))),
    ...(sal === null ? {} : { camposDoRemetente: { sal, campos: fieldsAsSent(campos, null) } }),
  };
}

/** What sending recorded, the organization by the name it had then among it. */
function sendingOf(eventos: readonly EventoAuditoria[]): EventoAuditoria['detalhe'] {
  const sent = eventos.find(({ acao }) => acao === 'DOCUMENTO_ENVIADO')?.detalhe;
  if (!sent?.organizacao) throw new Error('a document of the second form whose trail does not say who sent it');
  return sent;
}
