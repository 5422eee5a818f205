import { randomUUID } from 'node:crypto';
import type { ModeloAlteracao } from '@rubrica/contract';
import type { Handlers, MemberPart } from '../../core/call.ts';
import { pageOf } from '../../core/page.ts';
import { found, refuseInvalid } from '../../core/problem.ts';
import {
  fileKey,
  fileReply,
  findFile,
  insertFile,
  withCopy,
  withReceived,
  withStoredUpload,
} from '../arquivos/index.ts';
import { fillFromRegistry } from '../clientes/index.ts';
import { meter } from '../consumo/index.ts';
import {
  admitPdf,
  anchorTexts,
  answerDocumento,
  criarDocumento,
  type DocumentosDeps,
  findDocumento,
  listCampos,
  listSignatarios,
  type PageText,
  readText,
} from '../documentos/index.ts';
import { changedFields, ownFields, tagFields, tagsOfFile } from './fields.ts';
import type { GenerateDeps } from './instantiate.ts';
import { templateOf } from './of-document.ts';
import { presentModelo } from './present.ts';
import { checkUse, refuseTooMany, toPapel } from './rules.ts';
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
import { withDraftOf } from './use.ts';

/** Receiving a PDF and creating a document work as they do for documents. */
export interface ModelosDeps extends GenerateDeps, DocumentosDeps {}

export type ModelosOperations =
  | 'listarModelos'
  | 'criarModelo'
  | 'obterModelo'
  | 'baixarArquivoModelo'
  | 'obterImagemModelo'
  | 'alterarModelo'
  | 'excluirModelo'
  | 'criarDocumentoDeModelo'
  | 'criarModeloDeDocumento';

export function modelosHandlers(deps: ModelosDeps): Handlers<ModelosOperations> {
  return { ...reading(deps), ...changing(deps), ...using(deps), ...saving(deps) };
}

function reading({
  cursors,
  files,
  pictures,
}: ModelosDeps): Handlers<'listarModelos' | 'obterModelo' | 'baixarArquivoModelo' | 'obterImagemModelo'> {
  return {
    listarModelos: (call) =>
      call.read(async (tx) => {
        const { membroId } = call.actor;
        const filters = { operacao: 'modelos', ...tx.scope, membroId };
        const body = await pageOf(cursors, tx.now, call.query, filters, {
          page: (after, limit) => listModelos(tx, membroId, after, limit),
          total: () => countModelos(tx, membroId),
          key: (row) => [row.lugar, row.id],
          present: (row) => presentModelo(row),
        });
        return { body };
      }),

    obterModelo: (call) =>
      call.read(async (tx) => {
        const row = found(await findModelo(tx, call.params.modeloId, call.actor.membroId));
        call.authorize();
        return { body: presentModelo(row) };
      }),

    baixarArquivoModelo: async (call) => {
      const { file, row } = await fileOf(call);
      return fileReply(files, file, `${row.nome}.pdf`);
    },

    obterImagemModelo: async (call) => {
      const { file, row } = await fileOf(call);
      return pictures.answer(call, file, row.paginas);
    },
  };
}

/** A template that the caller sees, with its file. */
const fileOf = (call: Pick<MemberPart, 'actor' | 'read' | 'authorize'> & { params: { modeloId: string } }) =>
  call.read(async (tx) => {
    const row = found(await findModelo(tx, call.params.modeloId, call.actor.membroId));
    call.authorize();
    return { file: await findFile(tx, row.arquivo_id), row };
  });

