import type { PageGeometry } from '@rubrica/pdf/layout';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFocusOn } from '../../kit/hooks.ts';
import { Button } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { Content } from '../screens/content.tsx';
import { DocumentTitle, Progress, Remark } from '../screens/sheet.tsx';
import { type Documento, openDocuments } from '../steps.ts';
import { fixedOn } from './fixed-field.tsx';
import { useProgress } from './progress.ts';
import { Reader, ReaderTools } from './reader.tsx';

export { warmUp } from '../../kit/pdf/open.ts';
export { openAhead } from './documento.ts';
export { Filling } from './filling.tsx';

/** Reading, document after document. */
export function Reading() {
  const { session } = useRoad();
  const documents = openDocuments(session);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      documents.findIndex(({ leitura }) => !leitura.concluida),
    ),
  );
  const documento = documents[Math.min(at, documents.length - 1)];
  if (!documento) return null;
  return <OneDocument key={documento.id} documento={documento} documents={documents} at={at} onAt={setAt} />;
}

interface OneDocumentProps {
  readonly documento: Documento;
  readonly documents: readonly Documento[];
  readonly at: number;
  readonly onAt: (at: number) => void;
}

function OneDocument(props: OneDocumentProps) {
  const { documento, documents, at, onAt } = props;
  const { road, t, announce } = useRoad();
  const heading = useFocusOn<HTMLHeadingElement>(documento.id);
  const [zoom, setZoom] = useState(1);
  const [asText, setAsText] = useState(false);
  const { seen, onSeen } = useProgress(documento);
  const { paginas } = documento;
  const all = seen.size >= paginas;
  const waiting = all && !documento.leitura.concluida;
  const frame = useRef<HTMLElement>(null);

  useEffect(() => {
    if (all) announce(t.leitura.allItems);
  }, [all, announce, t]);

  const over = useCallback(
    (number: number, page: PageGeometry, scale: number) => fixedOn(documento, number, page, scale),
    [documento],
  );
  const toNext = () => {
    const next = Array.from({ length: paginas }, (_, i) => i + 1).find((number) => !seen.has(number));
    const page = frame.current?.querySelector<HTMLElement>(`[data-page="${next}"]`);
    page?.scrollIntoView({ block: 'start', behavior: 'auto' });
    if (next) announce(t.pagina(next, paginas));
  };
  const finish = () => {
    const next = documents.findIndex((other, index) => index !== at && !other.leitura.concluida);
    if (next >= 0) {
      onAt(next);
      scrollTo(0, 0);
    } else road.next('leitura');
  };
  return (
    <main id="conteudo" className="sheet reading" ref={frame}>
      <Progress />
      <h1 ref={heading} tabIndex={-1}>
        {t.steps.leitura}
      </h1>
      {documents.length > 1 && <Which {...props} />}
      <DocumentTitle as="p" titulo={documento.titulo} />
      <p className="hint">{t.leitura.explains}</p>
      <Content documento={documento} />
      <Remark />
      <ReaderTools documento={documento} zoom={zoom} onZoom={setZoom} asText={asText} onAsText={setAsText} />
      <Reader documento={documento} zoom={zoom} asText={asText} onSeen={onSeen} over={over} />
      <div className="dock">
        <div className="dock-state">
          <p>{t.leitura.walked(Math.min(seen.size, paginas), paginas)}</p>
          <progress max={paginas} value={Math.min(seen.size, paginas)} aria-label={t.leitura.progress} />
        </div>
        {all ? (
          <Button look="primary" className="large" busy={waiting} onClick={finish}>
            {t.goOn}
          </Button>
        ) : (
          <Button look="primary" className="large" onClick={toNext}>
            {t.leitura.proximaPagina}
          </Button>
        )}
      </div>
    </main>
  );
}

/** Which of several documents is read. */
function Which({ documents, at, onAt }: OneDocumentProps) {
  const { t } = useRoad();
  return (
    <div className="field which">
      <label htmlFor="qual">{t.leitura.documento(at + 1, documents.length)}</label>
      <select id="qual" value={at} onChange={(event) => onAt(Number(event.currentTarget.value))}>
        {documents.map(({ id, titulo, leitura }, index) => (
          <option key={id} value={index}>
            {leitura.concluida ? '✓ ' : ''}
            {titulo}
          </option>
        ))}
      </select>
    </div>
  );
}
