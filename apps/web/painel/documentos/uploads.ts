import type { DocumentoEntrada, ModeloEntrada } from '@rubrica/contract';
import { FILE_MAX_BYTES, NAME_MAX_CHARS, TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { createContext, useContext } from 'react';
import { newId } from '../../kit/uuid.ts';
import type { Panel } from '../api/panel.ts';
import type { Progress } from '../api/send.ts';
import { editorOf } from './opening.ts';
import { titleOf } from './state.ts';

/** Files on their way to becoming drafts or templates. They go on while one moves about in the panel. */

/** What a file is to become. */
export type Becoming =
  | {
      readonly what: 'documento';
      readonly pastaId: string | null;
      /** Where it goes into an envelope: which, and who signs there. */
      readonly envelope?: Pick<DocumentoEntrada, 'signatarios' | 'ordenado'> & { readonly id: string };
    }
  | { readonly what: 'modelo'; readonly dados?: Omit<ModeloEntrada, 'nome'> };

export interface Upload {
  readonly id: string;
  readonly file: File;
  /** The title of the document, the name of the template. */
  readonly titulo: string;
  readonly becoming: Becoming;
  readonly state: 'queue' | 'sending' | 'ready' | 'failed';
  /** Of the file, from 0 to 1. */
  readonly share: number;
  /** Where what came of it is prepared; null until it is there. */
  readonly endereco: string | null;
  /** Why it failed: what the service answered, or a limit known before asking. */
  readonly error: unknown;
  readonly refused: 'notPdf' | 'tooLarge' | null;
}

export interface Uploads {
  readonly snapshot: () => readonly Upload[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Starts one draft or template a file. @returns the ids, in the files' order */
  readonly add: (files: readonly File[], becoming: Becoming, titulo?: string) => readonly string[];
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
  if (file.size > FILE_MAX_BYTES) return 'tooLarge';
  const head = await file.slice(0, SIGN_WITHIN_BYTES).text();
  return head.includes(PDF_SIGN) ? null : 'notPdf';
}

/** Makes what a file is to become. @returns where it is prepared */
async function make(panel: Panel, { file, titulo, becoming }: Upload, idempotencyKey: string, tell: Progress) {
  const client = panel.uploading(tell);
  const upload = { arquivo: file, nomeArquivo: file.name, idempotencyKey };
  if (becoming.what === 'modelo') {
    const { id } = await client.criarModelo({ ...upload, dados: { nome: titulo, ...becoming.dados } });
    return `/modelos/${id}/preparar`;
  }
  const { pastaId, envelope: { id: envelopeId, ...shared } = { id: null } } = becoming;
  const { id } = await client.criarDocumento({
    ...upload,
    dados: {
      titulo,
      lembrete: 'SEMANAL',
      ...(pastaId ? { pastaId } : {}),
      ...(envelopeId ? { envelopeId, ...shared } : {}),
    },
  });
  return editorOf(id);
}

/** The envelope a file goes into; null where it goes into none. */
export const envelopeOf = ({ becoming }: Upload): string | null =>
  becoming.what === 'documento' ? (becoming.envelope?.id ?? null) : null;

/** How long a title or name may be. */
export const titleMax = ({ what }: Becoming): number => (what === 'modelo' ? NAME_MAX_CHARS : TITLE_MAX_CHARS);

/** A file in the queue, titled by its name where nothing else is said. */
const queued = (file: File, becoming: Becoming, titulo = titleOf(file.name, titleMax(becoming))): Upload => ({
  id: newId(),
  file,
  titulo,
  becoming,
  state: 'queue',
  share: 0,
  endereco: null,
  error: null,
  refused: null,
});

/** Whether it is another's turn: files of an envelope go one after the other, to join it in their order. */
const waits = (upload: Upload, uploads: readonly Upload[]): boolean =>
  envelopeOf(upload) !== null &&
  uploads.some((one) => one.state === 'sending' && envelopeOf(one) === envelopeOf(upload));

/** @param onDone called with each draft or template made */
export function createUploads(panel: Panel, onDone: () => void): Uploads {
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

  async function send(upload: Upload): Promise<void> {
    const { id, file } = upload;
    const refused = await refusalOf(file).catch(() => 'notPdf' as const);
    if (refused) return patch(id, { state: 'failed', refused });
    try {
      const endereco = await make(panel, upload, keys.get(id) ?? id, (share) => patch(id, { share }));
      patch(id, { state: 'ready', share: 1, endereco });
      onDone();
    } catch (error) {
      patch(id, { state: 'failed', error });
    }
  }

  function pump(): void {
    while (running < LANES) {
      const next = uploads.find((one) => one.state === 'queue' && !waits(one, uploads));
      if (!next) return;
      running += 1;
      patch(next.id, { state: 'sending', share: 0, error: null, refused: null });
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
    add(files, becoming, titulo) {
      const added = files.map((file) => queued(file, becoming, titulo));
      set([...uploads, ...added]);
      pump();
      return added.map(({ id }) => id);
    },
    retry(id, titulo) {
      const before = uploads.find((one) => one.id === id);
      if (before?.state !== 'failed') return;
      if (titulo !== undefined && titulo !== before.titulo) keys.set(id, newId());
      patch(id, { state: 'queue', ...(titulo === undefined ? {} : { titulo }) });
      pump();
    },
    clear: () => set(uploads.filter(({ state }) => state === 'queue' || state === 'sending')),
  };
}

const UploadsContext = createContext<Uploads | null>(null);
export const UploadsProvider = UploadsContext.Provider;

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error('outside of the frame');
  return uploads;
}
