import { createContext, useContext } from 'react';
import type { Road, State } from './percurso.ts';
import type { Textos } from './textos/pt.ts';

export type Language = 'pt-BR' | 'en' | 'es';

export interface Page {
  readonly road: Road;
  readonly state: State;
  readonly t: Textos;
  readonly language: Language;
  /** Says something to a screen reader without moving the focus. */
  readonly announce: (text: string) => void;
}

const PageContext = createContext<Page | null>(null);
export const PageProvider = PageContext.Provider;

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('outside of the page');
  return page;
}

/** The page with a session, as every step of the road has it. */
export function useRoad() {
  const page = usePage();
  const { session } = page.state;
  if (!session) throw new Error('no session yet');
  return { ...page, session };
}

/** A moment as people in Brazil read it, whatever the device's own zone is. */
export function formatMoment(moment: string, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(new Date(moment));
}

export const today = (): string =>
  new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date());
