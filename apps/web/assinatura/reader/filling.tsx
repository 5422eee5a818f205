import { FIELD_KINDS } from '@rubrica/contract/field-kinds';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useFocusOn } from '../../kit/hooks.ts';
import { Button, Icon } from '../../kit/parts.tsx';
import { persistently } from '../../kit/persistent.ts';
import { useRoad } from '../context.tsx';
import { problemOf } from '../fields.ts';
import { DocumentTitle, Progress, Remark } from '../screens/sheet.tsx';
import type { Campo } from '../steps.ts';
import { Control } from './control.tsx';
import { fixedOn } from './fixed-field.tsx';
import { Reader, ReaderTools } from './reader.tsx';
import { useWalk } from './walk.ts';

const loadMark = () => persistently(() => import('../mark/dialog.tsx'));
const loadPicture = () => persistently(() => import('../mark/image.tsx'));
const MarkDialog = lazy(async () => ({ default: (await loadMark()).MarkDialog }));
const PictureDialog = lazy(async () => ({ default: (await loadPicture()).PictureDialog }));
const nothing = () => {};

/** The fields one by one, over the documents of the link. */
export function Filling() {
  const { t } = useRoad();
  const [opened, setOpened] = useState<Campo | null>(null);
  const kind = opened && FIELD_KINDS[opened.tipo];
  const [asText, setAsText] = useState(false);
  const walk = useWalk(setOpened);
  const { fields, documento, activeId, told, reach, zoom } = walk;
  const heading = useFocusOn<HTMLHeadingElement>('campos');
  const asksPicture = fields.some(({ campo }) => FIELD_KINDS[campo.tipo].holds === 'PICTURE');
  useEffect(() => {
    // What a field opens is there before it is opened: the line may be gone by then.
    void loadMark();
    if (asksPicture) void loadPicture();
  }, [asksPicture]);
  const over = useMemo(
    () => (number: number, page: Parameters<typeof Control>[0]['page'], scale: number) => [
      ...(documento ? fixedOn(documento, number, page, scale) : []),
      ...fields
        .filter((field) => field.documento.id === documento?.id && field.campo.pagina === number)
        .map(({ campo }) => (
          <Control
            key={campo.id}
            campo={campo}
            page={page}
            scale={scale}
            active={campo.id === activeId}
            told={told.has(campo.id)}
            onFocus={() => reach(campo.id)}
            onOpen={() => setOpened(campo)}
          />
        )),
    ],
    [fields, documento, activeId, told, reach],
  );
  if (!documento) return null;
  return (
    <main id="conteudo" className="sheet reading">
      <Progress />
      <h1 ref={heading} tabIndex={-1}>
        {t.steps.campos}
      </h1>
      <DocumentTitle as="p" titulo={documento.titulo} />
      <p className="hint">{t.campos.explains}</p>
      <Remark />
      <ReaderTools documento={documento} zoom={zoom} onZoom={walk.setZoom} asText={asText} onAsText={setAsText} />
      <Reader documento={documento} zoom={zoom} asText={asText} onSeen={nothing} over={over} onReady={walk.onReady} />
      <Dock {...walk} />
      {opened && (
        <Suspense fallback={<Coming />}>
          {kind?.holds === 'MARK' ? (
            <MarkDialog kind={kind.mark} onClose={() => setOpened(null)} />
          ) : (
            <PictureDialog campo={opened} onClose={() => setOpened(null)} />
          )}
        </Suspense>
      )}
    </main>
  );
}

type DockProps = Pick<ReturnType<typeof useWalk>, 'fields' | 'at' | 'missing' | 'done' | 'told' | 'goTo' | 'next'>;

/** At hand while a document is shown: where one is among the fields, and the way on. */
function Dock(props: DockProps) {
  const { fields, at, done, goTo } = props;
  const { road, t } = useRoad();
  return (
    <div className="dock">
      <div className="dock-state">
        <FieldState {...props} />
      </div>
      {at > 0 && (
        <Button aria-label={t.campos.anterior} onClick={() => goTo(fields[at - 1]?.campo.id ?? '')}>
          <Icon name="back" />
        </Button>
      )}
      <Button look="primary" className="large" onClick={done ? () => road.next('campos') : props.next}>
        {done ? t.campos.review : at < 0 ? t.campos.begin : t.campos.proximo}
      </Button>
    </div>
  );
}

function FieldState({ fields, at, missing, told }: DockProps) {
  const { state, session, t } = useRoad();
  const active = fields[at]?.campo;
  if (!active) return <p>{t.campos.leftOver(missing, fields.length)}</p>;
  const problem = told.has(active.id) ? problemOf(active, state.given, session) : null;
  return (
    <>
      <p>
        <strong>{active.rotulo ?? t.types[active.tipo]}</strong>{' '}
        <span className="hint">{t.campos.de(at + 1, fields.length)}</span>
      </p>
      {problem ? (
        <p className="error">
          <Icon name="alert" /> {t.issues[problem]}
        </p>
      ) : (
        <p className="hint">
          {FIELD_KINDS[active.tipo].holds === 'SIGNING_DAY'
            ? t.campos.automaticDate
            : active.obrigatorio
              ? t.campos.obrigatorio
              : t.campos.optional}
        </p>
      )}
    </>
  );
}

/** While what a field opens has not come over the line. */
function Coming() {
  const { t } = useRoad();
  return (
    <p className="loading coming" role="status">
      <span className="spinner" aria-hidden="true" /> {t.opening}
    </p>
  );
}
