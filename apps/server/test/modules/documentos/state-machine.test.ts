import {
  DOCUMENT_ACTS as ACTS,
  type DocumentAct as Act,
  DOCUMENT_STATUSES,
  isInProgress,
  type StatusDocumento,
  TRANSITIONS,
} from '@rubrica/contract';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/problem.ts';
import { isOpen, SITUATION, type Standing, statusAt, transition } from '../../../src/modules/documentos/estado.ts';

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
  CHANGE: '= # # # # # #',
  SEND: 'AGUARDANDO_ASSINATURAS ! ! ! ! ! !',
  RESEND: '! = = ! ! ! !',
  CANCEL: '! CANCELADO CANCELADO ! ! ! !',
  MOVE: '= = = = = = =',
  ADJUST: '! = = = = = =',
  ADJUST_DEADLINE: '! = = ! ! ! !',
  DELETE: '= ! ! ! = = =',
  CORRECT_SIGNER: '= = = ! ! ! !',
  REMOVE_SIGNER: '= = = ! ! ! !',
  SIGN: '! PARCIALMENTE_ASSINADO PARCIALMENTE_ASSINADO ! ! ! !',
  COMPLETE: '! ASSINADO ASSINADO ! ! ! !',
  REFUSE: '! RECUSADO RECUSADO ! ! ! !',
  EXPIRE: '! EXPIRADO EXPIRADO ! ! ! !',
};

const PAIRS = COLUMNS.flatMap((status, column) =>
  ACTS.map((act) => [status, act, TABLE[act].split(' ')[column] ?? ''] as const),
);
const NOW = new Date('2026-11-22T12:00:00Z');
const standing = (status: StatusDocumento, more: Partial<Standing> = {}): Standing => ({
  status,
  prazo_em: null,
  expira_em: null,
  assinado_por_todos_em: null,
  ...more,
});

const REFUSALS: Readonly<Record<string, string>> = { '!': 'CONFLITO', '#': 'DOCUMENTO_IMUTAVEL' };

describe('the state machine', () => {
  it('knows every state and act, and no other', () => {
    expect(Object.keys(TRANSITIONS)).toEqual(COLUMNS);
    expect([...DOCUMENT_STATUSES]).toEqual(COLUMNS);
    expect([...ACTS].sort()).toEqual(Object.keys(TABLE).sort());
    for (const row of Object.values(TRANSITIONS)) expect(Object.keys(row).sort()).toEqual([...ACTS].sort());
  });

  it.each(PAIRS)('%s + %s: %s', (status, act, outcome) => {
    const codigo = REFUSALS[outcome];
    if (codigo === undefined) {
      expect(transition(standing(status), act, NOW)).toBe(outcome === '=' ? status : outcome);
      return;
    }
    const refusal = (() => {
      try {
        return transition(standing(status), act, NOW);
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
      expect(next.filter((outcome) => !['DOCUMENTO_IMUTAVEL', 'SAME', 'CONFLITO'].includes(outcome))).toEqual([]);
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

describe('a deadline', () => {
  const late = new Date(NOW.getTime() - 1);
  const soon = new Date(NOW.getTime() + 1);

  it.each(['prazo_em', 'expira_em'] as const)('of %s counts from its very moment', (column) => {
    const at = (deadline: Date) => standing('PARCIALMENTE_ASSINADO', { [column]: deadline });
    expect([late, NOW, soon].map((deadline) => statusAt(at(deadline), NOW))).toEqual([
      'EXPIRADO',
      'EXPIRADO',
      'PARCIALMENTE_ASSINADO',
    ]);
    expect([late, NOW, soon].map((deadline) => isOpen(at(deadline), NOW))).toEqual([false, false, true]);
  });

  it('makes every act answer as it does once the document has expired', () => {
    const answer = (of: Standing, act: Act) => {
      try {
        return transition(of, act, NOW);
      } catch (error) {
        return String(error);
      }
    };
    for (const act of ACTS.filter((act) => act !== 'EXPIRE')) {
      const overdue = standing('AGUARDANDO_ASSINATURAS', { prazo_em: late });
      expect([act, answer(overdue, act)]).toEqual([act, answer(standing('EXPIRADO'), act)]);
    }
    expect(transition(standing('AGUARDANDO_ASSINATURAS', { prazo_em: late }), 'EXPIRE', NOW)).toBe('EXPIRADO');
  });

  it('is information only for a draft and for what has ended', () => {
    for (const status of ['RASCUNHO', 'ASSINADO', 'RECUSADO', 'CANCELADO'] as const) {
      expect(statusAt(standing(status, { prazo_em: late }), NOW)).toBe(status);
    }
  });
});

describe('a document that everybody has signed', () => {
  const signed = standing('PARCIALMENTE_ASSINADO', { prazo_em: NOW, assinado_por_todos_em: NOW });

  it('neither expires nor is open', () => {
    expect([statusAt(signed, NOW), isOpen(signed, NOW)]).toEqual(['PARCIALMENTE_ASSINADO', false]);
  });

  it('goes to ASSINADO and nowhere else', () => {
    expect(transition(signed, 'COMPLETE', NOW)).toBe('ASSINADO');
    expect(transition(signed, 'MOVE', NOW)).toBe('PARCIALMENTE_ASSINADO');
    expect(transition(signed, 'ADJUST', NOW)).toBe('PARCIALMENTE_ASSINADO');
    for (const act of ACTS.filter((act) => !['COMPLETE', 'MOVE', 'ADJUST'].includes(act))) {
      expect(() => transition(signed, act, NOW), act).toThrow(/409/);
    }
  });
});
