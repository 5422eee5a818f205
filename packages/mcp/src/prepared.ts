import { createHash, randomBytes } from 'node:crypto';
import type { Documento } from '@rubrica/sdk';
import { ToolProblem } from './problem.ts';

/** What other people notice and nothing undoes, shown to a person before it is done. */
export type Act =
  | { readonly kind: 'enviar'; readonly documentoId: string }
  | { readonly kind: 'cancelar'; readonly documentoId: string; readonly motivo: string };

/** How long a person may take to decide, in milliseconds. */
const DECISION_MS = 15 * 60_000;
/** Acts that wait for a decision at once; the oldest gives way. */
const WAITING_MAX = 100;

interface Waiting {
  readonly act: Act;
  readonly happens: string;
  readonly seen: string;
  readonly until: number;
  /** Whether it was asked of the service, whose answer may have been lost. */
  begun: boolean;
}

/**
 * What somebody decided about: of a draft all of it, of what is out what people have done. That an invitation went out, or
 * somebody opened it, is no other decision.
 */
function shownOf({ kind }: Act, documento: Documento): string {
  const { titulo, status, signatarios } = documento;
  const done = signatarios.map(({ id, nome, assinadoEm, motivoRecusa }) => [id, nome, assinadoEm, motivoRecusa]);
  const shown = kind === 'enviar' ? documento : [titulo, status, done];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url');
}

/** Acts between their two steps: what was prepared is done as it was shown, or not at all. */
export class Prepared {
  readonly #waiting = new Map<string, Waiting>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * @param documento as it is shown
   * @param happens what that will do, in words for a person
   * @returns what {@link waiting} takes
   */
  prepare(act: Act, documento: Documento, happens: string): string {
    if (this.#waiting.size >= WAITING_MAX) this.#waiting.delete(this.#waiting.keys().next().value as string);
    const confirmacao = randomBytes(12).toString('base64url');
    this.#waiting.set(confirmacao, {
      act,
      happens,
      seen: shownOf(act, documento),
      until: this.#now() + DECISION_MS,
      begun: false,
    });
    return confirmacao;
  }

  /** What waits for this decision. @throws {ToolProblem} if nothing does, or it waited for too long */
  waiting(confirmacao: string): Pick<Waiting, 'act' | 'happens'> {
    const waiting = this.#waiting.get(confirmacao);
    if (waiting && waiting.until > this.#now()) return waiting;
    this.#waiting.delete(confirmacao);
    throw new ToolProblem('Esta confirmação não existe, já foi usada ou passou de 15 minutos. Prepare de novo.');
  }

  /**
   * Right before it is asked of the service. Asked again because the first answer was lost, it is not compared any more.
   * @throws {ToolProblem} if the document is not what was shown; then it has to be prepared anew
   */
  begin(confirmacao: string, documento: Documento): void {
    const waiting = this.#waiting.get(confirmacao);
    if (waiting && (waiting.begun || waiting.seen === shownOf(waiting.act, documento))) {
      waiting.begun = true;
      return;
    }
    this.#waiting.delete(confirmacao);
    throw new ToolProblem('O documento mudou depois de preparado. Prepare de novo e mostre o que mudou.');
  }

  /** It is done, or is not to be. */
  over(confirmacao: string): void {
    this.#waiting.delete(confirmacao);
  }
}
