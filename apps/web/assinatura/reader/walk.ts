import { FIELD_KINDS, takesPicture } from '@rubrica/contract/field-kinds';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useRoad } from '../context.tsx';
import { problemOf } from '../fields.ts';
import { type Campo, fieldsOf } from '../steps.ts';
import { controlId } from './control.tsx';

/** The way from field to field, over the documents of the link. */

/** A field narrower than a finger is shown larger, up to this. */
const MAX_ZOOM = 2.5;
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

/** Brings a control in sight and gives it the focus: at once, or as soon as its page is there. */
function useShow() {
  const pending = useRef<string | null>(null);
  const show = useCallback((campoId: string) => {
    const control = document.getElementById(controlId(campoId));
    pending.current = control ? null : campoId;
    control?.scrollIntoView({ block: 'center', inline: 'center', behavior: calm() ? 'auto' : 'smooth' });
    control?.focus({ preventScroll: true });
  }, []);
  const onReady = useCallback(() => {
    if (pending.current) show(pending.current);
  }, [show]);
  return { show, onReady };
}

/** Fields that were come to. They are remembered for as long as the page is open, so that no step asks for them again. */
function useVisited() {
  const { road } = useRoad();
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set(road.visited));
  useEffect(() => {
    for (const campoId of visited) road.visited.add(campoId);
  }, [road, visited]);
  const visit = useCallback(
    (campoId: string) => setVisited((before) => (before.has(campoId) ? before : new Set(before).add(campoId))),
    [],
  );
  return { visited, visit };
}

type Field = ReturnType<typeof fieldsOf>[number];

/** The document that is shown, and how large. */
function useShown(fields: readonly Field[]) {
  const [documentoId, setDocumentoId] = useState(fields[0]?.documento.id ?? '');
  const documento = fields.find((field) => field.documento.id === documentoId)?.documento;
  const [zoom, setZoom] = useState(() => comfortableZoom(documento?.campos ?? []));
  const turnTo = ({ id, campos }: Field['documento']) => {
    if (id === documentoId) return;
    setDocumentoId(id);
    setZoom(comfortableZoom(campos));
  };
  return { documento, zoom, setZoom, turnTo };
}

/** @param open makes the mark or picture a field asks for */
export function useWalk(open: (campo: Campo) => void) {
  const { road, state, session, t, announce } = useRoad();
  const fields = fieldsOf(session);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const { visited, visit } = useVisited();
  const { documento, zoom, setZoom, turnTo } = useShown(fields);
  const { show, onReady } = useShow();
  const problem = (campo: Campo) => problemOf(campo, state.given, session);
  const at = fields.findIndex(({ campo }) => campo.id === activeId);
  const missing = fields.filter(({ campo }) => problem(campo) !== null);

  /** Notes that a field was come to, by whatever way. */
  const reach = useCallback(
    (campoId: string) => {
      setActiveId(campoId);
      visit(campoId);
    },
    [visit],
  );
  const goTo = (campoId: string) => {
    const index = fields.findIndex(({ campo }) => campo.id === campoId);
    const field = fields[index];
    if (!field) return;
    reach(campoId);
    announce(t.campos.position(index + 1, fields.length, field.campo.rotulo ?? t.types[field.campo.tipo]));
    turnTo(field.documento);
    show(campoId);
  };

  const wrongId = state.remark?.campoId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, not whenever what is given changes
  useLayoutEffect(() => {
    if (wrongId) goTo(wrongId);
  }, [wrongId]);

  const next = () => {
    const current = fields[at]?.campo;
    const wrong = current && problem(current);
    if (current && wrong) {
      setTold((before) => new Set(before).add(current.id));
      if (isMade(current)) return open(current);
      announce(t.issues[wrong]);
      return show(current.id);
    }
    const wanted = ({ campo }: Field) => !visited.has(campo.id) || problem(campo) !== null;
    const target = fields.slice(at + 1).find(wanted) ?? missing[0];
    if (target) goTo(target.campo.id);
    else road.next('campos');
  };
  return {
    fields,
    at,
    activeId,
    missing: missing.length,
    done: missing.length === 0 && fields.every(({ campo }) => visited.has(campo.id)),
    told,
    documento,
    zoom,
    setZoom,
    reach,
    goTo,
    next,
    onReady,
  };
}

/** Whether what stands in a field is made in a dialog of its own. */
const isMade = ({ tipo }: Campo) => takesPicture(tipo);
