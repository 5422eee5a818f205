/** Called with how much of a request has been sent, from 0 to 1. */
export type Progress = (share: number) => void;

const toResponse = (request: XMLHttpRequest): Response => {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  const empty = request.status === 204 || request.status === 205 || request.status === 304;
  const { status, statusText } = request;
  return new Response(empty ? null : (request.response as Blob), { status, statusText, headers });
};

/** `fetch` over XMLHttpRequest, because only that reports upload progress. */
export function fetchWithProgress(onProgress: Progress): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'GET', String(input));
      request.responseType = 'blob';
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError('network error'));
      request.onabort = () => reject(init?.signal?.reason ?? new DOMException('aborted', 'AbortError'));
      init?.signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(init?.body as XMLHttpRequestBodyInit | null);
    });
}
