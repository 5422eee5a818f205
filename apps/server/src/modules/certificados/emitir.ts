import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ambiente, ConteudoCertificado, NivelAssinatura, RegistroCertificado } from '@rubrica/contract';
import { CODE_ALPHABET, rule } from '@rubrica/contract';
import { canonicalJson, certificateHash, sha256Hex } from '../../core/chain.ts';
import type { FinishedFile, PdfSealer, SealText, Verdict } from '../../core/pdf.ts';
import type { FileStore } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import { randomText } from '../../core/random.ts';
import { columnsOf, type Row } from '../../core/row.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { documentFileKey, insertFile, type NewFile, nameFiles } from '../arquivos/index.ts';
import { type DocumentoRow, validationUrl } from '../documentos/index.ts';
import type { Operator } from './package.ts';
import { certificateView } from './view.ts';

/** What is needed to make a sealed file. */
export interface IssueDeps {
  readonly files: FileStore;
  readonly pdf: PdfSealer;
  readonly publicUrl: string;
  readonly operator: Operator;
  /** Where files are written before they go into the store. */
  readonly workDirectory: string;
  /** Throws when an environment's seal cannot seal now. */
  readonly checkSeal: (ambiente: Ambiente, now: Date) => Promise<void>;
}

/** For the stamps of one file; a completion makes two, and `assinar` responds within twice this time. */
const TIMESTAMP_MS = 5_000;

/** A seal's statement about itself, made with the seal of the scope's environment. @param at the real time */
export function sealText(
  { operator }: Pick<IssueDeps, 'operator'>,
  { ambiente }: Scope,
  at: Date,
  mark: SealText['mark'],
): SealText {
  return { at, name: operator.nome ?? 'Rubrica', ambiente, mark, timestampMs: TIMESTAMP_MS };
}

/** A sealed file on this machine, not in the store yet. */
export interface MadeFile {
  readonly path: string;
  readonly file: FinishedFile;
}

/** The public verifier rejects what was made, so it is not handed out. */
export class PairRefused extends Error {
  override readonly name = 'PairRefused';
}

/**
 * Accepts a pair only if the offline verifier, which shares no code with what made it, says that everything holds.
 * @param accepted the verifier's acceptable results
 * @throws PairRefused
 */
export async function requireVerified(
  { pdf }: Pick<IssueDeps, 'pdf'>,
  pair: Parameters<PdfSealer['verify']>[0],
  accepted: readonly Verdict['resultado'][] = ['CONFERE', 'TESTE'],
): Promise<void> {
  const { resultado, failures: falhas } = await pdf.verify(pair);
  if (!accepted.includes(resultado)) throw new PairRefused(`${resultado}: ${falhas.join('; ')}`);
}

/** A file made by the service, stored but not yet referenced by any row. */
export interface StoredResult {
  readonly chave: string;
  readonly file: FinishedFile;
}

/** The files of one attempt: made here, stored once they are right, and removed if the attempt fails. */
export interface Attempt {
  /** Lets `write` make a file. */
  make(write: (target: string) => Promise<FinishedFile>): Promise<MadeFile>;
  store(made: MadeFile, chave: string): Promise<StoredResult>;
  /** Runs the transaction whose rows reference the stored files (nameFiles). */
  name<R>(transaction: () => Promise<R>, named: (result: R) => boolean): Promise<R>;
  /** Removes everything that no transaction was asked to reference. */
  end(): Promise<void>;
}

export function beginAttempt({ files, workDirectory }: Pick<IssueDeps, 'files' | 'workDirectory'>): Attempt {
  const local: string[] = [];
  const stored: string[] = [];
  const storing: Promise<void>[] = [];
  return {
    async make(write) {
      await mkdir(workDirectory, { recursive: true });
      const path = join(workDirectory, `${randomUUID()}.pdf`);
      local.push(path);
      return { path, file: await write(path) };
    },
    async store({ path, file }, chave) {
      stored.push(chave);
      const put = files.put(chave, path);
      storing.push(put);
      await put;
      return { chave, file };
    },
    name: (transaction, named) => nameFiles(files, stored.splice(0), transaction, named),
    async end() {
      // Of files that are stored together one may fail while another is still on its way.
      await Promise.allSettled(storing);
      for (const path of local) await rm(path, { force: true });
      for (const chave of stored) await files.delete(chave).catch(() => {});
    },
  };
}

/** The row for such a file: the service's own output need not be scanned. */
export function ownFile({ chave, file }: StoredResult): NewFile {
  return { chave, sha256: file.sha256, tamanhoBytes: file.size, varredura: { motor: 'PROPRIO' }, conteudoAtivo: [] };
}

const newCertificateCode = () => `SVC-CERT-${randomText(10, CODE_ALPHABET)}`;

export interface CertificateInput {
  readonly documentoId: string;
  readonly versao: number;
  /** Hash of the previous version; null for the first. */
  readonly hashAnterior: string | null;
  readonly conteudo: ConteudoCertificado;
  readonly emitidoEm: Date;
  /** The real time of the seal. */
  readonly sealedAt: Date;
  /** Sentences for the reader about anything unusual. */
  readonly notes: readonly string[];
}

