import { useEffect, useRef } from 'react';
import { type Dictionaries, type Language, languageOf, useLanguage } from '../kit/language.tsx';
import type { Road } from './journey.ts';
import type { State } from './state.ts';
import { pt, type Texts } from './texts/pt.ts';

const DICTIONARIES: Dictionaries<Texts> = {
  'pt-BR': async () => pt,
  en: async () => (await import('./texts/en.ts')).en,
  es: async () => (await import('./texts/es.ts')).es,
};

/** Where the choice stays on this device, for the next link too. It says nothing of any document. */
const KEPT = 'rubrica.idioma';

function kept(): Language | null {
  try {
    const found = localStorage.getItem(KEPT);
    return found !== null && found in DICTIONARIES ? (found as Language) : null;
  } catch {
    return null;
  }
}

/**
 * The language of the page: the one chosen on this device, or else by this person elsewhere, or else the browser's.
 * Whichever it is becomes that of the messages to this person.
 */
export function useSignerLanguage(road: Road, { session }: State) {
  const { language, t, change } = useLanguage(DICTIONARIES, pt);
  const settled = useRef<Language | null>(null);
  const speak = (wanted: Language) => {
    settled.current = wanted;
    if (wanted !== language) change(wanted);
  };
  const noted = session?.idioma;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page opens, and once the session says more
  useEffect(() => {
    const wanted = kept() ?? noted ?? languageOf(navigator.languages);
    if (settled.current === null || noted) speak(wanted);
    if (noted !== undefined && wanted !== (noted ?? 'pt-BR')) road.speak(wanted);
  }, [noted]);
  const choose = (wanted: Language) => {
    try {
      localStorage.setItem(KEPT, wanted);
    } catch {
      // Then it is asked again next time.
    }
    speak(wanted);
    road.speak(wanted);
  };
  return { language, t, choose };
}
