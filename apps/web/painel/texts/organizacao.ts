import { area } from './area.ts';

/** The organization: data, brand, e-mail templates and members. */
export const useOrganizacao = area({
  'pt-BR': () => import('./pt/organizacao.ts'),
  en: () => import('./en/organizacao.ts'),
  es: () => import('./es/organizacao.ts'),
});
