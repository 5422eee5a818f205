import type { Certificado, ConteudoCertificado, TipoArquivo } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import { prefersJson } from '../../core/accept.ts';
import type { Handlers } from '../../core/call.ts';
import { conflict, found, invalid, notFound } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { createDownload, fileReply, findFile } from '../arquivos/index.ts';
import { type DocumentoRow, findDocumento, listVersoes } from '../documentos/index.ts';
import { baixarDossie, type DossierDeps } from './dossie.ts';
import { type CertificadoRow, findCertificado } from './emitir.ts';
import { type ReissueDeps, reemitirCertificado } from './reemitir.ts';

export interface CertificadosDeps extends ReissueDeps, DossierDeps {
  readonly baseUrlOf: (scope: Scope) => string;
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

/** The stored file that a type and version identify, and a readable name for it. */
async function fileOf(
  tx: Tx,
  documento: DocumentoRow,
  tipo: TipoArquivo,
  versao: number | null,
): Promise<{ id: string; name: string }> {
  const suffix = versao === null ? '' : ` v${versao}`;
  switch (tipo) {
    case 'ORIGINAL': {
      if (versao === null) return { id: documento.arquivo_id, name: `${documento.titulo}.pdf` };
      const row = found((await listVersoes(tx, documento.id)).find(({ numero }) => numero === versao));
      return { id: row.arquivo_id, name: `${documento.titulo}${suffix}.pdf` };
    }
    case 'ASSINADO':
      if (!documento.arquivo_assinado_id) throw conflict(rule('signedLater'));
      return { id: documento.arquivo_assinado_id, name: `${documento.titulo} (assinado).pdf` };
    case 'CERTIFICADO': {
      const row = found(await findCertificado(tx, documento, versao));
      return { id: row.arquivo_id, name: `${documento.titulo} (certificado${suffix}).pdf` };
    }
    case 'PADES':
      // Exists only at level ICP_BRASIL, which is not offered.
      throw notFound();
  }
}

export function certificadosHandlers(
  deps: CertificadosDeps,
): Handlers<'obterCertificado' | 'reemitirCertificado' | 'baixarArquivo' | 'baixarDossie'> {
  return {
    obterCertificado: (call) =>
      call.read(async (tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        const row = found(await findCertificado(tx, documento));
        return { body: present(row, documento.id, deps.baseUrlOf(tx.scope)) };
      }),

    reemitirCertificado: (call) =>
      reemitirCertificado(deps, call, (row, documentoId) => {
        const baseUrl = deps.baseUrlOf(call.scope);
        const location = `${baseUrl}/documentos/${documentoId}/certificado`;
        return { body: present(row, documentoId, baseUrl), headers: { location } };
      }),

    baixarDossie: (call) => baixarDossie(deps, call),

    baixarArquivo: async (call) => {
      const tipo = call.query.tipo ?? 'ASSINADO';
      const versao = call.query.versao ?? null;
      if (versao !== null && tipo !== 'ORIGINAL' && tipo !== 'CERTIFICADO') {
        throw invalid([{ campo: 'query.versao', ...rule('versionsOnly') }]);
      }
      const find = async (tx: Tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        return fileOf(tx, documento, tipo, versao);
      };
      if (prefersJson(call.accept, 'application/pdf')) {
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
