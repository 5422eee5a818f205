import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentoDeModeloEntrada, DocumentoEntrada, ErrorKey, FatorAutenticacao } from '@rubrica/contract';
import type { Upload } from '../../core/call.ts';
import type { PdfFiller } from '../../core/pdf.ts';
import type { FileStore } from '../../core/ports.ts';
import { type FieldProblem, Problem } from '../../core/problem.ts';
import { type StoredFile, withCopy } from '../arquivos/index.ts';
import { byKey } from '../documentos/index.ts';
import { followsTags, keysOf } from './fields.ts';
import type { ModeloRow } from './store.ts';

/**
 * The creation that using a template amounts to: roles become signers in the given order, and fields follow their
 * roles.
 */
export function toDocumento(modelo: ModeloRow, entrada: DocumentoDeModeloEntrada): DocumentoEntrada {
  const { titulo, variaveis: _, papeis = [], ...options } = entrada;
  const signerOf = new Map<string, string>();
  // Roles of the same name cannot be told apart by the tags of the file.
  const keys = byKey(keysOf(modelo.papeis));
  const signatarios = papeis.map(({ papelId, ...person }) => {
    const papel = modelo.papeis.find(({ id }) => id === papelId);
    if (!papel) throw new Error('roles are checked before they are used');
    const chave = [...keys].find(([, papelId]) => papelId === papel.id)?.[0];
    const id = person.id ?? randomUUID();
    signerOf.set(papel.id, id);
    // A role's factors are added to the person's own, or to the document's.
    const fatores = union(person.fatoresExigidos ?? options.fatoresExigidos ?? ['EMAIL'], papel.fatoresExigidos);
    return {
      ...person,
      id,
      funcao: papel.funcao,
      ordem: person.ordem ?? papel.ordem,
      ...(chave === undefined ? {} : { chave }),
      ...(papel.fatoresExigidos.length > 0 || person.fatoresExigidos ? { fatoresExigidos: fatores } : {}),
    };
  });
  const campos = modelo.campos.map(({ id: _id, papelId, rotulo, valorPadrao, ...campo }) => ({
    ...campo,
    signatarioId: papelId === null ? null : (signerOf.get(papelId) ?? null),
    ...(rotulo === null ? {} : { rotulo }),
    ...(valorPadrao === null ? {} : { valorPadrao }),
  }));
  const made = { ...options, titulo: titulo ?? modelo.nome, signatarios };
  return followsTags(modelo) ? made : { ...made, campos };
}

const union = (one: readonly FatorAutenticacao[], other: readonly FatorAutenticacao[]) => [
  ...new Set([...one, ...other]),
];

/** Converts problems of the document into problems of the request, which identifies people by their roles. */
export function inRequestTerms(error: unknown): unknown {
  if (!(error instanceof Problem) || !error.erros) return error;
  const erros: FieldProblem[] = error.erros.map((problem) => ({
    ...problem,
    campo: problem.campo.replace(/^signatarios\b/, 'papeis'),
  }));
  return new Problem(`${error.status} ${error.codigo}` as ErrorKey, error.rule, { erros });
}

export interface GenerateDeps {
  readonly files: FileStore;
  readonly filler: PdfFiller;
  readonly workDirectory: string;
}

/**
 * Makes a document's file from a template's, with form and text tags filled in. The bytes are in a temporary file for
 * the duration of `use`.
 * @throws StoredFileAltered if the template's stored bytes are no longer those that were received
 */
export async function withGeneratedFile<T>(
  deps: GenerateDeps,
  template: StoredFile,
  values: ReadonlyMap<string, string>,
  use: (file: Upload) => Promise<T>,
): Promise<T> {
  // Filled in from a copy that was compared while it was made: nobody can put another file in its place meanwhile.
  return withCopy(deps.files, deps.workDirectory, template, async (copy) => {
    if (values.size === 0) return use(copy);
    const path = join(deps.workDirectory, `${randomUUID()}.pdf`);
    try {
      return await use({ path, ...(await deps.filler.fill({ source: copy.path, target: path, values })) });
    } finally {
      await rm(path, { force: true });
    }
  });
}
