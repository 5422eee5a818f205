import { useRoad } from '../context.tsx';
import { type Courtesies, useCourtesy } from '../courtesies.ts';
import type { Courtesy } from '../texts/statement.ts';
import styles from './courtesy.module.css';

/** Fetched at the end of the road. */
const STATEMENTS: Courtesies<Courtesy> = {
  en: async () => (await import('../texts/en-statement.ts')).courtesy,
  es: async () => (await import('../texts/es-statement.ts')).courtesy,
};

/** The statement in the reader's language, beside the Portuguese one that is agreed to; nothing where there is none. */
export function CourtesyTranslation() {
  const { session, language } = useRoad();
  const found = useCourtesy(STATEMENTS);
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
