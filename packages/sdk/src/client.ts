import type { OperationId } from '@rubrica/contract';
import { routes } from '../generated/routes.ts';
import { call, respond } from './call.ts';
import type { CallInput, Settings } from './input.ts';
import type { Client } from './types.ts';

export type ClientOptions = Settings;

/**
 * Makes one attempt and returns the response as it came, errors included: for headers, streaming, or tests. The methods of a
 * client are this, repeated where that helps, plus reading the body.
 */
export const rawCall = (options: ClientOptions, id: OperationId, input: CallInput = {}): Promise<Response> =>
  respond(options, routes[id], input);

/** A client with one method per operation: `client.obterDocumento({ params: { documentoId } })`. */
export function createClient(options: ClientOptions): Client {
  const ids = Object.keys(routes) as OperationId[];
  const methods = ids.map((id) => [id, (input?: CallInput) => call(options, id, routes[id], input)]);
  return Object.freeze(Object.fromEntries(methods)) as Client;
}
