import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { OAUTH_CODE_TTL_MS, PAPEIS } from '@rubrica/contract';
import type { MemberActor, Source } from '../../core/actor.ts';
import type { Secrets } from '../../core/ports.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { enderecoDeVolta, type PedidoDeAutorizacao } from './autorizar.ts';
import { novoCodigo } from './segredos.ts';
import { insertConcessao, insertCredencial } from './store.ts';

/** Consenting is like creating a key, so it takes the role that creates keys. */
export const podeConsentir = ({ papel }: MemberActor): boolean =>
  PAPEIS.indexOf(papel) <= PAPEIS.indexOf('ADMINISTRADOR');

/** Makes and checks the proof that a consent was posted by the page shown to this session for this very request. */
export interface ProvaDeConsentimento {
  fazer(sessaoId: string, pedido: PedidoDeAutorizacao): string;
  confere(sessaoId: string, pedido: PedidoDeAutorizacao, prova: string | undefined): boolean;
}

export function createProvaDeConsentimento(secrets: Secrets): ProvaDeConsentimento {
  const keys = secrets.deriveAll('oauth-consentimento');
  const proof = (
    key: Buffer,
    sessaoId: string,
    { cliente, redirectUri, escopos, state, desafio }: PedidoDeAutorizacao,
  ) =>
    createHmac('sha256', key)
      .update(JSON.stringify([sessaoId, cliente.id, redirectUri, escopos, state, desafio]))
      .digest('base64url');
  return {
    fazer: (sessaoId, pedido) => proof(keys[0] as Buffer, sessaoId, pedido),
    confere: (sessaoId, pedido, prova = '') => {
      const given = Buffer.from(prova);
      return keys.some((key) => {
        const expected = Buffer.from(proof(key, sessaoId, pedido));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

/**
 * Grants the application what it asked for and makes the code that lets it fetch a token.
 * @returns where the browser goes: the application's address with `code` and `state`
 */
export async function consentir(
  tx: Tx,
  pedido: PedidoDeAutorizacao,
  membro: MemberActor,
  chegada: { readonly source: Source; readonly requestId: string },
): Promise<string> {
  const { cliente, redirectUri, escopos, state, desafio } = pedido;
  const concessaoId = randomUUID();
  const codigo = novoCodigo();
  await insertConcessao(tx, { id: concessaoId, clienteId: cliente.id, membroId: membro.membroId, escopos });
  await insertCredencial(tx, {
    hash: codigo.hash,
    concessaoId,
    tipo: 'CODIGO',
    escopos,
    validadeMs: OAUTH_CODE_TTL_MS,
    redirectUri,
    desafio,
  });
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'OAUTH_CONCEDIDO',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: chegada.requestId,
      ip: chegada.source.ip,
      detalhe: { concessaoId, clientId: cliente.client_id, escopos, membroId: membro.membroId },
    },
    tx.now,
  );
  return enderecoDeVolta(redirectUri, { code: codigo.valor, state });
}

/** Where the browser goes when the person refuses. */
export function recusarConsentimento({ redirectUri, state }: PedidoDeAutorizacao): string {
  return enderecoDeVolta(redirectUri, {
    error: 'access_denied',
    error_description: 'A pessoa recusou o acesso.',
    state,
  });
}
