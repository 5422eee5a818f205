import { type Operation, operations, rule } from '@rubrica/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MemberActor } from '../core/actor.ts';
import type { Clock } from '../core/clock.ts';
import { type Html, html } from '../core/html.ts';
import type { RateLimiter } from '../core/ports.ts';
import { Problem } from '../core/problem.ts';
import type { Scope } from '../core/scope.ts';
import type { Database } from '../core/sql.ts';
import {
  type AuthorizationRequest,
  type ConsentProof,
  grantAccess,
  mayConsent,
  type Parameters,
  readAuthorization,
  refuseAccess,
  SCOPE_WORDS,
} from '../modules/oauth/index.ts';
import { findOrganizacao } from '../modules/organizacao/index.ts';
import { type Authenticate, refuseCredentialInQuery } from './authenticate.ts';
import { parseForm, readForm } from './form.ts';
import { applyRateLimit, type KeyRequests } from './limits.ts';
import { page } from './pages.ts';
import { createProblemRenderer, toProblem } from './problem-renderer.ts';
import type { ServerDeps } from './server.ts';
import type { RequestState } from './state.ts';

export interface ConsentPageDeps extends Pick<ServerDeps, 'readSource' | 'docsUrl' | 'log'> {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly keyRequests: KeyRequests;
  readonly authenticate: Authenticate;
  readonly proof: ConsentProof;
  /** `{auth_url}`: the address of the page, as seen by browsers. */
  readonly authUrl: string;
  /** `{public_url}`: where the panel is. */
  readonly publicUrl: string;
}

/** The data of one visit to the page. */
interface Visit {
  readonly asked: AuthorizationRequest;
  readonly parameters: Parameters;
  readonly state: RequestState;
}

interface Person {
  readonly membro: MemberActor;
  readonly scope: Scope;
}

const OPERATION: Operation = operations.autorizarOAuth;
const HIDDEN = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const;

/**
 * The OAuth consent page: GET shows who requests what, POST to the same path is the page's own form. The panel's
 * session identifies who decides. The page cannot be framed, and its form can be submitted only here, redirecting to
 * the application.
 */
export function addConsentPage(app: FastifyInstance, deps: ConsentPageDeps): void {
  const path = `${new URL(deps.authUrl).pathname.replace(/\/$/, '')}${OPERATION.path}`;
  const render = createProblemRenderer(deps.docsUrl, deps.log);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parseForm);
    scope.setErrorHandler((error, request, reply) => {
      const problem = toProblem(error);
      if (problem.status === 429 || problem.status >= 500) return render(error, request, reply);
      const { 'www-authenticate': challenge } = problem.headers;
      if (challenge) reply.header('www-authenticate', challenge);
      return send(reply.code(problem.status), 'Não é possível conceder o acesso', html`<p>${problem.inOneLine()}</p>`);
    });
    scope.get(path, async (request, reply) => {
      refuseCredentialInQuery(request);
      return visit(deps, request, reply, readForm(request.url.split('?', 2)[1] ?? ''), show);
    });
    scope.post(path, async (request, reply) => {
      refuseCredentialInQuery(request);
      refuseForeignForm(request, deps.authUrl);
      return visit(deps, request, reply, (request.body ?? {}) as Parameters, decide);
    });
  });
}

type Act = (deps: ConsentPageDeps, request: FastifyRequest, reply: FastifyReply, visited: Visit) => Promise<unknown>;

/** Common to both methods: the rate limit, the authorization request, and whose session it is. */
async function visit(
  deps: ConsentPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: Parameters,
  act: Act,
): Promise<unknown> {
  const base = {
    operation: OPERATION,
    source: deps.readSource(request.raw),
    startedAt: deps.clock.now(),
    discarded: [],
  };
  await applyRateLimit(deps, request, { ...base, ambiente: 'PRODUCAO' }, reply);
  const read = await readAuthorization(deps.db.sql, parameters);
  if ('refusal' in read) {
    const text = html`<p>${read.refusal}</p><p>Nada foi concedido. Avise quem mantém o aplicativo.</p>`;
    return send(reply.code(400), 'Não é possível conceder o acesso', text);
  }
  if ('back' in read) return goTo(reply, read.back);
  const { asked } = read;
  const state: RequestState = { ...base, ambiente: asked.cliente.ambiente };
  await deps.authenticate(request, state);
  return act(deps, request, reply, { asked, parameters, state });
}

