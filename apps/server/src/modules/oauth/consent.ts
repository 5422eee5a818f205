import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import { MEMBER_ROLES, OAUTH_CODE_TTL_MS } from '@rubrica/contract';
import type { MemberActor, Source } from '../../core/actor.ts';
import type { Secrets } from '../../core/ports.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { type AuthorizationRequest, addressBack } from './authorize.ts';
import { newCode } from './secrets.ts';
import { insertConcessao, insertCredencial } from './store.ts';

/** Consenting is like creating a key, so it requires the role for creating keys. */
export const mayConsent = ({ papel }: MemberActor): boolean =>
  MEMBER_ROLES.indexOf(papel) <= MEMBER_ROLES.indexOf('ADMINISTRADOR');

/** Creates and verifies the proof that a consent was submitted by the page shown to this session for this request. */
export interface ConsentProof {
  make(sessaoId: string, asked: AuthorizationRequest): string;
  holds(sessaoId: string, asked: AuthorizationRequest, sent: string | undefined): boolean;
}

export function createConsentProof(secrets: Secrets): ConsentProof {
  const keys = secrets.deriveAll('oauth-consentimento');
  const proof = (
    key: KeyObject,
    sessaoId: string,
    { cliente, redirectUri, escopos, state, desafio }: AuthorizationRequest,
  ) =>
    createHmac('sha256', key)
      .update(JSON.stringify([sessaoId, cliente.id, redirectUri, escopos, state, desafio]))
      .digest('base64url');
  return {
    make: (sessaoId, asked) => proof(keys[0] as KeyObject, sessaoId, asked),
    holds: (sessaoId, asked, sent = '') => {
      const given = Buffer.from(sent);
      return keys.some((key) => {
        const expected = Buffer.from(proof(key, sessaoId, asked));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

/**
 * Grants the application what it requested and creates the code with which it can fetch a token.
 * @returns where to redirect the browser: the application's address with `code` and `state`
 */
export async function grantAccess(
  tx: Tx,
  asked: AuthorizationRequest,
  membro: MemberActor,
  arrival: { readonly source: Source; readonly requestId: string },
): Promise<string> {
  const { cliente, redirectUri, escopos, state, desafio } = asked;
  const concessaoId = randomUUID();
  const codigo = newCode();
  await insertConcessao(tx, { id: concessaoId, clienteId: cliente.id, membroId: membro.membroId, escopos });
  await insertCredencial(tx, {
    hash: codigo.hash,
    concessaoId,
    tipo: 'CODIGO',
    escopos,
    ttlMs: OAUTH_CODE_TTL_MS,
    redirectUri,
    desafio,
  });
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'OAUTH_CONCEDIDO',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: arrival.requestId,
      ip: arrival.source.ip,
      detalhe: { concessaoId, clientId: cliente.client_id, escopos, membroId: membro.membroId },
    },
    tx.realNow,
  );
  return addressBack(redirectUri, { code: codigo.valor, state });
}

/** Where to redirect the browser if the person refuses. */
export function refuseAccess({ redirectUri, state }: AuthorizationRequest): string {
  return addressBack(redirectUri, {
    error: 'access_denied',
    error_description: 'A pessoa recusou o acesso.',
    state,
  });
}
