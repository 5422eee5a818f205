import { area } from './area.ts';

/** The first screen: what waits for somebody, and the first steps. */
export const useHomeTexts = area({
  'pt-BR': () => import('./pt/home.ts'),
  en: () => import('./en/home.ts'),
  es: () => import('./es/home.ts'),
});
