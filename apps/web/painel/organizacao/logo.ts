import { IMAGE_MAX_BYTES } from '@rubrica/contract/limits';

/** A picture somebody chose for a logo, looked at before it is sent. */

/** Beyond it the service refuses a picture: a small file could fill its memory. */
const MAX_PIXELS = 16_000_000;
/** What the service scales a logo down to. */
const BOUNDS = { width: 400, height: 160 };

export type LogoProblem = 'tipo' | 'tamanho' | 'points' | 'illegible';

export type ReadLogo =
  | { readonly ok: true; readonly dataUri: string; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly problem: LogoProblem };

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** What a file is, by its first bytes: its name and the browser's guess count for nothing. */
export function kindOf(bytes: Uint8Array): 'png' | 'jpeg' | null {
  const begins = (head: readonly number[]) => head.every((byte, index) => bytes[index] === byte);
  if (begins(PNG)) return 'png';
  return begins(JPEG) ? 'jpeg' : null;
}

/** The size a logo is stored at. */
export function storedSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, BOUNDS.width / width, BOUNDS.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Reads a file as the data URI the contract takes, or says what is wrong with it. */
export async function readLogo(file: File): Promise<ReadLogo> {
  const refuse = (problem: LogoProblem): ReadLogo => ({ ok: false, problem });
  const kind = kindOf(new Uint8Array(await file.slice(0, 8).arrayBuffer()));
  if (!kind) return refuse('tipo');
  if (file.size > IMAGE_MAX_BYTES) return refuse('tamanho');
  const dataUri = await dataUriOf(new Blob([file], { type: `image/${kind}` }));
  const image = new Image();
  image.src = dataUri;
  try {
    await image.decode();
  } catch {
    return refuse('illegible');
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  return width * height > MAX_PIXELS ? refuse('points') : { ok: true, dataUri, width, height };
}

const dataUriOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
