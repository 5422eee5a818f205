import type { PageGeometry } from '@rubrica/pdf/layout';
import type { Road } from './journey.ts';

/** The server's picture of a document's first page, shown until the document itself can be. */
export interface Preview {
  readonly url: string;
  readonly geometry: PageGeometry;
}

const asked = new Map<string, Promise<Preview | null>>();

/**
 * The preview of a document that may be read, fetched once; null where there is none or it did not come, which is no
 * matter.
 * @param signed the one of the signed file, once it is there
 */
export function previewOf({ api, token }: Road, documentoId: string, signed = false): Promise<Preview | null> {
  const key = signed ? `${documentoId} signed` : documentoId;
  const found = asked.get(key);
  if (found) return found;
  const coming = fetchPreview(api.previewUrl(token, documentoId)).catch(() => {
    asked.delete(key);
    return null;
  });
  asked.set(key, coming);
  return coming;
}

async function fetchPreview(address: string): Promise<Preview | null> {
  const response = await fetch(address, { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' });
  if (response.status === 404) return null;
  const [width = 0, height = 0, userUnit = 1] = (response.headers.get('x-page') ?? '').split(' ').map(Number);
  if (!response.ok || !(width > 0 && height > 0)) throw new RangeError(String(response.status));
  const url = URL.createObjectURL(await response.blob());
  const image = new Image();
  image.src = url;
  await image.decode();
  return { url, geometry: { width, height, userUnit, rotation: 0, box: [0, 0, width, height] } };
}
