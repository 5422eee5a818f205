import type { Ruled } from '../../kit/rules/retell.ts';
import { area } from './area.ts';

/** What the frame and the shared parts say. */
export const useBase = area({
  'pt-BR': () => import('./pt/base.ts'),
  en: () => import('./en/base.ts'),
  es: () => import('./es/base.ts'),
});

/** Puts a text of the service into the language of the page; what a person wrote, and what has no words, stays. */
export function useDoServico(): (phrase: string, ruled: Ruled) => string {
  const { erros } = useBase();
  return (phrase, ruled) => erros.fromService(phrase, ruled) ?? phrase;
}
