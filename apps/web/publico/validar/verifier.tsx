import { usePage } from '../context.tsx';
import partStyles from '../parts.module.css';
import styles from './verifier.module.css';

/** Validating without any service: a program to keep, and what to compare its report with. */
export function Verifier() {
  const { t, verifierSha256 } = usePage();
  const texts = t.validar.verifier;
  return (
    <section className={`${partStyles.card} ${styles.offline}`} aria-labelledby="verifier-title">
      <h2 id="verifier-title">{texts.titulo}</h2>
      <p>{texts.texto}</p>
      <p className={partStyles.actions}>
        <a className="button" href="/verificar.html" download>
          {texts.baixar}
        </a>
        <a className="button quiet" href="/docs/verificacao">
          {texts.how}
        </a>
        <a className="button quiet" href="/docs/selo">
          {texts.selo}
        </a>
      </p>
      <p className="hint">
        {texts.hash} <code className={partStyles.long}>{verifierSha256}</code>
      </p>
    </section>
  );
}
