import type { ResultadoValidacao } from '@rubrica/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Fault, faultOf } from '../../kit/api.ts';
import { usePage } from '../context.tsx';
import type { Presented } from '../file.ts';

/** How reading a file went, before anything is asked. */
export interface Reading {
  /** The file being read, by name. */
  readonly busy: string | null;
  readonly remark: string | null;
}

/** What is asked. At least one of the three. */
export interface Question {
  /** Of the sandbox, whose documents are on a record of their own. */
  readonly teste: boolean;
  readonly codigo?: string | undefined;
  /** What a QR code said, where the code came from one. */
  readonly qr?: string | undefined;
  readonly arquivo?: Presented | undefined;
  /** The code that was shown before a file came with its own. */
  readonly before?: string | undefined;
}

export interface Answer {
  readonly question: Question;
  readonly result: ResultadoValidacao;
}

export interface Consultation {
  readonly asking: Question | null;
  readonly answer: Answer | null;
  readonly fault: Fault | null;
  /** When a question beyond the limit is asked again, in milliseconds of this device's clock. */
  readonly againAt: number | null;
}

const NONE: Consultation = { asking: null, answer: null, fault: null, againAt: null };

/**
 * One question at a time; a newer one takes the place of what is under way. Beyond the limit it waits as long as the
 * service says and asks again; what it was asked is never lost.
 */
export function useConsultation() {
  const { client } = usePage();
  const [state, set] = useState<Consultation>(NONE);
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const ask = useCallback(
    async (question: Question): Promise<void> => {
      turn.current += 1;
      const mine = turn.current;
      clearTimeout(timer.current);
      set((before) => ({ ...before, asking: question, fault: null, againAt: null }));
      try {
        const consult = question.teste ? client.consultarValidacaoSandbox : client.consultarValidacao;
        const result = await consult({
          body: {
            ...(question.qr ? { qrCode: question.qr } : question.codigo ? { codigo: question.codigo } : {}),
            ...(question.arquivo ? { hashArquivo: question.arquivo.hash } : {}),
          },
        });
        if (mine === turn.current) set({ ...NONE, answer: { question, result } });
      } catch (error) {
        if (mine !== turn.current) return;
        const fault = faultOf(error);
        const wait = fault.kind === 'limit' ? fault.seconds * 1000 : null;
        set((before) => ({ ...before, fault, againAt: wait === null ? null : Date.now() + wait }));
        if (wait !== null) timer.current = setTimeout(() => void ask(question), wait);
      }
    },
    [client],
  );
  const reset = useCallback(() => {
    turn.current += 1;
    clearTimeout(timer.current);
    set(NONE);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { ...state, ask, reset };
}
