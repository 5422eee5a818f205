import { usePage } from '../context.tsx';

/** The way that needs nobody: a program to keep, and what to compare its report with. */
export function Verifier() {
  const { t, verifierSha256 } = usePage();
  const texts = t.validar.verifier;
  return (
    <section className="offline" aria-labelledby="verificador-titulo">
      <h2 id="verificador-titulo">{texts.titulo}</h2>
      <p>{texts.texto}</p>
      <p className="actions">
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
        {texts.hash} <code className="long">{verifierSha256}</code>
      </p>
    </section>
  );
}
