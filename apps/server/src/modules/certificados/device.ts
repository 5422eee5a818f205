import Bowser from 'bowser';

const MAX_CHARS = 1000;
/** Plausible names of browsers and systems; anything else in a User-Agent is not repeated in words. */
const NAME = /^[A-Za-z][A-Za-z0-9 .+-]{0,39}$/;
const KINDS: Readonly<Record<string, string>> = { mobile: ' (celular)', tablet: ' (tablet)' };

/**
 * Browser and operating system according to a User-Agent: `Chrome 145, Android (celular)`. System versions are left
 * out, because browsers have frozen them (Windows 11 reports 10.0, every Mac 10.15.7). Null if it names no browser.
 */
export function deviceInWords(agent: string | null): string | null {
  if (!agent) return null;
  const { browser, os, platform } = Bowser.parse(agent.slice(0, MAX_CHARS));
  if (!browser.name || !NAME.test(browser.name)) return null;
  const major = /^\d{1,5}/.exec(browser.version ?? '')?.[0];
  const system = os.name && NAME.test(os.name) ? `, ${os.name}` : '';
  return `${browser.name}${major ? ` ${major}` : ''}${system}${KINDS[platform.type ?? ''] ?? ''}`;
}
