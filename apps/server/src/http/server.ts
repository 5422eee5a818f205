import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import {
  type Ambiente,
  BODY_MAX_BYTES,
  isSwitchedOn,
  type Operation,
  type OperationId,
  operations,
  rule,
  type Switches,
} from '@rubrica/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Source } from '../core/actor.ts';
import type { Handlers } from '../core/call.ts';
import type { Clock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { Watch } from '../core/watch.ts';
import { type AnyHandler, bindOperation } from './bind.ts';
import type { AlsoCheck, BindDeps } from './bound.ts';
import { decodeUtf8, readJson, refuseOtherCharset } from './json.ts';
import { applyAddressLimit, countAddress } from './limits.ts';
import { speakOAuth } from './oauth.ts';
import { observeRequests } from './observe.ts';
import { answerUnreadable, createProblemRenderer } from './problem-renderer.ts';
import { streamJson } from './receive-json.ts';
import { shownPath } from './shown-path.ts';
import { sendMissingPage, wantsPage } from './site/missing-page.ts';
import type { RequestState } from './state.ts';

export interface ServerDeps extends BindDeps {
  readonly clock: Clock;
  readonly handlers: Handlers;
  readonly alsoChecks?: Readonly<Partial<Record<OperationId, AlsoCheck>>>;
  /** Operations outside the contract, checked like those in it; paths from the root of the host. */
  readonly beside?: readonly { readonly operation: Operation; readonly handler: AnyHandler }[];
  readonly readSource: (request: IncomingMessage) => Source;
  /** Path prefixes on this process: of the API and of the public host's API. */
  readonly basePath: string;
  readonly publicPath: string;
  /** Root of the API, of which `basePath` is the path. */
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly https: boolean;
  readonly switches: Switches;
  readonly watch: Watch;
}

/**
 * How long a client may take to send a whole request: enough for a 20 MB upload on a slow connection, not for a
 * slow-loris attack.
 */
const REQUEST_TIMEOUT_MS = 120_000;

/** Where people open links, and where a damaged link is redirected. */
const LINKED_PAGES = [
  ['/assinar/', '/assinar/'],
  ['/validar/', '/validar'],
] as const;

/** Longer than any request line Node reads: the length of an id is validated by the contract, after authentication. */
const PARAM_MAX_CHARS = 16 * 1024;

/** Whether a path is below the API's, where even a browser is answered as a program. */
const isOfApi = (url: string, { basePath, publicPath }: Pick<ServerDeps, 'basePath' | 'publicPath'>) =>
  [basePath, publicPath].some((root) => root !== '' && (url === root || url.startsWith(`${root}/`)));

/** An unknown route; a missing resource behind a known route has a different rule. */
const routeUnknown = (rota: string, contrato: string) =>
  new Problem('404 NAO_ENCONTRADO', rule('routeUnknown', { rota, contrato }));

/** The HTTP server: every live operation under production and sandbox, and nothing that the contract does not name. */
export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  const render = createProblemRenderer(deps.docsUrl, deps.log);
  const now = () => deps.clock.now().getTime();
  const limitByAddress = (request: FastifyRequest, reply: FastifyReply) =>
    applyAddressLimit(deps.limiter, request, reply, deps.readSource(request.raw).ip, now());
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: 'idle',
    // Requests that arrive on an open connection during shutdown are still served; the framework's own 503 is not in
    // the contract.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_MAX_CHARS, ignoreTrailingSlash: false },
    ajv: { customOptions: {} },
    // A path that is not UTF-8 or has an endless segment never reaches a hook.
    frameworkErrors: (error, request, reply) => {
      // For a person with a damaged link, the page explains it or asks for the code.
      const page = LINKED_PAGES.find(([links]) => request.url.startsWith(links));
      if (page) return reply.redirect(page[1]);
      reply.headers(securityHeaders(deps.https)).header('x-request-id', request.id);
      limitByAddress(request, reply).then(
        () => render(error, request, reply),
        (limited) => render(limited, request, reply),
      );
    },
    clientErrorHandler: (error, socket) =>
      void answerUnreadable(error, socket, deps.docsUrl, (address) => countAddress(deps.limiter, address, now())),
  });

  observeRequests(app, deps.watch, deps.log);
  const security = securityHeaders(deps.https);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(security).header('x-request-id', request.id);
    // Unknown routes have no options.
    if (request.routeOptions.config?.tellsOwnLimit) done();
    else limitByAddress(request, reply).then(() => done(), done);
  });
  closeConnectionsWhenStopping(app);
  app.setErrorHandler(render);
  app.setNotFoundHandler((request, reply) => {
    // A process without pages answers everybody as the API does.
    if (app.siteOrigin !== undefined && wantsPage(request) && !isOfApi(request.url, deps))
      return sendMissingPage(request, reply);
    return render(
      routeUnknown(`${request.method} ${shownPath(request)}`, `${deps.baseUrl}/openapi.json`),
      request,
      reply,
    );
  });
  addParsers(app);
  await app.register(cookie);
  await app.register(multipart);

  await bindOperations(app, deps, render);
  return app;
}

