import { FIELD_KINDS } from '@rubrica/contract/field-kinds';
import type { PageGeometry } from '@rubrica/pdf/layout';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useFocusOn } from '../../kit/hooks.ts';
import { persistently } from '../../kit/persistent.ts';
import { useRoad } from '../context.tsx';
import { Content } from '../screens/content.tsx';
import { KeptHere } from '../screens/kept.tsx';
import partStyles from '../screens/parts.module.css';
import { DocumentTitle, Head, Remark } from '../screens/sheet.tsx';
import { openDocuments } from '../steps.ts';
import { Control } from './control.tsx';
import { Dock } from './dock.tsx';
import { fixedOn } from './fixed-field.tsx';
import styles from './guided.module.css';
import { keepHandwritings } from './handwriting.ts';
import { Reader, ReaderTools } from './reader.tsx';
import { isMade, type Opened, useWalk } from './walk.ts';

export { warmUp } from '../../kit/pdf/open.ts';
// What follows the documents comes along with them.
export { Review } from '../screens/review.tsx';
export { openAhead } from './documento.ts';

const loadMark = () => persistently(() => import('../mark/dialog.tsx'));
const loadPicture = () => persistently(() => import('../mark/image.tsx'));
const MarkDialog = lazy(async () => ({ default: (await loadMark()).MarkDialog }));
const PictureDialog = lazy(async () => ({ default: (await loadPicture()).PictureDialog }));

/** The documents of the link, read and filled in: one pass by one button, or freely. */
export function Guided() {
  const { session } = useRoad();
  return openDocuments(session).length === 0 ? null : <Pass />;
}

function Pass() {
  const { t, announce, showAtHand } = useRoad();
  const walk = useWalk();
  const { fields, documento, activeId, told, reach, opened, zoom, seen, choose } = walk;
  const [asText, setAsText] = useState(false);
  const heading = useFocusOn<HTMLHeadingElement>(documento.id);
  const all = seen.size >= documento.paginas;
  useEffect(() => {
    showAtHand(documento.id);
    return () => showAtHand(null);
  }, [documento.id, showAtHand]);
  useEffect(() => {
    if (all) announce(t.leitura.allItems);
  }, [all, announce, t]);
  const asks = (what: 'MARK' | 'PICTURE') => fields.some(({ campo }) => FIELD_KINDS[campo.tipo].holds === what);
  useMakingLoaded(asks('PICTURE'));
  const onReady = useReady(walk.onReady, asks('MARK'));
  const over = (number: number, page: PageGeometry, scale: number) => [
    ...fixedOn(documento, number, page, scale),
    ...fields
      .filter((field) => field.documento.id === documento.id && field.campo.pagina === number)
      .map(({ campo }) => (
        <Control
          key={campo.id}
          campo={campo}
          page={page}
          scale={scale}
          active={campo.id === activeId}
          told={told.has(campo.id)}
          onFocus={() => reach(campo.id)}
          onOpen={() => choose(campo)}
        />
      )),
  ];
  return (
    <main id="conteudo" className="sheet reading">
      <Head>
        <h1 ref={heading} tabIndex={-1}>
          {t.steps.documento}
        </h1>
      </Head>
      <Which walk={walk} />
      <DocumentTitle as="p" titulo={documento.titulo} />
      <Content documento={documento} folded />
      <Remark />
      <ReaderTools documento={documento} zoom={zoom} onZoom={walk.setZoom} asText={asText} onAsText={setAsText} />
      <Reader documento={documento} zoom={zoom} asText={asText} onSeen={walk.onSeen} over={over} onReady={onReady} />
      <p className="hint">{t.leitura.explains}</p>
      <KeptHere />
      {opened && <div className={styles.room} />}
      <Dock walk={walk} />
      {opened && isMade(opened.campo) && <Making walk={walk} opened={opened} />}
    </main>
  );
}

/** What a field opens is loaded before it is opened: the connection may be gone by then. */
function useMakingLoaded(asksPicture: boolean): void {
  useEffect(() => {
    void loadMark();
    if (asksPicture) void loadPicture();
  }, [asksPicture]);
}

/** Once the document is there, the letters of a typed mark: they are not to keep it waiting. */
function useReady(onReady: () => void, asksMark: boolean): () => void {
  return useCallback(() => {
    onReady();
    if (asksMark) keepHandwritings();
  }, [onReady, asksMark]);
}

type Walk = ReturnType<typeof useWalk>;

/** Making a mark or choosing a picture, after which the pass goes on. */
function Making({ walk, opened }: { readonly walk: Walk; readonly opened: Opened }) {
  const { campo, guided } = opened;
  const kind = FIELD_KINDS[campo.tipo];
  const next = guided ? walk.following(campo).to : null;
  const ways = { onClose: walk.close, onUsed: () => walk.made(opened), next };
  return (
    <Suspense fallback={<Coming />}>
      {kind.holds === 'MARK' ? <MarkDialog kind={kind.mark} {...ways} /> : <PictureDialog campo={campo} {...ways} />}
    </Suspense>
  );
}

/** Which of several documents is shown. */
function Which({ walk }: { readonly walk: Walk }) {
  const { t } = useRoad();
  const { documents, documento } = walk;
  if (documents.length === 1) return null;
  const at = documents.findIndex(({ id }) => id === documento.id);
  return (
    <div className="field">
      <label htmlFor="which">{t.leitura.documento(at + 1, documents.length)}</label>
      <select
        id="which"
        value={documento.id}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const chosen = documents.find(({ id }) => id === value);
          if (chosen) walk.turnTo(chosen);
        }}
      >
        {documents.map(({ id, titulo, leitura }) => (
          <option key={id} value={id}>
            {leitura.concluida ? '✓ ' : ''}
            {titulo}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Shown until what a field opens has been downloaded. */
function Coming() {
  const { t } = useRoad();
  return (
    <p className={`${partStyles.loading} ${styles.coming}`} role="status" data-coming>
      <span className="spinner" aria-hidden="true" /> {t.opening}
    </p>
  );
}
