import type { PageGeometry } from '@rubrica/pdf/layout';
import { useEffect, useState } from 'react';
import { loadPdfjs, type OpenPdf, openPdf } from '../../../kit/pdf/open.ts';
import type { Source } from '../saving/source.ts';

/** The file on its way to the screen. */
export type Opening =
  | { readonly state: 'loading'; readonly share: number | null }
  | { readonly state: 'open'; readonly pdf: OpenPdf; readonly geometries: ReadonlyMap<number, PageGeometry> }
  | { readonly state: 'failed'; readonly why: 'connection' | 'file' };

const BATCH = 100;
const RETRY_MS = 5_000;

/** Fetches and opens the file, and learns the size of its pages: the first at once, the others as time allows. */
export function useFile(source: Source): { opening: Opening; retry: () => void } {
  const [opening, setOpening] = useState<Opening>({ state: 'loading', share: null });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a new beginning
  useEffect(() => {
    let left = false;
    let pdf: OpenPdf | undefined;
    const stop = new AbortController();
    setOpening({ state: 'loading', share: null });
    void (async () => {
      try {
        const viewer = loadPdfjs();
        const [data] = await Promise.all([
          source.file((share) => !left && setOpening({ state: 'loading', share }), stop.signal),
          viewer,
        ]);
        if (left) return;
        pdf = await openPdf(data);
        if (left) return pdf.close();
        await learn(pdf, (geometries) => !left && setOpening({ state: 'open', pdf: pdf as OpenPdf, geometries }));
      } catch (error) {
        if (!left) setOpening({ state: 'failed', why: error instanceof TypeError ? 'connection' : 'file' });
      }
    })();
    return () => {
      left = true;
      stop.abort();
      pdf?.close();
    };
  }, [source, attempt]);
  useEffect(() => {
    if (opening.state !== 'failed' || opening.why !== 'connection') return;
    const again = () => setAttempt((count) => count + 1);
    addEventListener('online', again);
    const timer = setTimeout(again, RETRY_MS);
    return () => {
      removeEventListener('online', again);
      clearTimeout(timer);
    };
  }, [opening]);
  return { opening, retry: () => setAttempt((count) => count + 1) };
}

async function learn(pdf: OpenPdf, tell: (geometries: ReadonlyMap<number, PageGeometry>) => void): Promise<void> {
  const geometries = new Map<number, PageGeometry>();
  for (let number = 1; number <= pdf.pages; number += 1) {
    geometries.set(number, await pdf.geometry(number));
    if (number === 1 || number === pdf.pages || number % BATCH === 0) tell(new Map(geometries));
  }
}