/** A certificate whose PDF exists but is neither stored nor recorded yet. */
export interface MadeCertificate {
  readonly registro: RegistroCertificado;
  /** Canonical JSON of the evidence package: the input of `hashConteudo`. */
  readonly text: string;
  readonly url: string;
  readonly emitidoEm: Date;
  readonly made: MadeFile;
}

/** A certificate whose PDF is stored and whose row is still to be written. */
export interface IssuedCertificate extends MadeCertificate {
  readonly stored: StoredResult;
}

/** Renders and seals a certificate's PDF, with its evidence package and its own hashes attached. */
export async function makeCertificate(
  deps: IssueDeps,
  scope: Scope,
  { versao, hashAnterior, conteudo, emitidoEm, sealedAt, notes }: CertificateInput,
  attempt: Attempt,
): Promise<MadeCertificate> {
  const codigo = newCertificateCode();
  const text = canonicalJson(conteudo);
  const hashConteudo = sha256Hex(text);
  const hash = certificateHash(codigo, versao, hashAnterior, hashConteudo);
  const registro = { codigo, versao, hashConteudo, hashAnterior, hash, emitidoEm: emitidoEm.toISOString() };
  const url = validationUrl(deps.publicUrl, conteudo.ambiente, conteudo.codigoValidacao);
  const seal = sealText(deps, scope, sealedAt, {
    code: conteudo.codigoValidacao,
    link: conteudo.cadeia.eloFinal,
    sequence: conteudo.eventos.length,
    original: conteudo.hashes.original,
    certificate: { code: codigo, version: versao, signed: conteudo.hashes.assinado },
  });
  const made = await attempt.make((target) =>
    deps.pdf.certificate({
      target,
      view: certificateView(conteudo, { registro, url, notes }),
      attachments: [
        { name: 'conteudo.json', description: 'Pacote de evidências', bytes: Buffer.from(text) },
        {
          name: 'certificado.json',
          description: 'Código, versão e hashes deste certificado',
          bytes: Buffer.from(canonicalJson(registro)),
        },
      ],
      seal,
    }),
  );
  return { registro, text, url, emitidoEm, made };
}

/** Puts a certificate's PDF into the store. */
export async function storeCertificate(
  scope: Scope,
  documentoId: string,
  certificate: MadeCertificate,
  attempt: Attempt,
): Promise<IssuedCertificate> {
  const { registro, emitidoEm, made } = certificate;
  return {
    ...certificate,
    stored: await attempt.store(made, keyFor(scope, documentoId, `certificado-${registro.versao}`, emitidoEm)),
  };
}

/** A unique key for a file stored by an attempt. */
export const keyFor = (scope: Scope, documentoId: string, name: string, at: Date): string =>
  documentFileKey(scope, documentoId, `${name}-${randomUUID()}.pdf`, at);

/** A version of a document's certificate. */
export type CertificadoRow = Row<
  'certificado',
  {
    id: string;
    codigo: string;
    versao: number;
    nivel_assinatura: NivelAssinatura;
    hash_documento: string;
    hash_conteudo: string;
    hash_anterior: string | null;
    hash: string;
    qr_conteudo: string;
    conteudo: string;
    arquivo_id: string;
    emitido_em: Date;
  }
>;

/** Writes a version of the certificate, whose hash chains it to the previous version. */
export async function insertCertificate(
  tx: Tx,
  documento: DocumentoRow,
  issue: IssuedCertificate,
): Promise<CertificadoRow> {
  const arquivoId = await insertFile(tx, ownFile(issue.stored));
  const { codigo, versao, hashConteudo, hashAnterior, hash } = issue.registro;
  const [row] = await tx.sql<CertificadoRow[]>`
    insert into certificado ${tx.rows({
      id: randomUUID(),
      documento_id: documento.id,
      codigo,
      versao,
      nivel_assinatura: documento.nivel_assinatura,
      hash_documento: documento.hash_publico,
      hash_conteudo: hashConteudo,
      hash_anterior: hashAnterior,
      hash,
      qr_conteudo: issue.url,
      conteudo: issue.text,
      arquivo_id: arquivoId,
      emitido_em: issue.emitidoEm,
    })}
    returning ${columnsOf('certificado')}`;
  return row as CertificadoRow;
}

/**
 * A version of a document's certificate; without a number the current one, which is the newest.
 * @throws 409 CERTIFICADO_INDISPONIVEL before ASSINADO
 */
export async function findCertificado(
  tx: Tx,
  documento: DocumentoRow,
  versao: number | null = null,
): Promise<CertificadoRow | null> {
  const rows = await tx.sql<CertificadoRow[]>`
    select id, codigo, versao, nivel_assinatura, hash_documento, hash_conteudo, hash_anterior, hash, qr_conteudo,
           conteudo, arquivo_id, emitido_em
      from certificado
     where documento_id = ${documento.id}
       and ${tx.here()}
     order by versao desc`;
  if (rows.length === 0) {
    throw new Problem('409 CERTIFICADO_INDISPONIVEL', rule('certificateLater'));
  }
  return rows.find((row) => versao === null || row.versao === versao) ?? null;
}
