import type { DocumentoResumo, TipoArquivo } from '@rubrica/contract';
import { handOver } from '../../kit/hand-over.ts';
import { usePanel } from '../context.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useDocumentos } from '../texts/documentos.ts';

/** Downloads a file of a document by a single-use address, which the browser fetches as any download. */
export function useDownload() {
  const { client } = usePanel();
  const notices = useNotices();
  return async (documentoId: string, tipo: TipoArquivo, versao?: number) => {
    try {
      const query = { tipo, ...(versao === undefined ? {} : { versao }) };
      const { url } = await client.baixarArquivo({ params: { documentoId }, query, as: 'json' });
      location.assign(url);
    } catch (error) {
      notices.erro(error);
    }
  };
}

/** Downloads everything about a signed document as one ZIP, which is made while it comes. */
export function useDossier() {
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  return async ({ id, titulo }: Pick<DocumentoResumo, 'id' | 'titulo'>) => {
    notices.done(t.pagina.dossierComing);
    try {
      const bytes = await client.baixarDossie({ params: { documentoId: id } });
      handOver(t.pagina.dossierName(titulo), bytes, 'application/zip');
    } catch (error) {
      notices.erro(error);
    }
  };
}
