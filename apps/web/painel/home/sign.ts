import type { DocumentoResumo, Signatario, Usuario } from '@rubrica/contract';
import { useMember, usePanel } from '../context.tsx';
import { useNotices } from '../parts/notices.tsx';

/** The person at work as a signer of a document who has not signed. */
export const ownOf = ({ signatarios }: DocumentoResumo, { email }: Usuario): Signatario | undefined =>
  signatarios.find(
    (one) =>
      one.email?.toLowerCase() === email.toLowerCase() && (one.status === 'ENVIADO' || one.status === 'VISUALIZADO'),
  );

/** The way of the person at work to a signature of their own. */
export function useSign() {
  const { client } = usePanel();
  const { usuario } = useMember();
  const notices = useNotices();
  /** Where the person signs a document; null if it does not wait for them. */
  const addressOf = async (documento: DocumentoResumo): Promise<string | null> => {
    const own = ownOf(documento, usuario);
    if (!own) return null;
    const params = { documentoId: documento.id, signatarioId: own.id };
    return (await client.abrirMinhaAssinatura({ params })).url;
  };
  return {
    addressOf,
    async open(documento: DocumentoResumo): Promise<void> {
      try {
        const address = await addressOf(documento);
        if (address) location.assign(address);
      } catch (error) {
        notices.erro(error);
      }
    },
  };
}
