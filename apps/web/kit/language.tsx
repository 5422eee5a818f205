import { useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from './languages.ts';
import { persistently } from './persistent.ts';

/** Texts by language; all but the first are fetched when they are asked for. */
export type Dictionaries<T> = Readonly<Record<Language, () => Promise<T>>>;

/**
 * The language a page is read in, with its texts. A change waits for the connection to come back.
 * @param first the texts in Portuguese, which every page begins with
 */
export function useLanguage<T>(dictionaries: Dictionaries<T>, first: T) {
  const [spoken, setSpoken] = useState<{ readonly language: Language; readonly t: T }>({ language: 'pt-BR', t: first });
  const change = (language: Language) => {
    void persistently(dictionaries[language]).then((t) => {
      document.documentElement.lang = language;
      setSpoken({ language, t });
    });
  };
  return { ...spoken, change };
}

export function LanguageChoice(props: {
  readonly label: string;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  return (
    <label className="language">
      <span className="unseen">{props.label}</span>
      <select value={props.language} onChange={(event) => props.onLanguage(event.currentTarget.value as Language)}>
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A moment as people in Brazil read it, whatever the device's own zone is. */
export function formatMoment(moment: string, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(moment));
}
