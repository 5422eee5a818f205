import { useEffect, useRef, useState } from 'react';
import type { OpenPdf } from './open.ts';

/** A canvas of more pixels than this is refused by older phones, or costs them the page. */
const MAX_PIXELS = 5_000_000;
const MAX_RATIO = 2;

/**
 * A page's picture, with its text over it for selection and for screen readers.
 * @param scale CSS pixels for a unit of the page @param failure said where the page cannot be drawn
 */
export function Picture(props: {
  readonly pdf: OpenPdf;
  readonly number: number;
  readonly scale: number;
  readonly failure: string;
  /** False where only the picture counts. */
  readonly withText?: boolean;
}) {
  const { pdf, number, scale, failure, withText = true } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
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
      const layer = text.current;
      if (!layer) return;
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
      {withText && <div ref={text} className="textLayer" lang="pt-BR" />}
      {failed && <p className="page-fault">{failure}</p>}
    </>
  );
}
