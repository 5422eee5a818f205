import type { Documento, Envelope } from '@rubrica/contract';
import { editorOf } from '../documentos/opening.ts';
import { nameOf } from '../documentos/state.ts';
import { draftOf } from '../editor/saving/documento.ts';
import { type Problem, problemsOf } from '../editor/state/rules.ts';
import { useEditor } from '../editor/texts/area.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { useEnvelopes } from '../texts/envelopes.ts';
import { useWholeOnes } from './queries.ts';
import { personsOf, unequal } from './state.ts';

/** Something that keeps an envelope from being sent, or is worth a look, with where it is put right. */
export interface Blocker {
  readonly documentoId: string | null;
  /** Whom or which field it is about; empty where it is about the whole. */
  readonly about: string;
  readonly mensagem: string;
  readonly prevents: boolean;
  /** Where it is put right; null where that is on the envelope's own page. */
  readonly endereco: string | null;
}

/** Leads into the editor, to the place the service or the editor's rules name, as `signatarios[0].email`. */
export const addressOf = (documentoId: string, path: string): string =>
  `${editorOf(documentoId)}?problema=${encodeURIComponent(path)}`;

export interface Blockers {
  /** Null as long as not all documents were read. */
  readonly allItems: readonly Blocker[] | null;
  /** Why one could not be. */
  readonly erro: unknown;
  readonly repeat: () => void;
}

/** Everything wrong with the documents of a draft. */
export function useBlockers({ documentos }: Envelope): Blockers {
  const t = useEnvelopes();
  const editor = useEditor();
  const words = useDocumentos();
  const { wholeOnes, erro, repeat } = useWholeOnes(documentos);
  const known = wholeOnes.filter((one) => one !== null);
  if (known.length < documentos.length) return { allItems: null, erro, repeat };
  const about = (documento: Documento, { spot }: Problem): string => {
    if (spot.at === 'part') {
      const person = documento.signatarios.find(({ id }) => id === spot.id);
      return person ? nameOf(person, words.signatario.noName) : '';
    }
    const field = spot.at === 'campo' ? documento.campos.find(({ id }) => id === spot.id) : undefined;
    return field ? field.rotulo || editor.types[field.tipo] : '';
  };
  const now = new Date();
  const own = known.flatMap((documento) =>
    problemsOf(draftOf(documento), documento.paginas, now).map(
      (problem): Blocker => ({
        documentoId: documento.id,
        about: about(documento, problem),
        mensagem: editor.issue(problem.fault, 'name' in problem.spot ? problem.spot.name : ''),
        prevents: problem.blocks,
        endereco: addressOf(documento.id, problem.path),
      }),
    ),
  );
  const ofAll = { documentoId: null, prevents: true, endereco: null };
  const uneven = personsOf(documentos)
    .filter(unequal)
    .map(
      ({ signatario }): Blocker => ({
        ...ofAll,
        about: nameOf(signatario, words.signatario.noName),
        mensagem: t.review.unequalOnes,
      }),
    );
  const empty: Blocker[] = documentos.length > 0 ? [] : [{ ...ofAll, about: '', mensagem: t.review.noDocumentos }];
  return { allItems: [...empty, ...uneven, ...own], erro, repeat };
}
