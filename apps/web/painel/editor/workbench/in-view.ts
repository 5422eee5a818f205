import { useSyncExternalStore } from 'react';
import type { Store } from '../../../kit/store.ts';

/**
 * The page most in sight. It changes several times a second while the pages scroll by, so it is no state of the editor:
 * only who shows it is rendered.
 */
export type PageInSight = Store<number>;

/** Whether a page is the one most in sight; renders only where that changes. */
export const useIsInSight = (inSight: PageInSight, pagina: number): boolean =>
  useSyncExternalStore(inSight.subscribe, () => inSight.get() === pagina);
