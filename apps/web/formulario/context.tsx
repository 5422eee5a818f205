import type { OpenClient } from '@rubrica/sdk/client';
import { createContext, useContext } from 'react';
import type { Language } from '../kit/languages.ts';
import type { Texts } from './texts/pt.ts';

export interface Page {
  readonly client: OpenClient;
  /** Of the public link, or of the message that confirms. */
  readonly token: string;
  readonly t: Texts;
  readonly language: Language;
}

const PageContext = createContext<Page | null>(null);
export const PageProvider = PageContext.Provider;

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('outside of the page');
  return page;
}
