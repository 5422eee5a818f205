import type { ReceivedFile, TextFinder } from '../../core/pdf.ts';
import type { FileStore } from '../../core/ports.ts';
import type { Columns } from '../../core/row.ts';
import { alike, type Statement, type Tx } from '../../core/sql.ts';
import { findFile, withReceived } from '../arquivos/index.ts';
import { type PageText, readText } from './anchors.ts';
import type { DocumentoRow, Marcas } from './rows.ts';
import { findDocumento, listCampos } from './store.ts';
import { followsTags, knownTags, tagsIn } from './tags.ts';

/** What reading the text of stored files takes. */
export interface TextDeps {
  readonly files: Pick<FileStore, 'withLocal'>;
  readonly finder: TextFinder;
}

/** The part of a call that reads. */
export interface Reads {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  ask<R extends object>(statement: Statement<R>): Promise<R[]>;
}

/** The text of a draft's current file, with the SHA-256 of that file. */
export interface DraftText {
  readonly arquivo: string;
  readonly text: PageText | null;
}

/**
 * Looks for texts in a draft's file before the transaction that uses what is found, which compares the file's hash.
 * @returns null if there is nothing to look for, or no such draft: the transaction then says why
 */
export async function readDraftText(
  deps: TextDeps,
  call: Reads,
  documentoId: string,
  texts: readonly string[],
): Promise<DraftText | null> {
  if (texts.length === 0) return null;
  const file = await call.read(async (tx) => {
    const documento = await findDocumento(tx, documentoId);
    return documento?.status === 'RASCUNHO' ? findFile(tx, documento.arquivo_id) : null;
  });
  if (!file) return null;
  const text = await withReceived(deps.files, file, (received) => readText(deps, received, { texts }));
  return { arquivo: file.sha256, text };
}

/**
 * Reads the tags of a draft that follows them, if they are not known, before the transaction that sends it.
 * @returns null if there is nothing to read
 */
export async function readUnknownTags(deps: TextDeps, call: Reads, documentoId: string): Promise<Marcas | null> {
  const [draft] = await call.ask(tagsAndFieldsOf(documentoId));
  if (!draft || knownTags(draft) || !followsTags(draft, draft.campos)) return null;
  const file = await call.read((tx) => findFile(tx, draft.arquivo_id));
  const text = await withReceived(deps.files, file, (received) => readText(deps, received, { fieldTags: true }));
  return { arquivo: file.sha256, itens: tagsIn(text) };
}

type TagsAndFields = Pick<DocumentoRow, 'arquivo_id' | 'arquivo_hash' | 'marcas'> & {
  readonly campos: readonly Columns<'campo', 'id'>[];
};

/** A draft's tags, as far as they are known, and its fields; no row if it is none. */
function tagsAndFieldsOf(documentoId: string): Statement<TagsAndFields> {
  return (sql, escopo) => sql`
    select d.arquivo_id, d.arquivo_hash, d.marcas, d.campos
      from ${escopo}
     cross join lateral (
           select arquivo_id, arquivo_hash, marcas, (
                    select coalesce(json_agg(json_build_object('id', campo.id)), '[]')
                      from campo
                     where campo.documento_id = documento.id and ${alike(sql, 'campo', 'escopo')}) as campos
             from documento
            where id = ${documentoId}
              and ${alike(sql, 'documento', 'escopo')}
              and status = 'RASCUNHO' and excluido_em is null
           offset 0) as d`;
}

/** Reads the tags of a file that is to be the next of a draft, if that has fields that its tags made; else null. */
export async function readTagsOfNext(
  deps: TextDeps,
  call: Reads,
  documentoId: string,
  next: ReceivedFile,
): Promise<Marcas | null> {
  const follows = await call.read(async (tx) => {
    const documento = await findDocumento(tx, documentoId);
    if (documento?.status !== 'RASCUNHO') return false;
    const campos = await listCampos(tx, documento.id);
    return campos.length > 0 && followsTags(documento, campos);
  });
  if (!follows) return null;
  const text = await readText(deps, next, { fieldTags: true });
  return { arquivo: next.sha256, itens: tagsIn(text) };
}
