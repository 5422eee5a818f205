import type { PageGeometry } from '@rubrica/pdf/layout';
import { useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { OpenPdf } from '../../../kit/pdf/open.ts';
import { type Desk, useEditing } from '../context.tsx';
import type { Field } from '../state/types.ts';
import type { Badge } from './field.tsx';
import type { Ground } from './gestures.ts';
import type { PageInSight } from './in-view.ts';
import { Sheet } from './page.tsx';
import sheetStyles from './paper.module.css';
import { useGround, usePress } from './use-pointer.ts';
import { middleOf, useKeepPlace, useShow, useSize, useWindow } from './use-scroll.ts';
import { type Column, columnOf } from './window.ts';
import styles from './workbench.module.css';

const MAX_WIDTH = 860;
const NO_FIELDS: readonly Field[] = [];

export interface WorkbenchProps {
  readonly pdf: OpenPdf;
  readonly geometries: ReadonlyMap<number, PageGeometry>;
  readonly zoom: number;
  readonly snap: boolean;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly inSight: PageInSight;
  readonly onKey: (event: React.KeyboardEvent<HTMLElement>) => void;
  readonly ref: React.Ref<DeskHandle>;
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

/** The pages of the document with their fields, as a column that scrolls. */
export function Workbench({ pdf, geometries, zoom, badges, inSight, snap, onKey, ref }: WorkbenchProps) {
  const { editor, now, t } = useEditing();
  const { campos } = editor.present;
  const scroller = useRef<HTMLElement>(null);
  const { width, height } = useSize(scroller);
  const fitted = Math.max(120, Math.min(MAX_WIDTH, width - (width < 640 ? 24 : 64))) * zoom;
  const column = useMemo(() => columnOf(pdf.pages, geometries, fitted), [pdf, geometries, fitted]);
  const byPage = useByPage(campos);
  const [pinned, setPinned] = useState<number | null>(null);
  const ground = useGround(scroller, byPage, snap);
  useKeepPlace(scroller, column);
  const show = useShow(scroller, column);
  useImperativeHandle(
    ref,
    () => ({
      ground,
      show: (id) => {
        const field = now().present.campos.find((one) => one.id === id);
        if (field) show(field.pagina, field.y + field.altura / 2, id);
      },
      showPage: (pagina) => show(pagina, 0, null),
      middle: () => middleOf(scroller.current, column),
    }),
    [ground, now, show, column],
  );
  const press = usePress(ground, setPinned);
  const sheets = { pdf, geometries, badges, byPage, column, height, inSight, pinned, scroller };
  return (
    <section
      ref={scroller}
      className={styles.desk}
      aria-label={t.documento}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a scrollable region takes the focus
      tabIndex={0}
      data-ready={geometries.size === pdf.pages && width > 0 ? true : undefined}
      onPointerDown={press}
      onKeyDown={onKey}
    >
      <div className={sheetStyles.column} style={{ height: column.height, width: Math.max(column.width + 24, width) }}>
        <Sheets {...sheets} />
      </div>
    </section>
  );
}

/** The pages that are to be there. Scrolling renders this and nothing above it. */
function Sheets(
  props: Pick<WorkbenchProps, 'pdf' | 'geometries' | 'badges' | 'inSight'> & {
    readonly byPage: ReadonlyMap<number, readonly Field[]>;
    readonly column: Column;
    readonly height: number;
    readonly pinned: number | null;
    readonly scroller: { readonly current: HTMLElement | null };
  },
) {
  const { pdf, geometries, badges, byPage, column } = props;
  const { editor, t, problems, readOnly } = useEditing();
  const [first, last] = useWindow(props.scroller, column, props.height, props.inSight);
  const chosen = new Set(editor.selection);
  const wrong = useMemo(
    () => new Set(problems.flatMap(({ spot, blocks }) => (blocks && spot.at === 'campo' ? [spot.id] : []))),
    [problems],
  );
  return numbersOf(first, Math.min(last, pdf.pages), props.pinned).map((number) => {
    const geometry = geometries.get(number) ?? geometries.get(1);
    const fields = byPage.get(number) ?? NO_FIELDS;
    return geometry ? (
      <Sheet
        key={number}
        pdf={pdf}
        number={number}
        geometry={geometry}
        scale={column.scales[number - 1] ?? 1}
        top={column.tops[number - 1] ?? 0}
        fields={fields}
        chosen={idsOf(fields, chosen)}
        single={chosen.size === 1}
        wrong={idsOf(fields, wrong)}
        badges={badges}
        readOnly={readOnly}
        t={t}
      />
    ) : null;
  });
}

function numbersOf(first: number, last: number, pinned: number | null): number[] {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return pinned !== null && !numbers.includes(pinned) ? [...numbers, pinned].sort((a, b) => a - b) : numbers;
}

const idsOf = (fields: readonly Field[], set: ReadonlySet<string>): string =>
  fields
    .filter(({ id }) => set.has(id))
    .map(({ id }) => id)
    .join(' ');
