import { useEffect } from 'react';
import { persistently } from '../kit/persistent.ts';
import { useRoad } from './context.tsx';
import { isSpared } from './line.ts';
import { previewOf } from './preview.ts';
import { openDocuments } from './steps.ts';

/** What shows a document is loaded when one is to be shown, or shortly before. */
export const loadReader = () => persistently(() => import('./reader/guided.tsx'));

/** Asked of nobody whose link proves who they are. */
export const loadFactors = () => persistently(() => import('./screens/factors.tsx'));

/** Not before the first screen is there. */
const AHEAD_AFTER_MS = 400;

/**
 * While the person reads the first screen or proves who they are: the picture of the first page, then the viewer, then
 * the document, as far as it may be read yet. Failing here is no matter: it is loaded again when it is needed, and then
 * told.
 */
export function useAhead(): void {
  const { road, session } = useRoad();
  const { autenticado } = session;
  const documents = openDocuments(session);
  const { id } = documents.find(({ leitura }) => !leitura.concluida) ?? documents[0] ?? {};
  useEffect(() => {
    if (isSpared()) return;
    // At once, for it is what will be looked at first.
    const picture = autenticado && id ? previewOf(road, id) : null;
    const timer = setTimeout(async () => {
      if (!autenticado) void loadFactors();
      try {
        const reader = await loadReader();
        await picture;
        if (autenticado && id) reader.openAhead(road, id);
        else await reader.warmUp();
      } catch {
        // Told when it is needed.
      }
    }, AHEAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [road, autenticado, id]);
}
