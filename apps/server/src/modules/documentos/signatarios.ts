import type { SignatarioEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { conflict, notFound, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { holdClientes } from '../clientes/index.ts';
import { inviteWhoseTurn } from './convites.ts';
import type { DocumentosDeps } from './deps.ts';
import { draftDocument, draftSigner, refuseTooMany, toSigner } from './entrada.ts';
import { isInProgress, transition } from './estado.ts';
import { ensureHandedOutLinks, revokeLinks } from './links.ts';
import { refuseUnlisted } from './origins.ts';
import { isPending } from './people.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { checkDrawable, checkKeys, checkSigner } from './rules.ts';
import {
  adoptPersonalFields,
  deleteSignatario,
  insertSignatario,
  listSignatarios,
  signerIdTaken,
  updateDocumento,
} from './store.ts';

const byId = (signatarios: readonly SignatarioRow[], id: string): SignatarioRow => {
  const signatario = signatarios.find((candidate) => candidate.id === id);
  if (!signatario) throw notFound();
  return signatario;
};

/**
 * Adds a signer to a draft.
 * @throws 400, 404 for a person who is not in the registry, 409 DOCUMENTO_IMUTAVEL after sending, 422 beyond 50 signers
 */
export async function criarSignatario(
  tx: Tx,
  deps: DocumentosDeps,
  origin: Origin,
  documento: DocumentoRow,
  body: SignatarioEntrada,
): Promise<SignatarioRow> {
  transition(documento, 'CHANGE', tx.now);
  const signatarios = await listSignatarios(tx, documento.id);
  refuseTooMany(signatarios.length + 1, 0);
  const signer = toSigner(body);
  const taken = [{ campo: 'id', ...rule('idTaken') }];
  refuseInvalid([
    ...((await signerIdTaken(tx, signer.id)) ? taken : []),
    ...checkSigner(draftSigner(signer), draftDocument(documento), '', tx.now),
    ...checkKeys([...signatarios, signer], () => 'chave'),
    ...checkDrawable([['nome', signer.nome]], deps.undrawable),
  ]);
  await holdClientes(tx, [signer.cliente_id]);
  if (signer.url_retorno) await refuseUnlisted(tx, [{ campo: 'urlRetorno', url: signer.url_retorno }]);
  const posicao = Math.max(-1, ...signatarios.map((signatario) => signatario.posicao)) + 1;
  if (!(await insertSignatario(tx, { ...signer, documento_id: documento.id, posicao }))) refuseInvalid(taken);
  if (signatarios.length === 0) await adoptPersonalFields(tx, documento.id, signer.id);
  await updateDocumento(tx, documento.id, {});
  await recordEvent(tx, documento.id, origin, {
    acao: 'SIGNATARIO_ADICIONADO',
    detalhe: { signatarioId: signer.id, funcao: signer.funcao },
  });
  const after = await listSignatarios(tx, documento.id);
  await ensureHandedOutLinks(tx, deps.tokens, documento, after);
  return byId(after, signer.id);
}

/**
 * Removes a signer who has not acted; the link is revoked at once and the signer's fields are removed too.
 * @throws 409 CONFLITO for someone who already acted, and after sending for the last one who has not
 */
export async function excluirSignatario(
  tx: Tx,
  deps: DocumentosDeps,
  origin: Origin,
  documento: DocumentoRow,
  signatarioId: string,
): Promise<void> {
  const signatarios = await listSignatarios(tx, documento.id);
  const signatario = byId(signatarios, signatarioId);
  transition(documento, 'REMOVE_SIGNER', tx.now);
  if (!isPending(signatario)) throw conflict(rule('signerStays'));
  if (isInProgress(documento.status) && signatarios.filter(isPending).length === 1) {
    throw conflict(rule('signerLast'));
  }
  await revokeLinks(tx, [signatario.id], 'SIGNATARIO_REMOVIDO');
  await deleteSignatario(tx, signatario.id);
  await updateDocumento(tx, documento.id, {});
  await recordEvent(tx, documento.id, origin, {
    acao: 'SIGNATARIO_REMOVIDO',
    detalhe: { signatarioId: signatario.id, nome: signatario.nome },
  });
  if (isInProgress(documento.status)) await inviteWhoseTurn(tx, deps.tokens, documento);
}
