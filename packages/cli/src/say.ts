import { ApiError, ConnectionError, TimeoutError } from '@rubrica/sdk';
import { clean } from '@rubrica/verify/cli';
import type { World } from './world.ts';

/** JSON in which nothing acts on a terminal. */
export const jsonOf = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
    [...Array(char.length).keys()].map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );

/** An error in words, the service's own where there are any. */
export function sentenceOf(error: unknown): string {
  if (error instanceof TimeoutError) return 'O serviço não respondeu a tempo.';
  if (error instanceof ConnectionError) return `O serviço não foi alcançado: ${clean(reasonOf(error))}.`;
  if (!(error instanceof ApiError)) return clean((error as Error).message);
  const { status, codigo, requestId, problem, erros } = error;
  const said = problem ? clean(problem.detail) : `Quem respondeu não foi a API (${status}).`;
  return [
    `${said}${codigo ? ` (${status} ${clean(codigo)})` : ''}`,
    ...erros.map(({ campo, mensagem }) => `  ${clean(campo)}: ${clean(mensagem)}`),
    ...(requestId ? [`  requestId ${clean(requestId)}`] : []),
  ].join('\n');
}

/** The innermost cause: `fetch failed` says nothing. */
export function reasonOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error && cause.message !== '') return reasonOf(cause);
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}

/** The same for `--json`. */
export function problemOf(error: unknown): object {
  if (!(error instanceof ApiError)) return { erro: sentenceOf(error) };
  const { status, codigo, requestId, erros } = error;
  return { erro: sentenceOf(error).split('\n')[0], status, codigo, requestId, erros };
}

/** Writes a result: as JSON where that was asked for, else in words. */
export function tell({ out }: World, json: boolean, value: unknown, words: string): void {
  out(`${json ? jsonOf(value, 2) : words}\n`);
}

/** A moment as a person reads it here: `03/11/2026 14:05:12`. */
export const moment = (iso: string): string => new Date(iso).toLocaleString('pt-BR').replace(',', '');
