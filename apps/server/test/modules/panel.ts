import { randomBytes } from 'node:crypto';
import { type CadastroRealizado, operationIds, type SessaoIniciada } from '@rubrica/contract';
import { undrawable as undrawableIn } from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createGeo } from '../../src/adapters/geo.ts';
import { createSecrets } from '../../src/adapters/master-key.ts';
import { createRemoteFiles } from '../../src/adapters/remote-files.ts';
import type { Handlers } from '../../src/core/call.ts';
import { createCursors } from '../../src/core/cursor.ts';
import { createLog } from '../../src/core/log.ts';
import { UNWATCHED } from '../../src/core/watch.ts';
import { createAuthenticate, SESSION_COOKIE } from '../../src/http/authenticate.ts';
import { buildServer } from '../../src/http/server.ts';
import { createSourceReader } from '../../src/http/source.ts';
import { chavesApiHandlers } from '../../src/modules/chaves-api/routes.ts';
import { createInvitationTokens } from '../../src/modules/organizacao/index.ts';
import { organizacaoHandlers } from '../../src/modules/organizacao/routes.ts';
import { createConfirmationTokens, createResetTokens } from '../../src/modules/sessoes/index.ts';
import { sessoesHandlers } from '../../src/modules/sessoes/routes.ts';
import { startTestDatabase, type TestClock, type TestDatabase, testClock } from './database.ts';

export const PASSWORD = 'trem azul cruza a serra às sete';
const BASE = 'http://localhost:3000/v1';

/** Someone logged in: what the browser would hold. */
export interface Login {
  readonly cookie: string;
  readonly csrf: string;
  readonly body: SessaoIniciada;
}

export interface Panel {
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  call(method: 'GET' | 'POST' | 'DELETE', path: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  signUp(email: string, organization?: string): Promise<CadastroRealizado>;
  login(email: string): Promise<Login>;
  /** Signs up, opens the link that would be mailed, and logs in. */
  enter(email: string): Promise<Login>;
  stop(): Promise<void>;
}

export interface CallOptions {
  readonly as?: Login | undefined;
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

type Confirmations = ReturnType<typeof createConfirmationTokens>;

/** The handlers of the account's modules; any other operation says that it is not there. */
async function accountHandlers(
  db: TestDatabase['db'],
  clock: TestClock,
  secrets: ReturnType<typeof createSecrets>,
  confirmations: Confirmations,
): Promise<Handlers> {
  const cursors = createCursors(secrets.derive('cursor'));
  const fonts = loadNodeFonts();
  const undrawable = (text: string) => undrawableIn(fonts, text);
  const live = {
    ...organizacaoHandlers({ cursors, undrawable }),
    ...sessoesHandlers({
      db,
      undrawable,
      clock,
      secrets,
      cursors,
      geo: await createGeo(),
      invitations: createInvitationTokens(secrets, BASE),
      resets: createResetTokens(secrets, BASE),
      confirmations,
      stopping: new AbortController().signal,
      cookie: { name: SESSION_COOKIE, secure: false },
      baseUrl: BASE,
    }),
    ...chavesApiHandlers({
      cursors,
      undrawable,
      baseUrlOf: ({ ambiente }) => (ambiente === 'TESTE' ? `${BASE}/sandbox` : BASE),
    }),
  };
  const absent = Object.fromEntries(
    operationIds.map((id) => [id, () => Promise.reject(new Error(`${id} is not part of this test`))]),
  );
  return { ...absent, ...live } as unknown as Handlers;
}

const noLinks = () => Promise.reject(new Error('no links here'));

/** The HTTP pipeline as a service has it, but for what these modules need nothing of. */
async function serve(db: TestDatabase['db'], clock: TestClock) {
  const secrets = createSecrets(randomBytes(32));
  const confirmations = createConfirmationTokens(secrets, BASE);
  const free = async () => ({ allowed: true, limit: 1, remaining: 1, resetAt: 0, retryAfter: 0 });
  const app = await buildServer({
    db,
    secrets,
    clock,
    log: createLog('silent'),
    limiter: { window: free, windows: free, bucket: free, close: async () => {} },
    keyRequests: { PRODUCAO: 60, TESTE: 60 },
    authenticate: createAuthenticate(db, () => {}, { roots: { PRODUCAO: BASE, TESTE: `${BASE}/sandbox` } }),
    resolveLink: noLinks,
    resolveTicket: { signature: noLinks, editing: noLinks, form: noLinks, 'form-request': noLinks },
    recordSecurityEvent: async () => {},
    countRequest: () => {},
    recordCall: () => {},
    wake: () => {},
    uploadDirectory: '/nonexistent',
    remoteFiles: createRemoteFiles({ production: false, allowNetworks: [] }),
    handlers: await accountHandlers(db, clock, secrets, confirmations),
    readSource: createSourceReader([], { locate: () => null }),
    baseUrl: BASE,
    basePath: '/v1',
    publicPath: '/api/v1',
    docsUrl: 'http://localhost:3000/docs',
    https: false,
    switches: { oauth: false },
    watch: UNWATCHED,
  } as Parameters<typeof buildServer>[0]);
  return { app, confirmations };
}

/** What an answer holds. @throws Error with it where it has another status */
function held<T>(response: LightMyRequestResponse, status: number): T {
  if (response.statusCode !== status) throw new Error(response.body);
  return response.body === '' ? (undefined as T) : response.json<T>();
}

/** The people of a panel: how they sign up, confirm their address and log in. */
function peopleOf(call: Panel['call'], database: TestDatabase, confirmations: Confirmations) {
  const signUp = async (email: string, organization = 'Imobiliária Acácia Ltda.') => {
    const organizacao = { nome: organization, documento: '11.222.333/0001-81' };
    const body = { nome: 'Helena Prado', email, senha: PASSWORD, organizacao };
    return held<CadastroRealizado>(await call('POST', '/autenticacao/cadastro', { body }), 201);
  };
  const confirm = async (usuarioId: string) => {
    const [link] = await database.owner<{ id: string }[]>`
      select id from confirmacao_email where usuario_id = ${usuarioId}`;
    const token = confirmations.tokenOf(link?.id ?? '');
    held(await call('POST', '/autenticacao/email/confirmacao', { body: { token } }), 204);
  };
  const login = async (email: string) => {
    const response = await call('POST', '/sessoes', { body: { email, senha: PASSWORD } });
    const body = held<SessaoIniciada>(response, 201);
    return { cookie: String(response.headers['set-cookie']).split(';', 1)[0] ?? '', csrf: body.csrfToken, body };
  };
  const enter = async (email: string) => {
    const { usuario } = await signUp(email);
    await confirm(usuario.id);
    return login(email);
  };
  return { signUp, login, enter };
}

/** The whole HTTP pipeline over a real database, with the handlers of the account's modules and no limit of calls. */
export async function startPanel(): Promise<Panel> {
  const clock = testClock();
  const database = await startTestDatabase(clock);
  const { app, confirmations } = await serve(database.db, clock);
  const call: Panel['call'] = (method, path, { as, key, body, headers } = {}) =>
    app.inject({
      method,
      url: `/v1${path}`,
      headers: {
        ...(as ? { cookie: as.cookie } : {}),
        ...(as && method !== 'GET' ? { 'x-csrf-token': as.csrf } : {}),
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...headers,
      },
      ...(body ? { payload: body } : {}),
    });
  return {
    app,
    clock,
    database,
    call,
    ...peopleOf(call, database, confirmations),
    stop: async () => {
      await app.close();
      await database.stop();
    },
  };
}
