import type { OpenClient } from '@rubrica/sdk/client';
import { ApiError, createOpenClient } from '@rubrica/sdk/client';
import type { Said } from './rules/retell.ts';

/** What went wrong, in terms of what the page says about it. */
export type Fault =
  | { readonly kind: 'offline' }
  | { readonly kind: 'down'; readonly seconds: number }
  | { readonly kind: 'limit'; readonly seconds: number; readonly said: Said }
  | { readonly kind: 'refused'; readonly error: ApiError };

/** Longer than the slowest signature over the slowest connection worth waiting for. */
const ANSWER_WITHIN_MS = 60_000;
const DOWN_SECONDS = 5;

export interface Api {
  readonly client: OpenClient;
  /** Milliseconds from now until a moment of the server's clock: the clocks of phones are often wrong. */
  until(moment: string): number;
  /** Where a signer's file is downloaded from. */
  fileUrl(token: string, documentoId: string): string;
  /** Where the certificate is, for who signed. */
  certificateUrl(token: string, documentoId: string): string;
  /** Where the picture of its first page is; beside the signing page, not part of the API. */
  previewUrl(token: string, documentoId: string): string;
}

/** The API of the place the page came from: same origin, no cookie. @param basePath `/v1` */
export function openApi(basePath: string): Api {
  let ahead = 0;
  const send: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const date = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(date)) ahead = date - Date.now();
    return response;
  };
  const baseUrl = location.origin + basePath;
  const init: RequestInit = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' };
  const options = { baseUrl, fetch: send, init, timeout: ANSWER_WITHIN_MS };
  const fileUrl = (token: string, documentoId: string) =>
    `${basePath}/assinatura/${encodeURIComponent(token)}/arquivo?documentoId=${encodeURIComponent(documentoId)}`;
  return {
    client: createOpenClient(options),
    until: (moment) => Math.max(0, Date.parse(moment) - Date.now() - ahead),
    fileUrl,
    certificateUrl: (token, documentoId) => `${fileUrl(token, documentoId)}&tipo=CERTIFICADO`,
    previewUrl: (token, documentoId) =>
      `/assinar/${encodeURIComponent(token)}/previa?documentoId=${encodeURIComponent(documentoId)}`,
  };
}

/** What the service said of the whole call. */
export const saidOf = ({ problem, message }: ApiError): Said => ({
  texto: problem?.detail ?? message,
  regra: problem?.regra,
  valores: problem?.valores,
});

/** Sorts an error into what a page can do about it. No answer from the service means a broken connection. */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof ApiError)) return { kind: 'offline' };
  if (error.status >= 500) return { kind: 'down', seconds: error.retryAfter ?? DOWN_SECONDS };
  if (error.status === 429) {
    return { kind: 'limit', seconds: error.retryAfter ?? 60, said: saidOf(error) };
  }
  return { kind: 'refused', error };
}
