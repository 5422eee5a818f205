import type { FatorAutenticacao, ResultadoValidacao } from '@rubrica/contract';
import { VALIDATION_BUCKET_CAPACITY, VALIDATION_BUCKET_REFILL_MS } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import type { RateLimiter } from '../../core/ports.ts';
import { outsidePanel, Problem } from '../../core/problem.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { maskEmail } from '../assinatura/index.ts';
import { factorsInWords } from '../certificados/index.ts';
import {
  type DocumentoRow,
  findDocumento,
  fulfilments,
  listFatores,
  listSignatarios,
  SITUATION,
  type SignatarioRow,
  statusAt,
} from '../documentos/index.ts';

const CODE = /SVC-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/;
const HASH = /^[0-9a-f]{64}$/;

/** A signer, with what was proven. */
type PublicSigner = SignatarioRow & { readonly fatores: FatorAutenticacao[] };

interface Manifest {
  versao: number;
  emitido_em: Date;
  codigo: string;
}

/** What the caller presented, brought into one form; what is malformed is simply not on record. */
function readPresented(body: { codigo?: string; hashArquivo?: string; qrCode?: string }) {
  const codes = [body.codigo, body.qrCode]
    .filter((text) => text !== undefined)
    .map((text) => CODE.exec(text.toUpperCase())?.[0] ?? null);
  // Two that differ are on no one record.
  const code = codes.every((other) => other === codes[0]) ? (codes[0] ?? null) : null;
  const given = body.hashArquivo?.trim().toLowerCase() ?? null;
  return {
    code,
    namedCode: codes.length > 0,
    hash: given,
    valid: given !== null && HASH.test(given),
  };
}

const nothing = (hashRecebido: string | null): ResultadoValidacao => ({
  resultado: 'NAO_ENCONTRADO',
  situacao: null,
  codigo: null,
  hashRecebido,
  documento: null,
  signatarios: [],
  manifesto: null,
});

/**
 * A record that exists for nobody: an unknown code takes the same statements as a known one, so that the time of the
 * answer tells nothing.
 */
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Answers one consultation; the bucket is the caller's address's, whichever way it asks. */
export type Validate = (
  source: { readonly ip: string },
  now: Date,
  presented: { codigo?: string; hashArquivo?: string; qrCode?: string },
) => Promise<ResultadoValidacao>;

/** @throws 429 beyond the token bucket, in the returned function */
export function createValidator(deps: { db: Database; limiter: RateLimiter }): Validate {
  return async (source, now, presented) => {
    const bucket = await deps.limiter.bucket(
      `validacao:${source.ip}`,
      VALIDATION_BUCKET_CAPACITY,
      VALIDATION_BUCKET_REFILL_MS,
      now.getTime(),
    );
    if (!bucket.allowed) {
      throw new Problem(
        '429 LIMITE_EXCEDIDO',
        outsidePanel(`Muitas consultas seguidas. Tente novamente em ${bucket.retryAfter} s.`),
        {
          headers: { 'retry-after': String(bucket.retryAfter) },
        },
      );
    }
    const { code, namedCode, hash, valid } = readPresented(presented);
    const byHash = namedCode ? null : valid ? hash : null;
    const [record] = await deps.db.sql<{ id: string; organizacao_id: string; ambiente: Scope['ambiente'] }[]>`
      select * from acesso.registro_publico(${code}, ${byHash})`;
    const scope = record ? scopeOf(record.organizacao_id, record.ambiente) : scopeOf(NOBODY, 'PRODUCAO');
    return deps.db.read(scope, async (tx) => {
      const documento = await findDocumento(tx, record?.id ?? NOBODY);
      const [signers, manifest] = await Promise.all([
        publicSigners(tx, documento?.id ?? NOBODY),
        newestManifest(tx, documento?.id ?? NOBODY),
      ]);
      return documento ? present(documento, tx.now, signers, manifest, hash) : nothing(hash);
    });
  };
}

export function validacaoHandlers(validate: Validate): Handlers<'consultarValidacao'> {
  return {
    consultarValidacao: async (call) => ({ body: await validate(call.source, call.startedAt, call.body) }),
  };
}

async function publicSigners(tx: Tx, documentoId: string): Promise<PublicSigner[]> {
  const signatarios = await listSignatarios(tx, documentoId);
  const fatores = await listFatores(
    tx,
    signatarios.map(({ id }) => id),
  );
  return signatarios.map((row) => ({ ...row, fatores: fulfilments(row, fatores).map(({ fator }) => fator) }));
}

async function newestManifest(tx: Tx, documentoId: string): Promise<Manifest | null> {
  const [row] = await tx.sql<Manifest[]>`
    select versao, emitido_em, codigo
      from certificado
     where documento_id = ${documentoId}
       and organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}
     order by versao desc
     limit 1`;
  return row ?? null;
}

function present(
  documento: DocumentoRow,
  now: Date,
  signers: readonly PublicSigner[],
  manifest: Manifest | null,
  hash: string | null,
): ResultadoValidacao {
  const status = statusAt(documento, now);
  const situacao = status === 'RASCUNHO' ? null : SITUATION[status];
  return {
    resultado: hash !== null && hash !== documento.hash_publico ? 'ADULTERADO' : 'AUTENTICO',
    situacao,
    codigo: documento.codigo_validacao,
    hashRecebido: hash,
    documento: {
      nome: documento.titulo,
      paginas: documento.paginas,
      criadoEm: documento.criado_em.toISOString(),
      finalizadoEm: documento.finalizado_em?.toISOString() ?? null,
      algoritmoHash: 'SHA-256',
      hashArquivo: documento.hash_publico ?? documento.arquivo_hash,
      nivelAssinatura: documento.nivel_assinatura,
    },
    signatarios: signers.map((signer) => ({
      nome: signer.nome,
      emailMascarado: signer.email ? maskEmail(signer.email) : null,
      papel: signer.funcao,
      status: signer.status,
      assinadoEm: signer.assinado_em?.toISOString() ?? null,
      ip: signer.evidencia?.ip ?? null,
      fatores: factorsInWords(signer.fatores),
    })),
    manifesto: manifest && {
      versao: manifest.versao,
      emitidoEm: manifest.emitido_em.toISOString(),
      codigoCertificado: manifest.codigo,
    },
  };
}
