import { faultOf } from '../../../kit/api.ts';
import type { Chamadas, Done } from './calls.ts';
import type { Chave } from './key.ts';
import type { Line } from './lines.ts';

/** Lines on their way to becoming documents, one after another, in a screen's life or until they are stopped. */

export type Outcome =
  | { readonly estado: 'waiting' | 'doing' }
  /** Made before, and deleted since. */
  | { readonly estado: 'excluido' }
  | { readonly estado: 'criado' | 'enviado' | 'existed'; readonly documentoId: string }
  /** Made, and still a draft: what the service said to the sending. */
  | { readonly estado: 'naoEnviado'; readonly documentoId: string; readonly erro: unknown }
  | { readonly estado: 'recusado'; readonly erro: unknown };

export type Phase = 'running' | 'paused' | 'stopped' | 'fim';

export interface RoundState {
  readonly phase: Phase;
  /** In the order of the lines. */
  readonly results: readonly Outcome[];
  /** Until when it waits because the service asked for it or did not answer, in milliseconds of this clock. */
  readonly waitsUntil: number | null;
  /** Why it paused by itself: the next line would fare no better. */
  readonly because: unknown;
}

export interface Round {
  readonly snapshot: () => RoundState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly pause: () => void;
  readonly goOn: () => void;
  /** Ends it after the line that is under way. */
  readonly stop: () => void;
  /** Takes up again what was refused or not sent. */
  readonly repeat: () => void;
}

export interface Work {
  readonly linha: Line;
  readonly chave: () => Promise<Chave>;
}

/** Waits between attempts where the service is down or the connection is broken; then it pauses and says so. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000];

/** Refusals that hold for every line: no right to create, a template or folder that is gone; the allowance used up. */
const FOR_ALL = { recusado: [403, 404], naoEnviado: [402] } as const;

function holdsForAll(resultado: Outcome): resultado is Outcome & { readonly erro: unknown } {
  if (resultado.estado !== 'recusado' && resultado.estado !== 'naoEnviado') return false;
  const fault = faultOf(resultado.erro);
  const all: readonly number[] = FOR_ALL[resultado.estado];
  return fault.kind === 'refused' && all.includes(fault.error.status);
}

const isSettled = ({ estado }: Outcome) => estado !== 'waiting' && estado !== 'doing';

/** What patience asks of a run, and tells it. */
interface Course {
  readonly runs: () => boolean;
  readonly waiting: (until: number | null) => void;
  readonly giveUp: (because: unknown) => void;
}

type Patiently = <T>(call: () => Promise<T>) => Promise<T | null>;

/**
 * Calls until there is an answer, waiting as long as the service asks for, or longer each time where it does not answer
 * at all. A refusal is an answer, and thrown; null is where the run was paused, or gave up, meanwhile.
 */
function createPatience({ runs, waiting, giveUp }: Course): { patiently: Patiently; wake: () => void } {
  let wake = () => {};
  async function rest(ms: number): Promise<void> {
    waiting(Date.now() + ms);
    await new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
    waiting(null);
  }
  async function patiently<T>(call: () => Promise<T>): Promise<T | null> {
    for (let failures = 0; ; ) {
      try {
        return await call();
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind === 'refused') throw error;
        const asked = fault.kind === 'offline' ? 0 : fault.seconds * 1_000;
        const wait = fault.kind === 'limit' ? 0 : WAITS_MS[failures++];
        if (wait === undefined) {
          giveUp(error);
          return null;
        }
        await rest(Math.max(wait, asked));
        if (!runs()) return null;
      }
    }
  }
  return { patiently, wake: () => wake() };
}

/** Makes one line's document. @returns null where it was paused meanwhile */
async function make(
  { linha, chave }: Work,
  chamadas: Chamadas,
  enviar: boolean,
  patiently: Patiently,
): Promise<Outcome | null> {
  const keys = await chave();
  let made: Done | null;
  try {
    made = await patiently(() => chamadas.criar(linha, keys));
  } catch (erro) {
    return { estado: 'recusado', erro };
  }
  if (!made) return null;
  if (made === 'excluido') return { estado: 'excluido' };
  const { documentoId, fresh, rascunho } = made;
  if (!enviar || !rascunho) return { estado: fresh ? 'criado' : 'existed', documentoId };
  try {
    const sent = await patiently(() => chamadas.enviar(documentoId, keys));
    return sent && { estado: 'enviado', documentoId };
  } catch (erro) {
    return { estado: 'naoEnviado', documentoId, erro };
  }
}

/** Begins at once. @param enviar whether documents are sent as soon as they are made */
export function createRound(works: readonly Work[], chamadas: Chamadas, enviar: boolean): Round {
  const listeners = new Set<() => void>();
  let busy = false;
  let now: RoundState = {
    phase: 'running',
    results: works.map(() => ({ estado: 'waiting' })),
    waitsUntil: null,
    because: null,
  };
  const set = (change: Partial<RoundState>) => {
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  };
  const put = (index: number, resultado: Outcome, change: Partial<RoundState> = {}) =>
    set({ ...change, results: now.results.with(index, resultado) });
  const runs = () => now.phase === 'running';
  const { patiently, wake } = createPatience({
    runs,
    waiting: (waitsUntil) => set({ waitsUntil }),
    giveUp: (because) => set({ phase: 'paused', because }),
  });

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (runs()) {
      const index = now.results.findIndex(({ estado }) => estado === 'waiting');
      const work = works[index];
      if (!work) {
        set({ phase: 'fim' });
        break;
      }
      put(index, { estado: 'doing' });
      const resultado = (await make(work, chamadas, enviar, patiently)) ?? { estado: 'waiting' };
      put(index, resultado, runs() && holdsForAll(resultado) ? { phase: 'paused', because: resultado.erro } : {});
    }
    busy = false;
  }

  const halt = (phase: 'paused' | 'stopped') => () => {
    if (now.phase === 'fim' || now.phase === 'stopped') return;
    set({ phase });
    wake();
  };
  const go = () => {
    set({ phase: 'running', because: null });
    void pump();
  };
  queueMicrotask(() => void pump());

  return {
    snapshot: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause: halt('paused'),
    stop: halt('stopped'),
    goOn: () => now.phase === 'paused' && go(),
    repeat() {
      if (now.phase === 'running') return;
      const again = ({ estado }: Outcome) => estado === 'recusado' || estado === 'naoEnviado';
      set({ results: now.results.map((one) => (again(one) ? { estado: 'waiting' } : one)) });
      go();
    },
  };
}

/** How many lines came to what. */
export function tally(results: readonly Outcome[]): ReadonlyMap<Outcome['estado'], number> {
  const counts = new Map<Outcome['estado'], number>();
  for (const { estado } of results) counts.set(estado, (counts.get(estado) ?? 0) + 1);
  return counts;
}

/** How many are over, however they ended. */
export const doneOnes = (results: readonly Outcome[]): number => results.filter(isSettled).length;
