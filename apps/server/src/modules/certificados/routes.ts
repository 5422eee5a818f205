import type { Certificado, ConteudoCertificado, NivelAssinatura, TipoArquivo } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import type { FileStore } from '../../core/ports.ts';
import { conflict, found, notFound, Problem } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { createDownload, fileReply, findFile } from '../arquivos/index.ts';
import { type DocumentoRow, findDocumento } from '../documentos/index.ts';

export interface CertificadosDeps {
  readonly files: FileStore;
  readonly baseUrlOf: (scope: Scope) => string;
}

interface CertificadoRow {
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

/** The certificate in force: its newest version. */
async function findCertificado(tx: Tx, documento: DocumentoRow): Promise<CertificadoRow> {
  const [row] = await tx.sql<CertificadoRow[]>`
    select id, codigo, versao, nivel_assinatura, hash_documento, hash_conteudo, hash_anterior, hash, qr_conteudo,
           conteudo, arquivo_id, emitido_em
      from certificado
     where documento_id = ${documento.id}
       and organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}
     order by versao desc
     limit 1`;
  if (!row) {
    throw new Problem('409 CERTIFICADO_INDISPONIVEL', 'O certificado existe quando o documento chega a ASSINADO.');
  }
  return row;
}

function present(row: CertificadoRow, documentoId: string, baseUrl: string): Certificado {
  return {
    id: row.id,
    codigo: row.codigo,
    versao: row.versao,
    nivelAssinatura: row.nivel_assinatura,
    hashDocumento: row.hash_documento,
    hashConteudo: row.hash_conteudo,
    hashAnterior: row.hash_anterior,
    hash: row.hash,
    emitidoEm: row.emitido_em.toISOString(),
    arquivoUrl: `${baseUrl}/documentos/${documentoId}/arquivo?tipo=CERTIFICADO`,
    qrConteudo: row.qr_conteudo,
    conteudo: JSON.parse(row.conteudo) as ConteudoCertificado,
  };
}

/** Which stored file a type names, and what a person would call it. */
async function fileOf(tx: Tx, documento: DocumentoRow, tipo: TipoArquivo): Promise<{ id: string; name: string }> {
  switch (tipo) {
    case 'ORIGINAL':
      return { id: documento.arquivo_id, name: `${documento.titulo}.pdf` };
    case 'ASSINADO':
      if (!documento.arquivo_assinado_id)
        throw conflict('O arquivo assinado existe quando o documento chega a ASSINADO.');
      return { id: documento.arquivo_assinado_id, name: `${documento.titulo} (assinado).pdf` };
    case 'CERTIFICADO':
      return { id: (await findCertificado(tx, documento)).arquivo_id, name: `${documento.titulo} (certificado).pdf` };
    case 'PADES':
      // Exists at level ICP_BRASIL only, which is not offered.
      throw notFound();
  }
}

/** `application/json` asked for by name; a browser's or curl's `*` wants the file. */
const wantsJson = (accept: string) =>
  accept.split(',').some((type) => type.trim().toLowerCase().startsWith('application/json'));

export function certificadosHandlers(deps: CertificadosDeps): Handlers<'obterCertificado' | 'baixarArquivo'> {
  return {
    obterCertificado: (call) =>
      call.read(async (tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        return { body: present(await findCertificado(tx, documento), documento.id, deps.baseUrlOf(tx.scope)) };
      }),

    baixarArquivo: async (call) => {
      const tipo = call.query.tipo ?? 'ASSINADO';
      const find = async (tx: Tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        return fileOf(tx, documento, tipo);
      };
      if (wantsJson(call.accept)) {
        return call.write(async (tx) => {
          const { id, name } = await find(tx);
          const { token, expiraEm } = await createDownload(tx, id, name);
          return { body: { url: `${deps.baseUrlOf(tx.scope)}/downloads/${token}`, expiraEm: expiraEm.toISOString() } };
        });
      }
      const { file, name } = await call.read(async (tx) => {
        const { id, name } = await find(tx);
        return { file: await findFile(tx, id), name };
      });
      return fileReply(deps.files, file, name);
    },
  };
}
