import { useEffect, useRef } from 'react';
import { chosenLanguage, keepLanguage } from '../kit/chosen-language.ts';
import { type Dictionaries, useLanguage } from '../kit/language.tsx';
import { firstLanguage, type Language } from '../kit/languages.ts';
import type { Road } from './journey.ts';
import type { State } from './state.ts';
import { pt, type Texts } from './texts/pt.ts';

const DICTIONARIES: Dictionaries<Texts> = {
  'pt-BR': async () => pt,
  en: async () => (await import('./texts/en.ts')).en,
  es: async () => (await import('./texts/es.ts')).es,
};

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
    const wanted = chosenLanguage() ?? noted ?? firstLanguage(navigator.languages) ?? 'pt-BR';
    if (settled.current === null || noted) speak(wanted);
    if (noted !== undefined && wanted !== (noted ?? 'pt-BR')) road.speak(wanted);
  }, [noted]);
  const choose = (wanted: Language) => {
    keepLanguage(wanted);
    speak(wanted);
    road.speak(wanted);
  };
  return { language, t, choose };
}
