import type { Ambiente, TokenEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Sql } from '../../core/sql.ts';
import { refusal } from './errors.ts';
import { isSecret } from './secrets.ts';
import { type ClienteRow, findCliente } from './store.ts';

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * Authenticates the application requesting a token: by `client_id` and `client_secret` in the form, or by HTTP Basic
 * (RFC 6749, 2.3.1), never both. An unknown or revoked client, one of the other environment, and a wrong secret all get
 * the same answer after the same work.
 * @param ambiente the endpoint's environment: an application exists in only one
 * @throws 401 invalid_client, 400 invalid_request
 */
export async function proveClient(
  sql: Sql,
  entrada: TokenEntrada,
  authorization: string | undefined,
  ambiente: Ambiente,
): Promise<ClienteRow> {
  const { clientId, clientSecret } = credentialsOf(entrada, authorization);
  const cliente = await findCliente(sql, clientId);
  if (!isSecret(clientSecret, cliente?.segredo_hash) || cliente?.ambiente !== ambiente) throw unknownClient();
  return cliente;
}

function credentialsOf(entrada: TokenEntrada, authorization: string | undefined) {
  if (authorization === undefined) {
    const { client_id: clientId, client_secret: clientSecret } = entrada;
    if (clientId === undefined || clientSecret === undefined) {
      throw refusal('invalid_client', rule('oauthClientMissing'));
    }
    return { clientId, clientSecret };
  }
  if (entrada.client_secret !== undefined) {
    throw refusal('invalid_request', rule('oauthClientTwice'));
  }
  const basic = readBasic(authorization);
  if (!basic || (entrada.client_id !== undefined && entrada.client_id !== basic.clientId)) throw unknownClient();
  return basic;
}

/** RFC 6749 encodes both halves as form values before RFC 7617 joins them. */
function readBasic(authorization: string) {
  const encoded = BASIC.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // The database cannot store U+0000, so no client_id contains it.
  if (colon === -1 || text.includes('\0')) return null;
  const decode = (part: string) => new URLSearchParams(`x=${part.replaceAll('&', '%26')}`).get('x') ?? '';
  const clientId = decode(text.slice(0, colon));
  return clientId.includes('\0') ? null : { clientId, clientSecret: decode(text.slice(colon + 1)) };
}

const unknownClient = () => refusal('invalid_client', rule('oauthClientUnknown'));
