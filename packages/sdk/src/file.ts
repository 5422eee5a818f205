import { RubricaError } from './error.ts';

/**
 * The PDF to send: its bytes, a stream of them, its address or base64, or, where there are files, its path (a text, or a
 * `file:` URL). All of it is read before it is sent, so that it can be sent again.
 */
export type Arquivo =
  | ArquivoJson
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** A PDF that the service fetches, or one in base64: sent as JSON. */
export type ArquivoJson = { readonly url: string } | { readonly base64: string };

/** Whether a file goes as JSON. */
export const isJson = (file: Arquivo | undefined): file is ArquivoJson =>
  typeof file === 'object' && !(file instanceof URL) && ('url' in file || 'base64' in file);

/** The file of an upload, beside its other fields. */
export interface Upload {
  readonly arquivo: Arquivo;
  /** As people will see it; by default that of the path, else `documento.pdf`. */
  readonly nomeArquivo?: string | undefined;
}

const TYPE = { type: 'application/pdf' };
const DEFAULT_NAME = 'documento.pdf';

async function fromPath(path: string | URL): Promise<{ blob: Blob; name: string }> {
  // Not a literal, so that bundlers for browsers leave it alone.
  const module = 'node:fs/promises';
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ module)) as {
    readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>>;
  };
  const name = String(path instanceof URL ? decodeURIComponent(path.pathname) : path)
    .split(/[\\/]/)
    .pop();
  const bytes = await readFile(path).catch((cause: Error) => {
    throw new RubricaError(`arquivo: ${cause.message}`, { cause });
  });
  return { blob: new Blob([bytes], TYPE), name: name || DEFAULT_NAME };
}

/** A stream as chunks: not every runtime can iterate over one of the web. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** Any form of a file as one that can be sent more than once. */
export async function toBlob(file: Exclude<Arquivo, ArquivoJson>): Promise<{ blob: Blob; name: string }> {
  if (typeof file === 'string' || file instanceof URL) return fromPath(file);
  if (file instanceof Blob) return { blob: file, name: (file as Partial<File>).name ?? DEFAULT_NAME };
  const parts: (Uint8Array<ArrayBuffer> | ArrayBuffer)[] = [];
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) parts.push(file as Uint8Array<ArrayBuffer>);
  else for await (const chunk of 'getReader' in file ? chunksOf(file) : file) parts.push(Uint8Array.from(chunk));
  return { blob: new Blob(parts, TYPE), name: DEFAULT_NAME };
}
