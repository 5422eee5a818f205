import { codeIn } from '@rubrica/contract/validation-code';

/** A PDF is looked at here and stays here: what goes out is its SHA-256. */

/** Twelve times the largest file the service takes; a browser hashes it in memory. */
export const HASH_MAX_BYTES = 256 * 1024 * 1024;
/** Where readers look for the mark of a PDF (ISO 32000-2, annex C, implementation note of Adobe's readers). */
const HEAD_BYTES = 1024;
/** The seal lies at the end of the file; its room and the revocation data after it take far less. */
const TAIL_BYTES = 2 * 1024 * 1024;

export interface Presented {
  readonly nome: string;
  readonly bytes: number;
  readonly hash: string;
  /** The code its seal names; a file without a seal of this service has none. */
  readonly codigo: string | null;
  /** It is a completion certificate, which is another file than the signed one. */
  readonly certificado: boolean;
}

export type FileProblem = 'notPdf' | 'blank' | 'tooLarge' | 'illegible' | 'noSecureContext';

/** The file cannot be checked, and why. */
export class FileRefused extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

const latin1 = (bytes: ArrayBuffer): string => new TextDecoder('latin1').decode(bytes);

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Reads a file and hashes it.
 * @throws FileRefused
 */
export async function present(file: File): Promise<Presented> {
  if (!globalThis.crypto?.subtle) throw new FileRefused('noSecureContext');
  if (file.size === 0) throw new FileRefused('blank');
  // A folder, or a file that was moved, has a size and cannot be read.
  const head = await read(file.slice(0, HEAD_BYTES));
  if (!latin1(head).includes('%PDF-')) throw new FileRefused('notPdf');
  if (file.size > HASH_MAX_BYTES) throw new FileRefused('tooLarge');
  const bytes = await read(file);
  const hash = hex(await crypto.subtle.digest('SHA-256', bytes));
  const tail = latin1(bytes.slice(Math.max(0, bytes.byteLength - TAIL_BYTES)));
  const certificado =
    /\/Tipo\s*\/Certificado\b/.test(tail) || (tail.includes('certificado.json') && tail.includes('conteudo.json'));
  return { nome: file.name, bytes: file.size, hash, codigo: certificado ? null : codeOfSeal(tail), certificado };
}

async function read(part: Blob): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer();
  } catch {
    throw new FileRefused('illegible');
  }
}

/**
 * The seal names the document's code in its dictionary `/Rubrica`; seals of before it gave it in their reason, in plain
 * text. The newest is the last.
 */
function codeOfSeal(tail: string): string | null {
  const named = tail.match(/\/(?:Codigo|Reason)\s*\([^()]{0,200}SVC-[^()]{0,40}\)/g) ?? [];
  return codeIn(named[named.length - 1] ?? '');
}
