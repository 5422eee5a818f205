/**
 * Fetches a file, telling how far it came.
 * @param init what opens it: the credentials of a session, or a header
 * @param onProgress share 0 to 1, or null where the length is not known
 * @throws RangeError with the HTTP status as message when the answer is not the file
 */
export async function fetchFile(
  url: string,
  onProgress: (share: number | null) => void,
  signal: AbortSignal,
  init: RequestInit = { credentials: 'omit' },
): Promise<ArrayBuffer> {
  const response = await fetch(url, { cache: 'no-store', referrerPolicy: 'no-referrer', ...init, signal });
  if (!response.ok) throw new RangeError(String(response.status));
  const total = Number(response.headers.get('content-length')) || null;
  const reader = response.body?.getReader();
  if (!reader) return response.arrayBuffer();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    onProgress(total && Math.min(1, length / total));
  }
  const file = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    file.set(chunk, at);
    at += chunk.length;
  }
  return file.buffer;
}
