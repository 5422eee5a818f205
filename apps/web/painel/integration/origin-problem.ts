import { ALLOWED_ORIGINS_MAX } from '@rubrica/contract/limits';
import { isLocalOrigin, originOfReturn, readOrigin } from '@rubrica/contract/web-origin';
import type { Textos } from '../texts/pt/integration.ts';

/** What can be said about an origin that was typed, before asking the service. @param listed those there are already */
export function problemOfOrigin(typed: string, listed: readonly string[], t: Textos['embedding']): string | null {
  if (listed.length >= ALLOWED_ORIGINS_MAX) return t.full(ALLOWED_ORIGINS_MAX);
  const origin = readOrigin(typed);
  if (origin !== null) return listed.includes(origin) ? t.listed(origin) : null;
  if (typed.trim() === '') return t.missing;
  const meant = meantBy(typed.trim());
  return meant === null ? t.form : t.meant(meant);
}

/** The origin of an address of which more was typed, or less: a path, no scheme, or http for https. */
function meantBy(text: string): string | null {
  if (text.includes('://')) return originOfReturn(text) ?? originOfReturn(text.replace(/^http:/i, 'https:'));
  const origin = originOfReturn(`https://${text}`);
  return origin !== null && isLocalOrigin(origin) ? origin.replace('https:', 'http:') : origin;
}
