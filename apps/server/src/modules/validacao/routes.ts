import type { Ambiente, ArquivoReconhecido, FatorAutenticacao, ResultadoValidacao } from '@rubrica/contract';
import { rule, VALIDATION_BUCKET_CAPACITY, VALIDATION_BUCKET_REFILL_MS, validationCodeIn } from '@rubrica/contract';
import { addressKey } from '../../core/address.ts';
import type { Call, Handlers, Reply } from '../../core/call.ts';
import { limitHeaders, refusalHeaders } from '../../core/limit-headers.ts';
import type { RateLimiter, WindowState } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import type { Position } from '../../core/replicas.ts';
import type { Columns, Row } from '../../core/row.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { maskEmail } from '../assinatura/index.ts';
import { tellsMovedTime } from '../auditoria/index.ts';
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

const HASH = /^[0-9a-f]{64}$/;

/** A signer with the proven factors. */
type PublicSigner = SignatarioRow & { readonly fatores: FatorAutenticacao[] };

type CertificateRow = Columns<'certificado', 'versao' | 'emitido_em' | 'codigo'> &
  Row<
    'arquivo',
    {
      /** SHA-256 of its file. */
      sha256: string;
    }
  >;

/** What was found: a document's record, or one to which the presented file merely belongs. */
type Found = Row<
  'acesso.registro_publico',
  {
    id: string;
    organizacao_id: string;
    achado: 'REGISTRO' | 'CERTIFICADO' | 'ORIGINAL';
    /** Of the certificate, if the file is one. */
    versao: number | null;
  }
>;

/** The possible input of a caller. */
type Presented = { codigo?: string; hashArquivo?: string; qrCode?: string };

/** Normalizes the input; a malformed value is simply not on record. */
function readPresented(body: Presented) {
  const codes = [body.codigo, body.qrCode].filter((text) => text !== undefined).map(validationCodeIn);
  const hash = body.hashArquivo?.toLowerCase() ?? null;
  // A malformed hash, white space around it included, identifies no file, and the code beside it must not be used alone:
  // the caller made a mistake and must be told.
  const noHash = hash !== null && !HASH.test(hash);
  // Two different codes match no single record.
  const code = codes.every((other) => other === codes[0]) ? (codes[0] ?? null) : null;
  const byHash = codes.length === 0 && !noHash;
  return { code: noHash ? null : code, byHash: byHash ? hash : null, hash, noHash };
}

const NO_HASH =
  'O hash enviado não é um SHA-256, que se escreve com 64 dígitos hexadecimais; nada se comparou com ele.';

const nothing = (hashRecebido: string | null): ResultadoValidacao => ({
  resultado: 'NAO_ENCONTRADO',
  situacao: null,
  codigo: null,
  hashRecebido,
  documento: null,
  signatarios: [],
  manifesto: null,
  arquivoReconhecido: null,
  observacao: null,
});

/**
 * A document that does not exist: an unknown code runs the same statements as a known one, so that timing reveals
 * nothing.
 */
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Answers one lookup; the token bucket belongs to the caller's address, whichever way and environment it asks in. */
export type Validate = (
  ambiente: Ambiente,
  source: { readonly ip: string },
  now: Date,
  presented: Presented,
) => Promise<{ readonly result: ResultadoValidacao; readonly limit: WindowState }>;

/**
 * Counts a question by the public, whichever way it is asked, to its address's token bucket.
 * @throws 429 beyond it
 */
export async function countConsult(
  limiter: RateLimiter,
  { ip }: { readonly ip: string },
  now: Date,
): Promise<WindowState> {
  const bucket = await limiter.bucket(
    `validacao:${addressKey(ip)}`,
    VALIDATION_BUCKET_CAPACITY,
    VALIDATION_BUCKET_REFILL_MS,
    now.getTime(),
  );
  if (bucket.allowed) return bucket;
  throw new Problem('429 LIMITE_EXCEDIDO', rule('consultsLimit', { n: bucket.retryAfter }), {
    headers: refusalHeaders(bucket),
  });
}

