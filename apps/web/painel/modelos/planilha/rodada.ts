import { faultOf } from '../../../kit/api.ts';
import type { Chamadas, Feito } from './chamadas.ts';
import type { Chave } from './chave.ts';
import type { Linha } from './linhas.ts';

/** Lines on their way to becoming documents, one after another, in a screen's life or until they are stopped. */

export type Resultado =
  | { readonly estado: 'esperando' | 'fazendo' }
  /** Made before, and deleted since. */
  | { readonly estado: 'excluido' }
  | { readonly estado: 'criado' | 'enviado' | 'existia'; readonly documentoId: string }
  /** Made, and still a draft: what the service said to the sending. */
  | { readonly estado: 'naoEnviado'; readonly documentoId: string; readonly erro: unknown }
  | { readonly estado: 'recusado'; readonly erro: unknown };

export type Fase = 'correndo' | 'pausada' | 'parada' | 'fim';

export interface Andamento {
  readonly fase: Fase;
  /** In the order of the lines. */
  readonly resultados: readonly Resultado[];
  /** Until when it waits because the service asked for it or did not answer, in milliseconds of this clock. */
  readonly esperaAte: number | null;
  /** Why it paused by itself: nothing better would come of the next line. */
  readonly porque: unknown;
}

export interface Rodada {
  readonly snapshot: () => Andamento;
  readonly subscribe: (listener: () => void) => () => void;
  readonly pausar: () => void;
  readonly continuar: () => void;
  /** Ends it after the line that is under way. */
  readonly parar: () => void;
  /** Takes up again what was refused or not sent. */
  readonly repetir: () => void;
}

export interface Trabalho {
  readonly linha: Linha;
  readonly chave: () => Promise<Chave>;
}

/** Waits between attempts where the service is down or the line is broken; then it pauses and says so. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000];

/** Refusals that hold for every line: no right to create, a template or folder that is gone; the allowance used up. */
const FOR_ALL = { recusado: [403, 404], naoEnviado: [402] } as const;

function holdsForAll(resultado: Resultado): resultado is Resultado & { readonly erro: unknown } {
  if (resultado.estado !== 'recusado' && resultado.estado !== 'naoEnviado') return false;
  const fault = faultOf(resultado.erro);
  const all: readonly number[] = FOR_ALL[resultado.estado];
  return fault.kind === 'refused' && all.includes(fault.error.status);
}

const isSettled = ({ estado }: Resultado) => estado !== 'esperando' && estado !== 'fazendo';

/** What patience asks of a run, and tells it. */
interface Course {
  readonly runs: () => boolean;
  readonly esperando: (until: number | null) => void;
  readonly desistir: (porque: unknown) => void;
}

type Patiently = <T>(call: () => Promise<T>) => Promise<T | null>;

/**
 * Calls until there is an answer, waiting as long as the service asks for, or longer each time where it does not answer
 * at all. A refusal is an answer, and thrown; null is where the run was paused, or gave up, meanwhile.
 */
function createPatience({ runs, esperando, desistir }: Course): { patiently: Patiently; wake: () => void } {
  let wake = () => {};
  async function rest(ms: number): Promise<void> {
    esperando(Date.now() + ms);
    await new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
    esperando(null);
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
          desistir(error);
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
  { linha, chave }: Trabalho,
  chamadas: Chamadas,
  enviar: boolean,
  patiently: Patiently,
): Promise<Resultado | null> {
  const keys = await chave();
  let made: Feito | null;
  try {
    made = await patiently(() => chamadas.criar(linha, keys));
  } catch (erro) {
    return { estado: 'recusado', erro };
  }
  if (!made) return null;
  if (made === 'excluido') return { estado: 'excluido' };
  const { documentoId, novo, rascunho } = made;
  if (!enviar || !rascunho) return { estado: novo ? 'criado' : 'existia', documentoId };
  try {
    const sent = await patiently(() => chamadas.enviar(documentoId, keys));
    return sent && { estado: 'enviado', documentoId };
  } catch (erro) {
    return { estado: 'naoEnviado', documentoId, erro };
  }
}

/** Begins at once. @param enviar whether documents are sent as soon as they are made */
export function createRodada(trabalhos: readonly Trabalho[], chamadas: Chamadas, enviar: boolean): Rodada {
  const listeners = new Set<() => void>();
  let busy = false;
  let now: Andamento = {
    fase: 'correndo',
    resultados: trabalhos.map(() => ({ estado: 'esperando' })),
    esperaAte: null,
    porque: null,
  };
  const set = (change: Partial<Andamento>) => {
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  };
  const put = (index: number, resultado: Resultado, change: Partial<Andamento> = {}) =>
    set({ ...change, resultados: now.resultados.with(index, resultado) });
  const runs = () => now.fase === 'correndo';
  const { patiently, wake } = createPatience({
    runs,
    esperando: (esperaAte) => set({ esperaAte }),
    desistir: (porque) => set({ fase: 'pausada', porque }),
  });

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (runs()) {
      const index = now.resultados.findIndex(({ estado }) => estado === 'esperando');
      const trabalho = trabalhos[index];
      if (!trabalho) {
        set({ fase: 'fim' });
        break;
      }
      put(index, { estado: 'fazendo' });
      const resultado = (await make(trabalho, chamadas, enviar, patiently)) ?? { estado: 'esperando' };
      put(index, resultado, runs() && holdsForAll(resultado) ? { fase: 'pausada', porque: resultado.erro } : {});
    }
    busy = false;
  }

  const halt = (fase: 'pausada' | 'parada') => () => {
    if (now.fase === 'fim' || now.fase === 'parada') return;
    set({ fase });
    wake();
  };
  const go = () => {
    set({ fase: 'correndo', porque: null });
    void pump();
  };
  queueMicrotask(() => void pump());

  return {
    snapshot: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pausar: halt('pausada'),
    parar: halt('parada'),
    continuar: () => now.fase === 'pausada' && go(),
    repetir() {
      if (now.fase === 'correndo') return;
      const again = ({ estado }: Resultado) => estado === 'recusado' || estado === 'naoEnviado';
      set({ resultados: now.resultados.map((one) => (again(one) ? { estado: 'esperando' } : one)) });
      go();
    },
  };
}

/** How many lines came to what. */
export function contagem(resultados: readonly Resultado[]): ReadonlyMap<Resultado['estado'], number> {
  const counts = new Map<Resultado['estado'], number>();
  for (const { estado } of resultados) counts.set(estado, (counts.get(estado) ?? 0) + 1);
  return counts;
}

/** How many are over, however they ended. */
export const feitas = (resultados: readonly Resultado[]): number => resultados.filter(isSettled).length;
