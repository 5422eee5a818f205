import type { Call, Handlers } from '../../core/call.ts';
import type { FileStore, Secrets } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import { contentOfFiles, fileReply, findFile, type StoredFile } from '../arquivos/index.ts';
import { type DocumentoRow, findDocumento, readSender } from '../documentos/index.ts';
import { assinar, type SigningDeps } from './assinar.ts';
import { isEnrolled } from './autenticador.ts';
import type { Codes } from './codigos.ts';
import { abrir, autenticar, registrarAceite, registrarLeitura, solicitarCodigo } from './etapas.ts';
import { presentFatores, presentSessao } from './present.ts';
import { recusar } from './recusar.ts';
import { demandedFactors, entryOf, loadSession, requireAuthenticated } from './sessao.ts';
import { readGiven } from './valores.ts';

export interface AssinaturaDeps extends SigningDeps {
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly codes: Codes;
  /**
   * Completes a document right after the last signature. Never rejects: what goes wrong is logged, and the job queued
   * with the signature finishes the work.
   */
  readonly completeNow: (scope: Scope, documentoId: string) => Promise<void>;
}

export type AssinaturaOperations =
  | 'abrirAssinatura'
  | 'registrarLeitura'
  | 'registrarAceite'
  | 'solicitarCodigo'
  | 'autenticarSignatario'
  | 'assinar'
  | 'recusar'
  | 'baixarArquivoAssinatura';

export function assinaturaHandlers(deps: AssinaturaDeps): Handlers<AssinaturaOperations> {
  return {
    abrirAssinatura: (call) =>
      call.write(async (tx) => {
        const session = await abrir(tx, call.link.id, call.source);
        const enrolled = demandedFactors(session).includes('TOTP') && (await isEnrolled(tx, session));
        const conteudo = await contentOfFiles(
          tx,
          session.entries.map(({ documento }) => documento.arquivo_id),
        );
        return { body: presentSessao(session, await readSender(tx), enrolled, conteudo) };
      }),

    registrarLeitura: (call) =>
      call.write(async (tx) => ({ body: await registrarLeitura(tx, call.link.id, call.source, call.body) })),

    registrarAceite: (call) =>
      call.write(async (tx) => ({ body: await registrarAceite(tx, call.link.id, call.source, call.body) })),

    solicitarCodigo: (call) =>
      call.write(async (tx) => ({ body: await solicitarCodigo(tx, deps.secrets, call.link.id, call.body) })),

    autenticarSignatario: async (call) => {
      const outcome = await call.write(async (tx) => {
        const result = await autenticar(tx, deps, call.link.id, call.source, call.body);
        if (result instanceof Problem) return result;
        const enrolled = demandedFactors(result).includes('TOTP') && (await isEnrolled(tx, result));
        const fatores = presentFatores(result, enrolled);
        return { fatores, autenticado: fatores.every(({ cumprido }) => cumprido) };
      });
      if (outcome instanceof Problem) throw outcome;
      return { body: outcome };
    },

    assinar: async (call) => {
      const given = await readGiven(call.body);
      const { answer, complete } = await call.write((tx) => assinar(tx, deps, call.link.id, call.source, given));
      for (const documentoId of complete) await deps.completeNow(call.scope, documentoId);
      if (complete.length === 0) return { body: answer };
      const documentos = await call.read((tx) =>
        Promise.all(
          answer.documentos.map(async ({ id, status }) => ({
            id,
            status: (await findDocumento(tx, id))?.status ?? status,
          })),
        ),
      );
      return { body: { ...answer, documentos } };
    },

    recusar: async (call) => {
      const { answer, complete } = await call.write((tx) => recusar(tx, deps, call.link.id, call.source, call.body));
      for (const documentoId of complete) await deps.completeNow(call.scope, documentoId);
      return { body: answer };
    },

    baixarArquivoAssinatura: async (call) => {
      const { file, documento } = await readableFile(call);
      const suffix = documento.arquivo_assinado_id ? ' (assinado)' : '';
      return fileReply(deps.files, file, `${documento.titulo}${suffix}.pdf`);
    },
  };
}

export type FileCall = Call<'baixarArquivoAssinatura'>;

/** What the person may read, once every factor is fulfilled; the file itself and its preview are served through this. */
export function readableFile(call: FileCall): Promise<{ file: StoredFile; documento: DocumentoRow }> {
  return call.read(async (tx) => {
    const session = await loadSession(tx, call.link.id, 'read');
    const { documento } = entryOf(session, call.query.documentoId);
    requireAuthenticated(session);
    // Nobody sees a half-signed file: the one out for signature until the sealed one exists.
    return { file: await findFile(tx, documento.arquivo_assinado_id ?? documento.arquivo_id), documento };
  });
}
