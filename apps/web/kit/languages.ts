/** The languages of all pages, those of the server too, and how a choice among them is kept. Nothing here needs a page. */

export type Language = 'pt-BR' | 'en' | 'es';

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'pt-BR': 'Português',
  en: 'English',
  es: 'Español',
};

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/** The first language of these pages among tags as browsers write them: `es-AR`, `en;q=0.9`. */
export function firstLanguage(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const [base] = tag.trim().toLowerCase().split(/[-;]/);
    const found = LANGUAGES.find((language) => language.slice(0, 2) === base);
    if (found) return found;
  }
  return null;
}

/** Of this origin: the language somebody chose by hand on one of its pages. It says nothing else of anybody. */
const COOKIE = 'rubrica_idioma';
const KEPT_SECONDS = 365 * 24 * 3600;

/** @param cookies as a request's header or the page's document has them */
export function languageAmong(cookies: string): Language | null {
  const kept = cookies
    .split(/;\s*/)
    .find((one) => one.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return LANGUAGES.find((language) => language === kept) ?? null;
}

/** The cookie that keeps a choice, or no longer keeps one, for a header or a document. @param secure whether over HTTPS */
export const languageCookie = (language: Language | null, secure: boolean): string =>
  `${COOKIE}=${language ?? ''}; Path=/; Max-Age=${language ? KEPT_SECONDS : 0}; SameSite=Lax${secure ? '; Secure' : ''}`;
