import { useEffect, useState } from 'react';
import { persistently } from '../kit/persistent.ts';
import { usePage } from './context.tsx';

/** What only those who read another language than Portuguese need, fetched for them. */
export type Courtesies<T> = Readonly<Record<'en' | 'es', () => Promise<T>>>;

/**
 * What there is for the reader's language; null for Portuguese, and until it is there.
 * @param courtesies the same at every rendering
 */
export function useCourtesy<T extends object>(courtesies: Courtesies<T>): T | null {
  const { language } = usePage();
  const [found, setFound] = useState<T | null>(null);
  useEffect(() => {
    let left = false;
    setFound(null);
    if (language !== 'pt-BR') void persistently(courtesies[language]).then((one) => !left && setFound(one));
    return () => {
      left = true;
    };
  }, [courtesies, language]);
  return found;
}
