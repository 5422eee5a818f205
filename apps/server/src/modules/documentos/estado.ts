import { type CodigoErro, type RuleName, rule, type SituacaoProcesso, type StatusDocumento } from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';
import type { DocumentoRow } from './rows.ts';

/** Every operation on a document that depends on its status. */
export const ACTS = [
  'CHANGE',
  'SEND',
  'RESEND',
  'CANCEL',
  'MOVE',
  'ADJUST',
  'ADJUST_DEADLINE',
  'DELETE',
  'CORRECT_SIGNER',
  'REMOVE_SIGNER',
  'SIGN',
  'COMPLETE',
  'REFUSE',
  'EXPIRE',
] as const;
export type Act = (typeof ACTS)[number];

type Outcome =
  /** Allowed; the document changes to this status, or keeps its own. */
  | StatusDocumento
  | 'SAME'
  /** Refused with this code. */
  | Extract<CodigoErro, 'CONFLITO' | 'DOCUMENTO_IMUTAVEL'>;

const IN_PROGRESS = {
  CHANGE: 'DOCUMENTO_IMUTAVEL',
  SEND: 'CONFLITO',
  RESEND: 'SAME',
  CANCEL: 'CANCELADO',
  MOVE: 'SAME',
  ADJUST: 'SAME',
  ADJUST_DEADLINE: 'SAME',
  DELETE: 'CONFLITO',
  CORRECT_SIGNER: 'SAME',
  REMOVE_SIGNER: 'SAME',
  SIGN: 'PARCIALMENTE_ASSINADO',
  COMPLETE: 'ASSINADO',
  REFUSE: 'RECUSADO',
  EXPIRE: 'EXPIRADO',
} as const satisfies Record<Act, Outcome>;

/** Everyone has signed and only sealing remains: from here the document can only become ASSINADO. */
const FULLY_SIGNED = {
  ...IN_PROGRESS,
  RESEND: 'CONFLITO',
  CANCEL: 'CONFLITO',
  ADJUST_DEADLINE: 'CONFLITO',
  CORRECT_SIGNER: 'CONFLITO',
  REMOVE_SIGNER: 'CONFLITO',
  SIGN: 'CONFLITO',
  REFUSE: 'CONFLITO',
  EXPIRE: 'CONFLITO',
} as const satisfies Record<Act, Outcome>;

const FINISHED = {
  CHANGE: 'DOCUMENTO_IMUTAVEL',
  SEND: 'CONFLITO',
  RESEND: 'CONFLITO',
  CANCEL: 'CONFLITO',
  MOVE: 'SAME',
  ADJUST: 'SAME',
  ADJUST_DEADLINE: 'CONFLITO',
  DELETE: 'SAME',
  CORRECT_SIGNER: 'CONFLITO',
  REMOVE_SIGNER: 'CONFLITO',
  SIGN: 'CONFLITO',
  COMPLETE: 'CONFLITO',
  REFUSE: 'CONFLITO',
  EXPIRE: 'CONFLITO',
} as const satisfies Record<Act, Outcome>;

/** The whole state machine: what each operation does to a document in each status. */
export const TRANSITIONS: Readonly<Record<StatusDocumento, Readonly<Record<Act, Outcome>>>> = {
  RASCUNHO: {
    CHANGE: 'SAME',
    SEND: 'AGUARDANDO_ASSINATURAS',
    RESEND: 'CONFLITO',
    CANCEL: 'CONFLITO',
    MOVE: 'SAME',
    ADJUST: 'CONFLITO',
    ADJUST_DEADLINE: 'CONFLITO',
    DELETE: 'SAME',
    CORRECT_SIGNER: 'SAME',
    REMOVE_SIGNER: 'SAME',
    SIGN: 'CONFLITO',
    COMPLETE: 'CONFLITO',
    REFUSE: 'CONFLITO',
    EXPIRE: 'CONFLITO',
  },
  AGUARDANDO_ASSINATURAS: IN_PROGRESS,
  PARCIALMENTE_ASSINADO: IN_PROGRESS,
  ASSINADO: { ...FINISHED, DELETE: 'CONFLITO' },
  RECUSADO: FINISHED,
  CANCELADO: FINISHED,
  EXPIRADO: FINISHED,
};

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

export function isInProgress(status: StatusDocumento): boolean {
  return status === 'AGUARDANDO_ASSINATURAS' || status === 'PARCIALMENTE_ASSINADO';
}

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
export function transition(documento: Standing, act: Act, now: Date): StatusDocumento {
  // Expiring is what a passed deadline requires, so it starts from the stored status.
  const status = act === 'EXPIRE' ? documento.status : statusAt(documento, now);
  const complete = isInProgress(status) && documento.assinado_por_todos_em !== null;
  const outcome: Outcome = complete ? FULLY_SIGNED[act] : TRANSITIONS[status][act];
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
