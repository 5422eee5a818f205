import { randomUUID } from 'node:crypto';
import { type Operation, type OperationId, operationOf, operationIds as wholeContract } from '@rubrica/contract';
import { type Account, type Answer, type Credentials, call, elsewhere, newAccount, type Service } from '../harness.ts';

export type Environment = 'live' | 'test';
export const ENVIRONMENTS: readonly Environment[] = ['live', 'test'];

/** Every operation that answers at the API's own host, as the contract has it now. */
export const liveIds: readonly OperationId[] = wholeContract.filter((id) => {
  const { host, credential } = operationOf(id);
  // OAuth has a form of its own and is off unless OAUTH_ENABLED.
  return host !== 'auth' && credential !== 'client';
});

/** Those a member of an organization calls, by key or by session. */
export const memberIds = liveIds.filter((id) => ['api', 'session'].includes(operationOf(id).credential));
export const apiIds = liveIds.filter((id) => operationOf(id).credential === 'api');
export const sessionIds = liveIds.filter((id) => operationOf(id).credential === 'session');
export const isPanelRoute = (id: OperationId) => operationOf(id).tag === 'Sessões';

/** One request of an operation. */
export interface Wanted {
  readonly params?: Readonly<Record<string, string>>;
  /** What follows the question mark. */
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Who calls: one person of one organization, in one environment. */
export interface Caller {
  readonly credentials: Credentials;
  readonly environment: Environment;
}

/** Below every limit per minute there is; at the limit of a key the clock goes on instead of the test waiting. */
const CALLS_BEFORE_A_MINUTE = 50;
const OVER_A_MINUTE_MS = 61_000;

/** Two organizations on one service, and the means to call any operation as anybody. */
export async function createWorld(service: Service) {
  const [ours, theirs] = await Promise.all([newAccount(service.origin), newAccount(service.origin)]);
  const calls = new Map<string, number>();

  /** Counts calls by credential, and sets the clock past the window when one nears its limit. */
  function pace(headers: Readonly<Record<string, string>>, weight: number): void {
    const key = headers.authorization ?? headers.cookie;
    if (key === undefined) return;
    const made = (calls.get(key) ?? 0) + weight;
    if (made <= CALLS_BEFORE_A_MINUTE) {
      calls.set(key, made);
      return;
    }
    service.clock.advance(OVER_A_MINUTE_MS);
    calls.clear();
    calls.set(key, weight);
  }

  const send = (
    id: OperationId,
    environment: Environment,
    wanted: Wanted,
    weight = 1,
    headers: Readonly<Record<string, string>> = { ...elsewhere(), ...wanted.headers },
  ): Promise<Answer> => {
    pace(headers, weight);
    return call(urlOf(service.origin, id, environment, wanted), operationOf(id).method, wanted.body, headers);
  };

  return {
    service,
    ours,
    theirs,
    pace,
    /** A call with whatever credential `wanted.headers` hold. */
    send,
    /** A call of somebody, with the kind of credential the operation takes. */
    as: (caller: Caller, id: OperationId, wanted: Wanted = {}): Promise<Answer> =>
      send(id, caller.environment, { ...wanted, headers: { ...credentialFor(id, caller), ...wanted.headers } }),
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** The headers that prove a caller to an operation: a session where only that will do, else the environment's key. */
export function credentialFor(id: OperationId, { credentials, environment }: Caller): Record<string, string> {
  const { credential } = operationOf(id);
  if (credential === 'api') return { ...elsewhere(), ...credentials[environment] };
  if (credential !== 'session') return elsewhere();
  // The address is another for each call, because the session routes are counted by it.
  return { ...credentials.panel, ...elsewhere() };
}

/** Where an operation answers in an environment. */
export function urlOf(origin: string, id: OperationId, environment: Environment, wanted: Wanted): string {
  const { host, path } = operationOf(id);
  const root = host === 'public' ? '/api/v1' : environment === 'test' ? '/v1/sandbox' : '/v1';
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => wanted.params?.[name] ?? randomUUID());
  return `${origin}${root}${filled}${wanted.query ? `?${wanted.query}` : ''}`;
}

/** The environments an operation exists in. */
export function environmentsOf({ only, host }: Operation): readonly Environment[] {
  if (host === 'public' || only === 'production') return ['live'];
  return only === 'sandbox' ? ['test'] : ENVIRONMENTS;
}

/** Status and code, which is what most tests are about. */
export const outcome = ({ status, body }: Answer) => `${status} ${body?.codigo ?? ''}`.trim();

/** The bytes of a refusal without what differs from call to call. */
export function comparable({ bytes, body }: Answer): string {
  const text = bytes.toString();
  return text.replace(JSON.stringify(body?.instance ?? ''), '"-"').replace(String(body?.requestId ?? ''), '-');
}

export type { Account };
