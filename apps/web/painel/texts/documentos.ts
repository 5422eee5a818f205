import { area } from './area.ts';

/** Documents: the list, the page of one, folders, and the contract's words as people read them. */
export const useDocumentos = area({
  'pt-BR': () => import('./pt/documentos.ts'),
  en: () => import('./en/documentos.ts'),
  es: () => import('./es/documentos.ts'),
});

/** The words of the contract's enumerations. */
export const useWords = area({
  'pt-BR': () => import('./pt/words.ts'),
  en: () => import('./en/words.ts'),
  es: () => import('./es/words.ts'),
});
