import { useParams } from 'react-router';
import { Carregando, Falha } from '../partes/estados.tsx';
import { Tela } from '../partes/tela.tsx';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useEnvelope } from './consultas.ts';
import '../documentos/documentos.css';
import '../documentos/pagina.css';
import './envelopes.css';
import { Enviado } from './enviado.tsx';
import { Rascunho } from './rascunho.tsx';

/** `/envelopes/{envelopeId}`: being prepared, or on its way and after. */
export function Component() {
  const t = useEnvelopes();
  const { envelopeId = '' } = useParams();
  const envelope = useEnvelope(envelopeId);
  if (envelope.data?.status === 'RASCUNHO') return <Rascunho key={envelopeId} envelope={envelope.data} />;
  if (envelope.data) return <Enviado envelope={envelope.data} />;
  return (
    <Tela titulo={t.titulo} acima={{ to: '/envelopes', rotulo: t.titulo }}>
      {envelope.error ? <Falha erro={envelope.error} repetir={() => void envelope.refetch()} /> : <Carregando />}
    </Tela>
  );
}
