import { Notice } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { type Courtesies, useCourtesy } from '../courtesies.ts';
import type { Documento } from '../steps.ts';
import styles from './content.module.css';
import { DocumentTitle } from './sheet.tsx';

/** Fetched where a file brings something, for who does not read the words of the record. */
const TRANSLATIONS: Courtesies<{ readonly recorded: string; readonly translate: (sentence: string) => string | null }> =
  {
    en: async () => {
      const { recorded, contentInEnglish: translate } = await import('../../kit/content/en.ts');
      return { recorded, translate };
    },
    es: async () => {
      const { recorded, contentInSpanish: translate } = await import('../../kit/content/es.ts');
      return { recorded, translate };
    },
  };

/**
 * What a file contains beyond its visible pages, shown before it is read: in plain words, and as it stands in the record.
 * @param named whether it says which document it is about
 * @param folded whether it was told in full a moment ago, and leaves the room to the pages until it is opened
 */
export function Content(props: { readonly documento: Documento; readonly named?: boolean; readonly folded?: boolean }) {
  const { documento, named = false, folded = false } = props;
  const { t } = useRoad();
  if (documento.conteudoAtivo.length === 0) return null;
  const title = <strong>{t.conteudo.titulo}</strong>;
  return (
    <Notice tone="warn" icon="alert">
      {folded ? (
        <details>
          <summary>{title}</summary>
          <Findings documento={documento} />
        </details>
      ) : (
        <>
          <p>{title}</p>
          {named && <DocumentTitle as="p" titulo={documento.titulo} />}
          <Findings documento={documento} />
        </>
      )}
    </Notice>
  );
}

function Findings({ documento }: { readonly documento: Documento }) {
  const { t, language } = useRoad();
  const courtesy = useCourtesy(TRANSLATIONS);
  const findings = documento.conteudoAtivo.map((finding) => ({
    ...finding,
    translated: courtesy?.translate(finding.descricao) ?? null,
  }));
  const onRecord = findings.filter(({ translated }) => translated !== null);
  return (
    <div className={styles.findings}>
      <ul>
        {findings.map(({ tipo, descricao, paginas, translated }) => (
          <li key={`${tipo} ${descricao}`}>
            {t.conteudo.types[tipo]}
            {paginas.length > 0 && ` (${t.conteudo.paginas(paginas)})`}
            <span className={styles.detail} lang={translated === null ? 'pt-BR' : language} dir="auto">
              {translated ?? descricao}
            </span>
          </li>
        ))}
      </ul>
      <p>{t.conteudo.explains}</p>
      {courtesy && onRecord.length > 0 && (
        <details>
          <summary>{courtesy.recorded}</summary>
          <ul>
            {onRecord.map(({ tipo, descricao }) => (
              <li key={`${tipo} ${descricao}`}>
                <span className={styles.detail} lang="pt-BR" dir="auto">
                  {descricao}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
