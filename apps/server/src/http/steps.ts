import type { Operation, VersaoEntradaJson } from '@rubrica/contract';
import { BODY_MAX_BYTES, rule } from '@rubrica/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid, notFound, Problem, refuseInvalid } from '../core/problem.ts';
import { checkCredentialKind, refuseCredentialInQuery } from './authenticate.ts';
import type { Bound } from './bound.ts';
import { readIdempotencyKey } from './idempotency.ts';
import { unstorable } from './json.ts';
import { applyRateLimit } from './limits.ts';
import { receiveMultipart } from './receive.ts';
import { receiveJson } from './receive-json.ts';
import type { RequestState } from './state.ts';
import { discardTenantFields, discardTenantHeaders } from './tenant-guard.ts';
import { mayBeOfTest } from './test-contacts.ts';

export type Step = (bound: Bound, request: FastifyRequest, state: RequestState, reply: FastifyReply) => unknown;

/** The entire order of checks: what one step refuses, later steps never see. */
export const BEFORE_BODY: readonly Step[] = [
  refuseCredentialInUrl,
  discardTenantNames,
  authenticate,
  limitRate,
  refuseWrongKind,
  checkScope,
  openLinkBeforeLargeBody,
];

export const AFTER_BODY: readonly Step[] = [
  readBody,
  discardTenantFieldsOfBody,
  dropNulls,
  lowerUuids,
  recordDiscarded,
  validate,
  setFileApart,
  takeIdempotencyKey,
  openLink,
  refuseTestContacts,
];

function refuseCredentialInUrl(_bound: Bound, request: FastifyRequest): void {
  refuseCredentialInQuery(request);
}

function discardTenantNames(_bound: Bound, request: FastifyRequest, state: RequestState): void {
  discardTenantHeaders(request.headers, state.discarded);
  discardTenantFields(request.query, 'query', state.discarded);
}

function authenticate({ deps }: Bound, request: FastifyRequest, state: RequestState): Promise<void> {
  return deps.authenticate(request, state);
}

function limitRate({ deps }: Bound, request: FastifyRequest, state: RequestState, reply: FastifyReply): Promise<void> {
  return applyRateLimit(deps, request, state, reply);
}

function refuseWrongKind(_bound: Bound, request: FastifyRequest, state: RequestState): void {
  checkCredentialKind(request, state);
}

function checkScope({ operation }: Bound, _request: FastifyRequest, { actor }: RequestState): void {
  const scopes = actor?.escopos;
  if (!operation.scope || scopes === null || scopes === undefined) return;
  if (!scopes.includes(operation.scope)) {
    throw new Problem('403 ESCOPO_INSUFICIENTE', rule('scopeMissing', { escopo: operation.scope }));
  }
}

function openLinkBeforeLargeBody(bound: Bound, request: FastifyRequest, state: RequestState): unknown {
  return isLarge(request) ? openLink(bound, request, state) : undefined;
}

/** Whether the body is so large that it is read only for a valid link: a body of unknown length counts as large. */
function isLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > BODY_MAX_BYTES;
}

async function openLink({ deps, operation }: Bound, request: FastifyRequest, state: RequestState): Promise<void> {
  if (operation.credential !== 'signer-token' || state.link) return;
  const { token } = request.params as { token: string };
  const found = await (operation.ticket ? deps.resolveTicket[operation.ticket](token) : deps.resolveLink(token));
  state.link = found.link;
  state.scope = found.scope;
}

/** A token alone names its environment, whatever the root it is called under. */
function refuseTestContacts(
  { operation, findTestContacts }: Bound,
  _request: FastifyRequest,
  state: RequestState,
): void {
  if (operation.credential !== 'signer-token' || state.scope?.ambiente !== 'PRODUCAO') return;
  refuseInvalid(findTestContacts(state.body));
}

