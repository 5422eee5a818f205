import type { PageGeometry } from '@rubrica/pdf/layout';
import type { ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button, Icon, type IconName, Notice } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import type { Preview } from '../preview.ts';
import type { Documento } from '../steps.ts';
import { useDocument, usePreview } from './documento.ts';
import pageStyles from './page.module.css';
import { type PageProps, PageView } from './page.tsx';
import styles from './reader.module.css';

export const ZOOMS = [1, 1.25, 1.5, 2, 2.5, 3] as const;
/** Wider than this a page of text is no easier to read. */
const MAX_WIDTH = 880;

export interface ReaderProps {
  readonly documento: Documento;
  readonly zoom: number;
  readonly asText: boolean;
  readonly onSeen: (number: number) => void;
  /** What stands on a page. */
  readonly over?: (number: number, geometry: PageGeometry, scale: number) => ReactNode;
  /** Called when every page has its place, so that anything on it can be scrolled to. */
  readonly onReady?: () => void;
}

/** A document as a column of pages. */
export function Reader(props: ReaderProps) {
  const { documento, zoom, asText, onSeen, over, onReady } = props;
  const { t } = usePage();
  const { loading, retry } = useDocument(documento.id);
  const preview = usePreview(documento.id);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const ready = loading.state === 'open' && loading.geometries.size === loading.pdf.pages && width > 0;
  const shown = loading.state === 'open' ? loading : previewed(preview, asText);
  useLayoutEffect(() => {
    if (ready) onReady?.();
  }, [ready, onReady]);

  return (
    <div ref={frame} data-ready={ready || undefined}>
      {loading.state === 'loading' && <Fetching share={loading.share} over={preview !== null && !asText} />}
      {loading.state === 'failed' && (
        <Notice tone="warn" icon={loading.why === 'connection' ? 'offline' : 'alert'} alert>
          <p>{loading.why === 'connection' ? t.reader.noLine : t.reader.failed}</p>
          <Button onClick={retry}>{t.tryNow}</Button>
        </Notice>
      )}
      {shown && width > 0 && (
        <Pages
          key={documento.id}
          {...shown}
          total={documento.paginas}
          preview={preview?.url ?? null}
          width={Math.min(MAX_WIDTH, width) * zoom}
          zoomed={zoom > 1 && !asText}
          asText={asText}
          onSeen={onSeen}
          over={over}
        />
      )}
    </div>
  );
}

/** What there is to show of a document that is not open yet: the picture of its first page, or nothing. */
const previewed = (preview: Preview | null, asText: boolean) =>
  preview && !asText ? { pdf: null, geometries: new Map([[1, preview.geometry]]) } : null;

/** @param over whether it lies over a preview, which it then leaves room for */
function Fetching({ share, over }: { readonly share: number | null; readonly over: boolean }) {
  const { t } = usePage();
  return (
    <div className={over ? `${styles.fetching} ${styles.over}` : styles.fetching} role="status">
      <p>{t.reader.downloading}</p>
      <progress max={1} {...(share === null ? {} : { value: share })} aria-label={t.reader.downloading} />
      {!over && <div className={`${pageStyles.page} ${pageStyles.blank}`} data-blank aria-hidden="true" />}
    </div>
  );
}

function Pages(props: {
  readonly pdf: PageProps['pdf'];
  readonly total: number;
  readonly preview: string | null;
  readonly geometries: ReadonlyMap<number, PageGeometry>;
  readonly width: number;
  readonly zoomed: boolean;
  readonly asText: boolean;
  readonly onSeen: (number: number) => void;
  readonly over: ReaderProps['over'];
}) {
  const { pdf, total, preview, geometries, width, over } = props;
  const { t } = usePage();
  const first = geometries.get(1);
  if (!first) return null;
  const pages = Array.from({ length: pdf ? pdf.pages : 1 }, (_, index) => {
    const number = index + 1;
    const geometry = geometries.get(number) ?? first;
    return (
      <PageView
        key={number}
        pdf={pdf}
        total={total}
        preview={number === 1 ? preview : null}
        number={number}
        geometry={geometry}
        width={width}
        asText={props.asText}
        onSeen={props.onSeen}
      >
        {over?.(number, geometry, width / geometry.width)}
      </PageView>
    );
  });
  // A region that scrolls sideways has to be reachable by keyboard.
  return props.zoomed ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1, a scrollable region takes the focus
    <section className={`${styles.pages} ${styles.sideways}`} tabIndex={0} aria-label={t.reader.documento}>
      {pages}
    </section>
  ) : (
    <div className={props.asText ? `${styles.pages} ${styles.asText}` : styles.pages}>{pages}</div>
  );
}

/** The width an element has, and again when the window or the phone turns. */
function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = ref;
    if (!current) return;
    const measure = () => setWidth(Math.floor(current.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** Zoom, text view and a copy of the file. */
export function ReaderTools(props: {
  readonly documento: Documento;
  readonly zoom: number;
  readonly onZoom: (zoom: number) => void;
  readonly asText: boolean;
  readonly onAsText: (asText: boolean) => void;
}) {
  const { t, road } = usePage();
  const { zoom, asText } = props;
  const at = ZOOMS.findIndex((step) => step >= zoom - 0.01);
  const step = (by: number) => props.onZoom(ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at + by))] ?? 1);
  return (
    <fieldset className={styles.tools}>
      <legend className="unseen">{t.reader.tools}</legend>
      {!asText && (
        <>
          <Button look="quiet" aria-label={t.reader.zoomOut} aria-disabled={at <= 0} onClick={() => step(-1)}>
            −
          </Button>
          <span className={styles.zoom} aria-live="polite">
            {Math.round(zoom * 100)}%
          </span>
          <Button
            look="quiet"
            aria-label={t.reader.zoomIn}
            aria-disabled={at >= ZOOMS.length - 1}
            onClick={() => step(1)}
          >
            +
          </Button>
        </>
      )}
      <Button look="quiet" aria-pressed={asText} onClick={() => props.onAsText(!asText)}>
        <Named icon="text" name={t.reader.asText} />
      </Button>
      <a className="button quiet" href={road.api.fileUrl(road.token, props.documento.id)} download rel="noreferrer">
        <Named icon="down" name={t.reader.baixar} />
      </a>
    </fieldset>
  );
}

/** A tool in words where they fit, and by its picture, with its name for ears, where they do not. */
function Named({ icon, name }: { readonly icon: IconName; readonly name: string }) {
  return (
    <>
      <Icon name={icon} /> <span className={styles.wideOnly}>{name}</span>
    </>
  );
}
