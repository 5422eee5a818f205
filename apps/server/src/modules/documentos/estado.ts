import {
  type CodigoErro,
  type FieldRule,
  fieldMessage,
  type SituacaoProcesso,
  type StatusDocumento,
} from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';

/** Everything that can be asked of a document and depends on where it stands. */
export const ACTS = [
  'ALTERAR',
  'ENVIAR',
  'REENVIAR',
  'CANCELAR',
  'MOVER',
  'EXCLUIR',
  'CORRIGIR_SIGNATARIO',
  'REMOVER_SIGNATARIO',
  'ASSINAR',
  'CONCLUIR',
  'RECUSAR',
  'EXPIRAR',
] as const;
export type Act = (typeof ACTS)[number];

type Outcome =
  /** Allowed; the document goes to this status, or stays where it is. */
  | StatusDocumento
  | 'MESMO'
  /** Refused with this code. */
  | Extract<CodigoErro, 'CONFLITO' | 'DOCUMENTO_IMUTAVEL'>;

const IN_PROGRESS = {
  ALTERAR: 'DOCUMENTO_IMUTAVEL',
  ENVIAR: 'CONFLITO',
  REENVIAR: 'MESMO',
  CANCELAR: 'CANCELADO',
  MOVER: 'MESMO',
  EXCLUIR: 'CONFLITO',
  CORRIGIR_SIGNATARIO: 'MESMO',
  REMOVER_SIGNATARIO: 'MESMO',
  ASSINAR: 'PARCIALMENTE_ASSINADO',
  CONCLUIR: 'ASSINADO',
  RECUSAR: 'RECUSADO',
  EXPIRAR: 'EXPIRADO',
} as const satisfies Record<Act, Outcome>;

const FINISHED = {
  ALTERAR: 'DOCUMENTO_IMUTAVEL',
  ENVIAR: 'CONFLITO',
  REENVIAR: 'CONFLITO',
  CANCELAR: 'CONFLITO',
  MOVER: 'MESMO',
  EXCLUIR: 'MESMO',
  CORRIGIR_SIGNATARIO: 'CONFLITO',
  REMOVER_SIGNATARIO: 'CONFLITO',
  ASSINAR: 'CONFLITO',
  CONCLUIR: 'CONFLITO',
  RECUSAR: 'CONFLITO',
  EXPIRAR: 'CONFLITO',
} as const satisfies Record<Act, Outcome>;

/** The whole state machine: what each act does to a document of each status. */
export const TRANSITIONS: Readonly<Record<StatusDocumento, Readonly<Record<Act, Outcome>>>> = {
  RASCUNHO: {
    ALTERAR: 'MESMO',
    ENVIAR: 'AGUARDANDO_ASSINATURAS',
    REENVIAR: 'CONFLITO',
    CANCELAR: 'CONFLITO',
    MOVER: 'MESMO',
    EXCLUIR: 'MESMO',
    CORRIGIR_SIGNATARIO: 'MESMO',
    REMOVER_SIGNATARIO: 'MESMO',
    ASSINAR: 'CONFLITO',
    CONCLUIR: 'CONFLITO',
    RECUSAR: 'CONFLITO',
    EXPIRAR: 'CONFLITO',
  },
  AGUARDANDO_ASSINATURAS: IN_PROGRESS,
  PARCIALMENTE_ASSINADO: IN_PROGRESS,
  ASSINADO: { ...FINISHED, EXCLUIR: 'CONFLITO' },
  RECUSADO: FINISHED,
  CANCELADO: FINISHED,
  EXPIRADO: FINISHED,
};

const RULES: Readonly<Record<StatusDocumento, FieldRule>> = {
  RASCUNHO: 'isDraft',
  AGUARDANDO_ASSINATURAS: 'isInProgress',
  PARCIALMENTE_ASSINADO: 'isInProgress',
  ASSINADO: 'isComplete',
  RECUSADO: 'isDeclined',
  CANCELADO: 'isCancelled',
  EXPIRADO: 'isExpired',
};

/**
 * The status after an act.
 * @throws 409 DOCUMENTO_IMUTAVEL for content changes after sending, 409 CONFLITO for anything else the status forbids.
 */
export function transition(status: StatusDocumento, act: Act): StatusDocumento {
  const outcome = TRANSITIONS[status][act];
  if (outcome === 'DOCUMENTO_IMUTAVEL') {
    throw new Problem('409 DOCUMENTO_IMUTAVEL', fieldMessage('contentFixed'));
  }
  if (outcome === 'CONFLITO') {
    throw new Problem('409 CONFLITO', fieldMessage(RULES[status]));
  }
  return outcome === 'MESMO' ? status : outcome;
}

export function isInProgress(status: StatusDocumento): boolean {
  return status === 'AGUARDANDO_ASSINATURAS' || status === 'PARCIALMENTE_ASSINADO';
}

/** Where the process stands, as public validation tells it. A draft is never shown to the public. */
export const SITUATION: Readonly<Record<Exclude<StatusDocumento, 'RASCUNHO'>, SituacaoProcesso>> = {
  AGUARDANDO_ASSINATURAS: 'EM_ANDAMENTO',
  PARCIALMENTE_ASSINADO: 'EM_ANDAMENTO',
  ASSINADO: 'CONCLUIDO',
  RECUSADO: 'RECUSADO',
  CANCELADO: 'CANCELADO',
  EXPIRADO: 'EXPIRADO',
};
