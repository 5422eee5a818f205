import type { DocumentoResumo } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { usePanel } from '../context.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { useChanged } from './queries.ts';

/** Restores several, one after the other; one that is refused does not stop the others. */
export function useRestoreSeveral() {
  const t = useDocumentos();
  const { patient } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  return useMutation({
    async mutationFn(documentos: readonly DocumentoResumo[]) {
      let done = 0;
      for (const { id } of documentos) {
        try {
          hasChanged.documento(await patient.restaurarDocumento({ params: { documentoId: id } }));
          done += 1;
        } catch (error) {
          notices.erro(error);
        }
      }
      return done;
    },
    onSuccess: (done) => {
      if (done > 0) notices.done(t.excluidos.restoredOnes(done));
    },
  });
}

/** Restores a deleted document, and says so. */
export function useRestore() {
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  return useMutation({
    mutationFn: ({ id }: Pick<DocumentoResumo, 'id'>) => client.restaurarDocumento({ params: { documentoId: id } }),
    onSuccess: (after) => {
      hasChanged.documento(after);
      notices.done(t.excluidos.restored);
    },
    onError: (error) => notices.erro(error),
  });
}
