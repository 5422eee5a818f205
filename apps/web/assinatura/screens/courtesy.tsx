import { useEffect, useState } from 'react';
import { persistently } from '../../kit/persistent.ts';
import { useRoad } from '../context.tsx';
import type { Courtesy } from '../texts/statement.ts';
import styles from './courtesy.module.css';

/** Fetched by who reads another language, at the end of the road. */
const COURTESIES: Readonly<Record<'en' | 'es', () => Promise<Courtesy>>> = {
  en: async () => (await import('../texts/en-statement.ts')).courtesy,
  es: async () => (await import('../texts/es-statement.ts')).courtesy,
};

/** The statement in the reader's language, beside the Portuguese one that is agreed to; nothing where there is none. */
export function CourtesyTranslation() {
  const { session, language } = useRoad();
  const [found, setFound] = useState<Courtesy | null>(null);
  useEffect(() => {
    let left = false;
    setFound(null);
    if (language !== 'pt-BR') void persistently(COURTESIES[language]).then((one) => !left && setFound(one));
    return () => {
      left = true;
    };
  }, [language]);
  const paragraphs = found?.paragraphs[session.textoAceite.textoHash];
  if (!found || !paragraphs) return null;
  return (
    <aside className={styles.courtesy} lang={language}>
      <p className="hint">{found.says}</p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </aside>
  );
}
