import { area } from './area.ts';

/** What was used, and what it costs. */
export const useConsumo = area({
  'pt-BR': () => import('./pt/consumo.ts'),
  en: () => import('./en/consumo.ts'),
  es: () => import('./es/consumo.ts'),
});
