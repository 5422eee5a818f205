import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../core/call.ts';
import { pageOf } from '../../core/page.ts';
import { found, refuseInvalid } from '../../core/problem.ts';
import { documentFileKey, fileKey, fileReply, findFile, insertFile, withStoredUpload } from '../arquivos/index.ts';
import { meter } from '../consumo/index.ts';
import {
  admitPdf,
  answerDocumento,
  criarDocumento,
  type DocumentosDeps,
  prepareDocument,
} from '../documentos/index.ts';
import { type GenerateDeps, inRequestTerms, toDocumento, withGeneratedFile } from './instantiate.ts';
import { presentModelo } from './present.ts';
import { checkModelo, checkUse, refuseTooMany, toCampo, toPapel } from './rules.ts';
import {
  countModelos,
  countUse,
  deleteModelo,
  findModelo,
  insertModelo,
  listModelos,
  lockModelo,
  type ModeloChanges,
  updateModelo,
} from './store.ts';

/** Receiving a PDF and creating a document work as they do for documents. */
export interface ModelosDeps extends GenerateDeps, DocumentosDeps {}

export type ModelosOperations =
  | 'listarModelos'
  | 'criarModelo'
  | 'obterModelo'
  | 'baixarArquivoModelo'
  | 'alterarModelo'
  | 'excluirModelo'
  | 'criarDocumentoDeModelo';

export function modelosHandlers(deps: ModelosDeps): Handlers<ModelosOperations> {
  return { ...keeping(deps), ...using(deps) };
}

function keeping(deps: ModelosDeps): Handlers<Exclude<ModelosOperations, 'criarDocumentoDeModelo'>> {
  const { files, cursors, baseUrlOf } = deps;
  return {
    listarModelos: (call) =>
      call.read(async (tx) => {
        const { membroId } = call.actor;
        const filters = { operacao: 'modelos', ...tx.scope, membroId };
        const body = await pageOf(cursors, tx.now, call.query, filters, {
          page: (after, limit) => listModelos(tx, membroId, after, limit),
          total: () => countModelos(tx, membroId),
          key: (row) => [row.criado_em_exato, row.id],
          present: (row) => presentModelo(row),
        });
        return { body };
      }),

    criarModelo: async (call) => {
      const upload = found(call.upload);
      const papeis = (call.body.papeis ?? []).map(toPapel);
      const onlyRole = papeis.length === 1 ? (papeis[0]?.id ?? null) : null;
      const campos = (call.body.campos ?? []).map((campo) => toCampo(campo, onlyRole));
      refuseTooMany(papeis, campos);
      const { inspection, varredura, conteudoAtivo } = await admitPdf(deps, upload, { textTags: true });
      refuseInvalid(checkModelo(papeis, campos, inspection.pages.length));
      const id = randomUUID();
      const chave = fileKey(call.scope, 'modelos', `${id}.pdf`);
      return withStoredUpload(files, upload, chave, () =>
        call.write(async (tx) => {
          const file = { chave, sha256: upload.sha256, tamanhoBytes: upload.size, varredura, conteudoAtivo };
          const arquivoId = await insertFile(tx, file);
          const row = await insertModelo(tx, {
            id,
            nome: call.body.nome.trim(),
            descricao: call.body.descricao ?? null,
            escopo: call.body.escopo ?? 'PESSOAL',
            arquivo_id: arquivoId,
            geometria: [...inspection.pages],
            paginas: inspection.pages.length,
            variaveis: inspection.variables,
            papeis,
            campos,
            criado_por: call.actor.membroId,
          });
          await meter(tx, { tipo: 'DOCUMENTO_ENVIADO', referencia: arquivoId, descricao: `Modelo ${row.nome}` });
          return { body: presentModelo(row), headers: { location: `${baseUrlOf(tx.scope)}/modelos/${id}` } };
        }),
      );
    },

    obterModelo: (call) =>
      call.read(async (tx) => {
        const row = found(await findModelo(tx, call.params.modeloId, call.actor.membroId));
        call.authorize();
        return { body: presentModelo(row) };
      }),

    baixarArquivoModelo: async (call) => {
      const { file, nome } = await call.read(async (tx) => {
        const row = found(await findModelo(tx, call.params.modeloId, call.actor.membroId));
        call.authorize();
        return { file: await findFile(tx, row.arquivo_id), nome: row.nome };
      });
      return fileReply(files, file, `${nome}.pdf`);
    },

    alterarModelo: (call) =>
      call.write(async (tx) => {
        const row = found(await lockModelo(tx, call.params.modeloId, call.actor.membroId));
        call.authorize(row.criado_por);
        const { nome, descricao, escopo } = call.body;
        const papeis = call.body.papeis?.map(toPapel) ?? row.papeis;
        const onlyRole = papeis.length === 1 ? (papeis[0]?.id ?? null) : null;
        const campos = call.body.campos?.map((campo) => toCampo(campo, onlyRole)) ?? row.campos;
        refuseTooMany(papeis, campos);
        refuseInvalid(checkModelo(papeis, campos, row.paginas));
        const changes: ModeloChanges = {
          ...(nome === undefined ? {} : { nome: nome.trim() }),
          ...(descricao === undefined ? {} : { descricao }),
          ...(escopo === undefined ? {} : { escopo }),
          papeis,
          campos,
        };
        return { body: presentModelo(await updateModelo(tx, row.id, changes)) };
      }),

    excluirModelo: (call) =>
      call.write(async (tx) => {
        const row = found(await lockModelo(tx, call.params.modeloId, call.actor.membroId));
        call.authorize(row.criado_por);
        await deleteModelo(tx, row.id);
        return { body: undefined };
      }),
  };
}

function using(deps: ModelosDeps): Handlers<'criarDocumentoDeModelo'> {
  return {
    criarDocumentoDeModelo: async (call) => {
      const { membroId } = call.actor;
      const { modelo, template } = await call.read(async (tx) => {
        const row = found(await findModelo(tx, call.params.modeloId, membroId));
        call.authorize();
        return { modelo: row, template: await findFile(tx, row.arquivo_id) };
      });
      refuseInvalid(checkUse(modelo, call.body, deps.undrawable));
      const values = new Map(Object.entries(call.body.variaveis ?? {}));
      return withGeneratedFile(deps, template, values, async (file) => {
        const newDocument = inTerms(() =>
          prepareDocument(
            toDocumento(modelo, call.body),
            call.actor,
            { sha256: file.sha256, pages: modelo.geometria },
            call.startedAt,
            deps.undrawable,
          ),
        );
        const chave = documentFileKey(call.scope, newDocument.documento.id, 'original-1.pdf', call.startedAt);
        // The service made the file; its active or hidden content comes from the template's.
        const stored = {
          chave,
          sha256: file.sha256,
          tamanhoBytes: file.size,
          varredura: { motor: 'PROPRIO' },
          conteudoAtivo: template.conteudo_ativo,
        };
        return withStoredUpload(deps.files, file, chave, () =>
          call.write(async (tx) => {
            const { documento } = await criarDocumento(
              tx,
              deps,
              { origin: call.origin, newDocument, arquivo: stored, settle: null },
              'template',
            );
            await countUse(tx, modelo.id);
            const body = await answerDocumento(tx, deps, call, documento);
            return { body, headers: { location: `${deps.baseUrlOf(tx.scope)}/documentos/${documento.id}` } };
          }),
        ).catch((error) => {
          throw inRequestTerms(error);
        });
      });
    },
  };
}

function inTerms<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw inRequestTerms(error);
  }
}
