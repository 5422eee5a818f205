import type { Envelope } from '@rubrica/contract';
import { useNavigate } from 'react-router';
import { comPaciencia } from '../api/paciencia.ts';
import { usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useMudouEnvelope } from './consultas.ts';

/** Deletes a draft after some seconds in which it can be taken back. What is in it stays, among the drafts. */
export function useExcluir({ id: envelopeId, documentos }: Envelope) {
  const t = useEnvelopes();
  const { client } = usePanel();
  const avisos = useAvisos();
  const mudou = useMudouEnvelope();
  const navigate = useNavigate();
  const params = { envelopeId };
  const remove = async () => {
    // As it is by then: a file may have arrived in it.
    const inside = (await client.obterEnvelope({ params })).documentos;
    try {
      for (const { id: documentoId } of inside) {
        await comPaciencia(() => client.alterarDocumento({ params: { documentoId }, body: { envelopeId: null } }));
      }
      await comPaciencia(() => client.excluirEnvelope({ params }));
    } finally {
      await mudou.documentos(envelopeId, inside);
    }
  };
  return () => {
    void navigate('/envelopes');
    avisos.adiado(t.rascunho.excluido(documentos.length > 0), {
      fazer: () => remove().catch(avisos.erro),
      desfazer: () => void navigate(`/envelopes/${envelopeId}`),
    });
  };
}
