import { type Language, languageAmong, languageCookie } from './languages.ts';

/** The language somebody chose by hand in this browser, on whichever page of this origin; null where nobody did. */
export function chosenLanguage(): Language | null {
  try {
    return languageAmong(document.cookie);
  } catch {
    return null;
  }
}

/**
 * Keeps a choice for the other pages and other days; null keeps none. Where the browser refuses, it lasts as long as the
 * page.
 */
export function keepLanguage(language: Language | null): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: at once, for the next page; and every browser has it
    document.cookie = languageCookie(language, location.protocol === 'https:');
  } catch {
    // Then it is asked again next time.
  }
}
