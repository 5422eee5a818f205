import { ALL_ERROR_CODES, type CodigoErro, type ErrorKey } from './errors.ts';
import { type Operation, takesIdempotencyKey } from './operation.ts';

/** Splits a key: `'409 CONFLITO'` is status 409 with code CONFLITO. */
export function splitErrorKey(key: ErrorKey): { status: number; codigo: CodigoErro } {
  const [status, codigo] = key.split(' ') as [string, CodigoErro];
  return { status: Number(status), codigo };
}

/** Errors that follow from who may call: authentication, scope, role, rate limits. */
function fromCaller(operation: Operation): ErrorKey[] {
  const { credential, scope, role, standing, method, account } = operation;
  // A credential in the query string is refused on every route, the anonymous ones included.
  const keys: ErrorKey[] = [
    '401 NAO_AUTENTICADO',
    '429 LIMITE_EXCEDIDO',
    '500 ERRO_INTERNO',
    '503 SERVICO_INDISPONIVEL',
  ];
  if (credential === 'signer-token') keys.push('404 NAO_ENCONTRADO', '410 LINK_INDISPONIVEL');
  if (credential === 'download-token') keys.push('404 NAO_ENCONTRADO');
  // The way into a person's own account never accepts API keys, even where it needs no credential.
  if (account === 'entry') keys.push('401 CREDENCIAL_INVALIDA');
  // The same Idempotency-Key with a different request, or with one still running.
  if (takesIdempotencyKey(operation)) keys.push('409 CONFLITO');
  if (credential !== 'api' && credential !== 'session') return keys;

  keys.push('401 CREDENCIAL_INVALIDA');
  if (scope !== undefined) keys.push('403 ESCOPO_INSUFICIENTE');
  if (role !== undefined || account === 'inside') keys.push('403 PAPEL_INSUFICIENTE');
  // The panel's session may also call `api` operations, and then changes need X-CSRF-Token.
  if (method !== 'GET') keys.push('403 TOKEN_INVALIDO');
  if (standing !== undefined) keys.push('409 CONFLITO');
  return keys;
}

/** Errors that follow from the request's path, query and body. */
function fromInput({ credential, method, params, query, body }: Operation): ErrorKey[] {
  const keys: ErrorKey[] = [];
  if (params !== undefined) keys.push('404 NAO_ENCONTRADO');
  if (query !== undefined) keys.push('400 ENTRADA_INVALIDA');
  if (query !== undefined && 'cursor' in query.properties) keys.push('422 ENTRADA_INVALIDA');
  // A body is also refused where none is expected.
  if (method !== 'GET' && credential !== 'client') {
    keys.push('400 ENTRADA_INVALIDA', '413 LIMITE_EXCEDIDO', '415 ENTRADA_INVALIDA');
  }
  if (body?.kind === 'multipart') keys.push('422 ENTRADA_INVALIDA');
  return keys;
}

const order = (key: ErrorKey) => {
  const { status, codigo } = splitErrorKey(key);
  return status * 100 + ALL_ERROR_CODES.indexOf(codigo);
};

/** Every error an operation may answer with, by status: those it declares and those derived from its definition. */
export function errorsOf(operation: Operation): ErrorKey[] {
  const keys = new Set<ErrorKey>([...fromCaller(operation), ...fromInput(operation), ...(operation.errors ?? [])]);
  return [...keys].sort((a, b) => order(a) - order(b));
}
