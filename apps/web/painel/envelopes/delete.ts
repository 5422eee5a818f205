import type { Envelope } from '@rubrica/contract';
import { useNavigate } from 'react-router';
import { usePanel } from '../context.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useEnvelopes } from '../texts/envelopes.ts';
import { useEnvelopeChanged } from './queries.ts';

/** Deletes a draft after some seconds in which it can be taken back. What is in it stays, among the drafts. */
export function useDelete({ id: envelopeId, documentos }: Envelope) {
  const t = useEnvelopes();
  const { client, patient } = usePanel();
  const notices = useNotices();
  const hasChanged = useEnvelopeChanged();
  const navigate = useNavigate();
  const params = { envelopeId };
  const remove = async () => {
    // As it is by then: a file may have arrived in it.
    const inside = (await client.obterEnvelope({ params })).documentos;
    try {
      for (const { id: documentoId } of inside) {
        await patient.alterarDocumento({ params: { documentoId }, body: { envelopeId: null } });
      }
      await patient.excluirEnvelope({ params });
    } finally {
      await hasChanged.documentos(envelopeId, inside);
    }
  };
  return () => {
    void navigate('/envelopes');
    notices.deferred(t.rascunho.deleted(documentos.length > 0), {
      make: () => remove().catch(notices.erro),
      undo: () => void navigate(`/envelopes/${envelopeId}`),
    });
  };
}