function changing(deps: ModelosDeps): Handlers<'criarModelo' | 'alterarModelo' | 'excluirModelo'> {
  const { files, baseUrlOf } = deps;
  return {
    criarModelo: async (call) => {
      const upload = await call.receive();
      const papeis = (call.body.papeis ?? []).map(toPapel);
      const entries = call.body.campos;
      refuseTooMany(papeis, entries ?? []);
      const { inspection, varredura, conteudoAtivo } = await admitPdf(deps, upload, { textTags: true });
      const wanted = { texts: anchorTexts(entries), fieldTags: entries === undefined };
      const text = await readText(deps, upload, wanted);
      const pages = { geometria: inspection.pages, paginas: inspection.pages.length };
      const { problems, ...own } = ownFields(entries ?? [], papeis, pages, text, null);
      refuseInvalid(problems);
      const fields = entries ? own : tagFields(tagsOfFile(upload.sha256, text), papeis, pages);
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
            ...fields,
            criado_por: call.actor.membroId,
          });
          await meter(tx, { tipo: 'DOCUMENTO_ENVIADO', referencia: arquivoId, descricao: `Modelo ${row.nome}` });
          return { body: presentModelo(row), headers: { location: `${baseUrlOf(tx.scope)}/modelos/${id}` } };
        }),
      );
    },

    alterarModelo: async (call) => {
      const text = await readTemplateText(deps, call, call.params.modeloId, call.body.campos);
      return call.write(async (tx) => {
        const row = found(await lockModelo(tx, call.params.modeloId, call.actor.membroId));
        call.authorize(row.criado_por);
        const { nome, descricao, escopo } = call.body;
        const papeis = call.body.papeis?.map(toPapel) ?? row.papeis;
        const { problems, ...fields } = changedFields(row, call.body.campos, papeis, text);
        refuseInvalid(problems);
        const changes: ModeloChanges = {
          ...(nome === undefined ? {} : { nome: nome.trim() }),
          ...(descricao === undefined ? {} : { descricao }),
          ...(escopo === undefined ? {} : { escopo }),
          papeis,
          ...fields,
        };
        return { body: presentModelo(await updateModelo(tx, row.id, changes)) };
      });
    },

    excluirModelo: (call) =>
      call.write(async (tx) => {
        const row = found(await lockModelo(tx, call.params.modeloId, call.actor.membroId));
        call.authorize(row.criado_por);
        await deleteModelo(tx, row.id);
        return { body: undefined };
      }),
  };
}

/** What the anchors of a change look for in the template's file, which never changes. */
async function readTemplateText(
  deps: ModelosDeps,
  call: Pick<MemberPart, 'actor' | 'read'>,
  modeloId: string,
  campos: ModeloAlteracao['campos'],
): Promise<PageText | null> {
  const texts = anchorTexts(campos);
  if (texts.length === 0) return null;
  const file = await call.read(async (tx) => {
    const row = await findModelo(tx, modeloId, call.actor.membroId);
    return row && findFile(tx, row.arquivo_id);
  });
  return file && withReceived(deps.files, file, (received) => readText(deps, received, { texts }));
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
      const papeis = call.body.papeis && (await fillFromRegistry(call, call.body.papeis));
      const entrada = papeis ? { ...call.body, papeis } : call.body;
      refuseInvalid(checkUse(modelo, entrada, deps.undrawable));
      return withDraftOf(deps, { modelo, template, entrada }, call, await call.now(), (draft) =>
        call.write(async (tx) => {
          const { documento } = await criarDocumento(tx, deps, draft, 'template');
          await countUse(tx, modelo.id);
          const body = await answerDocumento(tx, deps, call, documento);
          return { body, headers: { location: `${deps.baseUrlOf(tx.scope)}/documentos/${documento.id}` } };
        }),
      );
    },
  };
}

/** Makes a template of a document in whatever state: its file as it was before the signatures, roles for its people. */
function saving(deps: ModelosDeps): Handlers<'criarModeloDeDocumento'> {
  const { files, workDirectory, baseUrlOf } = deps;
  return {
    criarModeloDeDocumento: async (call) => {
      const { source, file } = await call.read(async (tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        const signatarios = await listSignatarios(tx, documento.id);
        const campos = await listCampos(tx, documento.id);
        return { source: { documento, signatarios, campos }, file: await findFile(tx, documento.arquivo_id) };
      });
      return withCopy(files, workDirectory, file, async (copy) => {
        const { inspection, varredura, conteudoAtivo } = await admitPdf(deps, copy, { textTags: true });
        const id = randomUUID();
        const chave = fileKey(call.scope, 'modelos', `${id}.pdf`);
        return withStoredUpload(files, copy, chave, () =>
          call.write(async (tx) => {
            const stored = { chave, sha256: copy.sha256, tamanhoBytes: copy.size, varredura, conteudoAtivo };
            const row = await insertModelo(tx, {
              id,
              nome: call.body.nome.trim(),
              descricao: null,
              escopo: call.body.escopo ?? 'PESSOAL',
              // The file was metered when it was received.
              arquivo_id: await insertFile(tx, stored),
              geometria: [...inspection.pages],
              paginas: inspection.pages.length,
              variaveis: inspection.variables,
              ...templateOf(source),
              criado_por: call.actor.membroId,
            });
            return { body: presentModelo(row), headers: { location: `${baseUrlOf(tx.scope)}/modelos/${id}` } };
          }),
        );
      });
    },
  };
}
