import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../core/call.ts';
import { pageOf } from '../../core/page.ts';
import { found } from '../../core/problem.ts';
import { documentFileKey, withStoredUpload } from '../arquivos/index.ts';
import type { DocumentosDeps } from './deps.ts';
import { readTagsOfNext } from './page-text.ts';
import { admitPdf } from './recebimento.ts';
import { findDocumento, lockDocumento } from './store.ts';
import { criarVersao, listVersoes, presentVersao } from './versoes.ts';

export function versoesHandlers(deps: DocumentosDeps): Handlers<'listarVersoes' | 'criarVersao'> {
  return {
    listarVersoes: (call) =>
      call.read(async (tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        const versoes = await listVersoes(tx, documento.id);
        const filters = { operacao: 'versoes', ...tx.scope, documentoId: documento.id };
        const body = await pageOf(deps.cursors, tx.now, call.query, filters, {
          page: async (after, limit) =>
            versoes.filter(({ numero }) => numero < Number(after?.[0] ?? Infinity)).slice(0, limit),
          total: async () => versoes.length,
          key: (row) => [String(row.numero)],
          present: presentVersao,
        });
        return { body };
      }),

    criarVersao: async (call) => {
      const upload = await call.receive(() =>
        call.read(async (tx) => {
          call.authorize(found(await findDocumento(tx, call.params.documentoId)).criado_por);
        }),
      );
      const received = await admitPdf(deps, upload);
      const tags = await readTagsOfNext(deps, call, call.params.documentoId, upload);
      const chave = documentFileKey(
        call.scope,
        call.params.documentoId,
        `original-${randomUUID()}.pdf`,
        call.startedAt,
      );
      const { varredura, conteudoAtivo } = received;
      const file = { chave, sha256: upload.sha256, tamanhoBytes: upload.size, varredura, conteudoAtivo };
      return withStoredUpload(deps.files, upload, chave, () =>
        call.write(async (tx) => {
          const documento = found(await lockDocumento(tx, call.params.documentoId));
          call.authorize(documento.criado_por);
          const row = await criarVersao(tx, call.origin, documento, received, file, tags);
          const location = `${deps.baseUrlOf(tx.scope)}/documentos/${documento.id}/arquivo?tipo=ORIGINAL&versao=${row.numero}`;
          return { body: presentVersao(row), headers: { location } };
        }),
      );
    },
  };
}
