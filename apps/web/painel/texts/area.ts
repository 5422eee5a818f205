import { createContext, use, useContext } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../kit/languages.ts';

/** Texts are cut into areas, a file an area and language, loaded with the screen that shows them. */

export { LANGUAGE_NAMES, LANGUAGES, type Language };

export interface Speech {
  readonly language: Language;
  readonly speak: (language: Language) => void;
}

const SpeechContext = createContext<Speech | null>(null);
export const SpeechProvider = SpeechContext.Provider;

/** The page's language and how to change it. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error('outside of the page');
  return speech;
}

type Loaders<T> = Readonly<Record<Language, () => Promise<{ readonly textos: T }>>>;

/**
 * A hook that gives the texts of an area in the page's language; the component suspends while they are fetched.
 * Portuguese has the shape, `typeof textos`; the others are typed by it.
 */
export function area<T>(loaders: Loaders<T>): () => T {
  const loaded = new Map<Language, Promise<{ readonly textos: T }>>();
  const load = (language: Language) => {
    let promise = loaded.get(language);
    if (!promise) {
      promise = loaders[language]();
      // A language that failed to load is requested again the next time.
      promise.catch(() => loaded.delete(language));
      loaded.set(language, promise);
    }
    return promise;
  };
  return () => use(load(useSpeech().language)).textos;
}