/** @throws 429 beyond the token bucket, in the returned function */
export function createValidator(deps: { db: Database; limiter: RateLimiter }): Validate {
  return async (ambiente, source, now, presented) => {
    const bucket = await countConsult(deps.limiter, source, now);
    const asked = readPresented(presented);
    const { seen, record } = await findRecord(deps.db, ambiente, asked);
    const scope = scopeOf(record?.organizacao_id ?? NOBODY, ambiente);
    const answering = async (tx: Tx) => {
      const documento = await findDocumento(tx, record?.id ?? NOBODY);
      const [signers, certificates, moved] = await Promise.all([
        publicSigners(tx, documento?.id ?? NOBODY),
        listCertificates(tx, documento?.id ?? NOBODY),
        ambiente === 'TESTE' && tellsMovedTime(tx, documento?.id ?? NOBODY),
      ]);
      if (!record || !documento) return { ...nothing(asked.hash), observacao: asked.noHash ? NO_HASH : null };
      const answered =
        record.achado === 'REGISTRO'
          ? present(documento, tx.now, signers, certificates, asked.hash)
          : presentRelated(documento, record, certificates, asked.hash);
      return moved ? { ...answered, horaDe: 'RELOGIO_DE_TESTE' as const } : answered;
    };
    const answer = await deps.db.read(scope, answering, seen);
    return { result: ambiente === 'TESTE' ? { ...answer, ambiente } : answer, limit: bucket };
  };
}

/** Always one row, so that where the primary stood is known of what is not on record too. */
async function findRecord(db: Database, ambiente: Ambiente, { code, byHash }: ReturnType<typeof readPresented>) {
  const [row] = await db.sql<(Found & { posicao_wal?: Position })[]>`
    select registro.*${db.position(db.sql)}
      from (values (1)) as uma
      left join acesso.registro_publico(${ambiente}, ${code}, ${byHash}) as registro on true`;
  return { seen: row?.posicao_wal, record: row?.id ? row : undefined };
}

export function validacaoHandlers({
  validate,
}: {
  readonly validate: Validate;
}): Handlers<'consultarValidacao' | 'consultarValidacaoSandbox'> {
  const answer =
    (ambiente: Ambiente) =>
    async ({ source, startedAt, body }: Call<'consultarValidacao'>): Promise<Reply<ResultadoValidacao>> => {
      const { result, limit } = await validate(ambiente, source, startedAt, body);
      return { body: result, headers: limitHeaders(limit) };
    };
  return { consultarValidacao: answer('PRODUCAO'), consultarValidacaoSandbox: answer('TESTE') };
}

async function publicSigners(tx: Tx, documentoId: string): Promise<PublicSigner[]> {
  const signatarios = await listSignatarios(tx, documentoId);
  const fatores = await listFatores(
    tx,
    signatarios.map(({ id }) => id),
  );
  return signatarios.map((row) => ({ ...row, fatores: fulfilments(row, fatores).map(({ fator }) => fator) }));
}

/** Every version of a document's certificate, newest first. */
async function listCertificates(tx: Tx, documentoId: string): Promise<CertificateRow[]> {
  return tx.sql<CertificateRow[]>`
    select c.versao, c.emitido_em, c.codigo, a.sha256
      from certificado c
      join arquivo a on a.id = c.arquivo_id
     where c.documento_id = ${documentoId}
       and ${tx.here('c')}
     order by c.versao desc`;
}

const manifestOf = (row: CertificateRow | undefined): ResultadoValidacao['manifesto'] =>
  row ? { versao: row.versao, emitidoEm: row.emitido_em.toISOString(), codigoCertificado: row.codigo } : null;

/**
 * A file that belongs to a document but is not its record (a certificate, or the file before it was signed): not found,
 * but recognised. For a certificate the response says which; it contains the code itself.
 */
function presentRelated(
  documento: DocumentoRow,
  { achado, versao }: Found,
  certificates: readonly CertificateRow[],
  hash: string | null,
): ResultadoValidacao {
  if (achado === 'ORIGINAL') return { ...nothing(hash), arquivoReconhecido: 'ORIGINAL' };
  return {
    ...nothing(hash),
    arquivoReconhecido: 'CERTIFICADO',
    codigo: documento.codigo_validacao,
    manifesto: manifestOf(certificates.find((row) => row.versao === versao)),
  };
}

/** Which of the document's files has the hash. */
function recognise(
  documento: DocumentoRow,
  certificates: readonly CertificateRow[],
  hash: string | null,
): ArquivoReconhecido | null {
  if (hash === null) return null;
  if (documento.status === 'ASSINADO' && hash === documento.hash_publico) return 'ASSINADO';
  if (hash === documento.arquivo_hash) return 'ORIGINAL';
  return certificates.some(({ sha256 }) => sha256 === hash) ? 'CERTIFICADO' : null;
}

function present(
  documento: DocumentoRow,
  now: Date,
  signers: readonly PublicSigner[],
  certificates: readonly CertificateRow[],
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
    manifesto: manifestOf(certificates.find(({ sha256 }) => sha256 === hash) ?? certificates[0]),
    arquivoReconhecido: recognise(documento, certificates, hash),
    observacao: null,
  };
}
