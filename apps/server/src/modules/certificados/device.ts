import Bowser from 'bowser';

const MAX_CHARS = 1000;
/** Names of browsers and systems; what else an agent claims to be is not repeated in words. */
const NAME = /^[A-Za-z][A-Za-z0-9 .+-]{0,39}$/;
const KINDS: Readonly<Record<string, string>> = { mobile: ' (celular)', tablet: ' (tablet)' };

/**
 * Browser and system as an agent string declares them: `Chrome 145, Android (celular)`. Versions of systems are left
 * out: browsers have frozen them (Windows 11 says 10.0, every Mac 10.15.7). Null where the string names no browser.
 */
export function deviceInWords(agent: string | null): string | null {
  if (!agent) return null;
  const { browser, os, platform } = Bowser.parse(agent.slice(0, MAX_CHARS));
  if (!browser.name || !NAME.test(browser.name)) return null;
  const major = /^\d{1,5}/.exec(browser.version ?? '')?.[0];
  const system = os.name && NAME.test(os.name) ? `, ${os.name}` : '';
  return `${browser.name}${major ? ` ${major}` : ''}${system}${KINDS[platform.type ?? ''] ?? ''}`;
}
