import { lazy, Suspense, useState } from 'react';
import { Button, Icon } from '../../kit/parts.tsx';
import { persistently } from '../../kit/persistent.ts';
import { useRoad } from '../context.tsx';
import { passable } from '../pass-on.ts';
import styles from './refusal.module.css';

export const PassOnDialog = lazy(() => persistently(() => import('./pass-on-dialog.tsx')));

/** Passing the signature on, where the sender allows it; in a set, one document or all. */
export function PassOnButton() {
  const { session, t } = useRoad();
  const [open, setOpen] = useState(false);
  if (passable(session).length === 0) return null;
  return (
    <div className={styles.refuse}>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Icon name="talk" /> {t.menu.passOn}
      </Button>
      <Suspense fallback={null}>{open && <PassOnDialog onClose={() => setOpen(false)} />}</Suspense>
    </div>
  );
}
