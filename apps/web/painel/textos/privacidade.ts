import { area } from './area.ts';

/** How long things are kept, and what people ask about their data. */
export const usePrivacidade = area({
  'pt-BR': () => import('./pt/privacidade.ts'),
  en: () => import('./en/privacidade.ts'),
  es: () => import('./es/privacidade.ts'),
});