async function show(
  deps: ConsentPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked, parameters, state }: Visit,
): Promise<unknown> {
  const person = personOf(state);
  if (!person) return send(reply, 'Entre para continuar', askToLogIn(deps, request, asked));
  const organizacao = (await deps.db.read(person.scope, findOrganizacao))?.nome ?? '';
  const proof = deps.proof.make(person.membro.credencialId, asked);
  const fields = [...HIDDEN.map((name) => [name, parameters[name] ?? ''] as const), ['csrf', proof] as const];
  const inputs = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const form = (buttons: Html) =>
    html`<form method="post" action="${request.url.split('?', 1)[0] ?? ''}">${inputs}${buttons}</form>`;
  const body = question(asked, person.membro, organizacao, form);
  const allowed = mayConsent(person.membro);
  return send(allowed ? reply : reply.code(403), 'Conceder acesso?', body, new URL(asked.redirectUri).origin);
}

async function decide(
  deps: ConsentPageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked, parameters, state }: Visit,
): Promise<unknown> {
  const person = personOf(state);
  if (!person) throw new Problem('401 CREDENCIAL_INVALIDA', rule('consentSessionOver'));
  const { membro, scope } = person;
  if (!deps.proof.holds(membro.credencialId, asked, parameters.csrf)) throw foreignForm();
  if (parameters.decisao === 'recusar') return goTo(reply, refuseAccess(asked));
  if (parameters.decisao !== 'consentir') {
    throw new Problem('400 ENTRADA_INVALIDA', rule('consentDecision'));
  }
  if (!mayConsent(membro)) {
    throw new Problem('403 PAPEL_INSUFICIENTE', rule('consentRole'));
  }
  const arrival = { source: state.source, requestId: request.id };
  return goTo(reply, await deps.db.write(scope, (tx) => grantAccess(tx, asked, membro, arrival)));
}

function personOf({ actor, scope }: RequestState): Person | null {
  return actor && scope ? { membro: actor, scope } : null;
}

/**
 * In addition to the form's proof: the browser itself says where a form came from. `Origin: null` is what it sends
 * under this service's own referrer policy, so that value proves nothing.
 */
function refuseForeignForm(request: FastifyRequest, authUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') throw foreignForm();
  if (origin !== undefined && origin !== 'null' && origin !== new URL(authUrl).origin) throw foreignForm();
}

const foreignForm = () => new Problem('403 TOKEN_INVALIDO', rule('consentForm'));

/** 303: whatever the method, the browser continues with a GET and without the form. */
const goTo = (reply: FastifyReply, address: string) =>
  reply.code(303).headers({ location: address, 'cache-control': 'no-store' }).send();

function send(reply: FastifyReply, title: string, body: Html, target?: string): FastifyReply {
  // Browsers also apply form-action to the redirect that answers a form, so the application's origin is included.
  const formAction = target === undefined ? "'none'" : `'self' ${target}`;
  const csp = `default-src 'none'; style-src 'self'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`;
  return reply
    .headers({ 'content-security-policy': csp, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page(title, body));
}

function askToLogIn({ authUrl, publicUrl }: ConsentPageDeps, request: FastifyRequest, asked: AuthorizationRequest) {
  const own = new URL(authUrl).origin;
  // Relative if the panel has the same origin, so that the panel need not trust any other address.
  const back = own === new URL(publicUrl).origin ? request.url : `${own}${request.url}`;
  const panel = `${publicUrl}/painel?${new URLSearchParams({ voltar: back })}`;
  return html`<p><strong>${asked.cliente.nome}</strong> pede acesso aos dados da sua organização. Para decidir, entre no painel com uma conta de proprietário ou administrador.</p>
<p><a href="${panel}">Entrar no painel e voltar a este pedido</a></p>
<p>Se você não esperava este pedido, feche a página: nada é concedido sem o seu consentimento.</p>`;
}

function question(
  asked: AuthorizationRequest,
  membro: MemberActor,
  organizacao: string,
  form: (buttons: Html) => Html,
): Html {
  const { cliente, escopos, redirectUri } = asked;
  const items = escopos.map((escopo) => html`<li>${SCOPE_WORDS[escopo]} (<code>${escopo}</code>)</li>`);
  const where =
    cliente.ambiente === 'TESTE'
      ? 'Só no ambiente de testes (sandbox): os dados de produção ficam fora.'
      : 'Nos dados de produção da organização.';
  const consent = mayConsent(membro)
    ? html`<button name="decisao" value="consentir">Consentir</button> `
    : html`<p><strong>A sua conta não pode consentir.</strong> Peça a um proprietário ou administrador da organização.</p>`;
  return html`<p><strong>${cliente.nome}</strong> pede acesso a <strong>${organizacao}</strong>. Você está como ${membro.nome}.</p>
<h2>O que o aplicativo poderá fazer</h2>
<ul>${items}</ul>
<p>${where} O aplicativo age com o seu papel na organização e continua com acesso até que ela o revogue.</p>
<p>Depois de decidir, você volta a <code>${new URL(redirectUri).origin}</code>.</p>
${form(html`${consent}<button name="decisao" value="recusar">Recusar</button>`)}`;
}
