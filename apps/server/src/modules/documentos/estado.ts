import {
  type DocumentAct,
  isInProgress,
  outcomeOf,
  type RuleName,
  rule,
  type SituacaoProcesso,
  type StatusDocumento,
} from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';
import type { DocumentoRow } from './rows.ts';

export { isInProgress };

const RULES = {
  RASCUNHO: 'isDraft',
  AGUARDANDO_ASSINATURAS: 'isInProgress',
  PARCIALMENTE_ASSINADO: 'isInProgress',
  ASSINADO: 'isComplete',
  RECUSADO: 'isDeclined',
  CANCELADO: 'isCancelled',
  EXPIRADO: 'isExpired',
} as const satisfies Record<StatusDocumento, RuleName>;

/** The columns of a document that determine its status. */
export type Standing = Pick<DocumentoRow, 'status' | 'prazo_em' | 'expira_em' | 'assinado_por_todos_em'>;

/**
 * The status at a moment: EXPIRADO from the exact moment of a deadline, whatever the sweep has done. Every operation of
 * signers and senders uses this and nothing else; code that only displays a document may show the stored status. A
 * fully signed document no longer expires.
 * @param now the time of the transaction that asks
 */
export function statusAt(documento: Standing, now: Date): StatusDocumento {
  const { status, prazo_em, expira_em, assinado_por_todos_em } = documento;
  const passed = [prazo_em, expira_em].some((deadline) => deadline !== null && deadline <= now);
  return passed && isInProgress(status) && assinado_por_todos_em === null ? 'EXPIRADO' : status;
}

/** Whether anyone may still sign, refuse or be asked to. */
export function isOpen(documento: Standing, now: Date): boolean {
  return isInProgress(statusAt(documento, now)) && documento.assinado_por_todos_em === null;
}

/** Whether a deadline has passed that has not been handled yet. */
export const isOverdue = (documento: Standing, now: Date): boolean => statusAt(documento, now) !== documento.status;

/**
 * The status after an operation at a moment.
 * @throws 409 DOCUMENTO_IMUTAVEL for content changes after sending, 409 CONFLITO for anything else the status forbids
 */
export function transition(documento: Standing, act: DocumentAct, now: Date): StatusDocumento {
  // Expiring is what a passed deadline requires, so it starts from the stored status.
  const status = act === 'EXPIRE' ? documento.status : statusAt(documento, now);
  const complete = isInProgress(status) && documento.assinado_por_todos_em !== null;
  const outcome = outcomeOf(status, act, complete);
  if (outcome === 'DOCUMENTO_IMUTAVEL') {
    throw new Problem('409 DOCUMENTO_IMUTAVEL', rule('contentFixed'));
  }
  if (outcome === 'CONFLITO') {
    throw new Problem('409 CONFLITO', rule(complete ? 'beingCompleted' : RULES[status]));
  }
  return outcome === 'SAME' ? status : outcome;
}

/** The status as shown by public validation. A draft is never shown to the public. */
export const SITUATION: Readonly<Record<Exclude<StatusDocumento, 'RASCUNHO'>, SituacaoProcesso>> = {
  AGUARDANDO_ASSINATURAS: 'EM_ANDAMENTO',
  PARCIALMENTE_ASSINADO: 'EM_ANDAMENTO',
  ASSINADO: 'CONCLUIDO',
  RECUSADO: 'RECUSADO',
  CANCELADO: 'CANCELADO',
  EXPIRADO: 'EXPIRADO',
};
