import { Progress } from '@mantine/core';
import type { Documento } from '@rubrica/contract';
import { Moment } from '../parts/moment.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import styles from './standing.module.css';
import { isOpen, lastAct, nameOf } from './state.ts';

/** How far a document is that was sent: who signed of how many, until when, and what happened last. */
export function Standing({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const { signatarios, status } = documento;
  if (status === 'RASCUNHO' || signatarios.length === 0) return null;
  const signed = signatarios.filter((one) => one.status === 'ASSINADO').length;
  const last = lastAct(documento);
  const progress = t.pagina.signedOf(signed, signatarios.length);
  return (
    <div className={styles.standing} data-standing="">
      <strong>{progress}</strong>
      <Progress
        value={(100 * signed) / signatarios.length}
        color={signed === signatarios.length ? 'green' : 'marca'}
        aria-label={progress}
      />
      <span className={styles.facts}>
        {isOpen(status) && documento.prazoEm && (
          <span>
            {t.pagina.due} <Moment when={documento.prazoEm} style="relative" />
          </span>
        )}
        {last && (
          <span dir="auto">
            {t.pagina.acts[last.act](nameOf(last.who, t.signatario.noName))},{' '}
            <Moment when={last.when} style="relative" />
          </span>
        )}
      </span>
    </div>
  );
}
