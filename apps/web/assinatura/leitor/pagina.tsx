import type { PageGeometry } from '@rubrica/pdf/layout';
import type { ReactNode } from 'react';
import { memo, useEffect, useRef, useState } from 'react';
import { usePage } from '../contexto.tsx';
import type { OpenPdf } from './pdf.ts';

/** A canvas of more pixels than this is refused by older phones, or costs them the page. */
const MAX_PIXELS = 5_000_000;
const MAX_RATIO = 2;
/** How far beyond the window pages are kept drawn, as a share of its height. */
const NEAR = '75% 0px';

/** Whether an element is on the screen or about to be. */
function useNear<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: NEAR,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { ref, near };
}

export interface PageProps {
  readonly pdf: OpenPdf;
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
  const { pdf, number, geometry, width, asText, onSeen } = props;
  const { t } = usePage();
  const { ref, near } = useNear<HTMLElement>();
  const scale = width / geometry.width;
  const height = geometry.height * scale;
  useSeen(ref, number, onSeen);
  return (
    <section
      ref={ref}
      className={asText ? 'page as-text' : 'page'}
      data-page={number}
      aria-label={t.pagina(number, pdf.pages)}
      style={asText ? { minHeight: '70vh' } : { width, height }}
    >
      {near && (asText ? <PlainText pdf={pdf} number={number} /> : <Picture pdf={pdf} number={number} scale={scale} />)}
      {!asText && props.children}
      {asText && props.children && <div className="as-text-fields">{props.children}</div>}
    </section>
  );
});

/** A page counts as passed once half of it, or half a window of it, was on the screen. */
function useSeen(ref: { readonly current: HTMLElement | null }, number: number, onSeen: (number: number) => void) {
  useEffect(() => {
    const { current } = ref;
    if (!current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        const needed = Math.min(entry.boundingClientRect.height, entry.rootBounds?.height ?? innerHeight) / 2;
        if (entry.isIntersecting && entry.intersectionRect.height >= needed) onSeen(number);
      },
      { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.75, 1] },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [ref, number, onSeen]);
}

function Picture({ pdf, number, scale }: { readonly pdf: OpenPdf; readonly number: number; readonly scale: number }) {
  const { t } = usePage();
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const { current } = canvas;
    const layer = text.current;
    if (!current || !layer) return;
    let left = false;
    const fail = () => !left && setFailed(true);
    let drawing = { cancel: () => {} };
    let laying = { cancel: () => {} };
    void (async () => {
      const { width, height } = await pdf.geometry(number);
      if (left) return;
      const pixels = width * scale * height * scale;
      const ratio = Math.min(devicePixelRatio || 1, MAX_RATIO, Math.sqrt(MAX_PIXELS / pixels));
      // Drawn aside and put in place whole, so that a change of zoom does not flash white.
      const fresh = document.createElement('canvas');
      fresh.width = Math.max(1, Math.round(width * scale * ratio));
      fresh.height = Math.max(1, Math.round(height * scale * ratio));
      const draw = pdf.draw(number, fresh, scale * ratio);
      drawing = draw;
      await draw.done;
      if (left) return;
      current.width = fresh.width;
      current.height = fresh.height;
      current.getContext('2d')?.drawImage(fresh, 0, 0);
      current.dataset.drawn = 'true';
      fresh.width = 0;
      layer.replaceChildren();
      layer.style.setProperty('--total-scale-factor', String(scale));
      const lay = pdf.layText(number, layer, scale);
      laying = lay;
      await lay.done;
    })().catch(fail);
    return () => {
      left = true;
      drawing.cancel();
      laying.cancel();
    };
  }, [pdf, number, scale]);
  useEffect(() => {
    const { current } = canvas;
    return () => {
      // Safari keeps the memory of a canvas that only left the page.
      if (current) current.width = 0;
      pdf.release(number);
    };
  }, [pdf, number]);
  return (
    <>
      <div className="picture" aria-hidden="true">
        <canvas ref={canvas} />
      </div>
      <div ref={text} className="textLayer" lang="pt-BR" />
      {failed && <p className="page-fault">{t.leitor.paginaFalhou}</p>}
    </>
  );
}

function PlainText({ pdf, number }: { readonly pdf: OpenPdf; readonly number: number }) {
  const { t } = usePage();
  const [lines, setLines] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let left = false;
    pdf.text(number).then(
      (found) => !left && setLines(found),
      () => !left && setLines([]),
    );
    return () => {
      left = true;
    };
  }, [pdf, number]);
  return (
    <div lang="pt-BR">
      <h2 className="hint">{t.pagina(number, pdf.pages)}</h2>
      {lines?.length === 0 && <p className="hint">{t.leitor.semTexto}</p>}
      {lines?.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  );
}
