import type { Tema } from '@rubrica/contract';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, useTransition } from 'react';
import { chosenLanguage, keepLanguage } from '../kit/chosen-language.ts';
import { firstLanguage } from '../kit/languages.ts';
import type { Panel } from './api/panel.ts';
import { safeStorage } from './api/session.ts';
import type { Language, Speech } from './texts/area.ts';

/**
 * Language and theme: the account's as soon as somebody has entered, and the device's until then: the language chosen on
 * any page of this origin, the theme last shown.
 */

const THEME = 'rubrica.painel.tema';

const isTheme = (text: string | null | undefined): text is Tema =>
  text === 'SISTEMA' || text === 'CLARO' || text === 'ESCURO';

/** What the account says, kept up to date with other tabs. Sessions kept by an earlier version of the page do not say. */
function useKnown({ session }: Panel) {
  return useSyncExternalStore(session.subscribe, session.read)?.usuario;
}

/** The language of a device on which nobody has entered. */
export const languageOfDevice = (): Language => chosenLanguage() ?? firstLanguage(navigator.languages) ?? 'pt-BR';

/** The page's language. Choosing one keeps it for the account, too. */
export function useLanguage(panel: Panel): Speech {
  const [language, setLanguage] = useState<Language>(() => panel.session.read()?.usuario.idioma ?? languageOfDevice());
  const [, start] = useTransition();
  const wanted = useKnown(panel)?.idioma;
  const show = useCallback((next: Language) => start(() => setLanguage(next)), []);
  useEffect(() => {
    if (!wanted) return;
    // An account has a language only once its person chose one, on whichever device.
    if (chosenLanguage() === null) keepLanguage(wanted);
    show(wanted);
  }, [wanted, show]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return useMemo(
    () => ({
      language,
      speak(next: Language) {
        keepLanguage(next);
        show(next);
        if (panel.session.read() === null) return;
        panel.session.update({ idioma: next });
        // The device has it either way; the account hears of it again with the next choice.
        panel.plain.alterarConta({ body: { idioma: next } }).catch(() => {});
      },
    }),
    [language, show, panel],
  );
}

/** Light or dark where the person chose one, else null: then the device decides. */
export function useTheme(panel: Panel): 'light' | 'dark' | null {
  const known = useKnown(panel)?.tema;
  const kept = safeStorage()?.getItem(THEME);
  const tema = isTheme(known) ? known : isTheme(kept) ? kept : 'SISTEMA';
  const scheme = tema === 'SISTEMA' ? null : tema === 'ESCURO' ? 'dark' : 'light';
  useEffect(() => {
    safeStorage()?.setItem(THEME, tema);
    paint(scheme);
  }, [tema, scheme]);
  return scheme;
}

const DEVICE = '(prefers-color-scheme: dark)';
/** Rules of the page's sheets for dark devices. Found once: afterwards their condition is another. */
let darkRules: CSSMediaRule[] | undefined;

/** Makes the rules for dark devices hold always, never, or as the device says. */
function paint(scheme: 'light' | 'dark' | null): void {
  darkRules ??= [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.conditionText === DEVICE);
  for (const { media } of darkRules) media.mediaText = scheme === null ? DEVICE : scheme === 'dark' ? 'all' : 'not all';
  document.documentElement.style.colorScheme = scheme ?? '';
}
