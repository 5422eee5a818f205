import type { DocumentoResumo } from '@rubrica/contract';
import { useCallback } from 'react';
import { useIsAllowed } from '../context.tsx';
import { isOffered } from './acts.ts';

/** Where a draft is prepared. */
export const editorOf = (documentoId: string): string => `/documentos/${documentoId}/preparar`;

/** The page of a document, of a draft too: named by its first tab, the page does not lead on to the editor. */
export const pageOf = (documentoId: string): string => `/documentos/${documentoId}?aba=resumo`;

/** Tells where a document opens: a draft where it is prepared, for whoever may prepare it; anything else on its page. */
export function useOpening(): (documento: DocumentoResumo) => string {
  const reach = useIsAllowed();
  return useCallback(
    (documento) => (isOffered('prepare', documento, reach) ? editorOf(documento.id) : `/documentos/${documento.id}`),
    [reach],
  );
}
