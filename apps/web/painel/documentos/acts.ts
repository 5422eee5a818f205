import type { DocumentoResumo, OperationId } from '@rubrica/contract';
import type { IconName } from '../parts/icon.tsx';
import { allows, stoppedShort } from './state.ts';

/** What can be done with a document, for whatever offers it: its page, the row menu of a list, the search. */
interface Row {
  readonly iconName: IconName;
  readonly operacao: OperationId;
  /** Whose document it takes: an OPERADOR changes only its own, and makes something of anybody's. */
  readonly whose: 'own' | 'any';
  /** In which state it does something. */
  readonly possible: (documento: DocumentoResumo) => boolean;
}

/** What is under way can be cancelled, and what stopped short of its end is over: both can be sent again, corrected. */
const isCorrectable = (documento: DocumentoResumo): boolean =>
  allows('CANCEL', documento) || stoppedShort(documento.status);

/** Every action, in the order of the menus. Its name is that of its text, `pagina.actions`. */
export const DOCUMENT_ACTIONS = {
  prepare: {
    iconName: 'edit',
    operacao: 'alterarDocumento',
    whose: 'own',
    possible: (documento) => allows('CHANGE', documento),
  },
  reenviar: {
    iconName: 'resend',
    operacao: 'reenviarDocumento',
    whose: 'own',
    possible: (documento) => allows('RESEND', documento),
  },
  corrigir: { iconName: 'edit', operacao: 'cancelarDocumento', whose: 'own', possible: isCorrectable },
  ajustar: {
    iconName: 'clock',
    operacao: 'ajustarDocumento',
    whose: 'own',
    possible: (documento) => allows('ADJUST_DEADLINE', documento),
  },
  /** What is left to adjust once nobody signs any more. */
  descrever: {
    iconName: 'edit',
    operacao: 'ajustarDocumento',
    whose: 'own',
    possible: (documento) => allows('ADJUST', documento) && !allows('ADJUST_DEADLINE', documento),
  },
  copy: { iconName: 'copy', operacao: 'duplicarDocumento', whose: 'any', possible: () => true },
  modelo: { iconName: 'modelo', operacao: 'criarModeloDeDocumento', whose: 'any', possible: () => true },
  mover: {
    iconName: 'move',
    operacao: 'moverDocumento',
    whose: 'own',
    possible: (documento) => allows('MOVE', documento),
  },
  cancelar: {
    iconName: 'cancel',
    operacao: 'cancelarDocumento',
    whose: 'own',
    possible: (documento) => allows('CANCEL', documento),
  },
  excluir: {
    iconName: 'bin',
    operacao: 'excluirDocumento',
    whose: 'own',
    possible: (documento) => allows('DELETE', documento),
  },
} as const satisfies Record<string, Row>;

export type DocumentAction = keyof typeof DOCUMENT_ACTIONS;
export const DOCUMENT_ACTION_NAMES = Object.keys(DOCUMENT_ACTIONS) as readonly DocumentAction[];

/** What somebody's role reaches; `useIsAllowed` answers it. */
interface Reach {
  readonly isAllowed: (operacao: OperationId) => boolean;
  readonly mayIn: (operacao: OperationId, documento: DocumentoResumo) => boolean;
}

/** Whether an action is offered on a document: possible in its state, and within the person's role. */
export function isOffered(name: DocumentAction, documento: DocumentoResumo, { isAllowed, mayIn }: Reach): boolean {
  const { operacao, whose, possible }: Row = DOCUMENT_ACTIONS[name];
  return possible(documento) && (whose === 'any' ? isAllowed(operacao) : mayIn(operacao, documento));
}

/** The actions to offer on a document, in the table's order. */
export const actionsOn = (documento: DocumentoResumo, reach: Reach): readonly DocumentAction[] =>
  DOCUMENT_ACTION_NAMES.filter((name) => isOffered(name, documento, reach));
