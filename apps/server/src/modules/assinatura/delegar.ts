import { type DelegacaoEntrada, type DelegacaoRegistrada, rule } from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import { conflict } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { type DocumentosDeps, isOpen, isPending, passOn } from '../documentos/index.ts';
import { isSuspended } from '../organizacao/index.ts';
import {
  type Entry,
  entryOf,
  loadSession,
  openEntries,
  placeOfAct,
  requireAuthenticated,
  type SigningSession,
  signerOrigin,
} from './sessao.ts';

/**
 * Passes one document of the link, or all that still wait for the person if none is named, to somebody else.
 * @throws 400 for whom it is passed to, 403 AUTENTICACAO_INCOMPLETA, 409 if the sender does not allow it or is suspended, or the person already acted
 */
export async function delegar(
  tx: Tx,
  deps: DocumentosDeps,
  linkId: string,
  source: Source,
  body: DelegacaoEntrada,
): Promise<DelegacaoRegistrada> {
  const session = await loadSession(tx, linkId, 'lock');
  const entries = await chosen(tx, session, body.documentoId);
  for (const { documento, signatario } of entries) {
    if (!isPending(signatario) || !isOpen(documento, tx.now)) throw conflict(rule('partDoneHere'));
    if (!signatario.delegavel) throw conflict(rule('noDelegating', { titulo: documento.titulo }));
  }
  if (entries.length === 0) throw conflict(rule('partDone'));
  // Who merely has the link could else have the mail of the documents go elsewhere.
  requireAuthenticated(session);
  // What it sent can be signed, but it invites nobody, not by a signer's hand either.
  if (await isSuspended(tx)) throw conflict(rule('delegatingSuspended'));
  const held = entries.map(({ documento, signatario, everyone }) => ({ documento, before: signatario, everyone }));
  await passOn(tx, deps, held, {
    origin: signerOrigin(session, source),
    beside: (signatario) => placeOfAct(session, signatario),
    body,
  });
  return { delegadoEm: tx.now.toISOString(), documentos: entries.map(({ documento }) => ({ id: documento.id })) };
}

async function chosen(tx: Tx, session: SigningSession, documentoId: string | undefined): Promise<readonly Entry[]> {
  if (documentoId === undefined) return openEntries(session);
  // The answer to passing it on may have been lost, and the link still opens the rest of the set.
  const left = await tx.sql`
    select
      from link_signatario
     where link_id = ${session.link.id} and documento_id = ${documentoId} and motivo_desligamento = 'DELEGADO'
       and ${tx.here()}`;
  if (left.length > 0) throw conflict(rule('delegated'));
  return [entryOf(session, documentoId)];
}
