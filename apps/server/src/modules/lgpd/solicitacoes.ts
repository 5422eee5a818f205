import { randomUUID } from 'node:crypto';
import {
  DATA_DELETION_GRACE_MS,
  DATA_REQUEST_LEGAL_MS,
  type DecisaoLgpdEntrada,
  rule,
  type SolicitacaoLgpdEntrada,
} from '@rubrica/contract';
import { digitsOf } from '@rubrica/contract/brazil';
import { conflict, found, refuseInvalid } from '../../core/problem.ts';
import { recordSecurityEvent, type SecurityEventKind } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import type { Caller } from './politicas.ts';
import { isOpen } from './present.ts';
import { QUEUES } from './queues.ts';
import { solicitacaoProblems } from './rules.ts';
import { insertSolicitacao, lockSolicitacao, type SolicitacaoRow, updateSolicitacao } from './store.ts';

/**
 * Opens a data subject's request, to be answered within fifteen days (LGPD art. 19 II). For access and export, a job
 * that commits with the request gathers the data; for a deletion, the grace period starts.
 * @throws 400 for an invalid CPF
 */
export async function criarSolicitacao(
  tx: Tx,
  caller: Caller,
  entrada: SolicitacaoLgpdEntrada,
): Promise<SolicitacaoRow> {
  refuseInvalid(solicitacaoProblems(entrada));
  const { tipo, titular } = entrada;
  const eliminacao = tipo === 'ELIMINACAO';
  const row = await insertSolicitacao(tx, {
    id: randomUUID(),
    tipo,
    estado: eliminacao ? 'EM_CARENCIA' : 'ABERTA',
    titular_nome: titular.nome.trim(),
    titular_email: titular.email.trim(),
    titular_cpf: titular.cpf === undefined ? null : digitsOf(titular.cpf),
    descricao: entrada.descricao ?? null,
    prazo_legal_em: new Date(tx.now.getTime() + DATA_REQUEST_LEGAL_MS),
    carencia_ate: eliminacao ? new Date(tx.now.getTime() + DATA_DELETION_GRACE_MS) : null,
    criada_em: tx.now,
    criada_por: caller.actor.membroId,
  });
  if (tipo === 'ACESSO' || tipo === 'EXPORTACAO') {
    const { organizacaoId, ambiente } = tx.scope;
    await tx.enqueue(QUEUES.GATHER_DATA, { organizacaoId, ambiente, id: row.id }, { singletonKey: row.id });
  }
  await note(tx, 'SOLICITACAO_LGPD_ABERTA', caller, row);
  return row;
}

/**
 * Confirms or refuses a request. A confirmed deletion waits for the end of its grace period; a confirmed correction is
 * finished.
 * @throws 404; 409 CONFLITO if it has ended, is already confirmed, or is of a kind that needs no confirmation
 */
export async function decidirSolicitacao(
  tx: Tx,
  caller: Caller,
  id: string,
  { decisao, motivo }: DecisaoLgpdEntrada,
  authorize: () => void,
): Promise<SolicitacaoRow> {
  const row = found(await lockSolicitacao(tx, id));
  authorize();
  if (!isOpen(row)) throw conflict(rule('requestClosed'));
  if (decisao === 'RECUSAR') {
    const refused = await updateSolicitacao(tx, id, {
      estado: 'RECUSADA',
      encerrada_em: tx.now,
      motivo_recusa: motivo ?? null,
    });
    await note(tx, 'SOLICITACAO_LGPD_RECUSADA', caller, row);
    return refused;
  }
  if (row.tipo === 'ACESSO' || row.tipo === 'EXPORTACAO') {
    throw conflict(rule('requestRuns'));
  }
  if (row.confirmada_em) throw conflict(rule('erasureConfirmed'));
  await note(tx, 'SOLICITACAO_LGPD_CONFIRMADA', caller, row);
  if (row.tipo === 'CORRECAO') return updateSolicitacao(tx, id, { estado: 'ATENDIDA', encerrada_em: tx.now });
  return updateSolicitacao(tx, id, { confirmada_em: tx.now, confirmada_por: caller.actor.membroId });
}

function note(tx: Tx, tipo: SecurityEventKind, caller: Caller, row: SolicitacaoRow): Promise<void> {
  return recordSecurityEvent(
    tx.sql,
    {
      tipo,
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: caller.requestId,
      ip: caller.ip,
      detalhe: {
        ambiente: tx.scope.ambiente,
        solicitacaoId: row.id,
        tipo: row.tipo,
        membroId: caller.actor.membroId,
        credencialId: caller.actor.credencialId,
      },
    },
    tx.realNow,
  );
}
