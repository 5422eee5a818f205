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
 * Whichever it is becomes that of the messages to this person. On a device that was handed over it is the person's before the
 * device's, which says nothing of them, and what they choose there is not kept on it.
 */
export function useSignerLanguage(road: Road, { session, screen }: State) {
  const { language, t, change } = useLanguage(DICTIONARIES, pt);
  const settled = useRef<Language | null>(null);
  const speak = (wanted: Language) => {
    settled.current = wanted;
    if (wanted !== language) change(wanted);
  };
  const { idioma: noted, presencial = false } = session ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page opens, and once the session says more
  useEffect(() => {
    const here = chosenLanguage();
    const known = presencial ? (noted ?? here) : (here ?? noted);
    const wanted = known ?? firstLanguage(navigator.languages) ?? 'pt-BR';
    if (settled.current === null || noted) speak(wanted);
    if (!presencial && noted !== undefined && wanted !== (noted ?? 'pt-BR')) road.speak(wanted);
  }, [noted]);
  /** What was kept here before a choice on a page that did not know yet whose device it is on. */
  const before = useRef<Language | null | undefined>(undefined);
  useEffect(() => {
    if (presencial && before.current !== undefined) keepLanguage(before.current);
    before.current = undefined;
  }, [presencial]);
  const choose = (wanted: Language) => {
    if (screen === 'loading' && before.current === undefined) before.current = chosenLanguage();
    if (!presencial) keepLanguage(wanted);
    speak(wanted);
    road.speak(wanted);
  };
  return { language, t, choose };
}
