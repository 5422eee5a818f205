import { expect } from 'vitest';
import { call } from '../../harness.ts';
import { about, type Credential, type Sender } from '../support.ts';

export const DAY_S = 24 * 3600;
export const MINUTE_S = 60;

/** The clock of an organization's test data, as GET /sandbox/relogio answers it. */
export const clockOf = async (sender: Sender) =>
  (await call(`${sender.base}/relogio`, 'GET', undefined, sender.as)).body;

/** POST /sandbox/relogio/avancar, whatever comes of it. */
export const advance = (sender: Sender, body: object, headers: Credential = {}) =>
  call(`${sender.base}/relogio/avancar`, 'POST', body, { ...sender.as, ...headers });

/** Moves the clock, and is back when all is done. */
export async function pass(sender: Sender, segundos: number): Promise<void> {
  const answer = await advance(sender, { segundos });
  expect([answer.status, answer.body?.detail]).toEqual([200, undefined]);
}

export const reset = (sender: Sender) => call(`${sender.base}/relogio/reiniciar`, 'POST', undefined, sender.as);

/** A moment of the organization's test time, as text. */
export async function inSeconds(sender: Sender, seconds: number): Promise<string> {
  return new Date(Date.parse((await clockOf(sender)).agora) + seconds * 1000).toISOString();
}

export interface TrailEvent {
  readonly acao: string;
  readonly ocorridoEm: string;
  readonly detalhe: Record<string, unknown>;
}

export const eventsOf = async (sender: Sender, id: string): Promise<TrailEvent[]> =>
  (await about(sender, id, '/auditoria?limite=100')).body.itens;

/** The status of a document at this moment, with nothing waited for. */
export const statusOf = async (sender: Sender, id: string): Promise<string> => (await about(sender, id)).body.status;
