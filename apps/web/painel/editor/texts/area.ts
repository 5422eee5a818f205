import { area } from '../../texts/area.ts';

/** What the editor says. */
export const useEditor = area({
  'pt-BR': () => import('./pt.ts'),
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
});
