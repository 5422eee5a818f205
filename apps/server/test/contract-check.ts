import {
  components,
  type Erro,
  type ErrorKey,
  errorsOf,
  isFileKind,
  type Operation,
  operationIds,
  operationOf,
  PORTUGUESE,
  type Said,
  sentenceIn,
} from '@rubrica/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { withoutTokens } from '../src/http/shown-path.ts';

/** One exchange as a test saw it. */
export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

// Schemas are closed here, as the contract's source has them: what an answer holds beyond its schema is a mistake.
const ajv = new Ajv2020({ allErrors: true, strict: false, removeAdditional: false, discriminator: true });
addFormats.default(ajv);
for (const schema of components.values()) ajv.addSchema(schema as object);
const compiled = new Map<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, known);
  return known;
}

interface Route {
  readonly id: string;
  readonly operation: Operation;
  readonly pattern: RegExp;
}

// A literal segment wins over a parameter: `/sessoes/atual` is not `/sessoes/{sessaoId}`.
const routes: readonly Route[] = operationIds
  .map((id) => ({ id, operation: operationOf(id) }))
  .filter(({ operation }) => operation.host !== 'auth')
  .map(({ id, operation }) => ({ id, operation, pattern: patternOf(operation.path) }))
  .sort((a, b) => Number(a.operation.path.includes('{')) - Number(b.operation.path.includes('{')));

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** The live operation an address belongs to; undefined for pages and for routes the contract does not name. */
export function operationAt(method: string, url: string): { id: string; operation: Operation } | undefined {
  const { pathname } = new URL(url);
  const places: [RegExp, (operation: Operation) => boolean][] = [
    [/^\/v1\/sandbox(?=\/)/, ({ host, only }) => host !== 'public' && only !== 'production'],
    [/^\/v1(?=\/)/, ({ host, only }) => host !== 'public' && only !== 'sandbox'],
    [/^\/api\/v1(?=\/)/, ({ host }) => host === 'public'],
  ];
  for (const [prefix, belongs] of places) {
    if (!prefix.test(pathname)) continue;
    const path = pathname.replace(prefix, '');
    const found = routes.find(
      ({ operation, pattern }) => operation.method === method && belongs(operation) && pattern.test(path),
    );
    if (found) return found;
  }
  return undefined;
}

const unchecked = new Set<string>();

/** From now on a service's answers are not compared: it is of a version before, whose contract had less. */
export const leaveUnchecked = (origin: string): void => {
  unchecked.add(origin);
};

const installations = new Map<string, ReadonlySet<string>>();

/**
 * These addresses are one installation's, whose processes have each an address of their own here: what one of them answered
 * first names its address also when another repeats it (Idempotency-Key).
 * @param origins may grow afterwards
 */
export const answerAsOne = (origins: ReadonlySet<string>): void => {
  for (const origin of origins) installations.set(origin, origins);
};

/**
 * Holds one answer against the served contract: status, code, media type, body, headers.
 * @throws with everything that does not fit, and with the body
 */
export function checkExchange(exchange: Exchange): void {
  const found = operationAt(exchange.method, exchange.url);
  if (!found || unchecked.has(new URL(exchange.url).origin)) return;
  const { operation } = found;
  const problems = checkOf(exchange, operation)(exchange, operation);
  problems.push(...checkHeaders(exchange));
  if (problems.length === 0) return;
  const { method, url, status, bytes } = exchange;
  const shown = bytes.subarray(0, 2000).toString();
  throw new Error(
    `${found.id}: the answer to ${method} ${new URL(url).pathname} breaks the contract:\n  ${problems.join('\n  ')}\n${status} ${shown}`,
  );
}

function checkOf({ status }: Exchange, { success, answer }: Operation) {
  if (status === 304 && answer.kind === 'png') return checkUnchanged;
  return status === success ? checkSuccess : checkRefusal;
}

function checkUnchanged({ headers, bytes }: Exchange): string[] {
  const problems: string[] = [];
  if (bytes.length > 0) problems.push('there should be no body');
  if (!headers.has('etag')) problems.push('there is no ETag');
  return problems;
}

function checkSuccess({ headers, bytes, url }: Exchange, operation: Operation): string[] {
  const { answer, success } = operation;
  const problems: string[] = [];
  const type = headers.get('content-type');
  const asJson = 'schema' in answer && !(answer.kind === 'pdf-or-json' && type === 'application/pdf');
  if (answer.kind === 'empty') {
    if (bytes.length > 0 || type !== null) problems.push(`there should be no body, and no type (${type})`);
  } else if (asJson) {
    if (type !== JSON_TYPE) problems.push(`Content-Type is ${type}`);
    problems.push(...checkJson(bytes, answer.schema));
  } else if (isFileKind(answer.kind)) {
    problems.push(...FILE_CHECKS[answer.kind](headers, bytes));
  }
  if (success === 201) problems.push(...checkLocation(headers, url, operation));
  return problems;
}

function checkPicture(headers: Headers, bytes: Buffer): string[] {
  const problems = checkNamed(headers, 'image/png');
  if (!bytes.subarray(1, 4).equals(Buffer.from('PNG'))) problems.push('the file is not a PNG');
  if (headers.get('content-length') !== String(bytes.length)) problems.push('Content-Length is not the size');
  if (!/^"[^"]+"$/.test(headers.get('etag') ?? '')) problems.push(`ETag is ${headers.get('etag')}`);
  return problems;
}

function checkArchive(headers: Headers, bytes: Buffer): string[] {
  const problems = checkNamed(headers, 'application/zip');
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) problems.push('the file is not a ZIP');
  return problems;
}

