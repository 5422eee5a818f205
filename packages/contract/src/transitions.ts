import type { StatusDocumento } from './enums.ts';
import type { CodigoErro } from './errors.ts';

/** Every operation on a document that depends on its status. */
export const DOCUMENT_ACTS = [
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
export type DocumentAct = (typeof DOCUMENT_ACTS)[number];

export type ActOutcome =
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
} as const satisfies Record<DocumentAct, ActOutcome>;

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
} as const satisfies Record<DocumentAct, ActOutcome>;

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
} as const satisfies Record<DocumentAct, ActOutcome>;

/** The whole state machine: what each operation does to a document in each status. */
export const TRANSITIONS: Readonly<Record<StatusDocumento, Readonly<Record<DocumentAct, ActOutcome>>>> = {
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

/** Whether somebody may still sign in this status, unless everybody has. */
export function isInProgress(status: StatusDocumento): boolean {
  return status === 'AGUARDANDO_ASSINATURAS' || status === 'PARCIALMENTE_ASSINADO';
}

/**
 * What an operation does to a document: the one answer for the service, which refuses by it, and for its pages, which
 * offer by it.
 * @param signedByAll everybody has signed, and the document is in progress until it is sealed
 */
export function outcomeOf(status: StatusDocumento, act: DocumentAct, signedByAll: boolean): ActOutcome {
  return signedByAll && isInProgress(status) ? FULLY_SIGNED[act] : TRANSITIONS[status][act];
}
