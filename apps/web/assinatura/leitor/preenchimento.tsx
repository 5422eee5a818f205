import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFocusOn } from '../../kit/hooks.ts';
import { Button, Icon } from '../../kit/parts.tsx';
import { persistently } from '../../kit/tenaz.ts';
import { problemOf } from '../campos.ts';
import { useRoad } from '../contexto.tsx';
import { type Campo, fieldsOf } from '../etapas.ts';
import { Progress, Remark } from '../telas/folha.tsx';
import { Control, controlId } from './controle.tsx';
import { fixedOn } from './fixo.tsx';
import { Reader, ReaderTools } from './leitor.tsx';

const loadMark = () => persistently(() => import('../marca/dialogo.tsx'));
const loadPicture = () => persistently(() => import('../marca/imagem.tsx'));
const MarkDialog = lazy(async () => ({ default: (await loadMark()).MarkDialog }));
const PictureDialog = lazy(async () => ({ default: (await loadPicture()).PictureDialog }));

/** A field narrower than a finger is shown larger, up to this. */
const MAX_ZOOM = 2.5;
const COMFORTABLE = 32;
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
const nothing = () => {};

/** The zoom at which the smallest field of a document is comfortable on a screen this wide. */
function comfortableZoom(campos: readonly Campo[]): number {
  const width = Math.min(880, document.documentElement.clientWidth - 32);
  const shortest = Math.min(1, ...campos.filter(({ tipo }) => tipo !== 'CHECKBOX').map(({ altura }) => altura));
  const wanted = COMFORTABLE / (shortest * width * Math.SQRT2);
  return Math.min(MAX_ZOOM, Math.max(1, Math.round(wanted * 4) / 4));
}

