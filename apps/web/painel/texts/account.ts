import { area } from './area.ts';

/** Signing in, and the person's own account. */
export const useAccountTexts = area({
  'pt-BR': () => import('./pt/account.ts'),
  en: () => import('./en/account.ts'),
  es: () => import('./es/account.ts'),
});
