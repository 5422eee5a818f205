import { area } from './area.ts';

/** What the frame and the shared parts say. */
export const useBase = area({
  'pt-BR': () => import('./pt/base.ts'),
  en: () => import('./en/base.ts'),
  es: () => import('./es/base.ts'),
});
