import type { Ambiente } from '@rubrica/contract';
import { type Client, type ClientOptions, createClient } from '@rubrica/sdk/client';
import { fetchWithProgress, type Progress } from './send.ts';
import { createSessionStore, type SessionStore } from './session.ts';

/** Whether somebody has to enter again before calls can go on. */
export interface Reentry {
  /** True while calls wait for a login. */
  readonly waiting: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Somebody entered: what waited is sent again. */
  readonly done: () => void;
}

/** The API as the panel calls it, in the environment its address names. */
export interface Panel {
  readonly ambiente: Ambiente;
  /** Whether the service has OAuth 2.0 on. */
  readonly oauth: boolean;
  /** A session that ends in the middle of a call asks for a login and repeats the call: nothing typed is lost. */
  readonly client: Client;
  /** The same, without the login: a session that ended is an error. For signing in and the first call of a page. */
  readonly plain: Client;
  /** A client of the test environment, whichever this is. */
  readonly test: Client;
  /** A client for one act over many documents, which is many calls a minute: it waits and repeats where it is told to. */
  readonly patient: Client;
  /** A client whose calls report upload progress. */
  uploading(onProgress: Progress): Client;
  /** A client that exposes every raw response, for what only its headers say. */
  watching(onAnswer: (response: Response) => void): Client;
  /** The address of an operation's file, for a link: `/v1/documentos/…`. */
  readonly basePath: string;
  readonly session: SessionStore;
  readonly reentry: Reentry;
}

const CSRF = 'x-csrf-token';
/** How often a call of an act over many documents is repeated. */
const PATIENT_RETRIES = 5;

/** The challenge stands on a session that is over, not on a wrong password or code. */
const isSessionOver = (response: Response) => response.status === 401 && response.headers.has('www-authenticate');

async function isWrongCsrf(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { codigo?: string } | null;
  return body?.codigo === 'TOKEN_INVALIDO';
}

/** @param apiPath path of the production API, `/v1` */
export function openPanel(apiPath: string, ambiente: Ambiente, oauth: boolean): Panel {
  const session = createSessionStore();
  const reentry = createReentry();
  const basePath = ambiente === 'TESTE' ? `${apiPath}/sandbox` : apiPath;

  /** Calls, and calls again once somebody entered, or with the CSRF value another tab renewed. */
  const persistent =
    (send: typeof fetch): typeof fetch =>
    async (input, init) => {
      for (;;) {
        const sent = new Headers(init?.headers).get(CSRF);
        const response = await send(input, init);
        if (isSessionOver(response)) await reentry.wait();
        else if (!sent || !(await isWrongCsrf(response))) return response;
        else if (session.read()?.csrfToken === sent) await reentry.wait();
        const headers = new Headers(init?.headers);
        if (sent) headers.set(CSRF, session.read()?.csrfToken ?? '');
        init = { ...init, headers };
      }
    };
  // A deletion put off until the page is left outlives it.
  const browserFetch: typeof fetch = (input, init) => fetch(input, { ...init, keepalive: init?.method === 'DELETE' });
  const options = (send: typeof fetch): ClientOptions => ({
    baseUrl: location.origin + basePath,
    fetch: send,
    init: { credentials: 'same-origin', cache: 'no-store', referrerPolicy: 'no-referrer' },
    csrfToken: () => session.read()?.csrfToken,
  });
  return {
    ambiente,
    oauth,
    basePath,
    session,
    reentry,
    client: createClient(options(persistent(browserFetch))),
    plain: createClient(options(browserFetch)),
    test: createClient({ ...options(persistent(browserFetch)), baseUrl: `${location.origin}${apiPath}/sandbox` }),
    patient: createClient({ ...options(persistent(browserFetch)), retries: PATIENT_RETRIES }),
    watching: (onAnswer) => {
      const send = persistent(browserFetch);
      return createClient(
        options(async (input, init) => {
          const response = await send(input, init);
          onAnswer(response);
          return response;
        }),
      );
    },
    uploading: (onProgress) => createClient(options(persistent(fetchWithProgress(onProgress)))),
  };
}

function createReentry(): Reentry & { wait(): Promise<void> } {
  const listeners = new Set<() => void>();
  let waiters: (() => void)[] = [];
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    waiting: () => waiters.length > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    done() {
      const going = waiters;
      waiters = [];
      for (const go of going) go();
      tell();
    },
    wait: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
        tell();
      }),
  };
}
