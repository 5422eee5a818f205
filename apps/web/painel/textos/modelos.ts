import { area } from './area.ts';

/** Templates: the list, the page of one, and the short form. */
export const useModelos = area({
  'pt-BR': () => import('./pt/modelos.ts'),
  en: () => import('./en/modelos.ts'),
  es: () => import('./es/modelos.ts'),
});

/** Many documents of a template from a spreadsheet. */
export const usePlanilha = area({
  'pt-BR': () => import('./pt/planilha.ts'),
  en: () => import('./en/planilha.ts'),
  es: () => import('./es/planilha.ts'),
});
