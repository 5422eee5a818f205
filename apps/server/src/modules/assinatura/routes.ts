import { rule } from '@rubrica/contract';
import type { Call, Handler, Handlers } from '../../core/call.ts';
import type { LogKey } from '../../core/open-log/note.ts';
import type { FileStore } from '../../core/ports.ts';
import { found, Problem } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { contentOfFiles, fileReply, findFile, type StoredFile } from '../arquivos/index.ts';
import { type Act, findEvent } from '../auditoria/index.ts';
import { findCertificado } from '../certificados/index.ts';
import {
  type DocumentoRow,
  type DocumentosDeps,
  listSignatarios,
  lockTogether,
  readSender,
  statusesOf,
} from '../documentos/index.ts';
import { type LogKeys, receiptOf } from '../registro/index.ts';
import { assinar, pictureFields, type SigningDeps } from './assinar.ts';
import { delegar } from './delegar.ts';
import { iniciarSessaoIncorporada } from './embedded.ts';
import { isEnrolled } from './factors/authenticator.ts';
import type { FactorDeps } from './factors/factor.ts';
import { forgetAuthenticator } from './forget-authenticator.ts';
import { askedAbout, presentFatores, presentSessao } from './present.ts';
import { recusar } from './recusar.ts';
import { demandedFactors, entryOf, loadSession, requireReader, type SigningSession } from './sessao.ts';
import { simularSignatario } from './simular.ts';
import { abrir, autenticar, escolherIdioma, registrarAceite, registrarLeitura, solicitarCodigo } from './steps.ts';
import { bringsPictures, readGiven } from './valores.ts';

export interface AssinaturaDeps extends SigningDeps, FactorDeps, DocumentosDeps {
  readonly logKeys: LogKeys;
  readonly files: FileStore;
  /**
   * Completes a document right after the last signature. Never rejects: errors are logged, and the job queued with the
   * signature finishes the work.
   */
  readonly completeNow: (scope: Scope, documentoId: string) => Promise<void>;
}

export type AssinaturaOperations =
  | 'abrirAssinatura'
  | 'iniciarSessaoIncorporada'
  | 'escolherIdioma'
  | 'registrarLeitura'
  | 'registrarAceite'
  | 'solicitarCodigo'
  | 'autenticarSignatario'
  | 'assinar'
  | 'recusar'
  | 'delegar'
  | 'baixarArquivoAssinatura'
  | 'simularSignatario'
  | 'esquecerAutenticador';

