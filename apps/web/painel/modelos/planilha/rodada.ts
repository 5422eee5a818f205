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

/** Begins at once. @param enviar whether documents are sent as soon as they are made */
export function createRodada(trabalhos: readonly Trabalho[], chamadas: Chamadas, enviar: boolean): Rodada {
  const listeners = new Set<() => void>();
  let now: Andamento = {
    fase: 'correndo',
    resultados: trabalhos.map(() => ({ estado: 'esperando' })),
    esperaAte: null,
    porque: null,
  };
  let wake: () => void = () => {};
  let busy = false;

  const set = (change: Partial<Andamento>) => {
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  };
  const put = (index: number, resultado: Resultado, change: Partial<Andamento> = {}) =>
    set({ ...change, resultados: now.resultados.with(index, resultado) });
  const runs = () => now.fase === 'correndo';

  /** Ends early when somebody pauses. */
  async function rest(ms: number): Promise<void> {
    set({ esperaAte: Date.now() + ms });
    await new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
    set({ esperaAte: null });
  }

  /** Calls until there is an answer, as often as the service asks for it. @returns null where it was paused meanwhile */
  async function patiently<T>(call: () => Promise<T>): Promise<T | null> {
    for (let failures = 0; ; ) {
      try {
        return await call();
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind === 'refused') throw error;
        if (fault.kind !== 'limit') failures += 1;
        const wait = WAITS_MS[failures - 1];
        if (fault.kind !== 'limit' && wait === undefined) {
          set({ fase: 'pausada', porque: error });
          return null;
        }
        await rest(fault.kind === 'limit' ? fault.seconds * 1_000 : Math.max(wait ?? 0, retryAfterOf(fault)));
        if (!runs()) return null;
      }
    }
  }

  /** Makes one line's document. @returns null where it was paused meanwhile */
  async function make({ linha, chave }: Trabalho): Promise<Resultado | null> {
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
      const resultado = (await make(trabalho)) ?? { estado: 'esperando' };
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

const retryAfterOf = (fault: ReturnType<typeof faultOf>): number => (fault.kind === 'down' ? fault.seconds * 1_000 : 0);

/** How many lines came to what. */
export function contagem(resultados: readonly Resultado[]): ReadonlyMap<Resultado['estado'], number> {
  const counts = new Map<Resultado['estado'], number>();
  for (const { estado } of resultados) counts.set(estado, (counts.get(estado) ?? 0) + 1);
  return counts;
}

/** How many are over, however they ended. */
export const feitas = (resultados: readonly Resultado[]): number => resultados.filter(isSettled).length;
