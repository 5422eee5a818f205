import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { usePode } from '../contexto.tsx';
import { Icone } from '../partes/icone.tsx';
import { useEnvelopes } from '../textos/envelopes.ts';
import { useEnvelope } from './consultas.ts';
import './faixa.css';

/** Over a document that is being prepared: which of its envelope it is, the way back, and on to the next. */
export function FaixaDoEnvelope({
  envelopeId,
  documentoId,
}: {
  readonly envelopeId: string;
  readonly documentoId: string;
}) {
  const t = useEnvelopes();
  const { podeEm } = usePode();
  const { data: envelope } = useEnvelope(envelopeId);
  if (!envelope) return null;
  const { documentos } = envelope;
  const at = documentos.findIndex(({ id }) => id === documentoId);
  const next = documentos.slice(at + 1).find((one) => podeEm('alterarDocumento', one));
  const goesOn = envelope.status === 'RASCUNHO' && next;
  return (
    <nav className="faixa-do-envelope" aria-label={t.faixa.envelope}>
      <Icone nome="envelope" />
      <span className="faixa-lugar">
        {at >= 0 && <span>{t.faixa.lugar(at + 1, documentos.length)} </span>}
        <strong dir="auto">{envelope.titulo}</strong>
      </span>
      <span className="faixa-atos">
        <Button
          component={Link}
          to={`/envelopes/${envelopeId}`}
          size="compact-sm"
          variant={goesOn ? 'default' : 'filled'}
          className="faixa-voltar"
        >
          {t.faixa.voltar}
        </Button>
        {goesOn && (
          <Button
            component={Link}
            to={`/documentos/${goesOn.id}/preparar`}
            size="compact-sm"
            aria-label={t.faixa.proximoDe(goesOn.titulo)}
            rightSection={<Icone nome="direita" tamanho={14} />}
          >
            {t.faixa.proximo}
          </Button>
        )}
      </span>
    </nav>
  );
}

/** On the page of a document: the envelope it is in. */
export function FatoDoEnvelope({ envelopeId }: { readonly envelopeId: string }) {
  const t = useEnvelopes();
  const { data: envelope } = useEnvelope(envelopeId);
  return (
    <div>
      <dt>{t.faixa.envelope}</dt>
      <dd>
        <Anchor component={Link} to={`/envelopes/${envelopeId}`} dir="auto" className="titulo-quebra">
          {envelope?.titulo ?? t.faixa.doEnvelope}
        </Anchor>
      </dd>
    </div>
  );
}