export function assinaturaHandlers(deps: AssinaturaDeps): Handlers<AssinaturaOperations> {
  return {
    abrirAssinatura: (call) =>
      call.write(async (tx) => {
        const session = await abrir(tx, call.link.id, call.source);
        const files = session.entries.map(({ documento }) => documento.arquivo_id);
        // One round trip.
        const [conteudo, sender, sentBy, enrolled] = await Promise.all([
          contentOfFiles(tx, files),
          readSender(tx, session.entries[0].documento),
          sentByOf(tx, session),
          enrolledIn(tx, session),
        ]);
        return { body: presentSessao(session, { sender, sentBy, enrolled, conteudo }) };
      }),

    iniciarSessaoIncorporada: (call) =>
      call.write(async (tx) => ({ body: await iniciarSessaoIncorporada(tx, deps.tokens, call.link.id, call.body) })),

    escolherIdioma: (call) => call.write(async (tx) => ({ body: await escolherIdioma(tx, call.link.id, call.body) })),

    registrarLeitura: (call) =>
      call.write(async (tx) => ({ body: await registrarLeitura(tx, call.link.id, call.source, call.body) })),

    registrarAceite: (call) =>
      call.write(async (tx) => ({ body: await registrarAceite(tx, call.link.id, call.source, call.body) })),

    solicitarCodigo: (call) =>
      call.write(async (tx) => ({ body: await solicitarCodigo(tx, deps, call.link.id, call.body) })),

    autenticarSignatario: async (call) => {
      const outcome = await call.write(async (tx) => {
        const result = await autenticar(tx, deps, call.link.id, call.source, call.body);
        if (result instanceof Problem) return result;
        const fatores = presentFatores(result, await enrolledIn(tx, result));
        return { fatores, autenticado: fatores.every(({ cumprido }) => cumprido) };
      });
      if (outcome instanceof Problem) throw outcome;
      return { body: outcome };
    },

    assinar: signing(deps),

    recusar: async (call) => {
      const { answer, complete } = await call.write((tx) => recusar(tx, deps, call.link.id, call.source, call.body));
      for (const documentoId of complete) await deps.completeNow(call.scope, documentoId);
      return { body: withReceipts(deps.logKeys[call.scope.ambiente], answer) };
    },

    delegar: (call) =>
      call.write(async (tx) => ({ body: await delegar(tx, deps, call.link.id, call.source, call.body) })),

    simularSignatario: async (call) => {
      const done = await call.write((tx) => simularSignatario(tx, deps, call));
      if (!done.replayed) for (const documentoId of done.complete) await deps.completeNow(call.scope, documentoId);
      return done;
    },

    esquecerAutenticador: (call) =>
      call.write(async (tx) => {
        const { documentoId, signatarioId } = call.params;
        const [own, ...others] = await lockTogether(tx, documentoId);
        const documento = found(own);
        const signers = await listSignatarios(tx, documento.id);
        const signatario = found(signers.find(({ id }) => id === signatarioId));
        call.authorize(documento.criado_por);
        await forgetAuthenticator(tx, call.origin, [documento, ...others], documento, signatario);
        return { body: undefined };
      }),

    baixarArquivoAssinatura: async (call) => {
      if (call.query.tipo === 'CERTIFICADO') {
        const { file, documento } = await ownCertificate(call);
        return fileReply(deps.files, file, `${documento.titulo} (certificado).pdf`);
      }
      const { file, documento } = await readableFile(call);
      const suffix = documento.arquivo_assinado_id ? ' (assinado)' : '';
      return fileReply(deps.files, file, `${documento.titulo}${suffix}.pdf`);
    },
  };
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Signs and, after the last signature, completes; the answer then tells how each document stands. */
const signing =
  (deps: AssinaturaDeps): Handler<'assinar'> =>
  async (call) => {
    // Only those who may sign can make the service decode pictures; signing itself checks again.
    const fields = bringsPictures(call.body) ? await call.read((tx) => pictureFields(tx, call.link.id)) : NO_FIELDS;
    const given = await readGiven(call.body, fields);
    const { answer, complete } = await call.write((tx) => assinar(tx, deps, call.link.id, call.source, given));
    for (const documentoId of complete) await deps.completeNow(call.scope, documentoId);
    const body = withReceipts(deps.logKeys[call.scope.ambiente], answer);
    if (complete.length === 0) return { body };
    const now = new Map((await call.ask(statusesOf(complete))).map(({ id, status }) => [id, status]));
    const documentos = body.documentos.map((one) => ({ ...one, status: now.get(one.id) ?? one.status }));
    return { body: { ...body, documentos } };
  };

/** An answer about acts, with the receipt of each; the transaction need not wait for signatures. */
function withReceipts<D extends { readonly act: Act }, A>(
  key: LogKey,
  { documentos, ...answer }: A & { readonly documentos: readonly D[] },
) {
  const receipts = documentos.map(({ act, ...documento }) => ({
    ...documento,
    recibo: receiptOf(key, act.nonce, act.claim),
  }));
  return { ...answer, documentos: receipts, recibo: receipts[0]?.recibo ?? '' };
}

/** Whether the person has the authenticator, if one is required. */
const enrolledIn = async (tx: Tx, session: SigningSession): Promise<boolean> =>
  demandedFactors(session).includes('TOTP') && isEnrolled(tx, session, askedAbout(session, 'TOTP'));

/** The person who sent the first document; null if a program did, by its key. */
async function sentByOf(tx: Tx, session: SigningSession): Promise<string | null> {
  const sent = await findEvent(tx, session.entries[0].documento.id, 'DOCUMENTO_ENVIADO');
  return sent?.tipoAtor === 'USUARIO' ? sent.ator : null;
}

export type FileCall = Call<'baixarArquivoAssinatura'>;

/** What the person may read, once its factors are fulfilled; both the file and its preview are served through this. */
export function readableFile(call: FileCall): Promise<{ file: StoredFile; documento: DocumentoRow }> {
  return call.read(async (tx) => {
    const session = await loadSession(tx, call.link.id, 'read');
    const entry = entryOf(session, call.query.documentoId, 'query.documentoId');
    requireReader(session, entry);
    const { documento } = entry;
    // Nobody sees a half-signed file: it is the file sent for signature until the sealed one exists.
    return { file: await findFile(tx, documento.arquivo_assinado_id ?? documento.arquivo_id), documento };
  });
}

/**
 * The current certificate, for people who signed: the evidence of a person's own act belongs not only to the sender.
 * @throws 403 AUTENTICACAO_INCOMPLETA, 409 CERTIFICADO_INDISPONIVEL before completion or for someone who did not sign
 */
function ownCertificate(call: FileCall): Promise<{ file: StoredFile; documento: DocumentoRow }> {
  return call.read(async (tx) => {
    const session = await loadSession(tx, call.link.id, 'read');
    const entry = entryOf(session, call.query.documentoId, 'query.documentoId');
    requireReader(session, entry);
    const { documento, signatario } = entry;
    const certificate = found(await findCertificado(tx, documento));
    if (signatario.status !== 'ASSINADO') {
      throw new Problem('409 CERTIFICADO_INDISPONIVEL', rule('certificateOfSigners'));
    }
    return { file: await findFile(tx, certificate.arquivo_id), documento };
  });
}
