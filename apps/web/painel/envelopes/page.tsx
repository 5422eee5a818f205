import { useParams } from 'react-router';
import { Screen } from '../parts/screen.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useEnvelopes } from '../texts/envelopes.ts';
import { Draft } from './draft.tsx';
import { useEnvelope } from './queries.ts';
import { Sent } from './sent.tsx';

/** `/envelopes/{envelopeId}`: being prepared, or on its way and after. */
export function Component() {
  const t = useEnvelopes();
  const { envelopeId = '' } = useParams();
  const envelope = useEnvelope(envelopeId);
  if (envelope.data?.status === 'RASCUNHO') return <Draft key={envelopeId} envelope={envelope.data} />;
  if (envelope.data) return <Sent envelope={envelope.data} />;
  return (
    <Screen title={t.titulo} above={{ to: '/envelopes', label: t.titulo }}>
      {envelope.error ? <Failure erro={envelope.error} repeat={() => void envelope.refetch()} /> : <Loading />}
    </Screen>
  );
}
