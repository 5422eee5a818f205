import { lazy, Suspense, useState } from 'react';
import { Button, Icon } from '../../kit/parts.tsx';
import { persistently } from '../../kit/persistent.ts';
import { useRoad } from '../context.tsx';
import { openDocuments } from '../steps.ts';
import styles from './refusal.module.css';

const RefusalDialog = lazy(() => persistently(() => import('./refusal-dialog.tsx')));

/** The dialog of a refusal, which is fetched when it is asked for. */
export function RefuseDialog({ onClose }: { readonly onClose: () => void }) {
  const { session } = useRoad();
  return (
    <Suspense fallback={null}>
      <RefusalDialog documents={openDocuments(session)} onClose={onClose} />
    </Suspense>
  );
}

/** Refusing, where the sender allows it, with a reason; in a set, one document or all. */
export function RefuseButton() {
  const { session, t } = useRoad();
  const [open, setOpen] = useState(false);
  const refusable = openDocuments(session).filter(({ recusavel }) => recusavel);
  if (refusable.length === 0) return null;
  return (
    <div className={styles.refuse}>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Icon name="refuse" /> {t.recusa.button}
      </Button>
      {open && <RefuseDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
