import { type DocumentoResumo, type DocumentosQuery, rule } from '@rubrica/contract';
import { isEditor } from '../../core/actor.ts';
import { type Handlers, type MemberPart, ReadyReply } from '../../core/call.ts';
import { createJointWrite } from '../../core/joint.ts';
import { pageOf } from '../../core/page.ts';
import { found, Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { documentFileKey, findFile, withPlacedUpload } from '../arquivos/index.ts';
import { lastActors, listTrail } from '../auditoria/index.ts';
import { fillFromRegistry } from '../clientes/index.ts';
import { ajustarDocumento } from './ajustar.ts';
import { alterarDocumento, excluirDocumento, moverDocumento } from './alterar.ts';
import { anchorTexts, readText } from './anchors.ts';
import { definirCampos } from './campos.ts';
import { alterarSignatario } from './correction.ts';
import { createDocumentoCounter } from './counter.ts';
import { criarDocumento, criarDocumentos, type Draft, prepareDocument, standsAlone, takesTags } from './criar.ts';
import type { DocumentosDeps } from './deps.ts';
import { duplicarHandlers } from './duplicar.ts';
import { editingHandlers } from './editing.ts';
import { emailPreviewHandlers } from './email-preview.ts';
import { embeddingHandlers } from './embedding.ts';
import { cancelDocumento } from './encerrar.ts';
import { toDate } from './entrada.ts';
import { enviarDocumento, reenviarConvites } from './enviar.ts';
import { homeHandlers } from './home.ts';
import {
  answerCriado,
  answerDocumento,
  answerSignatario,
  createDocumentReader,
  presentSummaries,
  readShown,
} from './ler.ts';
import { ownSignatureHandlers } from './own-signature.ts';
import { readDraftText, readUnknownTags } from './page-text.ts';
import { presentCampo, presentSignatario } from './present.ts';
import { admitPdf } from './recebimento.ts';
import { restaurarDocumento } from './restaurar.ts';
import type { Aggregate, DocumentoRow } from './rows.ts';
import { criarSignatario, excluirSignatario } from './signatarios.ts';
import { findDocumento, listCampos, listSignatarios, lockDocumento, lockTogether } from './store.ts';
import { countDeleted, pageOfDeleted } from './store-excluidos.ts';
import { type DocumentoFilters, pageOfDocumentos } from './store-listar.ts';
import { versoesHandlers } from './version-routes.ts';

export type DocumentosOperations =
  | 'criarDocumento'
  | 'listarDocumentos'
  | 'obterDocumento'
  | 'obterInicio'
  | 'alterarDocumento'
  | 'excluirDocumento'
  | 'enviarDocumento'
  | 'reenviarDocumento'
  | 'cancelarDocumento'
  | 'moverDocumento'
  | 'ajustarDocumento'
  | 'restaurarDocumento'
  | 'duplicarDocumento'
  | 'obterImagemDocumento'
  | 'previsualizarModeloEmail'
  | 'listarAuditoria'
  | 'listarSignatarios'
  | 'criarSignatario'
  | 'obterSignatario'
  | 'alterarSignatario'
  | 'abrirMinhaAssinatura'
  | 'criarLinkIncorporado'
  | 'criarEdicao'
  | 'iniciarEdicao'
  | 'excluirSignatario'
  | 'listarCampos'
  | 'definirCampos'
  | 'listarVersoes'
  | 'criarVersao';

/**
 * The document of a write: found and locked within the scope; then the role is checked, and an OPERADOR's own documents
 * only.
 */
async function lockOwn(tx: Tx, call: MemberPart, documentoId: string): Promise<DocumentoRow> {
  const documento = found(await lockDocumento(tx, documentoId));
  call.authorize(documento.criado_por);
  refuseEditorOfSent(call, documento);
  return documento;
}

/** The field editor was let in while it was a draft, and its session is over since. @throws 401 as from then on */
function refuseEditorOfSent({ actor }: MemberPart, { status }: DocumentoRow): void {
  if (isEditor(actor) && status !== 'RASCUNHO') throw new Problem('401 CREDENCIAL_INVALIDA', rule('credentialInvalid'));
}

/**
 * The same for one of its signers, who is looked up first: another organization's signer is 404 for everyone. Also
 * locks the other documents of its envelope, where the person may be too.
 */
async function lockOwnSigner(tx: Tx, call: MemberPart, documentoId: string, signatarioId: string) {
  const [own, ...others] = await lockTogether(tx, documentoId);
  const documento = found(own);
  const signatario = found((await listSignatarios(tx, documento.id)).find(({ id }) => id === signatarioId));
  call.authorize(documento.criado_por);
  refuseEditorOfSent(call, documento);
  return { documento, signatario, locked: [documento, ...others] };
}

export function documentosHandlers(deps: DocumentosDeps): Handlers<DocumentosOperations> {
  return {
    ...reading(deps),
    ...creating(deps),
    ...drafting(deps),
    ...acting(deps),
    ...signers(deps),
    ...duplicarHandlers(deps),
    ...ownSignatureHandlers(deps),
    ...embeddingHandlers(deps),
    ...editingHandlers(deps),
    ...emailPreviewHandlers(deps),
    ...versoesHandlers(deps),
    ...homeHandlers(deps),
  };
}

const EVER = new Date(0);

/** What goes by its conclusion is what was concluded, which is what is ASSINADO. */
function filtersOf(query: DocumentosQuery): DocumentoFilters {
  const concluded = query.ordenarPor === 'finalizadoEm';
  const status = query.status ?? (concluded ? 'ASSINADO' : null);
  return {
    status,
    pastaId: query.pastaId ?? null,
    referencia: query.referenciaExterna ?? null,
    busca: query.busca?.trim() || null,
    periods: {
      criadoEm: { desde: toDate(query.criadoDesde), ate: toDate(query.criadoAte) },
      atualizadoEm: { desde: toDate(query.atualizadoDesde), ate: toDate(query.atualizadoAte) },
      finalizadoEm: {
        desde: toDate(query.finalizadoDesde) ?? (concluded && status !== 'ASSINADO' ? EVER : null),
        ate: toDate(query.finalizadoAte),
      },
    },
  };
}

/** Deleted documents, each with who deleted it. */
async function withDeleters(tx: Tx, itens: readonly DocumentoResumo[]): Promise<DocumentoResumo[]> {
  const ids = itens.map(({ id }) => id);
  const deleters = await lastActors(tx, ids, 'DOCUMENTO_EXCLUIDO');
  return itens.map((one) => ({ ...one, excluidoPor: deleters.get(one.id) ?? null }));
}

function reading(
  deps: DocumentosDeps,
): Handlers<'listarDocumentos' | 'obterDocumento' | 'obterImagemDocumento' | 'listarAuditoria' | 'listarCampos'> {
  const readDocument = createDocumentReader(deps);
  const countDocumentos = createDocumentoCounter();
  return {
    listarDocumentos: (call) =>
      call.read(
        async (tx) => {
          const { excluidos = false, ordenarPor = 'criadoEm' } = call.query;
          if (excluidos) call.authorizeAs('ADMINISTRADOR');
          const filters = filtersOf(call.query);
          // As the cursor is bound to them: as text.
          const narrowed = { ...filters, periods: JSON.stringify(filters.periods), ordenarPor };
          const bound = { operacao: excluidos ? 'documentos excluídos' : 'documentos', ...tx.scope, ...narrowed };
          const listing = excluidos ? pageOfDeleted : pageOfDocumentos;
          const page = await pageOf(deps.cursors, tx.now, call.query, bound, {
            page: (after, limit) => listing(tx, filters, ordenarPor, after, limit),
            total: () => (excluidos ? countDeleted(tx, filters) : countDocumentos(tx, filters)),
            key: (row) => [row.lugar, row.id],
            present: (row) => row,
          });
          const itens = await presentSummaries(tx, deps.tokens, page.itens);
          return { body: { ...page, itens: excluidos ? await withDeleters(tx, itens) : itens } };
          // The count of a search is carried on from one snapshot to the next, and a replica does not tell its own whole.
        },
        { primary: call.query.busca !== undefined },
      ),

    obterDocumento: async (call) => new ReadyReply(await readDocument(call, call.params.documentoId)),

    obterImagemDocumento: async (call) => {
      const { file, paginas } = await call.read(async (tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        const file = await findFile(tx, documento.arquivo_assinado_id ?? documento.arquivo_id);
        return { file, paginas: documento.paginas };
      });
      return deps.pictures.answer(call, file, paginas);
    },

    listarAuditoria: (call) =>
      call.read(async (tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        const filters = { operacao: 'auditoria', ...tx.scope, documentoId: documento.id };
        let total = 0;
        const body = await pageOf(deps.cursors, tx.now, call.query, filters, {
          page: async (after, limit) => {
            const trail = await listTrail(tx, documento.id, Number(after?.[0] ?? 0), limit);
            total = trail.total;
            return trail.events;
          },
          total: async () => total,
          key: (row) => [String(row.sequencia)],
          present: (row) => row.event,
        });
        return { body: { ...body, total } };
      }),

    listarCampos: (call) =>
      call.read(async (tx) => {
        const documento = found(await findDocumento(tx, call.params.documentoId));
        call.authorize();
        const campos = await listCampos(tx, documento.id);
        const filters = { operacao: 'campos', ...tx.scope, documentoId: documento.id };
        const body = await pageOf(deps.cursors, tx.now, call.query, filters, {
          page: async (after, limit) =>
            campos.filter(({ posicao }) => posicao > Number(after?.[0] ?? -1)).slice(0, limit),
          total: async () => campos.length,
          key: (row) => [String(row.posicao)],
          present: presentCampo,
        });
        return { body };
      }),
  };
}

function creating(deps: DocumentosDeps): Handlers<'criarDocumento'> {
  const answerOf = async (tx: Tx, { origin, arquivo }: Draft, created: Aggregate) => {
    const body = await answerCriado(tx, deps, origin, created, arquivo.conteudoAtivo);
    return { body, headers: { location: `${deps.baseUrlOf(tx.scope)}/documentos/${body.id}` } };
  };
  const createTogether = createJointWrite(deps.db, async (tx, drafts: readonly Draft[]) => {
    const created = await criarDocumentos(tx, deps, drafts);
    const answers = [];
    for (const [index, one] of created.entries()) answers.push(await answerOf(tx, drafts[index] as Draft, one));
    return answers;
  });
  return {
    criarDocumento: async (call) => {
      const signatarios = call.body.signatarios && (await fillFromRegistry(call, call.body.signatarios));
      const entrada = signatarios ? { ...call.body, signatarios } : call.body;
      const upload = await call.receive();
      const received = await admitPdf(deps, upload);
      const wanted = { texts: anchorTexts(entrada.campos), fieldTags: takesTags(entrada) };
      const text = await readText(deps, upload, wanted);
      const newDocument = prepareDocument(
        entrada,
        call,
        { sha256: upload.sha256, pages: received.inspection.pages, text },
        await call.now(),
        deps.undrawable,
      );
      const chave = documentFileKey(call.scope, newDocument.documento.id, 'original-1.pdf', call.startedAt);
      const { varredura, conteudoAtivo } = received;
      const arquivo = { chave, sha256: upload.sha256, tamanhoBytes: upload.size, varredura, conteudoAtivo };
      return withPlacedUpload(deps.files, upload, chave, (settle) => {
        const draft = { origin: call.origin, newDocument, arquivo, settle };
        return standsAlone(newDocument)
          ? call.writeWith(createTogether, draft)
          : call.write(async (tx) => answerOf(tx, draft, await criarDocumento(tx, deps, draft)));
      });
    },
  };
}

function drafting(
  deps: DocumentosDeps,
): Handlers<'alterarDocumento' | 'moverDocumento' | 'excluirDocumento' | 'restaurarDocumento' | 'definirCampos'> {
  return {
    alterarDocumento: (call) =>
      call.write(async (tx) => {
        const documento = await lockOwn(tx, call, call.params.documentoId);
        const row = await alterarDocumento(tx, deps, call.origin, documento, call.body);
        return { body: await answerDocumento(tx, deps, call, row) };
      }),

    moverDocumento: (call) =>
      call.write(async (tx) => {
        const documento = await lockOwn(tx, call, call.params.documentoId);
        const row = await moverDocumento(tx, call.origin, documento, call.body.pastaId);
        return { body: await answerDocumento(tx, deps, call, row) };
      }),

    excluirDocumento: (call) =>
      call.write(async (tx) => {
        await excluirDocumento(tx, call.origin, await lockOwn(tx, call, call.params.documentoId));
        return { body: undefined };
      }),

    restaurarDocumento: (call) =>
      call.write(async (tx) => {
        const { documentoId } = call.params;
        const row = await restaurarDocumento(tx, deps.tokens, call.origin, documentoId, () => call.authorize());
        return { body: await answerDocumento(tx, deps, call, row) };
      }),

    definirCampos: async (call) => {
      const read = await readDraftText(deps, call, call.params.documentoId, anchorTexts(call.body.campos));
      return call.write(async (tx) => {
        const documento = await lockOwn(tx, call, call.params.documentoId);
        const campos = await definirCampos(tx, deps, call.origin, documento, call.body, read);
        return { body: { itens: campos.map(presentCampo), total: campos.length, proximoCursor: null } };
      });
    },
  };
}

function acting(
  deps: DocumentosDeps,
): Handlers<'enviarDocumento' | 'reenviarDocumento' | 'cancelarDocumento' | 'ajustarDocumento'> {
  return {
    enviarDocumento: async (call) => {
      const tags = await readUnknownTags(deps, call, call.params.documentoId);
      return call.write(async (tx) => {
        const documento = await lockOwn(tx, call, call.params.documentoId);
        const row = await enviarDocumento(tx, deps, call.origin, documento, tags);
        return { body: await answerDocumento(tx, deps, call, row) };
      });
    },

    reenviarDocumento: (call) =>
      call.write(async (tx) => {
        const documento = await lockOwn(tx, call, call.params.documentoId);
        await reenviarConvites(tx, deps.tokens, call.origin, documento, call.body?.signatarioId);
        return { body: await answerDocumento(tx, deps, call, documento) };
      }),

    ajustarDocumento: (call) =>
      call.write(async (tx) => {
        const documento = await lockOwn(tx, call, call.params.documentoId);
        const row = await ajustarDocumento(tx, deps.tokens, call.origin, documento, call.body);
        return { body: await answerDocumento(tx, deps, call, row) };
      }),

    cancelarDocumento: (call) =>
      call.write(async (tx) => {
        const documento = await lockOwn(tx, call, call.params.documentoId);
        const row = await cancelDocumento(tx, call.origin, documento, call.body.motivo);
        return { body: await answerDocumento(tx, deps, call, row) };
      }),
  };
}

function signers(
  deps: DocumentosDeps,
): Handlers<'listarSignatarios' | 'criarSignatario' | 'obterSignatario' | 'alterarSignatario' | 'excluirSignatario'> {
  return {
    listarSignatarios: async (call) => {
      const { documentoId } = call.params;
      const { aggregate, fatores, links } = await readShown(call, documentoId);
      const filters = { operacao: 'signatarios', ...call.scope, documentoId };
      const body = await pageOf(deps.cursors, await call.now(), call.query, filters, {
        page: async (after, limit) =>
          aggregate.signatarios.filter(({ posicao }) => posicao > Number(after?.[0] ?? -1)).slice(0, limit),
        total: async () => aggregate.signatarios.length,
        key: (row) => [String(row.posicao)],
        present: (row) => presentSignatario(aggregate.documento, row, fatores, links.get(row.id), deps.tokens),
      });
      return { body };
    },

    criarSignatario: async (call) => {
      const [entrada = call.body] = await fillFromRegistry(call, [call.body]);
      return call.write(async (tx) => {
        const documento = await lockOwn(tx, call, call.params.documentoId);
        const { id } = await criarSignatario(tx, deps, call.origin, documento, entrada);
        const body = await answerSignatario(tx, deps, call, documento, id);
        const location = `${deps.baseUrlOf(tx.scope)}/documentos/${documento.id}/signatarios/${id}`;
        return { body, headers: { location } };
      });
    },

    obterSignatario: async (call) => {
      const { documentoId, signatarioId } = call.params;
      const { aggregate, fatores, links } = await readShown(call, documentoId, signatarioId);
      const row = found(aggregate.signatarios.find(({ id }) => id === signatarioId));
      return { body: presentSignatario(aggregate.documento, row, fatores, links.get(row.id), deps.tokens) };
    },

    alterarSignatario: (call) =>
      call.write(async (tx) => {
        const { documentoId, signatarioId } = call.params;
        const { documento, signatario, locked } = await lockOwnSigner(tx, call, documentoId, signatarioId);
        await alterarSignatario(tx, deps, call, locked, documento, signatario, call.body);
        return { body: await answerSignatario(tx, deps, call, documento, signatario.id) };
      }),

    excluirSignatario: (call) =>
      call.write(async (tx) => {
        const { documento } = await lockOwnSigner(tx, call, call.params.documentoId, call.params.signatarioId);
        await excluirSignatario(tx, deps, call.origin, documento, call.params.signatarioId);
        return { body: undefined };
      }),
  };
}
