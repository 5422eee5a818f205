import type { PageGeometry } from '@rubrica/pdf/layout';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { OpenPdf } from '../../../kit/pdf/abrir.ts';
import { type Desk, useEditing } from '../contexto.tsx';
import { sheetOf } from '../estado/editor.ts';
import type { Field, Place } from '../estado/tipos.ts';
import { type Badge, fieldId, handleOf } from './campo.tsx';
import { dragFields, dragFrame, dragHandle, follow, type Ground } from './gestos.ts';
import { type Column, columnOf, pageAt, windowOf } from './janela.ts';
import { Pagina } from './pagina.tsx';

const MAX_WIDTH = 860;
const NO_FIELDS: readonly Field[] = [];

export interface MesaProps {
  readonly pdf: OpenPdf;
  readonly geometries: ReadonlyMap<number, PageGeometry>;
  readonly zoom: number;
  readonly snap: boolean;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly onPage: (pagina: number) => void;
  readonly onKey: (event: React.KeyboardEvent<HTMLElement>) => void;
  readonly ref: React.Ref<DeskHandle>;
  readonly children?: ReactNode;
}

export interface DeskHandle extends Desk {
  readonly ground: Ground | null;
}

/** The fields by page; a page nothing changed on keeps its list, so that it is not rendered. */
function useByPage(campos: readonly Field[]): ReadonlyMap<number, readonly Field[]> {
  const before = useRef(new Map<number, readonly Field[]>());
  return useMemo(() => {
    const next = new Map<number, Field[]>();
    for (const field of campos) {
      const list = next.get(field.pagina);
      if (list) list.push(field);
      else next.set(field.pagina, [field]);
    }
    const kept = new Map<number, readonly Field[]>(next);
    for (const [pagina, fields] of next) {
      const old = before.current.get(pagina);
      if (old && old.length === fields.length && old.every((one, i) => one === fields[i])) kept.set(pagina, old);
    }
    before.current = kept;
    return kept;
  }, [campos]);
}

/** The width and height an element has. */
function useSize(ref: { readonly current: HTMLElement | null }) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = ref;
    if (!current) return;
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

/** Which pages are to be there, renewed while the desk scrolls. */
function useWindow(
  scroller: { readonly current: HTMLElement | null },
  column: Column,
  height: number,
  onPage: (pagina: number) => void,
) {
  const [[first, last], setRange] = useState<readonly [number, number]>([1, 2]);
  const update = useCallback(() => {
    const { current } = scroller;
    if (!current || height === 0) return;
    const [from, to] = windowOf(column, current.scrollTop, height, height * 0.75);
    setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]));
    onPage(pageAt(column, current.scrollTop + height / 2));
  }, [scroller, column, height, onPage]);
  useLayoutEffect(update, [update]);
  useEffect(() => {
    const { current } = scroller;
    let frame = 0;
    const scrolled = () => {
      if (frame === 0)
        frame = requestAnimationFrame(() => {
          frame = 0;
          update();
        });
    };
    current?.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      current?.removeEventListener('scroll', scrolled);
      cancelAnimationFrame(frame);
    };
  }, [scroller, update]);
  return [first, last] as const;
}