async function bindOperations(
  app: FastifyInstance,
  deps: ServerDeps,
  render: ReturnType<typeof createProblemRenderer>,
) {
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    // Pages are bound in http/pages.ts and http/consent-page.ts.
    if (operation.page || !isSwitchedOn(operation, deps.switches)) continue;
    const handler = (deps.handlers as Partial<Record<OperationId, AnyHandler>>)[id];
    if (!handler) throw new Error(`no handler for ${id}`);
    for (const { prefix, ambiente } of placesOf(operation, deps)) {
      const url = urlOf(operation, prefix);
      const open = opener(deps, operation, ambiente, id);
      const bind = (to: FastifyInstance) =>
        bindOperation(to, deps, url, open, operation, handler, deps.alsoChecks?.[id]);
      // What reads bodies in a way of its own, or refuses them, has a part of its own.
      const own = ownWay(operation, render);
      if (own === null) {
        bind(app);
        continue;
      }
      await app.register(async (part) => {
        own(part);
        bind(part);
      });
    }
  }
  for (const { operation, handler } of deps.beside ?? []) {
    bindOperation(app, deps, urlOf(operation, ''), opener(deps, operation, 'PRODUCAO'), operation, handler);
  }
}

/** How a part of the server is made for an operation; null if it needs none. */
function ownWay({ credential, body }: Operation, render: ReturnType<typeof createProblemRenderer>) {
  if (credential === 'client') return (part: FastifyInstance) => speakOAuth(part, render);
  return body?.kind === 'multipart' ? streamJson : null;
}

const urlOf = ({ path }: Operation, prefix: string) => prefix + path.replace(/\{(\w+)\}/g, ':$1');

const opener =
  (deps: ServerDeps, operation: Operation, ambiente: Ambiente, operacao?: OperationId) =>
  (request: FastifyRequest): RequestState => ({
    operation,
    ...(operacao === undefined ? {} : { operacao }),
    ambiente,
    source: deps.readSource(request.raw),
    startedAt: deps.clock.now(),
    discarded: [],
  });

/**
 * Otherwise a connection that was busy when shutdown began would be kept alive after its response, and shutdown would
 * wait for as long as a client may be idle.
 */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    if (stopping) setImmediate(() => app.server.closeIdleConnections());
  });
}

/** Where an operation is served: in both environments, unless it belongs to only one or to the public host. */
function placesOf(operation: Operation, deps: ServerDeps): { prefix: string; ambiente: Ambiente }[] {
  if (operation.host === 'public') return [{ prefix: deps.publicPath, ambiente: 'PRODUCAO' }];
  const production = { prefix: deps.basePath, ambiente: 'PRODUCAO' as const };
  const sandbox = { prefix: `${deps.basePath}/sandbox`, ambiente: 'TESTE' as const };
  if (operation.only === 'sandbox') return [sandbox];
  if (operation.only === 'production') return [production];
  return [production, sandbox];
}

/** JSON is read as strict UTF-8, and an absent body stays absent, so that `enviar` needs no `{}`. */
function addParsers(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    refuseOtherCharset(request.headers['content-type'] ?? '');
    return body.length === 0 ? undefined : readJson(decodeUtf8(body, 'corpo'), 'corpo');
  });
}

function securityHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
