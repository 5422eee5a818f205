import { createContext, useContext } from 'react';
import type { Language } from '../kit/languages.ts';
import type { Road } from './journey.ts';
import type { State } from './state.ts';
import type { Texts } from './texts/pt.ts';

export interface Page {
  readonly road: Road;
  readonly state: State;
  readonly t: Texts;
  readonly language: Language;
  /** Says something to a screen reader without moving the focus. */
  readonly announce: (text: string) => void;
  /** Says which document is read; null once none is. */
  readonly showAtHand: (documentoId: string | null) => void;
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

export const today = (): string =>
  new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(new Date());
