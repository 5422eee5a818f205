import type { SignatarioAlteracao, SignatarioEntrada } from '@rubrica/contract';
import { fieldMessage } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { digitsOf } from '../../core/brazil.ts';
import { conflict, notFound, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { inviteWhoseTurn, sendLink } from './convites.ts';
import type { DocumentosDeps } from './deps.ts';
import { draftDocument, draftSigner, type NewSigner, refuseTooMany, toSigner } from './entrada.ts';
import { isInProgress, transition } from './estado.ts';
import { ensureHandedOutLinks, revokeLinks } from './links.ts';
import { checkDrawable, checkReachable, checkSigner } from './regras.ts';
import { type DocumentoRow, isPending, type SignatarioRow } from './rows.ts';
import {
  adoptPersonalFields,
  deleteSignatario,
  insertInto,
  listSignatarios,
  takenSignerIds,
  updateDocumento,
  updateSignatario,
} from './store.ts';

const byId = (signatarios: readonly SignatarioRow[], id: string): SignatarioRow => {
  const signatario = signatarios.find((candidate) => candidate.id === id.toLowerCase());
  if (!signatario) throw notFound();
  return signatario;
};

/**
 * Adds a signer to a draft.
 * @throws 400, 409 DOCUMENTO_IMUTAVEL after sending, 422 beyond 50 signers
 */
export async function criarSignatario(
  tx: Tx,
  deps: DocumentosDeps,
  origin: Origin,
  documento: DocumentoRow,
  body: SignatarioEntrada,
): Promise<SignatarioRow> {
  transition(documento, 'ALTERAR', tx.now);
  const signatarios = await listSignatarios(tx, documento.id);
  refuseTooMany(signatarios.length + 1, 0);
  const novo = toSigner(body);
  const taken = await takenSignerIds(tx, [novo.id]);
  refuseInvalid([
    ...(taken.has(novo.id) ? [{ campo: 'id', mensagem: fieldMessage('idTaken') }] : []),
    ...checkSigner(draftSigner(novo), draftDocument(documento), ''),
    ...checkDrawable([['nome', novo.nome]], deps.undrawable),
  ]);
  const posicao = Math.max(-1, ...signatarios.map((signatario) => signatario.posicao)) + 1;
  await insertInto(tx, 'signatario', [{ ...novo, documento_id: documento.id, posicao }]);
  if (signatarios.length === 0) await adoptPersonalFields(tx, documento.id, novo.id);
  await updateDocumento(tx, documento.id, {});
  await recordEvent(tx, documento.id, origin, {
    acao: 'SIGNATARIO_ADICIONADO',
    detalhe: { signatarioId: novo.id, funcao: novo.funcao },
  });
  const after = await listSignatarios(tx, documento.id);
  await ensureHandedOutLinks(tx, deps.tokens, documento, after);
  return byId(after, novo.id);
}

function changesOf(body: SignatarioAlteracao): Partial<NewSigner> {
  const given: { [K in keyof NewSigner]?: NewSigner[K] | undefined } = {
    funcao: body.funcao,
    nome: typeof body.nome === 'string' ? body.nome.trim() : body.nome,
    email: body.email,
    telefone: body.telefone,
    cpf: typeof body.cpf === 'string' ? digitsOf(body.cpf) : body.cpf,
    data_nascimento: body.dataNascimento,
    metodo_entrega: body.metodoEntrega,
    fatores_exigidos: body.fatoresExigidos,
    ordem: body.ordem,
    travar_dados: body.travarDados,
    cliente_id: body.clienteId,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<NewSigner>;
}

/** Data whose change makes the old link and the factors fulfilled through it worthless. */
function contactChanged(before: SignatarioRow, changes: Partial<NewSigner>): boolean {
  return (['email', 'telefone', 'metodo_entrega'] as const).some(
    (column) => column in changes && changes[column] !== before[column],
  );
}

/** What somebody else did under the old contact is in the trail, and is not the act of who signs. */
const UNTOUCHED = {
  status: 'PENDENTE',
  enviado_em: null,
  autenticado_em: null,
  paginas_lidas: 0,
  leitura_segundos: 0,
  leitura_concluida_em: null,
  aceito_em: null,
  aceite: null,
} as const;

/**
 * Corrects a signer who has not acted. After sending, a changed contact kills the old link and gets a new one at once;
 * factors, codes, reading and acceptance of the old contact no longer count.
 * @throws 400, 409 CONFLITO for who signed, refused or was cancelled
 */
export async function alterarSignatario(
  tx: Tx,
  deps: DocumentosDeps,
  origin: Origin,
  documento: DocumentoRow,
  signatarioId: string,
  body: SignatarioAlteracao,
): Promise<SignatarioRow> {
  const before = byId(await listSignatarios(tx, documento.id), signatarioId);
  transition(documento, 'CORRIGIR_SIGNATARIO', tx.now);
  if (!isPending(before)) throw conflict(fieldMessage('signerActed'));
  const changes = changesOf(body);
  const next = { ...before, ...changes };
  refuseInvalid([
    ...checkSigner(draftSigner(next), draftDocument(documento), ''),
    ...(isInProgress(documento.status) ? checkReachable(draftSigner(next), '') : []),
    ...checkDrawable([['nome', changes.nome]], deps.undrawable),
  ]);
  if (Object.keys(changes).length === 0) return before;

  const renewed = contactChanged(before, changes);
  await updateSignatario(tx, before.id, {
    ...changes,
    ...(renewed && before.convidado_em ? UNTOUCHED : {}),
  });
  await recordEvent(tx, documento.id, origin, {
    acao: 'SIGNATARIO_CORRIGIDO',
    detalhe: { signatarioId: before.id, campos: Object.keys(body).sort() },
  });
  if (renewed) await renewLink(tx, deps, origin, documento, { ...next, status: 'PENDENTE' });
  await updateDocumento(tx, documento.id, {});
  if (isInProgress(documento.status)) await inviteWhoseTurn(tx, deps.tokens, documento);
  const after = await listSignatarios(tx, documento.id);
  await ensureHandedOutLinks(tx, deps.tokens, documento, after);
  return byId(after, before.id);
}

async function renewLink(
  tx: Tx,
  deps: DocumentosDeps,
  origin: Origin,
  documento: DocumentoRow,
  signatario: SignatarioRow,
): Promise<void> {
  const revoked = await revokeLinks(tx, [signatario.id], 'SUBSTITUIDO');
  await tx.sql`
    delete from fator_signatario
     where signatario_id = ${signatario.id}
       and organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}`;
  await tx.sql`
    update codigo_otp
       set encerrado_em = ${tx.now}
     where signatario_id = ${signatario.id} and encerrado_em is null
       and organizacao_id = ${tx.scope.organizacaoId} and ambiente = ${tx.scope.ambiente}`;
  if (revoked > 0) {
    await recordEvent(tx, documento.id, origin, {
      acao: 'LINK_SUBSTITUIDO',
      detalhe: { signatarioId: signatario.id, canal: signatario.metodo_entrega },
    });
  }
  if (signatario.convidado_em === null) return;
  if (signatario.metodo_entrega === 'LINK') {
    await updateSignatario(tx, signatario.id, { status: 'ENVIADO', enviado_em: tx.now });
  } else {
    await sendLink(tx, deps.tokens, documento, signatario);
  }
}

/**
 * Removes a signer who has not acted; the link dies at once and the signer's fields go along.
 * @throws 409 CONFLITO for who already acted, and after sending for the last one still missing
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
  transition(documento, 'REMOVER_SIGNATARIO', tx.now);
  if (!isPending(signatario)) throw conflict(fieldMessage('signerStays'));
  if (isInProgress(documento.status) && signatarios.filter(isPending).length === 1) {
    throw conflict(fieldMessage('signerLast'));
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
