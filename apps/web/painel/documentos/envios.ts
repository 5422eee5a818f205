import type { Documento } from '@rubrica/contract';
import { FILE_MAX_BYTES, TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { createContext, useContext } from 'react';
import type { Panel } from '../api/painel.ts';
import { titleOf } from './estado.ts';

/** Files on their way to becoming drafts. They go on while one moves about in the panel. */

export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly titulo: string;
  readonly pastaId: string | null;
  readonly state: 'fila' | 'enviando' | 'pronto' | 'falhou';
  /** Of the file, from 0 to 1. */
  readonly share: number;
  readonly documento: Documento | null;
  /** Why it failed: what the service answered, or a limit known before asking. */
  readonly error: unknown;
  readonly refused: 'naoPdf' | 'grande' | null;
}

export interface Uploads {
  readonly snapshot: () => readonly Upload[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts one draft a file. @returns the ids, in the files' order */
  readonly add: (files: readonly File[], pastaId: string | null, titulo?: string) => readonly string[];
  /** Sends one again, under the same idempotency key unless its title changed. */
  readonly retry: (id: string, titulo?: string) => void;
  readonly clear: () => void;
}

/** At the same time; more would only make each slower. */
const LANES = 2;

const PDF_SIGN = '%PDF-';
/** Where readers look for the signature of a PDF. */
const SIGN_WITHIN_BYTES = 1024;

async function refusalOf(file: File): Promise<Upload['refused']> {
  if (file.size > FILE_MAX_BYTES) return 'grande';
  const head = await file.slice(0, SIGN_WITHIN_BYTES).text();
  return head.includes(PDF_SIGN) ? null : 'naoPdf';
}

/** @param onDone told of each draft made */
export function createUploads(panel: Panel, onDone: (documento: Documento) => void): Uploads {
  const listeners = new Set<() => void>();
  const keys = new Map<string, string>();
  let uploads: readonly Upload[] = [];
  let running = 0;

  const set = (next: readonly Upload[]) => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const patch = (id: string, change: Partial<Upload>) =>
    set(uploads.map((one) => (one.id === id ? { ...one, ...change } : one)));

  async function send({ id, file, titulo, pastaId }: Upload): Promise<void> {
    const refused = await refusalOf(file).catch(() => 'naoPdf' as const);
    if (refused) return patch(id, { state: 'falhou', refused });
    try {
      const documento = await panel
        .uploading((share) => patch(id, { share }))
        .criarDocumento({
          arquivo: file,
          nomeArquivo: file.name,
          dados: { titulo, ...(pastaId ? { pastaId } : {}) },
          idempotencyKey: keys.get(id) ?? id,
        });
      patch(id, { state: 'pronto', share: 1, documento });
      onDone(documento);
    } catch (error) {
      patch(id, { state: 'falhou', error });
    }
  }

  function pump(): void {
    while (running < LANES) {
      const next = uploads.find(({ state }) => state === 'fila');
      if (!next) return;
      running += 1;
      patch(next.id, { state: 'enviando', share: 0, error: null, refused: null });
      void send(next).finally(() => {
        running -= 1;
        pump();
      });
    }
  }

  return {
    snapshot: () => uploads,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(files, pastaId, titulo) {
      const added = files.map(
        (file): Upload => ({
          id: crypto.randomUUID(),
          file,
          titulo: titulo ?? titleOf(file.name, TITLE_MAX_CHARS),
          pastaId,
          state: 'fila',
          share: 0,
          documento: null,
          error: null,
          refused: null,
        }),
      );
      set([...uploads, ...added]);
      pump();
      return added.map(({ id }) => id);
    },
    retry(id, titulo) {
      const before = uploads.find((one) => one.id === id);
      if (before?.state !== 'falhou') return;
      if (titulo !== undefined && titulo !== before.titulo) keys.set(id, crypto.randomUUID());
      patch(id, { state: 'fila', ...(titulo === undefined ? {} : { titulo }) });
      pump();
    },
    clear: () => set(uploads.filter(({ state }) => state === 'fila' || state === 'enviando')),
  };
}

const UploadsContext = createContext<Uploads | null>(null);
export const UploadsProvider = UploadsContext.Provider;

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error('outside of the frame');
  return uploads;
}
