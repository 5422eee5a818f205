import type { EscopoChave } from '@rubrica/contract';
import type { Sql } from '../../core/sql.ts';
import { escoposWithin } from './scopes.ts';
import { type ClienteRow, findCliente } from './store.ts';

const STATE_MAX_CHARS = 1000;
/** SHA-256 in base64url always has this length (RFC 7636, 4.2). */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** An authorization request that may be shown to a person. */
export interface AuthorizationRequest {
  readonly cliente: ClienteRow;
  readonly redirectUri: string;
  readonly escopos: readonly EscopoChave[];
  readonly state: string;
  readonly desafio: string;
}

/**
 * The outcome of an authorization request: it is shown to a person; or it is returned to the application with an error;
 * or, if the application or its address is not verified, the person is told and nothing is sent.
 */
export type AuthorizationOutcome =
  | { readonly asked: AuthorizationRequest }
  | { readonly back: string }
  | { readonly refusal: string };

/** The parameters of RFC 6749, 4.1.1 and RFC 7636, 4.3, empty ones left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/**
 * Reads an authorization request, from the page's query or from the form the page itself submits. Nothing is sent to an
 * address unless it was registered for this very application, compared character by character.
 */
export async function readAuthorization(sql: Sql, parameters: Parameters): Promise<AuthorizationOutcome> {
  const { client_id: clientId, redirect_uri: redirectUri, state } = parameters;
  const cliente = clientId === undefined ? undefined : await findCliente(sql, clientId);
  if (!cliente) return { refusal: 'O aplicativo que pediu acesso não está registrado neste serviço (client_id).' };
  if (redirectUri === undefined || !cliente.redirect_uris.includes(redirectUri)) {
    return {
      refusal:
        'O endereço de retorno (redirect_uri) não é igual, caractere por caractere, a um registrado para o aplicativo.',
    };
  }
  const sendBack = (error: string, description: string): AuthorizationOutcome => ({
    back: addressBack(redirectUri, {
      error,
      error_description: description,
      ...(state === undefined ? {} : { state }),
    }),
  });
  if (parameters.response_type === undefined) return sendBack('invalid_request', 'Falta response_type.');
  if (parameters.response_type !== 'code')
    return sendBack('unsupported_response_type', 'O response_type deve ser code.');
  if (state === undefined || state.length > STATE_MAX_CHARS) {
    return sendBack('invalid_request', `Envie state, com até ${STATE_MAX_CHARS} caracteres.`);
  }
  if (parameters.code_challenge_method !== 'S256') {
    return sendBack('invalid_request', 'O code_challenge_method deve ser S256.');
  }
  const desafio = parameters.code_challenge ?? '';
  if (!S256_CHALLENGE.test(desafio)) {
    return sendBack('invalid_request', 'O code_challenge deve ser um SHA-256 em base64url, com 43 caracteres.');
  }
  const escopos = escoposWithin(parameters.scope ?? '', cliente.escopos);
  if (!escopos)
    return sendBack('invalid_scope', 'Há em scope algo que não existe ou não foi registrado para o aplicativo.');
  return { asked: { cliente, redirectUri, escopos, state, desafio } };
}

/** The registered address with the response in its query (RFC 6749, 4.1.2), otherwise unchanged. */
export function addressBack(redirectUri: string, answer: Readonly<Record<string, string>>): string {
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`;
}
