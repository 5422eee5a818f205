import { useSyncExternalStore } from 'react';

/**
 * The page most in sight. It changes several times a second while the pages scroll by, so it is no state of the editor:
 * only who shows it is rendered.
 */
export class PageInSight {
  #pagina = 1;
  readonly #listeners = new Set<() => void>();

  readonly get = (): number => this.#pagina;

  readonly subscribe = (tell: () => void): (() => void) => {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  };

  set(pagina: number): void {
    if (pagina === this.#pagina) return;
    this.#pagina = pagina;
    for (const tell of this.#listeners) tell();
  }
}

/** Whether a page is the one most in sight; renders only where that changes. */
export const useIsInSight = (inSight: PageInSight, pagina: number): boolean =>
  useSyncExternalStore(inSight.subscribe, () => inSight.get() === pagina);
