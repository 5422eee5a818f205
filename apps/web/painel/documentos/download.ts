import type { TipoArquivo } from '@rubrica/contract';
import { usePanel } from '../context.tsx';
import { useNotices } from '../parts/notices.tsx';

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
