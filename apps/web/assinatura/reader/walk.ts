import { FIELD_KINDS, takesPicture } from '@rubrica/contract/field-kinds';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import { useRoad } from '../context.tsx';
import { type Given, problemOf } from '../fields.ts';
import { type Campo, type Documento, fieldsOf, openDocuments } from '../steps.ts';
import { controlId } from './control.tsx';
import { type Next, type Place, upNext } from './guide.ts';
import { useProgress } from './progress.ts';

/** The id of the input of a field. */
export const entryId = (campoId: string) => `entrada-${campoId}`;

/** The pass over the documents of the link: page by page, field by field, by one button or freely. */

/** A field narrower than a finger is shown larger, up to this: what is around it is to be seen too. */
const MAX_ZOOM = 1.5;
const COMFORTABLE = 32;
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The zoom at which the smallest field of a document is comfortable on a screen this wide. */
function comfortableZoom(campos: readonly Campo[]): number {
  const width = Math.min(880, document.documentElement.clientWidth - 32);
  const shortest = Math.min(
    1,
    ...campos.filter(({ tipo }) => FIELD_KINDS[tipo].holds !== 'CHECK').map(({ altura }) => altura),
  );
  const wanted = COMFORTABLE / (shortest * width * Math.SQRT2);
  return Math.min(MAX_ZOOM, Math.max(1, Math.round(wanted * 4) / 4));
}

/** A field that is being filled in beside the page: `guided` where the button led there, and leads on. */
export interface Opened {
  readonly campo: Campo;
  readonly guided: boolean;
}

/** Fields that were come to. They are remembered for as long as the page is open, so that no step asks for them again. */
function useVisited() {
  const { road } = useRoad();
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set(road.keeping.visited));
  const visit = useCallback(
    (campoId: string) => {
      road.keeping.visit(campoId);
      setVisited((before) => (before.has(campoId) ? before : new Set(before).add(campoId)));
    },
    [road],
  );
  return { visited, visit };
}

