import type { PageGeometry } from '@rubrica/pdf/layout';
import { useEffect, useMemo, useRef, useState } from 'react';
import { groupBy } from '../../../kit/list.ts';
import { Picture } from '../../../kit/pdf/image.tsx';
import type { OpenPdf } from '../../../kit/pdf/open.ts';
import { useEditing } from '../context.tsx';
import type { Field } from '../state/types.ts';
import type { Badge } from '../workbench/field.tsx';
import { type PageInSight, useIsInSight } from '../workbench/in-view.ts';
import sheetStyles from '../workbench/paper.module.css';
import { Rested } from '../workbench/rest.tsx';
import styles from './thumbnails.module.css';

const WIDTH = 116;
const HEIGHT = WIDTH * 1.42;
const PER_ROW = 2;
const ROW_GAP = 10;
const LABEL = 22;
const ROW = Math.round(HEIGHT) + LABEL + ROW_GAP;
const REST_MS = 140;

interface ThumbnailsProps {
  readonly pdf: OpenPdf;
  readonly geometries: ReadonlyMap<number, PageGeometry>;
  readonly badges: ReadonlyMap<string, Badge>;
  readonly inSight: PageInSight;
  readonly onShow?: () => void;
}

/** First row in sight and the row after the last, with one more on either side. */
function useRows(scroller: { readonly current: HTMLElement | null }, rows: number): readonly [number, number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 6]);
  useEffect(() => {
    const { current: box } = scroller;
    if (!box) return;
    const update = () => {
      const from = Math.max(0, Math.floor(box.scrollTop / ROW) - 1);
      const to = Math.min(rows, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + 1);
      setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]));
    };
    update();
    box.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [scroller, rows]);
  return range;
}

/** Every page in small, with where its fields are; only those in sight are there. */
export function Thumbnails(props: ThumbnailsProps) {
  const { pdf, geometries } = props;
  const { editor, t } = useEditing();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = Math.ceil(pdf.pages / PER_ROW);
  const [first, last] = useRows(scroller, rows);
  const { campos } = editor.present;
  const byPage = useMemo(() => groupBy(campos, ({ pagina }) => pagina), [campos]);
  const from = first * PER_ROW + 1;
  const shown = Array.from({ length: Math.max(0, Math.min(last * PER_ROW, pdf.pages) - from + 1) }, (_, i) => from + i);
  return (
    <section className={styles.thumbnails} ref={scroller} aria-label={t.paginas.titulo}>
      <div className={styles.column} style={{ height: rows * ROW }}>
        {shown.map((number) => {
          const geometry = geometries.get(number) ?? geometries.get(1);
          return geometry ? (
            <Thumbnail
              key={number}
              {...props}
              number={number}
              geometry={geometry}
              fields={byPage.get(number) ?? NO_FIELDS}
            />
          ) : null;
        })}
      </div>
    </section>
  );
}

const NO_FIELDS: readonly Field[] = [];

function Thumbnail({
  pdf,
  number,
  geometry,
  fields,
  badges,
  inSight,
  onShow,
}: ThumbnailsProps & {
  readonly number: number;
  readonly geometry: PageGeometry;
  readonly fields: readonly Field[];
}) {
  const { desk, t } = useEditing();
  const current = useIsInSight(inSight, number);
  const scale = Math.min(WIDTH / geometry.width, HEIGHT / geometry.height);
  return (
    <button
      type="button"
      className={styles.thumbnail}
      aria-label={t.paginas.go(number, fields.length)}
      aria-current={current ? 'true' : undefined}
      style={{
        top: Math.floor((number - 1) / PER_ROW) * ROW,
        left: `${((number - 1) % PER_ROW) * (100 / PER_ROW)}%`,
        width: `calc(${100 / PER_ROW}% - 6px)`,
        height: ROW - ROW_GAP,
      }}
      onClick={() => {
        desk()?.showPage(number);
        onShow?.();
      }}
    >
      <span
        className={`${styles.sheet} ${sheetStyles.paper}`}
        style={{ width: geometry.width * scale, height: geometry.height * scale }}
      >
        <Rested ms={REST_MS}>
          <Picture pdf={pdf} number={number} scale={scale} failure="" withText={false} />
        </Rested>
        {fields.map(({ id, holder, x, y, largura, altura }) => (
          <span
            key={id}
            className={styles.field}
            data-color={holder ? badges.get(holder)?.color : undefined}
            style={{
              left: `${x * 100}%`,
              top: `${y * 100}%`,
              width: `${largura * 100}%`,
              height: `${altura * 100}%`,
            }}
          />
        ))}
      </span>
      <span>{number}</span>
    </button>
  );
}
