import { rule, type Signatario } from '@rubrica/contract';
import type { Call } from '../../core/call.ts';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import {
  answerSignatario,
  type DocumentoRow,
  type DocumentosDeps,
  listSignatarios,
  livingLinks,
  lockTogether,
  type SignatarioRow,
} from '../documentos/index.ts';
import { goneLink } from './gone-link.ts';
import { type SimulationDeps, simulate } from './simulate.ts';

/** The link a signer would use. @throws 409 before there is one, 410 once there is none any more */
async function linkOf(tx: Tx, documento: DocumentoRow, signatario: SignatarioRow): Promise<string> {
  const { metodo_entrega: canal } = signatario;
  const link = canal === 'WHATSAPP' ? undefined : (await livingLinks(tx, documento.id, canal)).get(signatario.id);
  if (link) return link;
  if (documento.status === 'RASCUNHO') throw conflict(rule('notSentYet'));
  if (signatario.convidado_em === null && signatario.status === 'PENDENTE') throw conflict(rule('notYourTurn'));
  throw goneLink(documento.status);
}

/**
 * Makes a signer act, in the sandbox.
 * @throws 404, and whatever the person's own acts would be refused with
 * @returns the signer afterwards, and the documents that are fully signed because of it
 */
export async function simularSignatario(
  tx: Tx,
  deps: SimulationDeps & DocumentosDeps,
  call: Call<'simularSignatario'>,
): Promise<{ body: Signatario; complete: string[] }> {
  const { documentoId, signatarioId } = call.params;
  const [own] = await lockTogether(tx, documentoId);
  const documento = found(own);
  const signers = await listSignatarios(tx, documento.id);
  const signatario = found(signers.find(({ id }) => id === signatarioId));
  call.authorize(documento.criado_por);
  const linkId = await linkOf(tx, documento, signatario);
  const { acao, valores, motivo } = call.body;
  const what = { acao, valores, motivo, documentoId: documento.id };
  const complete = await simulate(tx, deps, linkId, call.source, what);
  return { body: await answerSignatario(tx, deps, call, documento, signatario.id), complete };
}
