import { CODIGOS_ERRO, type CodigoErro, type ErrorKey } from './errors.ts';
import { type Operation, takesIdempotencyKey } from './operation.ts';

/** The two halves of a key: `'409 CONFLITO'` is status 409 with code CONFLITO. */
export function splitErrorKey(key: ErrorKey): { status: number; codigo: CodigoErro } {
  const [status, codigo] = key.split(' ') as [string, CodigoErro];
  return { status: Number(status), codigo };
}

/** What follows from who may call: proof of identity, scope, role, limits on frequency. */
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
  // A person's own account knows no API keys, also where it asks for no credential.
  if (account) keys.push('401 CREDENCIAL_INVALIDA');
  // The same Idempotency-Key with another request, or with one still running.
  if (takesIdempotencyKey(operation)) keys.push('409 CONFLITO');
  if (credential !== 'api' && credential !== 'session') return keys;

  keys.push('401 CREDENCIAL_INVALIDA');
  if (scope !== undefined) keys.push('403 ESCOPO_INSUFICIENTE');
  if (role !== undefined) keys.push('403 PAPEL_INSUFICIENTE');
  // The panel's session reaches the `api` operations too, and its changes need X-CSRF-Token.
  if (method !== 'GET') keys.push('403 TOKEN_INVALIDO');
  if (standing !== undefined) keys.push('409 CONFLITO');
  return keys;
}

/** What follows from what the call carries: path, query, body. */
function fromInput({ credential, method, params, query, body }: Operation): ErrorKey[] {
  const keys: ErrorKey[] = [];
  if (params !== undefined) keys.push('404 NAO_ENCONTRADO');
  if (query !== undefined) keys.push('400 ENTRADA_INVALIDA');
  if (query !== undefined && 'cursor' in query.properties) keys.push('422 ENTRADA_INVALIDA');
  // A body is refused, too, where none belongs.
  if (method !== 'GET' && credential !== 'client') {
    keys.push('400 ENTRADA_INVALIDA', '413 LIMITE_EXCEDIDO', '415 ENTRADA_INVALIDA');
  }
  if (body?.kind === 'multipart') keys.push('422 ENTRADA_INVALIDA');
  return keys;
}

const order = (key: ErrorKey) => {
  const { status, codigo } = splitErrorKey(key);
  return status * 100 + CODIGOS_ERRO.indexOf(codigo);
};

/** Every refusal and failure an operation may answer with, by status: what it declares and what its nature implies. */
export function errorsOf(operation: Operation): ErrorKey[] {
  const keys = new Set<ErrorKey>([...fromCaller(operation), ...fromInput(operation), ...(operation.errors ?? [])]);
  return [...keys].sort((a, b) => order(a) - order(b));
}
