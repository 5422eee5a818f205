import type { RecusaEntrada, RecusaRegistrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import { conflict, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { type Act, recordAct } from '../auditoria/index.ts';
import {
  checkDrawable,
  emitDocumentEvent,
  endDocument,
  eventSigner,
  inviteWhoseTurn,
  isOpen,
  isPending,
  type LinkTokens,
  listFatores,
  listSignatarios,
  transition,
  updateDocumento,
  updateSignatario,
} from '../documentos/index.ts';
import { queueCompletion, type SigningDeps } from './assinar.ts';
import {
  type Entry,
  entryOf,
  loadSession,
  openEntries,
  placeOfAct,
  type SigningSession,
  signerOrigin,
} from './sessao.ts';

/** The answer to refusing, before its receipts are made. */
export type Refused = Omit<RecusaRegistrada, 'recibo' | 'documentos'> & {
  readonly documentos: { readonly id: string; readonly act: Act }[];
};

/**
 * Refuses one document of the link, or all open ones if none is named.
 * @throws 400 for a reason the certificate could not draw, 409 if refusing is not allowed or the person already acted
 * @returns the response, and the documents that are fully signed because of the refusal
 */
export async function recusar(
  tx: Tx,
  deps: Pick<SigningDeps, 'tokens' | 'undrawable'>,
  linkId: string,
  source: Source,
  body: RecusaEntrada,
): Promise<{ answer: Refused; complete: string[] }> {
  refuseInvalid(checkDrawable([['motivo', body.motivo]], deps.undrawable));
  const session = await loadSession(tx, linkId, 'lock');
  const entries = body.documentoId === undefined ? openEntries(session) : [entryOf(session, body.documentoId)];
  for (const { documento, signatario } of entries) {
    if (!isPending(signatario) || !isOpen(documento, tx.now)) throw conflict(rule('partDoneHere'));
    if (!documento.recusavel) throw conflict(rule('noDeclining'));
  }
  if (entries.length === 0) throw conflict(rule('partDone'));
  const complete: string[] = [];
  const documentos: Refused['documentos'] = [];
  for (const entry of entries) {
    const { fullySigned, act } = await refuseEntry(tx, deps.tokens, session, entry, source, body.motivo);
    documentos.push({ id: entry.documento.id, act });
    if (fullySigned) complete.push(entry.documento.id);
  }
  return { answer: { status: 'RECUSADO', recusadoEm: tx.now.toISOString(), documentos }, complete };
}

async function refuseEntry(
  tx: Tx,
  tokens: LinkTokens,
  session: SigningSession,
  { documento, signatario }: Entry,
  source: Source,
  motivo: string,
): Promise<{ fullySigned: boolean; act: Act }> {
  const { ip, porta, origem, agenteUsuario, geolocalizacao } = source;
  await updateSignatario(tx, signatario.id, {
    status: 'RECUSADO',
    recusado_em: tx.now,
    motivo_recusa: motivo,
    evidencia: tx.json({ ip, porta, origemEndereco: origem, agenteUsuario, geolocalizacao }),
  });
  const after = await listSignatarios(tx, documento.id);
  const everybodyRefused = after.every(({ status }) => status === 'RECUSADO');
  const ends = documento.parar_se_recusado || everybodyRefused;
  const fullySigned = !ends && !after.some(isPending);

  transition(documento, 'REFUSE', tx.now);
  // A refusal that ends nothing is a change of the document too, as a signature is.
  const row = ends
    ? await endDocument(tx, documento, 'RECUSADO')
    : await updateDocumento(tx, documento.id, fullySigned ? { assinado_por_todos_em: tx.now } : {});

  const detalhe = { signatarioId: signatario.id, motivo, ...placeOfAct(session, signatario) };
  const act = await recordAct(tx, documento.id, signerOrigin(session, source), [
    { acao: 'ASSINATURA_RECUSADA', detalhe },
    ...(ends ? [{ acao: 'DOCUMENTO_RECUSADO' as const, detalhe: { motivo } }] : []),
  ]);
  const own = after.find(({ id }) => id === signatario.id) ?? signatario;
  await emitDocumentEvent(tx, 'document.refused', row, {
    signatario: eventSigner(own, await listFatores(tx, [signatario.id])),
    motivo,
  });
  if (fullySigned) await queueCompletion(tx, documento.id);
  else if (!ends) await inviteWhoseTurn(tx, tokens, row);
  return { fullySigned, act };
}