/** Scrolls to a field once it is there, at the size it is to be shown at: over what is opened, or in the middle. */
function useShow(opened: Opened | null, shownAt: unknown) {
  const pending = useRef<string | null>(null);
  const show = useCallback(() => {
    const control = pending.current && document.getElementById(controlId(pending.current));
    if (!control) return;
    pending.current = null;
    const spot = control.parentElement ?? control;
    spot.scrollIntoView({
      block: opened ? 'start' : 'center',
      inline: 'center',
      behavior: calm() ? 'auto' : 'smooth',
    });
    if (!opened) control.focus({ preventScroll: true });
  }, [opened]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: wherever it is shown anew
  useLayoutEffect(show, [show, shownAt]);
  return { pending, show };
}

/** The document that is shown, and how large. */
function useShown(documents: readonly Documento[], first: Documento) {
  const [documentoId, setDocumentoId] = useState(first.id);
  const [zoom, setZoom] = useState(1);
  const documento = documents.find(({ id }) => id === documentoId) ?? first;
  const turnTo = ({ id }: Documento) => {
    if (id === documentoId) return;
    setDocumentoId(id);
    setZoom(1);
  };
  return { documento, zoom, setZoom, turnTo };
}

/** Where the pass begins: where it was left, or at what is not read yet, or else not filled in. */
function beginning(documents: readonly Documento[], given: Given, session: Place['session'], left?: string): Documento {
  const before = documents.find(({ id }) => id === left);
  if (before) return before;
  const unread = documents.find(({ leitura }) => !leitura.concluida);
  const lacking = fieldsOf(session).find(({ campo }) => problemOf(campo, given, session) !== null);
  return (unread ?? lacking?.documento ?? documents[0]) as Documento;
}

type FieldOfDocument = ReturnType<typeof fieldsOf>[number];

/** The field one is at, and how it is come to and left: opened beside the page, or as a place on it. */
function usePlaces(
  fields: readonly FieldOfDocument[],
  { documento, zoom, setZoom, turnTo }: ReturnType<typeof useShown>,
) {
  const { road, session, t, announce } = useRoad();
  const [activeId, setActiveId] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const { visited, visit } = useVisited();
  const showing = useShow(opened, `${activeId} ${zoom} ${documento.id}`);
  const { pending } = showing;
  const problem = (campo: Campo) => problemOf(campo, road.state.given, session);
  /** Notes that a field was come to, by whatever way. */
  const reach = useCallback(
    (campoId: string) => {
      setActiveId(campoId);
      visit(campoId);
    },
    [visit],
  );
  return {
    ...{ activeId, opened, told, visited, showing, problem, reach },
    /** Opens a field beside the page, which shows where it is. */
    open(campo: Campo, guided: boolean) {
      const index = fields.findIndex((field) => field.campo.id === campo.id);
      const field = fields[index];
      if (!field) return;
      reach(campo.id);
      announce(t.campos.position(index + 1, fields.length, campo.rotulo ?? t.types[campo.tipo]));
      turnTo(field.documento);
      setZoom((now) => Math.max(now, comfortableZoom(field.documento.campos)));
      setOpened(FIELD_KINDS[campo.tipo].holds === 'SIGNING_DAY' ? null : { campo, guided });
      pending.current = campo.id;
    },
    /** Shows a field's place on the page. */
    point(campo: Campo) {
      reach(campo.id);
      setOpened(null);
      pending.current = campo.id;
    },
    /** Leaves what is opened, for the field's place on the page. */
    close() {
      if (!opened) return;
      pending.current = isMade(opened.campo) ? null : opened.campo.id;
      setOpened(null);
    },
    /** Leaves the fields. */
    leave() {
      setOpened(null);
      setActiveId(null);
    },
    /** Says what is wrong with a field. */
    tell(campo: Campo) {
      setTold((before) => new Set(before).add(campo.id));
      announce(t.issues[problem(campo) ?? 'blank']);
    },
  };
}

/** @returns what goes to where the person was when the page was closed, if nothing else is waited for */
function useReturn({ pending, show }: ReturnType<typeof useShow>) {
  const { road } = useRoad();
  const left = useRef(road.keeping.left);
  return useCallback(() => {
    const page = left.current && pageOf(left.current.pagina);
    left.current = null;
    road.keeping.left = null;
    if (page && pending.current === null) page.scrollIntoView({ block: 'start' });
    show();
  }, [road, pending, show]);
}

/** The pass. There is at least one open document. */
export function useWalk() {
  const { road, state, session, t, announce } = useRoad();
  const fields = fieldsOf(session);
  const documents = openDocuments(session);
  const [first] = useState(() => beginning(documents, state.given, session, road.keeping.left?.documento));
  const shown = useShown(documents, first);
  const { documento, zoom, setZoom, turnTo } = shown;
  const { seen, onSeen } = useProgress(documento);
  const places = usePlaces(fields, shown);
  const { activeId, opened, told, visited, problem, reach, open, close } = places;
  const placeAt = (at: string | null, given = road.state.given): Place => ({
    ...{ session, given, documento, seen, visited, at },
  });
  const at = fields.findIndex(({ campo }) => campo.id === activeId);
  const active = fields[at]?.campo ?? null;

  const wrongId = state.remark?.campoId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, not whenever what is given changes
  useLayoutEffect(() => {
    const wrong = fields.find(({ campo }) => campo.id === wrongId);
    if (wrong) open(wrong.campo, true);
  }, [wrongId]);

  const take = (next: Next) => {
    if (next.to === 'field') return open(next.campo, true);
    places.leave();
    if (next.to === 'review') return road.next('documento');
    if (next.to === 'document') {
      turnTo(next.documento);
      return scrollTo(0, 0);
    }
    pageOf(next.number)?.scrollIntoView({ block: 'start', behavior: 'auto' });
    announce(t.pagina(next.number, documento.paginas));
  };
  /** Goes on from a field that was filled in: to what comes next, but for a page, which the person turns. */
  const goOn = (from: Opened) => {
    const next = upNext(placeAt(from.campo.id));
    if (next.to === 'page' || !from.guided) close();
    else take(next);
  };

  const ahead = upNext(placeAt(activeId));
  const next: Next =
    active && (!opened || isMade(active)) && ahead.to !== 'page' && problem(active) !== null
      ? { to: 'field', campo: active }
      : ahead;
  return {
    ...{ fields, documents, documento, zoom, setZoom, seen, onSeen, activeId, active, at, told, opened, next, reach },
    missing: fields.filter(({ campo }) => problem(campo) !== null).length,
    close,
    turnTo,
    /** Called when every page has its place. */
    onReady: useReturn(places.showing),
    /** Opens a field the person chose. */
    choose: (campo: Campo) => focusAfter(() => open(campo, false), noFocus),
    /** What the button does. */
    go: () => focusAfter(() => take(next), noFocus),
    /** Leaves a field that is typed or ticked, unless something is wrong with it. */
    leave: (from: Opened) => {
      if (problem(from.campo) === null) return focusAfter(() => goOn({ ...from, guided: true }), noFocus);
      places.tell(from.campo);
      document.getElementById(entryId(from.campo.id))?.focus();
    },
    /** Leaves a field that was made in a dialog. */
    made: goOn,
    /** What follows once a mark or picture is made. */
    following: (campo: Campo): Next => {
      const kind = FIELD_KINDS[campo.tipo];
      const made = kind.holds === 'MARK' ? { [kind.mark]: { tipo: 'DIGITADA', texto: '-' } } : {};
      return upNext(placeAt(campo.id, { ...state.given, ...made } as Given));
    },
    toFieldBefore: () => {
      const before = fields[at - 1]?.campo;
      if (before) focusAfter(() => (isMade(before) ? places.point(before) : open(before, true)), noFocus);
    },
  };
}

const pageOf = (number: number) => document.querySelector(`[data-page="${number}"]`);

/** What is opened takes the focus by itself. */
const noFocus = () => null;

/** Whether what stands in a field is made in a dialog of its own. */
export const isMade = ({ tipo }: Campo) => takesPicture(tipo);
