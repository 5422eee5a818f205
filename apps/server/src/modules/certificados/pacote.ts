import type { ConteudoCertificado, EventoAuditoria, EvidenciaSignatario } from '@rubrica/contract';
import { chainRoot } from '../../core/chain.ts';
import type { Scope } from '../../core/scope.ts';
import {
  type DocumentoRow,
  type FatorRow,
  fulfilments,
  requiredFactors,
  type SignatarioRow,
} from '../documentos/index.ts';

/** What the institution's seal says of itself, for the evidence package. */
export interface SealIdentity {
  readonly titular: string;
  readonly emissor: string;
  readonly numeroSerie: string;
  readonly impressaoDigital: string;
  readonly validoAte: Date;
  /** Host of the timestamp authority, where one is configured. */
  readonly autoridadeTempo: string | null;
}

/** Everything the package is made of. */
export interface PackageInput {
  readonly scope: Scope;
  readonly organizacao: { nome: string; documento: string | null };
  readonly documento: DocumentoRow;
  /** SHA-256 of the file first uploaded: where the chain of events begins. */
  readonly primeiroHash: string;
  readonly signatarios: readonly SignatarioRow[];
  readonly fatores: readonly FatorRow[];
  readonly eventos: readonly EventoAuditoria[];
  readonly hashAssinado: string;
  readonly finalizadoEm: Date;
  readonly selo: SealIdentity;
  readonly timestamped: boolean;
  /** The signed file holds the revocation data of its seal too. */
  readonly longTerm: boolean;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

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
    aceiteEm: iso(row.aceito_em),
    assinadoEm: iso(row.assinado_em),
    recusadoEm: iso(row.recusado_em),
    motivoRecusa: row.motivo_recusa,
    ip: row.evidencia?.ip ?? null,
    porta: row.evidencia?.porta ?? null,
    origemEndereco: (row.evidencia?.origemEndereco as EvidenciaSignatario['origemEndereco']) ?? null,
    agenteUsuario: row.evidencia?.agenteUsuario ?? null,
    geolocalizacao: row.evidencia?.geolocalizacao ?? null,
  };
}

/** The frozen evidence package: all that somebody needs who does not trust the service and has only these bytes. */
export function buildPackage(input: PackageInput): ConteudoCertificado {
  const { documento, selo } = input;
  const root = chainRoot(documento.id, input.primeiroHash);
  return {
    esquema: 'rubrica.certificado.v1',
    ambiente: input.scope.ambiente,
    organizacao: input.organizacao,
    documento: {
      id: documento.id,
      titulo: documento.titulo,
      nivelAssinatura: documento.nivel_assinatura,
      paginas: documento.paginas,
      criadoEm: documento.criado_em.toISOString(),
      enviadoEm: (documento.enviado_em ?? documento.criado_em).toISOString(),
      finalizadoEm: input.finalizadoEm.toISOString(),
    },
    codigoValidacao: documento.codigo_validacao ?? '',
    hashes: { algoritmo: 'SHA-256', original: documento.arquivo_hash, assinado: input.hashAssinado },
    signatarios: input.signatarios.map((row) => evidenceOf(documento, row, input.fatores)),
    selo: {
      titular: selo.titular,
      emissor: selo.emissor,
      numeroSerie: selo.numeroSerie,
      impressaoDigital: selo.impressaoDigital,
      validoAte: selo.validoAte.toISOString(),
      carimboTempo: input.timestamped && selo.autoridadeTempo ? { autoridade: selo.autoridadeTempo } : null,
      nivel: input.longTerm ? 'PADES_B_LT' : input.timestamped ? 'PADES_B_T' : 'PADES_B_B',
    },
    eventos: [...input.eventos],
    cadeia: {
      algoritmo: 'SHA-256',
      eloInicial: root,
      eloFinal: input.eventos.at(-1)?.hash ?? root,
      formulaEloInicial: 'sha256(documentoId LF sha256(primeiroArquivo))',
      formulaEvento: 'sha256(hashAnterior LF jcs(evento sem hash))',
      formulaConteudo: 'sha256(jcs(conteudo))',
      formulaCertificado: 'sha256(codigo LF versao LF hashAnterior LF hashConteudo)',
    },
  };
}
