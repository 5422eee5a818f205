import { Icon } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import styles from './acceptance.module.css';
import { CourtesyTranslation } from './courtesy.tsx';
import partStyles from './parts.module.css';

export const AGREED_ID = 'agreed';

/**
 * The statement with its box, where signing ends. Ticking it is an act of its own, told to the service at once, and like
 * every act of the trail it is not taken back.
 * @param missing whether it is said that the box is to be ticked
 */
export function Statement({ missing }: { readonly missing: boolean }) {
  const { road, session, t, language } = useRoad();
  const { texto, versao } = session.textoAceite;
  const { agreed } = road;
  const wrong = missing && !agreed;
  return (
    <section className={partStyles.card}>
      <h2>{t.aceite.titulo}</h2>
      {language !== 'pt-BR' && <p className="hint">{t.aceite.inPortuguese}</p>}
      <div className={styles.terms} lang="pt-BR">
        {texto.split(/\n+/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <CourtesyTranslation />
      <p className="hint">{t.aceite.versao(versao)}</p>
      <div className={`${styles.tick} ${wrong ? 'wrong' : ''}`}>
        <input
          id={AGREED_ID}
          type="checkbox"
          checked={agreed}
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${AGREED_ID}-error` : undefined}
          onClick={(event) => (agreed ? event.preventDefault() : road.accept())}
        />
        <label htmlFor={AGREED_ID}>{t.aceite.iAgree}</label>
      </div>
      {wrong && (
        <p className="error" id={`${AGREED_ID}-error`} role="alert">
          <Icon name="alert" /> {t.aceite.missing}
        </p>
      )}
    </section>
  );
}
