import { area } from './area.ts';

/** Documents: the list, the page of one, folders, and the contract's words as people read them. */
export const useDocumentos = area({
  'pt-BR': () => import('./pt/documentos.ts'),
  en: () => import('./en/documentos.ts'),
  es: () => import('./es/documentos.ts'),
});

/** The words of the contract's enumerations. */
export const usePalavras = area({
  'pt-BR': () => import('./pt/palavras.ts'),
  en: () => import('./en/palavras.ts'),
  es: () => import('./es/palavras.ts'),
});
