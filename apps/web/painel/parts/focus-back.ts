import { useEffect } from 'react';

/** Where the focus was last, outside of any dialog; of an entry of a menu, which goes with it, what opens the menu. */
let last: HTMLElement | null = null;

/** Follows the focus from here on: what opened a dialog may have lost it before the dialog is there. */
export function followFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest('[role="dialog"]')) return;
    const menu = target.closest('[role="menu"]');
    last = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : target;
  });
}

/** Gives the focus back to where it was before a dialog took it, as soon as that is gone, unless it went elsewhere. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = last;
    return () => {
      // What has the focus in the dialog goes with it.
      queueMicrotask(() => {
        if (document.activeElement === document.body) before?.focus({ preventScroll: true });
      });
    };
  }, []);
}
