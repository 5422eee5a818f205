import { area } from './area.ts';

/** How long things are kept, and what people ask about their data. */
export const usePrivacyTexts = area({
  'pt-BR': () => import('./pt/privacy.ts'),
  en: () => import('./en/privacy.ts'),
  es: () => import('./es/privacy.ts'),
});
