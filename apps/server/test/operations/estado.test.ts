import { STATUS_DOCUMENTO, type StatusDocumento } from '@rubrica/contract';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import {
  ACTS,
  type Act,
  isInProgress,
  SITUATION,
  TRANSITIONS,
  transition,
} from '../../src/modules/documentos/estado.ts';

/**
 * The states and transitions of the contract, typed in by hand: rows are acts, columns the seven states in the
 * contract's order. `=` stays, `!` is 409 CONFLITO, `#` is 409 DOCUMENTO_IMUTAVEL, a word is the next state.
 */
const COLUMNS: readonly StatusDocumento[] = [
  'RASCUNHO',
  'AGUARDANDO_ASSINATURAS',
  'PARCIALMENTE_ASSINADO',
  'ASSINADO',
  'RECUSADO',
  'CANCELADO',
  'EXPIRADO',
];
const TABLE: Readonly<Record<Act, string>> = {
  ALTERAR: '= # # # # # #',
  ENVIAR: 'AGUARDANDO_ASSINATURAS ! ! ! ! ! !',
  REENVIAR: '! = = ! ! ! !',
  CANCELAR: '! CANCELADO CANCELADO ! ! ! !',
  MOVER: '= = = = = = =',
  EXCLUIR: '= ! ! ! = = =',
  CORRIGIR_SIGNATARIO: '= = = ! ! ! !',
  REMOVER_SIGNATARIO: '= = = ! ! ! !',
  ASSINAR: '! PARCIALMENTE_ASSINADO PARCIALMENTE_ASSINADO ! ! ! !',
  CONCLUIR: '! ASSINADO ASSINADO ! ! ! !',
  RECUSAR: '! RECUSADO RECUSADO ! ! ! !',
  EXPIRAR: '! EXPIRADO EXPIRADO ! ! ! !',
};

const PAIRS = COLUMNS.flatMap((status, column) =>
  ACTS.map((act) => [status, act, TABLE[act].split(' ')[column] ?? ''] as const),
);
const REFUSALS: Readonly<Record<string, string>> = { '!': 'CONFLITO', '#': 'DOCUMENTO_IMUTAVEL' };

describe('the state machine', () => {
  it('knows every state and act, and no other', () => {
    expect(Object.keys(TRANSITIONS)).toEqual(COLUMNS);
    expect([...STATUS_DOCUMENTO]).toEqual(COLUMNS);
    expect([...ACTS].sort()).toEqual(Object.keys(TABLE).sort());
    for (const row of Object.values(TRANSITIONS)) expect(Object.keys(row).sort()).toEqual([...ACTS].sort());
  });

  it.each(PAIRS)('%s + %s: %s', (status, act, outcome) => {
    const codigo = REFUSALS[outcome];
    if (codigo === undefined) {
      expect(transition(status, act)).toBe(outcome === '=' ? status : outcome);
      return;
    }
    const refusal = (() => {
      try {
        return transition(status, act);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({ status: 409, codigo });
  });

  it('leaves a final state by no act', () => {
    for (const status of ['ASSINADO', 'RECUSADO', 'CANCELADO', 'EXPIRADO'] as const) {
      const next = ACTS.map((act) => TRANSITIONS[status][act]).filter((outcome) => /^[A-Z]+_|DO$/.test(outcome));
      expect(next.filter((outcome) => !['DOCUMENTO_IMUTAVEL', 'MESMO', 'CONFLITO'].includes(outcome))).toEqual([]);
    }
  });

  it('is in progress in two states, and tells the public where each stands', () => {
    expect(COLUMNS.filter(isInProgress)).toEqual(['AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO']);
    expect(SITUATION).toEqual({
      AGUARDANDO_ASSINATURAS: 'EM_ANDAMENTO',
      PARCIALMENTE_ASSINADO: 'EM_ANDAMENTO',
      ASSINADO: 'CONCLUIDO',
      RECUSADO: 'RECUSADO',
      CANCELADO: 'CANCELADO',
      EXPIRADO: 'EXPIRADO',
    });
  });
});