/** The fields one by one, over the documents of the link. */
export function Filling() {
  const { road, state, session, t, announce } = useRoad();
  const { given } = state;
  const fields = fieldsOf(session);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set(road.visited));
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<Campo | null>(null);
  const [documentoId, setDocumentoId] = useState(fields[0]?.documento.id ?? '');
  const documento = fields.find((field) => field.documento.id === documentoId)?.documento;
  const [zoom, setZoom] = useState(() => comfortableZoom(documento?.campos ?? []));
  const [asText, setAsText] = useState(false);
  const pending = useRef<string | null>(null);
  const heading = useFocusOn<HTMLHeadingElement>('campos');
  const at = fields.findIndex(({ campo }) => campo.id === activeId);
  const missing = fields.filter(({ campo }) => problemOf(campo, given, session) !== null);

  const asksPicture = fields.some(({ campo }) => campo.tipo === 'IMAGEM');
  useEffect(() => {
    // What a field opens is there before it is opened: the line may be gone by then.
    void loadMark();
    if (asksPicture) void loadPicture();
  }, [asksPicture]);
  useEffect(() => {
    for (const campoId of visited) road.visited.add(campoId);
  }, [road, visited]);

  const show = useCallback((campoId: string) => {
    const control = document.getElementById(controlId(campoId));
    if (!control) return false;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: calm() ? 'auto' : 'smooth' });
    control.focus({ preventScroll: true });
    return true;
  }, []);
  const onReady = useCallback(() => {
    const { current } = pending;
    if (current && show(current)) pending.current = null;
  }, [show]);

  const goTo = useCallback(
    (campoId: string) => {
      const index = fields.findIndex(({ campo }) => campo.id === campoId);
      const field = fields[index];
      if (!field) return;
      setActiveId(campoId);
      setVisited((before) => new Set(before).add(campoId));
      announce(t.campos.posicao(index + 1, fields.length, field.campo.rotulo ?? t.tipos[field.campo.tipo]));
      if (field.documento.id !== documentoId) {
        pending.current = campoId;
        setDocumentoId(field.documento.id);
        setZoom(comfortableZoom(field.documento.campos));
      } else if (!show(campoId)) pending.current = campoId;
    },
    [fields, documentoId, show, announce, t],
  );

  const wrongId = state.remark?.campoId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, not whenever what is given changes
  useEffect(() => {
    if (wrongId) goTo(wrongId);
  }, [wrongId]);

  const next = () => {
    const current = fields[at];
    if (current && problemOf(current.campo, given, session)) {
      setTold((before) => new Set(before).add(current.campo.id));
      if (isMark(current.campo)) return setOpened(current.campo);
      announce(t.problemas[problemOf(current.campo, given, session) ?? 'vazio']);
      return void show(current.campo.id);
    }
    const wanted = ({ campo }: (typeof fields)[number]) =>
      !visited.has(campo.id) || problemOf(campo, given, session) !== null;
    const target = fields.slice(at + 1).find(wanted) ?? missing[0];
    if (target) goTo(target.campo.id);
    else road.next('campos');
  };

  const over = useMemo(
    () => (number: number, page: Parameters<typeof Control>[0]['page'], scale: number) => [
      ...(documento ? fixedOn(documento, number, page, scale) : []),
      ...fields
        .filter((field) => field.documento.id === documentoId && field.campo.pagina === number)
        .map(({ campo }) => (
          <Control
            key={campo.id}
            campo={campo}
            page={page}
            scale={scale}
            active={campo.id === activeId}
            told={told.has(campo.id)}
            onFocus={() => {
              setActiveId(campo.id);
              setVisited((before) => (before.has(campo.id) ? before : new Set(before).add(campo.id)));
            }}
            onOpen={() => setOpened(campo)}
          />
        )),
    ],
    [fields, documento, documentoId, activeId, told],
  );
  if (!documento) return null;
  const active = fields[at];
  const done = missing.length === 0 && fields.every(({ campo }) => visited.has(campo.id));
  return (
    <main id="conteudo" className="sheet reading">
      <Progress />
      <h1 ref={heading} tabIndex={-1}>
        {t.passos.campos}
      </h1>
      <p className="lead title">{documento.titulo}</p>
      <p className="hint">{t.campos.explica}</p>
      <Remark />
      <ReaderTools documento={documento} zoom={zoom} onZoom={setZoom} asText={asText} onAsText={setAsText} />
      <Reader documento={documento} zoom={zoom} asText={asText} onSeen={nothing} over={over} onReady={onReady} />
      <div className="dock">
        <div className="dock-state">
          <FieldState active={active?.campo} at={at} total={fields.length} missing={missing.length} told={told} />
        </div>
        {at > 0 && (
          <Button aria-label={t.campos.anterior} onClick={() => goTo(fields[at - 1]?.campo.id ?? '')}>
            <Icon name="back" />
          </Button>
        )}
        <Button look="primary" className="large" onClick={done ? () => road.next('campos') : next}>
          {done ? t.campos.revisar : at < 0 ? t.campos.comecar : t.campos.proximo}
        </Button>
      </div>
      {opened && (
        <Suspense fallback={<Coming />}>
          {opened.tipo === 'IMAGEM' ? (
            <PictureDialog campo={opened} onClose={() => setOpened(null)} />
          ) : (
            <MarkDialog kind={opened.tipo === 'RUBRICA' ? 'rubrica' : 'assinatura'} onClose={() => setOpened(null)} />
          )}
        </Suspense>
      )}
    </main>
  );
}

/** While what a field opens has not come over the line. */
function Coming() {
  const { t } = useRoad();
  return (
    <p className="loading coming" role="status">
      <span className="spinner" aria-hidden="true" /> {t.abrindo}
    </p>
  );
}

const isMark = ({ tipo }: Campo) => tipo === 'ASSINATURA' || tipo === 'RUBRICA' || tipo === 'IMAGEM';

function FieldState(props: {
  readonly active: Campo | undefined;
  readonly at: number;
  readonly total: number;
  readonly missing: number;
  readonly told: ReadonlySet<string>;
}) {
  const { active, at, total, missing, told } = props;
  const { state, session, t } = useRoad();
  if (!active) return <p>{t.campos.faltam(missing, total)}</p>;
  const problem = told.has(active.id) ? problemOf(active, state.given, session) : null;
  return (
    <>
      <p>
        <strong>{active.rotulo ?? t.tipos[active.tipo]}</strong>{' '}
        <span className="hint">{t.campos.de(at + 1, total)}</span>
      </p>
      {problem ? (
        <p className="error">
          <Icon name="alert" /> {t.problemas[problem]}
        </p>
      ) : (
        <p className="hint">
          {active.tipo === 'DATA'
            ? t.campos.dataAutomatica
            : active.obrigatorio
              ? t.campos.obrigatorio
              : t.campos.opcional}
        </p>
      )}
    </>
  );
}
