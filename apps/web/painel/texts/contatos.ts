import { area } from './area.ts';

/** The registry of people: its screen, and whoever of it is offered where people are typed. */
export const useContatos = area({
  'pt-BR': () => import('./pt/contatos.ts'),
  en: () => import('./en/contatos.ts'),
  es: () => import('./es/contatos.ts'),
});
