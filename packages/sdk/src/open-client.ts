import { openRoutes } from '../generated/open-routes.ts';
import { call } from './call.ts';
import type { CallInput, Settings } from './input.ts';
import type { Client } from './types.ts';

/** A client of the operations that pages open to whoever has the address call. */
export type OpenClient = Pick<Client, keyof typeof openRoutes>;

/** `createClient` for such a page, which brings no other routes. */
export function createOpenClient(options: Settings): OpenClient {
  const ids = Object.keys(openRoutes) as (keyof typeof openRoutes)[];
  const methods = ids.map((id) => [id, (input?: CallInput) => call(options, id, openRoutes[id], input)]);
  return Object.freeze(Object.fromEntries(methods)) as OpenClient;
}
