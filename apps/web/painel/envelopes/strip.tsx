import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { useIsAllowed } from '../context.tsx';
import { editorOf } from '../documentos/opening.ts';
import { Icon } from '../parts/icon.tsx';
import { useEnvelopes } from '../texts/envelopes.ts';
import { useEnvelope } from './queries.ts';
import styles from './strip.module.css';

/** Over a document that is being prepared: which of its envelope it is, the way back, and on to the next. */
export function EnvelopeStrip({
  envelopeId,
  documentoId,
}: {
  readonly envelopeId: string;
  readonly documentoId: string;
}) {
  const t = useEnvelopes();
  const { mayIn } = useIsAllowed();
  const { data: envelope } = useEnvelope(envelopeId);
  if (!envelope) return null;
  const { documentos } = envelope;
  const at = documentos.findIndex(({ id }) => id === documentoId);
  const next = documentos.slice(at + 1).find((one) => mayIn('alterarDocumento', one));
  const goesOn = envelope.status === 'RASCUNHO' && next;
  return (
    <nav className={styles.strip} aria-label={t.strip.envelope}>
      <Icon name="envelope" />
      <span className={styles.place}>
        {at >= 0 && <span>{t.strip.spot(at + 1, documentos.length)} </span>}
        <strong dir="auto">{envelope.titulo}</strong>
      </span>
      <span className={styles.acts}>
        <Button
          component={Link}
          to={`/envelopes/${envelopeId}`}
          size="compact-sm"
          variant={goesOn ? 'default' : 'filled'}
          className={styles.back}
        >
          {t.strip.back}
        </Button>
        {goesOn && (
          <Button
            component={Link}
            to={editorOf(goesOn.id)}
            size="compact-sm"
            aria-label={t.strip.proximoDe(goesOn.titulo)}
            rightSection={<Icon name="right" size={14} />}
          >
            {t.strip.proximo}
          </Button>
        )}
      </span>
    </nav>
  );
}

/** On the page of a document: the envelope it is in. */
export function EnvelopeFact({ envelopeId }: { readonly envelopeId: string }) {
  const t = useEnvelopes();
  const { data: envelope } = useEnvelope(envelopeId);
  return (
    <div>
      <dt>{t.strip.envelope}</dt>
      <dd>
        <Anchor component={Link} to={`/envelopes/${envelopeId}`} dir="auto" className="break-anywhere">
          {envelope?.titulo ?? t.strip.doEnvelope}
        </Anchor>
      </dd>
    </div>
  );
}
