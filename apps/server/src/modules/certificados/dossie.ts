import { DOSSIERS_PER_MINUTE } from '@rubrica/contract';

import type { FileReply, MemberPart } from '../../core/call.ts';
import { sha256Hex } from '../../core/chain.ts';
import { countForOrganization } from '../../core/limit-headers.ts';
import type { FileStore, RateLimiter } from '../../core/ports.ts';
import { found } from '../../core/problem.ts';
import { asReceived, findFile, type StoredFile } from '../arquivos/index.ts';
import { readTrail } from '../auditoria/index.ts';
import { type DocumentoRow, findDocumento } from '../documentos/index.ts';
import type { Proofs } from '../registro/index.ts';
import { type ArchiveEntry, zipOf } from './archive.ts';
import { howToCheck } from './dossie-text.ts';
import { findCertificado } from './emitir.ts';

export interface DossierDeps {
  readonly files: FileStore;
  readonly limiter: RateLimiter;
  readonly publicUrl: string;
  /** The offline verifier as the installation hands it out. */
  readonly verifierPage: () => Promise<Buffer>;
  readonly proofs: Proofs;
}

type DossierCall = MemberPart & { readonly params: { readonly documentoId: string }; readonly startedAt: Date };

/** The open log's, of the conclusion. */
const PROOF = 'prova.tlog-proof';

/**
 * Everything about a signed document as a ZIP, made while it is sent. Names within it are the same for every document,
 * so that no title can place a file elsewhere.
 * @throws 409 CERTIFICADO_INDISPONIVEL before ASSINADO, 429 if the organization had too many
 */
export async function baixarDossie(deps: DossierDeps, call: DossierCall): Promise<FileReply> {
  const { documento, trilha, ...pdfs } = await read(call);
  await countForOrganization(deps.limiter, call.scope, 'dossies', DOSSIERS_PER_MINUTE, call.startedAt);
  const json = Buffer.from(JSON.stringify({ itens: trilha, total: trilha.length, proximoCursor: null }, null, 2));
  const page = await deps.verifierPage();
  const { ambiente } = call.scope;
  const code = documento.codigo_validacao;
  const answer = code === null ? null : await deps.proofs.byCode({ ambiente, geracao: null }, code, 'CONCLUSAO', null);
  const proof = answer === null || answer === 'waiting' ? null : Buffer.from(answer.proof);
  const sums: [name: string, sha256: string][] = [
    ['assinado.pdf', pdfs.assinado.sha256],
    ['certificado.pdf', pdfs.certificado.sha256],
    ['original.pdf', pdfs.original.sha256],
    ...(proof ? [[PROOF, sha256Hex(proof)] satisfies [string, string]] : []),
    ['trilha.json', sha256Hex(json)],
    ['verificar.html', sha256Hex(page)],
  ];
  const { publicUrl } = deps;
  const text = howToCheck({
    ...{ documento, ambiente, publicUrl, sums },
    proof: proof ? 'here' : answer === 'waiting' ? 'waiting' : 'none',
  });
  const stored = (name: string, file: StoredFile): ArchiveEntry => ({
    name,
    content: async () => asReceived((await deps.files.read(file.chave)).stream, file),
  });
  const entries: ArchiveEntry[] = [
    { name: 'COMO-CONFERIR.txt', content: Buffer.from(text) },
    stored('assinado.pdf', pdfs.assinado),
    stored('certificado.pdf', pdfs.certificado),
    stored('original.pdf', pdfs.original),
    ...(proof ? [{ name: PROOF, content: proof }] : []),
    { name: 'trilha.json', content: json },
    { name: 'verificar.html', content: page },
  ];
  const stream = zipOf(entries, documento.finalizado_em ?? call.startedAt);
  const name = `${documento.titulo} (dossiê).zip`;
  return { file: { stream, size: null, sha256: null, name, type: 'application/zip' } };
}

const read = (call: DossierCall) =>
  call.read(async (tx) => {
    const documento: DocumentoRow = found(await findDocumento(tx, call.params.documentoId));
    call.authorize();
    const certificado = found(await findCertificado(tx, documento));
    return {
      documento,
      assinado: await findFile(tx, found(documento.arquivo_assinado_id)),
      certificado: await findFile(tx, certificado.arquivo_id),
      original: await findFile(tx, documento.arquivo_id),
      trilha: await readTrail(tx, documento.id),
    };
  });
