import type { PageGeometry } from '@rubrica/pdf/layout';
import type { ReactNode } from 'react';
import { memo, useEffect, useRef, useState } from 'react';
import { Picture } from '../../kit/pdf/image.tsx';
import type { OpenPdf } from '../../kit/pdf/open.ts';
import { usePage } from '../context.tsx';
import styles from './page.module.css';

/** How far beyond the window pages are kept drawn, as a share of its height. */
const NEAR = '75% 0px';

/** Whether an element is on the screen or about to be. */
function useNear<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    // Of several reports that waited for a busy phone the last one says how it is.
    const observer = new IntersectionObserver((reports) => setNear(reports.at(-1)?.isIntersecting ?? false), {
      rootMargin: NEAR,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { ref, near };
}

export interface PageProps {
  /** Null until the document is open. */
  readonly pdf: OpenPdf | null;
  /** Pages of the document. */
  readonly total: number;
  /** A picture of the page to show until it can be drawn. */
  readonly preview: string | null;
  readonly number: number;
  readonly geometry: PageGeometry;
  /** Width on the screen, in CSS pixels. */
  readonly width: number;
  readonly asText: boolean;
  readonly onSeen: (number: number) => void;
  readonly children?: ReactNode;
}

/** One page: its place is held from the start, its picture drawn when it comes near and let go when it leaves. */
export const PageView = memo(function PageView(props: PageProps) {
  const { pdf, total, preview, number, geometry, width, asText, onSeen } = props;
  const { t } = usePage();
  const { ref, near } = useNear<HTMLElement>();
  const scale = width / geometry.width;
  const height = geometry.height * scale;
  useSeen(ref, number, pdf !== null, height, onSeen);
  return (
    <section
      ref={ref}
      className={asText ? `${styles.page} ${styles.asText}` : styles.page}
      data-page={number}
      aria-label={t.pagina(number, total)}
      style={asText ? { minHeight: '70vh' } : { width, height }}
    >
      {preview && !asText && (near || !pdf) && (
        <img className={styles.preview} src={preview} alt={pdf ? '' : t.reader.preview} />
      )}
      {near &&
        pdf &&
        (asText ? (
          <PlainText pdf={pdf} number={number} />
        ) : (
          <Picture pdf={pdf} number={number} scale={scale} failure={t.reader.pageFailed} />
        ))}
      {!asText && props.children}
      {asText && props.children && (
        <div className={styles.fields} data-as-text>
          {props.children}
        </div>
      )}
    </section>
  );
});

/** Parts of a window, or of a lower page, after which a page is looked at again: its text may be higher than its picture. */
const PARTS = 20;

/** Shares of a page this high after which it is looked at again: of one of ten windows a window never shows a tenth. */
const sharesOf = (height: number): number[] => {
  const parts = PARTS * Math.max(1, Math.ceil(height / innerHeight));
  return Array.from({ length: parts + 1 }, (_, part) => part / parts);
};

/**
 * A page counts as passed once half of it, or half a window of it, was on the screen; of a preview, nothing does.
 * @param counts whether it is the document that is shown
 * @param height of the page on the screen, in CSS pixels
 */
function useSeen(
  ref: { readonly current: HTMLElement | null },
  number: number,
  counts: boolean,
  height: number,
  onSeen: (number: number) => void,
) {
  useEffect(() => {
    const { current } = ref;
    if (!current || !counts) return;
    const passes = ({ isIntersecting, intersectionRect, boundingClientRect, rootBounds }: IntersectionObserverEntry) =>
      isIntersecting &&
      intersectionRect.height >= Math.min(boundingClientRect.height, rootBounds?.height ?? innerHeight) / 2;
    // A busy phone hears of several frames at once.
    const observer = new IntersectionObserver((reports) => reports.some(passes) && onSeen(number), {
      threshold: sharesOf(height),
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [ref, number, counts, height, onSeen]);
}

function PlainText({ pdf, number }: { readonly pdf: OpenPdf; readonly number: number }) {
  const { t } = usePage();
  const [paragraphs, setParagraphs] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let left = false;
    pdf.text(number).then(
      (found) => !left && setParagraphs(found),
      () => !left && setParagraphs([]),
    );
    return () => {
      left = true;
    };
  }, [pdf, number]);
  return (
    <div lang="pt-BR">
      <h2 className="hint">{t.pagina(number, pdf.pages)}</h2>
      {paragraphs?.length === 0 && <p className="hint">{t.reader.noText}</p>}
      {paragraphs?.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a page never change their order
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
