import { Button } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { NOTHING_GIVEN } from '../fields.ts';
import styles from './kept.module.css';

/** Says that what was given is kept on the device, where it is, with the way to erase it. */
export function KeptHere() {
  const { road, state, t } = useRoad();
  if (!state.kept || state.given === NOTHING_GIVEN) return null;
  return (
    <p className={`hint ${styles.kept}`} data-kept={state.kept}>
      {t.guardado.here}{' '}
      <Button look="quiet" onClick={() => road.eraseGiven()}>
        {t.guardado.erase}
      </Button>
    </p>
  );
}
