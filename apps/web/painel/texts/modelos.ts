import { area } from './area.ts';

/** Templates: the list, the page of one, and the short form. */
export const useModelos = area({
  'pt-BR': () => import('./pt/modelos.ts'),
  en: () => import('./en/modelos.ts'),
  es: () => import('./es/modelos.ts'),
});

/** Many documents of a template from a spreadsheet. */
export const useSpreadsheetTexts = area({
  'pt-BR': () => import('./pt/spreadsheet.ts'),
  en: () => import('./en/spreadsheet.ts'),
  es: () => import('./es/spreadsheet.ts'),
});

/** Public links of a template. */
export const useLinkTexts = area({
  'pt-BR': () => import('./pt/links.ts'),
  en: () => import('./en/links.ts'),
  es: () => import('./es/links.ts'),
});