/** The pages of the document with their fields, as a column that scrolls. */
export function Mesa(props: MesaProps) {
  const { pdf, geometries, zoom, badges, onPage } = props;
  const { editor, t, problems, readOnly } = useEditing();
  const scroller = useRef<HTMLElement>(null);
  const { width, height } = useSize(scroller);
  const fitted = Math.max(120, Math.min(MAX_WIDTH, width - (width < 640 ? 24 : 64))) * zoom;
  const column = useMemo(() => columnOf(pdf.pages, geometries, fitted), [pdf, geometries, fitted]);
  const [first, last] = useWindow(scroller, column, height, onPage);
  const byPage = useByPage(editor.present.campos);
  const [pinned, setPinned] = useState<number | null>(null);
  const ground = useGround(scroller, byPage, props.snap);
  useKeepPlace(scroller, column);
  const show = useShow(scroller, column);

  useImperativeHandle(
    props.ref,
    () => ({
      ground,
      show: (id) => {
        const field = editor.present.campos.find((one) => one.id === id);
        if (field) show(field.pagina, field.y + field.altura / 2, id);
      },
      showPage: (pagina) => show(pagina, 0, null),
      middle: () => middleOf(scroller.current, column),
    }),
    [ground, editor.present.campos, show, column],
  );
  const press = usePress(ground, setPinned);

  const chosen = new Set(editor.selection);
  const wrong = useMemo(
    () => new Set(problems.flatMap(({ spot, blocks }) => (blocks && spot.at === 'campo' ? [spot.id] : []))),
    [problems],
  );
  const numbers = numbersOf(first, last, pdf.pages, pinned);
  const idsOf = (fields: readonly Field[], set: ReadonlySet<string>) =>
    fields
      .filter(({ id }) => set.has(id))
      .map(({ id }) => id)
      .join(' ');
  return (
    <section
      ref={scroller}
      className="mesa"
      aria-label={t.documento}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a scrollable region takes the focus
      tabIndex={0}
      data-pronta={geometries.size === pdf.pages && width > 0 ? true : undefined}
      onPointerDown={press}
      onKeyDown={props.onKey}
    >
      <div className="coluna" style={{ height: column.height, width: Math.max(column.width + 24, width) }}>
        {numbers.map((number) => {
          const geometry = geometries.get(number) ?? geometries.get(1);
          const fields = byPage.get(number) ?? NO_FIELDS;
          return geometry ? (
            <Pagina
              key={number}
              pdf={pdf}
              number={number}
              geometry={geometry}
              scale={column.scales[number - 1] ?? 1}
              top={column.tops[number - 1] ?? 0}
              fields={fields}
              chosen={idsOf(fields, chosen)}
              single={editor.selection.length === 1}
              wrong={idsOf(fields, wrong)}
              badges={badges}
              readOnly={readOnly}
              t={t}
            />
          ) : null;
        })}
      </div>
      {props.children}
    </section>
  );
}

function numbersOf(first: number, last: number, pages: number, pinned: number | null): number[] {
  const numbers = Array.from({ length: Math.min(last, pages) - first + 1 }, (_, index) => first + index);
  return pinned !== null && !numbers.includes(pinned) ? [...numbers, pinned].sort((a, b) => a - b) : numbers;
}

function middleOf(scroller: HTMLElement | null, column: Column) {
  if (!scroller) return { pagina: 1, x: 0.5, y: 0.5 };
  const at = scroller.scrollTop + scroller.clientHeight / 2;
  const pagina = pageAt(column, at);
  const [top = 0, tall = 1] = [column.tops[pagina - 1], column.heights[pagina - 1]];
  return { pagina, x: 0.5, y: Math.min(0.95, Math.max(0.05, (at - top) / tall)) };
}

/** What gestures need to know, the same object for good. */
function useGround(
  scroller: { readonly current: HTMLElement | null },
  byPage: ReadonlyMap<number, readonly Field[]>,
  snap: boolean,
): Ground | null {
  const { editor } = useEditing();
  const now = useRef({ editor, byPage, snap });
  now.current = { editor, byPage, snap };
  const [ground, setGround] = useState<Ground | null>(null);
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    setGround({
      scroller: current,
      sheetOf: (pagina) => sheetOf(now.current.editor, pagina),
      fieldsOn: (pagina) => now.current.byPage.get(pagina) ?? NO_FIELDS,
      snaps: () => now.current.snap,
    });
  }, [scroller]);
  return ground;
}

/** After a change of zoom or size, what was in the middle stays there. */
function useKeepPlace(scroller: { readonly current: HTMLElement | null }, column: Column): void {
  const before = useRef(column);
  useLayoutEffect(() => {
    const { current } = scroller;
    const old = before.current;
    before.current = column;
    if (!current || old === column || old.tops.length === 0 || current.scrollTop === 0) return;
    const at = current.scrollTop + current.clientHeight / 2;
    const page = pageAt(old, at) - 1;
    const share = (at - (old.tops[page] ?? 0)) / (old.heights[page] || 1);
    current.scrollTop = (column.tops[page] ?? 0) + share * (column.heights[page] ?? 0) - current.clientHeight / 2;
    current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2;
  }, [scroller, column]);
}

