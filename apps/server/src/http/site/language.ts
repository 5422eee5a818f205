import type { FastifyRequest } from 'fastify';
import { type Html, html } from '../../core/html.ts';

/** The language of a page; Portuguese by default. */
export type SiteLanguage = 'pt' | 'en' | 'es';

const NAMES: Readonly<Record<SiteLanguage, string>> = { pt: 'Português', en: 'English', es: 'Español' };
const LANGUAGES = Object.keys(NAMES) as SiteLanguage[];

/** The language asked for (`?idioma=en`), or else the first of the browser's that there is. */
export function languageOf({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): SiteLanguage {
  const { idioma } = (query ?? {}) as { idioma?: unknown };
  const wanted = [idioma, ...(headers['accept-language'] ?? '').split(',')].map((one) =>
    String(one ?? '')
      .trim()
      .slice(0, 2)
      .toLowerCase(),
  );
  return wanted.flatMap((one) => LANGUAGES.find((language) => language === one) ?? [])[0] ?? 'pt';
}

/** Links to the same page in the other languages. @param label of the choice, in the page's language */
export function languageChoice(language: SiteLanguage, label: string): Html {
  const links = LANGUAGES.filter((one) => one !== language).map(
    (one) => html`<li><a href="?idioma=${one}" lang="${one}" hreflang="${one}">${NAMES[one]}</a></li>`,
  );
  return html`<nav class="languages" aria-label="${label}"><ul>${links}</ul></nav>`;
}
