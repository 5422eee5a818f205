import { useRoad } from '../context.tsx';
import { openDocuments } from '../steps.ts';
import { Content } from './content.tsx';
import { FirstPage } from './first-page.tsx';
import partStyles from './parts.module.css';
import { Place } from './place.tsx';
import { DocumentTitle } from './sheet.tsx';
import { Signers } from './signers.tsx';

/** The documents that are asked about: who signs them, and what their files contain beyond the visible pages. */
export function Documents() {
  const { session, t } = useRoad();
  const documents = openDocuments(session);
  return (
    <>
      <ul className={partStyles.files}>
        {documents.map((documento) => (
          <li key={documento.id}>
            <FirstPage documentoId={documento.id} />
            <div>
              <DocumentTitle as="strong" titulo={documento.titulo} />
              <span className="hint">{t.paginas(documento.paginas)}</span>
              <Place documento={documento} />
              <Signers pessoas={documento.pessoas} />
            </div>
          </li>
        ))}
      </ul>
      {documents.map((documento) => (
        <Content key={documento.id} documento={documento} named={documents.length > 1} />
      ))}
    </>
  );
}
