import { Notice } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import type { Documento } from '../steps.ts';
import styles from './content.module.css';
import { DocumentTitle } from './sheet.tsx';

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
  const { t } = useRoad();
  return (
    <div className={styles.findings}>
      <ul>
        {documento.conteudoAtivo.map(({ tipo, descricao, paginas }) => (
          <li key={`${tipo} ${descricao}`}>
            {t.conteudo.types[tipo]}
            {paginas.length > 0 && ` (${t.conteudo.paginas(paginas)})`}
            <span className={styles.recorded} lang="pt-BR" dir="auto">
              {descricao}
            </span>
          </li>
        ))}
      </ul>
      <p>{t.conteudo.explains}</p>
    </div>
  );
}
