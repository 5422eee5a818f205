import { type ErrorKey, problemExample } from '../../src/index.ts';

/** What a server answers, byte for byte. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** No answer: none within the time the client waits, or the connection ends before one. */
export interface Silence {
  readonly failure: 'timeout' | 'disconnect';
}

const DOCS_URL = 'https://rubrica.exemplo.com.br/docs';
export const REQUEST_ID = 'd8b2f7c4-0e9a-4561-a3d7-5c1e8f60b942';

/** A problem as the service sends it. @param headers besides those of every problem */
export function problem(key: ErrorKey, headers: Readonly<Record<string, string>> = {}): Answer {
  const body = problemExample(key, DOCS_URL);
  return {
    status: body.status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'x-request-id': REQUEST_ID,
      ...headers,
    },
    body: JSON.stringify(body),
  };
}

/** A success in JSON. */
export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': REQUEST_ID },
  body: JSON.stringify(value),
});

/** A page of something that stands before the service. */
export const page = (status: number, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: `<h1>${status}</h1>`,
});
