import { type Fault, faultOf } from '../../../kit/api.ts';
import type { Ruled } from '../../../kit/rules/retell.ts';
import type { Spot } from '../state/rules.ts';
import type { Draft } from '../state/types.ts';
import type { Saved, Source, Step } from './source.ts';

/** What the service refused, in its own words and by its rule. */
export interface Refusal extends Ruled {
  readonly spot: Spot;
  readonly mensagem: string;
}

/** How far saving is, as the page shows it. */
export type Saving =
  | { readonly state: 'saved' | 'pending' | 'saving' | 'withheld' | 'no-connection' }
  | { readonly state: 'refused'; readonly refusals: readonly Refusal[] }
  | { readonly state: 'closed'; readonly why: 'immutable' | 'gone' | 'no-permission' };

export interface QueueOptions {
  /** Rest after a change before it is saved, in milliseconds. */
  readonly delay?: number;
  /** Changes without rest are saved at least this often. */
  readonly longest?: number;
  readonly onSaving: (saving: Saving) => void;
  /** Called after every request that changed something. */
  readonly onSaved?: (saved: Saved) => void;
}

const FIRST_RETRY_MS = 1_500;
const LAST_RETRY_MS = 15_000;

/**
 * Saves one draft: one request at a time, always towards the newest state. What was asked for in between is never sent,
 * and an answer that got lost is made up for by reading what the service has.
 */
export class Queue {
  saved: Saved;
  saving: Saving = { state: 'saved' };
  private target: Draft;
  private readonly source: Source;
  private readonly options: QueueOptions;
  private readonly stop = new AbortController();
  private readonly refused = new Map<string, readonly Refusal[]>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dirtySince = 0;
  private working: Promise<void> | undefined;
  /** Whether a request may have been carried out without our knowing. */
  private unsure = false;
  private retry = FIRST_RETRY_MS;
  private paused = false;

  constructor(source: Source, saved: Saved, options: QueueOptions) {
    this.source = source;
    this.saved = saved;
    this.target = saved.draft;
    this.options = options;
  }

  /** The newest state, to be saved soon. */
  set(target: Draft): void {
    if (target === this.target) return;
    this.target = target;
    this.refused.clear();
    if (this.saving.state === 'closed') return;
    if (this.dirtySince === 0) this.dirtySince = Date.now();
    if (this.working || this.paused) return;
    this.tell({ state: this.saving.state === 'no-connection' ? 'no-connection' : 'pending' });
    const { delay = 700, longest = 4_000 } = this.options;
    this.wait(Math.max(0, Math.min(delay, this.dirtySince + longest - Date.now())));
  }

  /** Saves at once. @returns how it ended: everything saved, something held back, or not */
  async flush(): Promise<Saving> {
    this.paused = false;
    if (this.saving.state !== 'closed') {
      clearTimeout(this.timer);
      await this.work();
    }
    return this.saving;
  }

  /** The connection is back: no need to wait for the next attempt. */
  wake(): void {
    if (this.saving.state === 'no-connection' && !this.working) this.wait(0);
  }

  /** Nothing is sent from now on, until flushed: somebody else writes. */
  async rest(): Promise<void> {
    await this.flush();
    this.paused = true;
  }

  /** Nothing is sent from now on, and what is not yet is given up: another tab has taken over. */
  pause(): void {
    this.paused = true;
    clearTimeout(this.timer);
  }

  /** Starts over from what was read, with nothing left to save. */
  reset(saved: Saved): void {
    clearTimeout(this.timer);
    this.saved = saved;
    this.target = saved.draft;
    this.paused = false;
    this.unsure = false;
    this.dirtySince = 0;
    this.refused.clear();
    this.tell(saved.editable ? { state: 'saved' } : { state: 'closed', why: 'immutable' });
  }

  /** Goes on towards the newest state from what the service has by now. */
  rebase(saved: Saved): void {
    this.saved = saved;
    this.refused.clear();
    this.wait(0);
  }

  /** Whether nothing is on its way, nor about to be. */
  get idle(): boolean {
    return this.dirtySince === 0 && !this.working;
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop.abort();
  }

  private tell(saving: Saving): void {
    this.saving = saving;
    if (!this.stop.signal.aborted) this.options.onSaving(saving);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.work(), ms);
  }

  /** Works until there is nothing left to do; a second call joins the first. */
  private work(): Promise<void> {
    this.working ??= this.steps().finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  private async steps(): Promise<void> {
    let last: { key: string; target: Draft } | undefined;
    while (!this.stop.signal.aborted && !this.paused) {
      const { target } = this;
      try {
        if (this.unsure) {
          this.saved = await this.source.read(this.stop.signal);
          this.unsure = false;
        }
        if (!this.saved.editable) return this.tell({ state: 'closed', why: 'immutable' });
        const step = this.source.steps(this.saved, target).find(({ key }) => !this.refused.has(key));
        if (!step && target === this.target) return this.finish(target);
        if (!step) continue;
        // What was done and is asked for again is something the service keeps in a form of its own.
        if (last?.key === step.key && last.target === target) this.refused.set(step.key, []);
        else await this.take(step);
        last = { key: step.key, target };
      } catch (error) {
        if (this.stop.signal.aborted) return;
        if (!(await this.recover(faultOf(error)))) return;
      }
    }
  }

  private async take(step: Step): Promise<void> {
    this.tell({ state: 'saving' });
    this.unsure = true;
    try {
      this.saved = await step.run(this.stop.signal);
      this.unsure = false;
      this.retry = FIRST_RETRY_MS;
      this.options.onSaved?.(this.saved);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind !== 'refused' || ![400, 409, 413, 422].includes(fault.error.status)) throw error;
      // 409 may mean that it was sent from elsewhere: look before going on.
      this.unsure = fault.error.status === 409;
      const { problem } = fault.error;
      const whole = { campo: '', mensagem: problem?.detail ?? '', regra: problem?.regra, valores: problem?.valores };
      const erros = problem?.erros ?? [whole];
      this.refused.set(
        step.key,
        erros.map(({ campo, mensagem, regra, valores }) => ({ spot: step.spotOf(campo), mensagem, regra, valores })),
      );
    }
  }

  private finish(target: Draft): void {
    this.dirtySince = 0;
    const refusals = [...this.refused.values()].flat();
    if (refusals.length > 0) this.tell({ state: 'refused', refusals });
    else this.tell({ state: this.source.holdsBack(this.saved, target) ? 'withheld' : 'saved' });
  }

  /** @returns whether to go on at once */
  private async recover(fault: Fault): Promise<boolean> {
    if (fault.kind === 'refused') {
      const { status } = fault.error;
      if (status === 404) {
        // Somebody, or the whole document: reading tells which.
        try {
          this.saved = await this.source.read(this.stop.signal);
          this.unsure = false;
          return true;
        } catch (error) {
          const other = faultOf(error);
          if (other.kind !== 'refused') return this.recover(other);
        }
      }
      this.tell({ state: 'closed', why: status === 404 ? 'gone' : 'no-permission' });
      return false;
    }
    this.tell({ state: 'no-connection' });
    const seconds = fault.kind === 'offline' ? 0 : fault.seconds;
    this.wait(Math.max(seconds * 1000, this.retry));
    this.retry = Math.min(LAST_RETRY_MS, this.retry * 2);
    return false;
  }
}
