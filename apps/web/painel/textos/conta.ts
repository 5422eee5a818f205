import { area } from './area.ts';

/** The way in, and the person's own account. */
export const useConta = area({
  'pt-BR': () => import('./pt/conta.ts'),
  en: () => import('./en/conta.ts'),
  es: () => import('./es/conta.ts'),
});
