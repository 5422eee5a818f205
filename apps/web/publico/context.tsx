import type { Client } from '@rubrica/sdk/client';
import { createContext, useContext } from 'react';
import type { Language } from '../kit/languages.ts';
import type { Texts } from './texts/pt.ts';

/** What the page knows about this installation, and how to call it. */
export interface Site {
  readonly client: Client;
  /** Host of this service's own validation addresses, as QR codes carry it. */
  readonly host: string;
  readonly verifierSha256: string;
}

export interface Page extends Site {
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
