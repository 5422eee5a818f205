import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConteudoCertificado, NivelAssinatura, RegistroCertificado } from '@rubrica/contract';
import { fieldMessage } from '@rubrica/contract';
import { canonicalJson, certificateHash, sha256Hex } from '../../core/chain.ts';
import type { FinishedFile, PdfSealer } from '../../core/pdf.ts';
import type { FileStore } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { documentFileKey, insertFile, type NewFile } from '../arquivos/index.ts';
import type { DocumentoRow } from '../documentos/index.ts';
import { certificateView } from './vista.ts';

/** What making a sealed file needs of the world. */
export interface IssueDeps {
  readonly files: FileStore;
  readonly pdf: PdfSealer;
  readonly publicUrl: string;
  /** Where files are written before they go into the store. */
  readonly workDirectory: string;
}

/** A file of the service's own making, stored but not yet named by any row. */
export interface StoredResult {
  readonly chave: string;
  readonly file: FinishedFile;
}

/** Which document a file is made for, what it is called, and when. */
interface ResultName {
  readonly documentoId: string;
  readonly name: string;
  readonly at: Date;
}

/** Lets `write` make a local file, then moves it into the store under a key of its own, which it adds to `made`. */
export async function storeResult(
  deps: IssueDeps,
  scope: Scope,
  { documentoId, name, at }: ResultName,
  made: string[],
  write: (target: string) => Promise<FinishedFile>,
): Promise<StoredResult> {
  await mkdir(deps.workDirectory, { recursive: true });
  const target = join(deps.workDirectory, `${randomUUID()}.pdf`);
  try {
    const file = await write(target);
    const chave = documentFileKey(scope, documentoId, `${name}-${randomUUID()}.pdf`, at);
    made.push(chave);
    await deps.files.put(chave, target);
    return { chave, file };
  } finally {
    await rm(target, { force: true });
  }
}

/** The row of such a file: nothing to scan in what the service wrote itself. */
export function ownFile({ chave, file }: StoredResult): NewFile {
  return { chave, sha256: file.sha256, tamanhoBytes: file.size, varredura: { motor: 'PROPRIO' }, conteudoAtivo: [] };
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCertificateCode = () =>
  `SVC-CERT-${Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

export interface CertificateInput {
  readonly documentoId: string;
  readonly versao: number;
  /** Hash of the version before; null for the first. */
  readonly hashAnterior: string | null;
  readonly conteudo: ConteudoCertificado;
  readonly emitidoEm: Date;
  /** Sentences for the reader about what is not as usual. */
  readonly notes: readonly string[];
}

/** A certificate whose PDF is stored and whose row is still to be written. */
export interface IssuedCertificate {
  readonly registro: RegistroCertificado;
  /** Canonical JSON of the evidence package: the bytes `hashConteudo` is over. */
  readonly text: string;
  readonly url: string;
  readonly emitidoEm: Date;
  readonly stored: StoredResult;
}

/** Sets and seals a certificate's PDF, with its evidence package and its own hashes attached. */
export async function issueCertificate(
  deps: IssueDeps,
  scope: Scope,
  { documentoId, versao, hashAnterior, conteudo, emitidoEm, notes }: CertificateInput,
  made: string[],
): Promise<IssuedCertificate> {
  const codigo = newCertificateCode();
  const text = canonicalJson(conteudo);
  const hashConteudo = sha256Hex(text);
  const hash = certificateHash(codigo, versao, hashAnterior, hashConteudo);
  const registro = { codigo, versao, hashConteudo, hashAnterior, hash, emitidoEm: emitidoEm.toISOString() };
  const url = `${deps.publicUrl}/validar/${conteudo.codigoValidacao}`;
  const name = { documentoId, name: `certificado-${versao}`, at: emitidoEm };
  const stored = await storeResult(deps, scope, name, made, (target) =>
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
      seal: { at: emitidoEm, reason: `Certificado de conclusão ${codigo}`, name: 'Rubrica' },
    }),
  );
  return { registro, text, url, emitidoEm, stored };
}

/** A version of a document's certificate. */
export interface CertificadoRow {
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

/** Writes a version of the certificate, which its hash chains to the one before it. */
export async function insertCertificate(
  tx: Tx,
  documento: DocumentoRow,
  issue: IssuedCertificate,
): Promise<CertificadoRow> {
  const arquivoId = await insertFile(tx, ownFile(issue.stored));
  const { codigo, versao, hashConteudo, hashAnterior, hash } = issue.registro;
  const [row] = await tx.sql<CertificadoRow[]>`
    insert into certificado (id, organizacao_id, ambiente, documento_id, codigo, versao, nivel_assinatura, hash_documento,
                             hash_conteudo, hash_anterior, hash, qr_conteudo, conteudo, arquivo_id, emitido_em)
    values (${randomUUID()}, ${tx.scope.organizacaoId}, ${tx.scope.ambiente}, ${documento.id}, ${codigo},
            ${versao}, ${documento.nivel_assinatura}, ${documento.hash_publico}, ${hashConteudo}, ${hashAnterior},
            ${hash}, ${issue.url}, ${issue.text}, ${arquivoId}, ${issue.emitidoEm})
    returning *`;
  return row as CertificadoRow;
}

/**
 * One version of a document's certificate; without a number the one in force, which is the newest.
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
       and organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}
     order by versao desc`;
  if (rows.length === 0) {
    throw new Problem('409 CERTIFICADO_INDISPONIVEL', fieldMessage('certificateLater'));
  }
  return rows.find((row) => versao === null || row.versao === versao) ?? null;
}
