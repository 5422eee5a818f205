import type { PageGeometry } from '@rubrica/pdf/layout';
import { useEffect, useState } from 'react';
import { usePage } from '../contexto.tsx';
import { fetchFile, loadPdfjs, type OpenPdf, openPdf } from './pdf.ts';

/** A document on its way to the screen. */
export type Loading =
  | { readonly state: 'carregando'; readonly share: number | null }
  | { readonly state: 'aberto'; readonly pdf: OpenPdf; readonly geometries: ReadonlyMap<number, PageGeometry> }
  | { readonly state: 'falhou'; readonly why: 'linha' | 'arquivo' };

/** Documents of this page stay open between the steps; of an envelope, the two looked at last. */
const open = new Map<string, Promise<OpenPdf>>();
const KEPT = 2;

function openOnce(id: string, make: () => Promise<OpenPdf>): Promise<OpenPdf> {
  const found = open.get(id) ?? make();
  open.delete(id);
  open.set(id, found);
  found.catch(() => open.get(id) === found && open.delete(id));
  for (const [old, pdf] of open) {
    if (open.size <= KEPT) break;
    open.delete(old);
    void pdf.then((one) => one.close()).catch(() => {});
  }
  return found;
}

/** Opens a document of the link and learns the size of its pages, the first at once, the others as time allows. */
export function useDocument(documentoId: string): { loading: Loading; retry: () => void } {
  const { road } = usePage();
  const [loading, setLoading] = useState<Loading>({ state: 'carregando', share: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let left = false;
    const stop = new AbortController();
    setLoading({ state: 'carregando', share: null });
    const make = async () => {
      // The viewer and the file come over the line at the same time.
      const viewer = loadPdfjs();
      const url = road.api.fileUrl(road.token, documentoId);
      const file = fetchFile(url, (share) => !left && setLoading({ state: 'carregando', share }), stop.signal);
      const [data] = await Promise.all([file, viewer]);
      return openPdf(data);
    };
    openOnce(documentoId, make).then(
      (pdf) =>
        !left &&
        void learn(
          pdf,
          (geometries) => setLoading({ state: 'aberto', pdf, geometries }),
          () => left,
        ),
      (error) => {
        if (left) return;
        setLoading({ state: 'falhou', why: error instanceof TypeError ? 'linha' : 'arquivo' });
        if (error instanceof RangeError) void road.open();
      },
    );
    return () => {
      left = true;
      if (loading.state === 'carregando') stop.abort();
    };
  }, [road, documentoId, attempt]);
  useEffect(() => {
    if (loading.state !== 'falhou' || loading.why !== 'linha') return;
    const again = () => setAttempt((count) => count + 1);
    addEventListener('online', again);
    const timer = setTimeout(again, 5_000);
    return () => {
      removeEventListener('online', again);
      clearTimeout(timer);
    };
  }, [loading]);
  return { loading, retry: () => setAttempt((count) => count + 1) };
}

/** Sizes are told in batches: a rendering of the whole list for each of 300 pages would be felt. */
const BATCH = 50;

async function learn(
  pdf: OpenPdf,
  tell: (geometries: ReadonlyMap<number, PageGeometry>) => void,
  left: () => boolean,
): Promise<void> {
  const geometries = new Map<number, PageGeometry>();
  for (let number = 1; number <= pdf.pages && !left(); number += 1) {
    geometries.set(number, await pdf.geometry(number));
    if (number === 1 || number === pdf.pages || number % BATCH === 0) tell(new Map(geometries));
  }
}
