import type { Documento, Envelope } from '@rubrica/contract';
import { nameOf } from '../documentos/estado.ts';
import { type Problem, problemsOf } from '../editor/estado/regras.ts';
import { draftOf } from '../editor/salvar/documento.ts';
import { useEditor } from '../editor/textos/area.ts';
import { useDocumentos } from '../textos/documentos.ts';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useInteiros } from './consultas.ts';
import { desigual, pessoasDe } from './estado.ts';

/** Something that keeps an envelope from being sent, or is worth a look, with where it is put right. */
export interface Pendencia {
  readonly documentoId: string | null;
  /** Whom or which field it is about; empty where it is about the whole. */
  readonly sobre: string;
  readonly mensagem: string;
  readonly impede: boolean;
  /** Where it is put right; null where that is on the envelope's own page. */
  readonly endereco: string | null;
}

/** Leads into the editor, to the place the service or the editor's rules name, as `signatarios[0].email`. */
export const enderecoDe = (documentoId: string, path: string): string =>
  `/documentos/${documentoId}/preparar?problema=${encodeURIComponent(path)}`;

export interface Pendencias {
  /** Null as long as not all documents were read. */
  readonly todas: readonly Pendencia[] | null;
  /** Why one could not be. */
  readonly erro: unknown;
  readonly repetir: () => void;
}

/** Everything wrong with the documents of a draft. */
export function usePendencias({ documentos }: Envelope): Pendencias {
  const t = useEnvelopes();
  const editor = useEditor();
  const words = useDocumentos();
  const { inteiros, erro, repetir } = useInteiros(documentos);
  const known = inteiros.filter((one) => one !== null);
  if (known.length < documentos.length) return { todas: null, erro, repetir };
  const about = (documento: Documento, { spot }: Problem): string => {
    if (spot.at === 'parte') {
      const person = documento.signatarios.find(({ id }) => id === spot.id);
      return person ? nameOf(person, words.signatario.semNome) : '';
    }
    const field = spot.at === 'campo' ? documento.campos.find(({ id }) => id === spot.id) : undefined;
    return field ? field.rotulo || editor.tipos[field.tipo] : '';
  };
  const now = new Date();
  const own = known.flatMap((documento) =>
    problemsOf(draftOf(documento), documento.paginas, now).map(
      (problem): Pendencia => ({
        documentoId: documento.id,
        sobre: about(documento, problem),
        mensagem: editor.problema(problem.fault, 'name' in problem.spot ? problem.spot.name : ''),
        impede: problem.blocks,
        endereco: enderecoDe(documento.id, problem.path),
      }),
    ),
  );
  const ofAll = { documentoId: null, impede: true, endereco: null };
  const uneven = pessoasDe(documentos)
    .filter(desigual)
    .map(
      ({ signatario }): Pendencia => ({
        ...ofAll,
        sobre: nameOf(signatario, words.signatario.semNome),
        mensagem: t.revisao.desiguais,
      }),
    );
  const empty: Pendencia[] = documentos.length > 0 ? [] : [{ ...ofAll, sobre: '', mensagem: t.revisao.semDocumentos }];
  return { todas: [...empty, ...uneven, ...own], erro, repetir };
}