async function readBody({ deps, operation }: Bound, request: FastifyRequest, state: RequestState): Promise<void> {
  const { body } = operation;
  if (body?.kind === 'multipart') {
    const withDados = body.dados !== undefined;
    const received = await receiveMultipart(request, deps.uploadDirectory, withDados, state.discarded);
    state.upload = received.upload;
    state.body = received.dados;
  } else if (body?.kind === 'json' && body.withFile) {
    const received = await receiveJson(request, deps.uploadDirectory, body.maxBytes);
    if (received.upload) state.upload = received.upload;
    state.body = received.body;
    state.fileProblems = received.problems;
  } else if (request.isMultipart() && request.method !== 'GET') {
    throw new Problem('415 ENTRADA_INVALIDA', rule('noFilesHere'), {
      erros: [{ campo: 'header.content-type', ...rule('useJson') }],
    });
  } else {
    state.body = request.body;
  }
}

function discardTenantFieldsOfBody(_bound: Bound, _request: FastifyRequest, state: RequestState): void {
  discardTenantFields(state.body, '', state.discarded);
}

function dropNulls(bound: Bound, _request: FastifyRequest, state: RequestState): void {
  bound.dropNulls(state.body);
}

function lowerUuids({ lowerUuids }: Bound, { params, query }: FastifyRequest, { body }: RequestState): void {
  lowerUuids.params(params);
  lowerUuids.query(query);
  lowerUuids.body(body);
}

async function recordDiscarded({ deps }: Bound, request: FastifyRequest, state: RequestState): Promise<void> {
  if (state.discarded.length === 0) return;
  await deps.recordSecurityEvent({
    tipo: 'CAMPO_DE_ORGANIZACAO_DESCARTADO',
    organizacaoId: state.scope?.organizacaoId ?? null,
    requisicaoId: request.id,
    ip: state.source.ip,
    detalhe: { operacao: `${state.operation.method} ${state.operation.path}`, campos: state.discarded.slice(0, 50) },
  });
}

async function validate(bound: Bound, request: FastifyRequest, state: RequestState): Promise<void> {
  const { deps, operation, checks, alsoCheck, findTestContacts, findTurnedTexts } = bound;
  // An id that is not a UUID identifies nothing, so it is answered like any unknown id.
  if (checks.params(request.params).length > 0) throw notFound();
  const text = unstorable(request.query, '').map((problem) => ({ ...problem, campo: `query.${problem.campo}` }));
  // Otherwise the schema would report the unstorable text a second time.
  const query = text.length > 0 ? text : checks.query(request.query);
  const ofTest = mayBeOfTest(operation, state.ambiente) ? [] : findTestContacts(state.body);
  const shape = [...checkBody(operation, checks, state.body), ...findTurnedTexts(state.body)];
  const body = [...shape, ...ofTest, ...(state.fileProblems ?? [])];
  const more =
    body.length > 0 && alsoCheck && state.scope
      ? alsoCheck(state.body, body, (await deps.db.time(state.scope)).now, state.ambiente)
      : [];
  const problems = [...query, ...body, ...more];
  if (problems.length > 0) throw invalid(problems);
}

function checkBody(operation: Operation, checks: Bound['checks'], body: unknown) {
  if (!operation.body) {
    // Many clients send an empty object when there is nothing to send.
    const isObject = body !== null && typeof body === 'object' && !Array.isArray(body);
    const given = isObject ? Object.keys(body) : body === undefined ? [] : ['corpo'];
    return given.map((campo) => ({ campo, ...rule('noBodyHere') }));
  }
  if (operation.body.kind === 'multipart' && operation.body.dados === undefined) return [];
  if (body === undefined) {
    const optional = operation.body.kind === 'json' && operation.body.optional;
    return optional ? [] : [{ campo: 'corpo', ...rule('required') }];
  }
  return checks.body(body);
}

/** Leaves in the body what a form has in its part `dados`: for all that follows, how a file came makes no difference. */
function setFileApart({ operation: { body } }: Bound, _request: FastifyRequest, state: RequestState): void {
  if (body?.kind !== 'json' || !body.withFile) return;
  const { arquivo, nomeArquivo: _, ...dados } = state.body as VersaoEntradaJson;
  state.fileUrl = arquivo.url;
  state.body = Object.keys(dados).length === 0 ? undefined : dados;
}

function takeIdempotencyKey(_bound: Bound, request: FastifyRequest, state: RequestState): void {
  readIdempotencyKey(request, state);
}
