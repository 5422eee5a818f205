import { matchRoutes, type RouteObject } from 'react-router';

/**
 * Fetches the code of the screen that a link leads to as soon as the link is pointed at or focused, so that it is there
 * once the link is followed. Not where the browser is told to save data.
 * @param root the panel's root in this environment
 * @returns how to stop
 */
export function prefetchScreens(routes: RouteObject[], root: string): () => void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData) return () => {};
  const fetchScreen = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link?.origin !== location.origin) return;
    for (const { route } of matchRoutes(routes, link.pathname, root) ?? []) {
      // Whether it could be fetched is told when the link is followed.
      if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
    }
  };
  const kinds = ['pointerover', 'focusin'] as const;
  for (const kind of kinds) document.addEventListener(kind, fetchScreen, { passive: true });
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, fetchScreen);
  };
}
