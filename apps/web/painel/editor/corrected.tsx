import { Alert, Anchor } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { StoppedBy } from '../documentos/correct-dialog.tsx';
import { useDocumento } from '../documentos/queries.ts';
import { Icon } from '../parts/icon.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import styles from './corrected.module.css';

const UUID = /^[0-9a-f-]{36}$/;

/** Above a draft that corrects a document, `?corrige=<documentoId>`: which one, and what stopped it. */
export function Corrected() {
  const [query, setQuery] = useSearchParams();
  const id = query.get('corrige');
  return id !== null && UUID.test(id) ? (
    <Told documentoId={id} onClose={() => setQuery({}, { replace: true })} />
  ) : null;
}

function Told({ documentoId, onClose }: { readonly documentoId: string; readonly onClose: () => void }) {
  const t = useDocumentos().corrigir;
  const { data } = useDocumento(documentoId);
  if (!data) return null;
  return (
    <Alert
      className={styles.corrected}
      variant="light"
      color="marca"
      icon={<Icon name="copy" />}
      withCloseButton
      closeButtonLabel={t.close}
      onClose={onClose}
    >
      {t.copyOf}{' '}
      <Anchor component={Link} to={`/documentos/${data.id}`} size="sm" dir="auto">
        {data.titulo}
      </Anchor>
      <StoppedBy documento={data} />
    </Alert>
  );
}