/** Scrolls to a place of a page; a field there gets the focus once its page is rendered. */
function useShow(scroller: { readonly current: HTMLElement | null }, column: Column) {
  return useCallback(
    (pagina: number, share: number, id: string | null) => {
      const { current } = scroller;
      if (!current) return;
      const top = column.tops[pagina - 1] ?? 0;
      const tall = column.heights[pagina - 1] ?? 0;
      const wanted = id === null ? top - 16 : top + tall * share - current.clientHeight / 2;
      const inSight =
        id !== null &&
        top + tall * share > current.scrollTop + 40 &&
        top + tall * share < current.scrollTop + current.clientHeight - 40;
      if (!inSight) current.scrollTop = wanted;
      if (id === null) return;
      let turns = 30;
      const focus = () => {
        const element = document.getElementById(fieldId(id));
        if (element) {
          element.focus({ preventScroll: true });
          const { left, right } = element.getBoundingClientRect();
          const frame = current.getBoundingClientRect();
          if (left < frame.left || right > frame.right) current.scrollLeft += left - frame.left - 40;
        } else if (turns-- > 0) requestAnimationFrame(focus);
      };
      requestAnimationFrame(focus);
    },
    [scroller, column],
  );
}

/** What pressing a pointer on the desk begins: choosing, moving, sizing, or drawing a frame. */
function usePress(ground: Ground | null, setPinned: (pagina: number | null) => void) {
  const { editor, dispatch, readOnly, t, announce } = useEditing();
  return (event: React.PointerEvent<HTMLElement>) => {
    if (!ground || event.button !== 0 || !(event.target instanceof Element)) return;
    const native = event.nativeEvent;
    const element = event.target.closest<HTMLElement>('[data-campo]');
    const field = editor.present.campos.find(({ id }) => id === element?.dataset.campo);
    if (field && element) {
      event.preventDefault();
      element.focus({ preventScroll: true });
      const handle = handleOf(event.target.getAttribute('data-alca') ?? '');
      if (handle && !readOnly) {
        follow(native, ground, () =>
          dragHandle(native, ground, field, handle, (place) =>
            dispatch({ type: 'mudar', changes: [{ id: field.id, ...place }] }),
          ),
        );
        return;
      }
      const several = event.shiftKey || event.ctrlKey || event.metaKey;
      const has = editor.selection.includes(field.id);
      const ids = several
        ? has
          ? editor.selection.filter((id) => id !== field.id)
          : [...editor.selection, field.id]
        : has
          ? editor.selection
          : [field.id];
      dispatch({ type: 'escolher', ids });
      if (readOnly || several) return;
      const moving = editor.present.campos.filter(({ id, pagina }) => ids.includes(id) && pagina === field.pagina);
      follow(
        native,
        ground,
        () => {
          setPinned(field.pagina);
          const drag = dragFields(native, ground, moving, (moves) => {
            dispatch({ type: 'mudar', changes: moves.map(({ id, place }) => ({ ...placeOf(place), id })) });
            const page = moves[0]?.place.pagina;
            if (page !== undefined && page !== field.pagina) announce(t.anuncio.mudouDePagina(page));
          });
          return {
            move: drag.move,
            end: (last, done) => {
              drag.end(last, done);
              setPinned(null);
            },
          };
        },
        () => has && dispatch({ type: 'escolher', ids: [field.id] }),
      );
      return;
    }
    const page = event.target.closest<HTMLElement>('[data-page]');
    if (event.pointerType === 'touch' || !page) {
      if (!event.shiftKey) dispatch({ type: 'escolher', ids: [] });
      return;
    }
    event.preventDefault();
    ground.scroller.focus({ preventScroll: true });
    const before = event.shiftKey ? editor.selection : [];
    follow(
      native,
      ground,
      () =>
        dragFrame(native, ground, Number(page.dataset.page), (ids) =>
          dispatch({ type: 'escolher', ids: [...before, ...ids] }),
        ),
      () => dispatch({ type: 'escolher', ids: before }),
    );
  };
}

const placeOf = ({ pagina, x, y, largura, altura }: Place): Place => ({ pagina, x, y, largura, altura });
