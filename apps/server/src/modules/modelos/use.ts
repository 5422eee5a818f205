import type { DocumentoDeModeloEntrada } from '@rubrica/contract';
import type { MemberActor, Origin } from '../../core/actor.ts';
import type { Scope } from '../../core/scope.ts';
import { documentFileKey, type StoredFile, withStoredUpload } from '../arquivos/index.ts';
import { type DocumentosDeps, type Draft, type NewDocument, prepareDocument } from '../documentos/index.ts';
import { tagsForUse } from './fields.ts';
import { type GenerateDeps, inRequestTerms, toDocumento, withGeneratedFile } from './instantiate.ts';
import type { ModeloRow } from './store.ts';

/** A template that is used, with its file and what is given for its variables and roles, which `checkUse` found right. */
export interface Use {
  readonly modelo: ModeloRow;
  readonly template: StoredFile;
  readonly entrada: DocumentoDeModeloEntrada;
}

/** In whose name it is used. */
export interface User {
  readonly actor: Pick<MemberActor, 'membroId'>;
  readonly scope: Scope;
  readonly origin: Origin;
  readonly startedAt: Date;
}

/**
 * The document that a use of a template makes, with all that can be said against it without a database.
 * @param sha256 of its file
 * @throws 400, 422 in terms of the template's roles
 */
export function prepareUse(
  { modelo, entrada }: Omit<Use, 'template'>,
  user: Pick<User, 'actor' | 'scope'>,
  sha256: string,
  now: Date,
  undrawable: DocumentosDeps['undrawable'],
): NewDocument {
  try {
    const file = { sha256, pages: modelo.geometria, ...tagsForUse(modelo) };
    return prepareDocument(toDocumento(modelo, entrada), user, file, now, undrawable);
  } catch (error) {
    throw inRequestTerms(error);
  }
}

/**
 * Fills the template's file, stores it, and has `write` make the document of it. A refused call, and an answer that is a
 * repetition (`replayed`), leave no file behind.
 */
export const withDraftOf = <R extends object>(
  deps: GenerateDeps & DocumentosDeps,
  use: Use,
  user: User,
  now: Date,
  write: (draft: Draft) => Promise<R>,
): Promise<R> =>
  withGeneratedFile(deps, use.template, new Map(Object.entries(use.entrada.variaveis ?? {})), async (file) => {
    const newDocument = prepareUse(use, user, file.sha256, now, deps.undrawable);
    const chave = documentFileKey(user.scope, newDocument.documento.id, 'original-1.pdf', user.startedAt);
    // The service made the file; its active or hidden content comes from the template's.
    const arquivo = {
      chave,
      sha256: file.sha256,
      tamanhoBytes: file.size,
      varredura: { motor: 'PROPRIO' } as const,
      conteudoAtivo: use.template.conteudo_ativo,
    };
    return withStoredUpload(deps.files, file, chave, () =>
      write({ origin: user.origin, newDocument, arquivo, settle: null }),
    ).catch((error) => {
      throw inRequestTerms(error);
    });
  });
