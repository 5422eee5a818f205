import { useId } from 'react';
import { handOver } from '../../kit/hand-over.ts';
import { Button, Icon } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import { receiptFile } from '../receipts.ts';
import styles from './keep-receipt.module.css';

/** Offers the receipts of what was done on this page as a file; nothing where there are none. */
export function KeepReceipt() {
  const { state, t } = usePage();
  const id = useId();
  const { receipts, session } = state;
  const [first] = receipts;
  if (!first) return null;
  const keep = () => {
    const document = session?.documentos.find((one) => one.id === first.documentoId);
    const { name, text } = receiptFile(receipts, document?.codigoValidacao ?? null);
    handOver(name, text, 'text/plain;charset=utf-8');
  };
  return (
    <div className={styles.keep}>
      <Button look="quiet" aria-describedby={id} onClick={keep}>
        <Icon name="down" /> {t.recibo.keep}
      </Button>
      <p className="hint" id={id}>
        {t.recibo.what}
      </p>
    </div>
  );
}
