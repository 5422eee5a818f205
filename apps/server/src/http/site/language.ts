import {
  firstLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  languageAmong,
  languageCookie,
} from '@rubrica/web/kit/languages';
import type { FastifyRequest } from 'fastify';
import { type Html, html } from '../../core/html.ts';

/** What an answer in somebody's language depends on. */
export const LANGUAGE_VARIES = ['accept-language', 'cookie'];

const asked = ({ query }: Pick<FastifyRequest, 'query'>): Language | null => {
  const { idioma } = (query ?? {}) as { idioma?: unknown };
  return typeof idioma === 'string' ? firstLanguage([idioma]) : null;
};

/** The language asked for (`?idioma=en`), or chosen before in this browser, or else the first of its own that there is. */
export function languageOf({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language {
  return (
    asked({ query }) ??
    languageAmong(headers.cookie ?? '') ??
    firstLanguage((headers['accept-language'] ?? '').split(',')) ??
    'pt-BR'
  );
}

/**
 * The cookie that keeps a language which was just chosen on a page of this site, if one was. A link from elsewhere may ask
 * for one, and chooses nothing.
 */
export function choiceToKeep(request: FastifyRequest): string | null {
  const language = asked(request);
  // Browsers that do not tell are few, and all they would be spared is a choice they can take back.
  const { 'sec-fetch-site': site = 'same-origin' } = request.headers;
  if (language === null || request.method !== 'GET' || site !== 'same-origin') return null;
  return languageCookie(language, request.server.siteOrigin?.startsWith('https:') ?? false);
}

/** Links to the same page in the other languages. @param label of the choice, in the page's language */
export function languageChoice(language: Language, label: string): Html {
  const links = LANGUAGES.filter((one) => one !== language).map(
    (one) => html`<li><a href="?idioma=${one}" lang="${one}" hreflang="${one}">${LANGUAGE_NAMES[one]}</a></li>`,
  );
  return html`<nav class="languages" aria-label="${label}"><ul>${links}</ul></nav>`;
}
