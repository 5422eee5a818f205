import { area } from './area.ts';

/** Envelopes: the list, making one, preparing it, and one on its way. */
export const useEnvelopes = area({
  'pt-BR': () => import('./pt/envelopes.ts'),
  en: () => import('./en/envelopes.ts'),
  es: () => import('./es/envelopes.ts'),
});
