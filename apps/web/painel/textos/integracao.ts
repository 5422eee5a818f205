import { area } from './area.ts';

/** Keys, webhooks, the use of the API, and the mailbox of the sandbox. */
export const useIntegracao = area({
  'pt-BR': () => import('./pt/integracao.ts'),
  en: () => import('./en/integracao.ts'),
  es: () => import('./es/integracao.ts'),
});
