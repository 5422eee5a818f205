/** Names and numbers of the very machine a browser runs on: nobody else can serve a page there. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Letters, digits, full stops and hyphens, or an IPv6 address. Stricter than the URL standard, which also lets through
 * what has a meaning of its own in a content security policy: `*`, `;` and quotes.
 */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

/**
 * The origin (RFC 6454) that a text names: its scheme, host and port, in the form in which browsers compare it.
 * @returns null unless the text is that and no more, by https, or by http where the host is the browser's own machine
 */
export function readOrigin(text: string): string | null {
  const url = parsed(text);
  if (url === null || !HOST.test(url.hostname)) return null;
  const bare = url.username === '' && url.password === '' && url.pathname === '/' && !/[?#]/.test(text);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.test(url.hostname));
  return bare && safe ? url.origin : null;
}

/** Whether an origin is served by the machine that the browser runs on, as only those who develop have it. */
export function isLocalOrigin(origin: string): boolean {
  return LOCAL.test(new URL(origin).hostname);
}

/**
 * The origin of an address to which people are sent back.
 * @returns null for what is no address of a page, or names a user, or has an origin that `readOrigin` refuses
 */
export function originOfReturn(address: string): string | null {
  const url = parsed(address);
  // The address of a blob has the origin of the page that made it, and leads nowhere.
  const leads = url?.protocol === 'https:' || url?.protocol === 'http:';
  return !leads || url.username !== '' || url.password !== '' ? null : readOrigin(url.origin);
}

/** `URL.parse`, which browsers of before 2024 lack. */
function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
