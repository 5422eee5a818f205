import type { DocumentoResumo, Signatario } from '@rubrica/contract';
import { useDocumentos } from '../texts/documentos.ts';
import { missing, nameOf } from './state.ts';
import styles from './who-is-missing.module.css';

const NAMES_SHOWN = 2;

/** Who still has to sign a document, two by name; whose invitation did not arrive is said. */
export function WhoIsMissing({ documento }: { readonly documento: DocumentoResumo }) {
  const t = useDocumentos();
  if (documento.signatarios.length === 0) return <span className="muted">{t.list.noSignatarios}</span>;
  return <MissingNames whom={missing(documento)} />;
}

/** Names of people who have something to do, those who could not be reached first. */
export function MissingNames({ whom }: { readonly whom: readonly Signatario[] }) {
  const t = useDocumentos();
  if (whom.length === 0) return <span className="muted">{t.list.nobody}</span>;
  const failed = whom.filter(({ status }) => status === 'FALHA_ENTREGA');
  const shown = [...failed, ...whom.filter((one) => !failed.includes(one))].slice(0, NAMES_SHOWN);
  return (
    <span className={styles.names}>
      {shown.map((one) => (
        <span
          key={one.id}
          dir="auto"
          className={one.status === 'FALHA_ENTREGA' ? `${styles.name} ${styles.failed}` : styles.name}
        >
          {nameOf(one, t.signatario.noName)}
          {one.status === 'FALHA_ENTREGA' && ` (${t.list.deliveryFailed})`}
        </span>
      ))}
      {whom.length > shown.length && <span className="muted">{t.list.more(whom.length - shown.length)}</span>}
    </span>
  );
}