const FILE_CHECKS = { pdf: checkPdf, 'pdf-or-json': checkPdf, png: checkPicture, zip: checkArchive };

function checkNamed(headers: Headers, type: string): string[] {
  const problems: string[] = [];
  if (headers.get('content-type') !== type) problems.push(`Content-Type is ${headers.get('content-type')}`);
  if (!/filename=/.test(headers.get('content-disposition') ?? '')) problems.push('Content-Disposition names no file');
  return problems;
}

function checkPdf(headers: Headers, bytes: Buffer): string[] {
  const problems = checkNamed(headers, 'application/pdf');
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) problems.push('the file is not a PDF');
  if (headers.get('content-length') !== String(bytes.length)) problems.push('Content-Length is not the size');
  if (!/^"[0-9a-f]{64}"$/.test(headers.get('etag') ?? '')) problems.push(`ETag is ${headers.get('etag')}`);
  if (!/^sha-256=/.test(headers.get('digest') ?? '')) problems.push(`Digest is ${headers.get('digest')}`);
  return problems;
}

/** A created resource is named inside the environment it was created in; accounts and sessions belong to both. */
function checkLocation(headers: Headers, url: string, { tag }: Operation): string[] {
  const location = headers.get('location');
  if (location === null) return ['Location is missing'];
  const { origin, pathname } = new URL(url);
  const base = tag === 'Sessões' ? '/v1' : (/^\/v1(\/sandbox(?=\/))?/.exec(pathname)?.[0] ?? '');
  const origins = [...(installations.get(origin) ?? [origin])];
  if (origins.some((one) => location.startsWith(`${one}${base}/`))) return [];
  return [`Location ${location} is not under ${origins.join(' or ')}${base}`];
}

function checkJson(bytes: Buffer, schema: object): string[] {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    return ['the body is not JSON'];
  }
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

function checkRefusal({ status, headers, bytes, url }: Exchange, operation: Operation): string[] {
  const problems: string[] = [];
  const type = headers.get('content-type');
  if (operation.credential === 'client' && (status === 400 || status === 401)) return checkOAuth(headers, bytes);
  if (type !== PROBLEM_TYPE) return [`status ${status} with Content-Type ${type}`];
  problems.push(...checkJson(bytes, components.get('Erro') as object));
  const body = JSON.parse(bytes.toString()) as Record<string, unknown>;
  const codigo = String(body.codigo);
  if (!errorsOf(operation).includes(`${status} ${codigo}` as ErrorKey)) {
    problems.push(`${status} ${codigo} is not declared`);
  }
  // Declared everywhere, since no service is without faults; a test that sees one has found a fault.
  if (status === 500) problems.push('an unexpected fault');
  if (body.status !== status) problems.push(`status says ${body.status}`);
  if (!shownAs(new URL(url).pathname).includes(body.instance)) problems.push(`instance is ${body.instance}`);
  if (!String(body.type).endsWith(`/erros.html#${codigo.toLowerCase()}`)) problems.push(`type is ${body.type}`);
  if (headers.get('cache-control') !== 'no-store') problems.push('the refusal may be cached');
  if (body.requestId !== headers.get('x-request-id')) problems.push('requestId is not X-Request-Id');
  problems.push(...checkSentences(body as unknown as Erro));
  const erros = body.erros as unknown[] | undefined;
  if (codigo === 'ENTRADA_INVALIDA' && !erros?.length) problems.push('ENTRADA_INVALIDA without erros');
  if (codigo !== 'ENTRADA_INVALIDA' && codigo !== 'LIMITE_EXCEDIDO' && codigo !== 'SENHA_FRACA' && erros) {
    problems.push(`${codigo} with erros`);
  }
  if (codigo === 'NAO_AUTENTICADO' && !headers.has('www-authenticate')) problems.push('no WWW-Authenticate');
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) {
    problems.push(`Retry-After is ${headers.get('retry-after')}`);
  }
  return problems;
}

/** Every sentence of a problem is the one its rule and values make. */
function checkSentences({ erros, detail, regra, valores }: Erro): string[] {
  const told: [string, Said][] = [[detail, { regra, valores }]];
  for (const one of erros ?? []) told.push([one.mensagem, one]);
  return told.flatMap(([sentence, said]) => {
    const made = sentenceIn(PORTUGUESE, said);
    return made === sentence ? [] : [`“${sentence}” is told as ${JSON.stringify(said)}, which says “${made}”`];
  });
}

/** The token endpoint refuses in the form of RFC 6749. */
function checkOAuth(headers: Headers, bytes: Buffer): string[] {
  const problems = checkJson(bytes, components.get('ErroOAuth') as object);
  if (headers.get('content-type') !== JSON_TYPE) problems.push(`Content-Type is ${headers.get('content-type')}`);
  if (headers.get('cache-control') !== 'no-store') problems.push('the refusal may be cached');
  return problems;
}

function checkHeaders({ headers }: Exchange): string[] {
  const problems: string[] = [];
  if (!UUID.test(headers.get('x-request-id') ?? '')) problems.push(`X-Request-Id is ${headers.get('x-request-id')}`);
  if (headers.get('x-content-type-options') !== 'nosniff') problems.push('no X-Content-Type-Options');
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    if (!/^\d+$/.test(headers.get(name) ?? '')) problems.push(`${name} is ${headers.get(name)}`);
  }
  return problems;
}

/** How a problem may name the path it is about: as it is, but never with the token of a link, download or invitation. */
const shownAs = (path: string): readonly unknown[] =>
  /\/(assinatura|edicao|formularios|downloads|convites)\/./.test(path)
    ? [withoutTokens(path)]
    : [path, withoutTokens(path)];
