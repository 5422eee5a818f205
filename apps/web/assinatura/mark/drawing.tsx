import { useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { Button } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import styles from './mark.module.css';

/** Blue-black, as the stamp writes typed signatures. */
const INK = '#121f59';
const PEN = { minWidth: 0.9, maxWidth: 2.8 };
/** Less path than this share of the pad's width is a dot or a slip of the finger. */
const MIN_PATH = 0.12;
/** Pixels of the picture for each of the pad: enough for print across a page. */
const FINE = 3;
const MARGIN = 6;

export interface Drawing {
  /** The ink as a PNG cut to its edges, or null while there is none worth the name. */
  picture(): string | null;
}

const lengthOf = (groups: readonly PointGroup[]): number =>
  groups.reduce(
    (sum, { points }) =>
      sum +
      points.reduce((part, point, i) => {
        const before = points[i - 1];
        return before ? part + Math.hypot(point.x - before.x, point.y - before.y) : part;
      }, 0),
    0,
  );

interface Drawn {
  readonly groups: readonly PointGroup[];
  readonly width: number;
  readonly height: number;
}

/** Strokes made on a pad of one size, whole and in the middle of a pad of another. */
function placed({ groups, width, height }: Drawn, toWidth: number, toHeight: number): PointGroup[] {
  if (width === 0) return [...groups];
  const by = Math.min(toWidth / width, toHeight / height);
  return scaled(groups, by, (toWidth / by - width) / 2, (toHeight / by - height) / 2);
}

/** Moves strokes by `x` and `y`, then makes them and the pen larger. */
const scaled = (groups: readonly PointGroup[], by: number, x: number, y: number): PointGroup[] =>
  groups.map((group) => ({
    ...group,
    minWidth: PEN.minWidth * by,
    maxWidth: PEN.maxWidth * by,
    points: group.points.map((point) => ({ ...point, x: (point.x + x) * by, y: (point.y + y) * by })),
  }));

function pictureOf(groups: readonly PointGroup[]): string {
  const xs = groups.flatMap(({ points }) => points.map(({ x }) => x));
  const ys = groups.flatMap(({ points }) => points.map(({ y }) => y));
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((Math.max(...xs) + MARGIN - left) * FINE);
  canvas.height = Math.ceil((Math.max(...ys) + MARGIN - top) * FINE);
  const pad = new SignaturePad(canvas, { penColor: INK });
  pad.fromData(scaled(groups, FINE, -left, -top));
  pad.off();
  return canvas.toDataURL('image/png');
}

/** Keeps a pad on a canvas, and what was drawn on it through changes of its size. */
function usePad(onChange: () => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  /** The strokes as last drawn, and the size of the pad at the time: every turn of the phone starts from these. */
  const drawnAt = useRef<Drawn>({ groups: [], width: 0, height: 0 });
  const [strokes, setStrokes] = useState(0);
  const keep = useCallback((groups: readonly PointGroup[], width: number, height: number) => {
    drawnAt.current = { groups, width, height };
    setStrokes(groups.length);
  }, []);

  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    const own = new SignaturePad(current, { penColor: INK, ...PEN, throttle: 8 });
    pad.current = own;
    let size = { width: 0, height: 0 };
    let drawing = false;
    /** A stroke ends where the phone is turned: what follows it would be on another pad. */
    const endStroke = () => {
      keep(own.toData(), size.width, size.height);
      drawing = false;
      own.off();
      own.on();
    };
    const fit = () => {
      const { clientWidth: width, clientHeight: height } = current;
      if (width === 0 || (width === size.width && height === size.height)) return;
      if (drawing) endStroke();
      size = { width, height };
      const ratio = Math.min(devicePixelRatio || 1, 3);
      current.width = width * ratio;
      current.height = height * ratio;
      current.getContext('2d')?.scale(ratio, ratio);
      own.fromData(placed(drawnAt.current, width, height));
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(current);
    own.addEventListener('beginStroke', () => {
      drawing = true;
    });
    own.addEventListener('endStroke', () => {
      drawing = false;
      keep(own.toData(), current.clientWidth, current.clientHeight);
      onChange();
    });
    return () => {
      observer.disconnect();
      own.off();
    };
  }, [keep, onChange]);
  return { canvas, pad, strokes, keep };
}

/** A place to draw in. What was drawn keeps its shape when the phone is turned. */
export function DrawingPad(props: {
  readonly drawing: { current: Drawing | null };
  readonly label: string;
  readonly onChange: () => void;
}) {
  const { t } = usePage();
  const { canvas, pad, strokes, keep } = usePad(props.onChange);
  useImperativeHandle(props.drawing, () => ({
    picture() {
      const groups = pad.current?.toData() ?? [];
      const wide = canvas.current?.clientWidth ?? 1;
      return lengthOf(groups) >= wide * MIN_PATH ? pictureOf(groups) : null;
    },
  }));

  const put = (groups: PointGroup[]) => {
    pad.current?.fromData(groups);
    keep(groups, canvas.current?.clientWidth ?? 0, canvas.current?.clientHeight ?? 0);
    props.onChange();
  };
  return (
    <div className={styles.pad}>
      <canvas ref={canvas} role="img" aria-label={props.label} />
      <span className={styles.line} aria-hidden="true" />
      <div className={styles.tools}>
        <Button
          look="quiet"
          aria-disabled={strokes === 0}
          onClick={() => put(pad.current?.toData().slice(0, -1) ?? [])}
        >
          {t.marca.undo}
        </Button>
        <Button look="quiet" aria-disabled={strokes === 0} onClick={() => put([])}>
          {t.marca.clear}
        </Button>
      </div>
    </div>
  );
}
