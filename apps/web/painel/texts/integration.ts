import { area } from './area.ts';

/** Keys, webhooks, the use of the API, and the mailbox of the sandbox. */
export const useIntegrationTexts = area({
  'pt-BR': () => import('./pt/integration.ts'),
  en: () => import('./en/integration.ts'),
  es: () => import('./es/integration.ts'),
});
