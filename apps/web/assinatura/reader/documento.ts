import type { PageGeometry } from '@rubrica/pdf/layout';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../kit/pdf/download.ts';
import { type OpenPdf, openPdf, warmUp } from '../../kit/pdf/open.ts';
import { usePage } from '../context.tsx';
import type { Road } from '../journey.ts';
import { type Preview, previewOf } from '../preview.ts';

/** A document on its way to the screen. */
export type Loading =
  | { readonly state: 'loading'; readonly share: number | null }
  | { readonly state: 'open'; readonly pdf: OpenPdf; readonly geometries: ReadonlyMap<number, PageGeometry> }
  | { readonly state: 'failed'; readonly why: 'connection' | 'file' };

/** A document being opened, whoever asked for it first. */
interface Opening {
  readonly pdf: Promise<OpenPdf>;
  readonly stop: AbortController;
  /** How much of the file has come; null while that is not known. */
  share: number | null;
  readonly watchers: Set<(share: number | null) => void>;
}

/** Documents of this page stay open between the steps; of an envelope, the two looked at last. */
const openings = new Map<string, Opening>();
const KEPT = 2;
/** The picture of the first page is downloaded first, unless that keeps the document waiting. */
const PICTURE_FIRST_MS = 5_000;

function openingOf(road: Road, id: string): Opening {
  const found = openings.get(id) ?? begin(road, id);
  openings.delete(id);
  openings.set(id, found);
  for (const [old, { pdf, stop }] of openings) {
    if (openings.size <= KEPT) break;
    openings.delete(old);
    stop.abort();
    void pdf.then((one) => one.close()).catch(() => {});
  }
  return found;
}

function begin(road: Road, id: string): Opening {
  const stop = new AbortController();
  const watchers: Opening['watchers'] = new Set();
  const progress = (share: number | null) => {
    opening.share = share;
    for (const watch of watchers) watch(share);
  };
  const load = async () => {
    const late = new Promise((done) => setTimeout(done, PICTURE_FIRST_MS));
    await Promise.race([previewOf(road, id), late]);
    // The viewer and the file are downloaded at the same time.
    const file = fetchFile(road.api.fileUrl(road.token, id), progress, stop.signal);
    const [data] = await Promise.all([file, warmUp()]);
    return openPdf(data);
  };
  const opening: Opening = { pdf: load(), stop, share: null, watchers };
  opening.pdf.catch(() => {
    if (openings.get(id) === opening) openings.delete(id);
    stop.abort();
  });
  return opening;
}

/** Begins to open a document before it is to be shown. */
export function openAhead(road: Road, id: string): void {
  openingOf(road, id);
}

/** The picture of a document's first page, once it is there. */
export function usePreview(documentoId: string): Preview | null {
  const { road } = usePage();
  const [preview, setPreview] = useState<Preview | null>(null);
  useEffect(() => {
    let left = false;
    setPreview(null);
    void previewOf(road, documentoId).then((found) => !left && setPreview(found));
    return () => {
      left = true;
    };
  }, [road, documentoId]);
  return preview;
}

/** Opens a document of the link and learns the size of its pages, the first at once, the others as time allows. */
export function useDocument(documentoId: string): { loading: Loading; retry: () => void } {
  const { road } = usePage();
  const [loading, setLoading] = useState<Loading>({ state: 'loading', share: null });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it anew
  useEffect(() => {
    let left = false;
    const { pdf, share, watchers } = openingOf(road, documentoId);
    const watch = (now: number | null) => setLoading({ state: 'loading', share: now });
    watch(share);
    watchers.add(watch);
    pdf.then(
      (opened) =>
        !left &&
        void learn(
          opened,
          (geometries) => setLoading({ state: 'open', pdf: opened, geometries }),
          () => left,
        ),
      (error) => {
        if (left) return;
        setLoading({ state: 'failed', why: error instanceof TypeError ? 'connection' : 'file' });
        if (error instanceof RangeError) void road.open();
      },
    );
    return () => {
      left = true;
      watchers.delete(watch);
    };
  }, [road, documentoId, attempt]);
  useEffect(() => {
    if (loading.state !== 'failed' || loading.why !== 'connection') return;
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

/** Sizes are published in batches: rendering the whole list for each of 300 pages would be felt. */
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
