import { FILE_URL_REDIRECTS_MAX, FILE_URL_TIMEOUT_MS, type Rule, rule } from '@rubrica/contract';
import type { Dispatcher } from 'undici';
import { FileTooLarge, NotFetched, type RemoteFiles } from '../core/ports.ts';
import type { Scope } from '../core/scope.ts';
import { createDoor, type DoorOptions, type Opened, Refused, ruleOf, schemeRefusal } from './outgoing.ts';

export type RemoteFilesOptions = DoorOptions & {
  readonly production: boolean;
  /** For the whole fetch; FILE_URL_TIMEOUT_MS by default. */
  readonly timeoutMs?: number;
};

/** A compressed answer could unpack to any size, so none is asked for, and none taken. */
const HEADERS = { accept: 'application/pdf', 'accept-encoding': 'identity', 'user-agent': 'Rubrica-Arquivos/1' };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Fetches files through the door (outgoing.ts), which each redirect passes anew. */
export function createRemoteFiles(options: RemoteFilesOptions): RemoteFiles {
  const { timeoutMs = FILE_URL_TIMEOUT_MS, production } = options;
  const door = createDoor(options);

  /** One request, to an address that the scope may reach. */
  async function ask(url: string, scope: Scope, signal: AbortSignal) {
    const opened = await door.open(url, timeoutMs, signal);
    try {
      const refusal = schemeRefusal(opened.address, scope, production);
      if (refusal !== null) throw new Refused(refusal);
      const path = `${opened.address.pathname}${opened.address.search}`;
      const response = await opened.client.request({ method: 'GET', path, headers: HEADERS, signal });
      // Of a body that nobody reads.
      response.body.on('error', () => {});
      return { opened, response };
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  /** The answer at the end of the redirects. */
  async function answered(first: string, scope: Scope, signal: AbortSignal) {
    for (let url = first, redirects = 0; ; redirects += 1) {
      const { opened, response } = await ask(url, scope, signal).catch((thrown) => {
        throw notFetched(thrown, signal, redirects > 0);
      });
      if (!REDIRECTS.has(response.statusCode)) return { opened, response };
      opened.close();
      if (redirects === FILE_URL_REDIRECTS_MAX) throw answeredBy(rule('redirectsMany', { n: redirects }));
      url = targetOf(response, opened).href;
    }
  }

  /** @param redirected the address was another's, so that the caller's own is not at fault */
  function notFetched(thrown: unknown, signal: AbortSignal, redirected: boolean): NotFetched {
    const of = thrown instanceof Refused && !redirected ? 'address' : 'server';
    return new NotFetched(ruleOf(thrown, signal, timeoutMs, 'fetchFailed'), of, redirected);
  }

  return {
    async *read(url, scope, maxBytes) {
      const signal = AbortSignal.timeout(timeoutMs);
      const { opened, response } = await answered(url, scope, signal);
      try {
        checkAnswer(response, maxBytes);
        yield* response.body;
      } catch (thrown) {
        if (thrown instanceof NotFetched || thrown instanceof FileTooLarge) throw thrown;
        throw notFetched(thrown, signal, false);
      } finally {
        opened.close();
      }
    },
    close: door.close,
  };
}

const answeredBy = (said: Rule) => new NotFetched(said, 'server', false);

function targetOf({ headers }: Dispatcher.ResponseData, { address }: Opened): URL {
  const { location } = headers;
  const target = typeof location === 'string' ? URL.parse(location, address.href) : null;
  if (target === null) throw answeredBy(rule('redirectBroken'));
  return target;
}

function checkAnswer({ statusCode, headers }: Dispatcher.ResponseData, maxBytes: number): void {
  if (statusCode !== 200) throw answeredBy(rule('answered', { codigo: statusCode }));
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw answeredBy(rule('answerEncoded'));
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new FileTooLarge();
}
