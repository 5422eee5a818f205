import type { NavigateFunction } from 'react-router';

/**
 * Where somebody wanted to go before having to enter: a path of this origin, or nothing. Never elsewhere: a path that
 * begins with two slashes (`/.//host` becomes one) would name another host to a browser, so no two stay together.
 */
export function safeReturn(wanted: string | null): string | null {
  if (!wanted) return null;
  try {
    const url = new URL(wanted, location.origin);
    return url.origin === location.origin ? url.pathname.replace(/\/{2,}/g, '/') + url.search + url.hash : null;
  } catch {
    return null;
  }
}

/** Goes there: inside of the panel without loading the page again. @param root the panel's root in this environment */
export function goTo(wanted: string | null, root: string, navigate: NavigateFunction): void {
  const path = safeReturn(wanted) ?? `${root}/inicio`;
  const inside = path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}?`);
  const other = root === '/painel' && /^\/painel\/sandbox(\/|$)/.test(path);
  if (!inside || other) location.assign(path);
  else void navigate(path.slice(root.length) || '/', { replace: true });
}

/** The login's address that comes back to where one is now. */
export const loginAddress = (): string =>
  `/entrar?${new URLSearchParams({ voltar: location.pathname + location.search + location.hash })}`;
