import type { OperationId } from '@rubrica/contract';
import type { Handlers } from './call.ts';
import { handlersOf, type JobHandler, type Queues, type Workers } from './job.ts';
import type { Sweep } from './sweep.ts';

/** What a module does: for callers, for the queue, and on its own. */
export interface Module<Ids extends OperationId = never> {
  readonly handlers: Handlers<Ids>;
  readonly jobs: readonly JobHandler[];
  readonly sweeps: readonly Sweep[];
}

/** Columns with long-lived encrypted values (`table.column`), and the context to which a row's value is bound. */
export type Encrypted = Readonly<Record<string, (id: string) => string>>;

/** A module that still needs its dependencies, with everything known without them, for a process that only migrates. */
export interface ModuleOf<Deps, Ids extends OperationId, Q extends Queues> {
  (deps: Deps): Module<Ids>;
  readonly queues: Q;
  readonly encrypted: Encrypted;
}

interface Always<H, Ids extends OperationId, S> {
  readonly handlers: (deps: H) => Handlers<Ids>;
  readonly sweeps?: (deps: S) => readonly Sweep[];
  readonly encrypted?: Encrypted;
}

interface Queued<J, Q extends Queues> {
  readonly queues: Q;
  readonly jobs: (deps: J) => Workers<Q>;
}

/**
 * Builds a module from its parts. Queues come with their workers or not at all; the module needs whatever any of its
 * parts needs.
 */
export function defineModule<H, Ids extends OperationId, S = unknown>(
  parts: Always<H, Ids, S>,
): ModuleOf<H & S, Ids, Record<never, never>>;
export function defineModule<H, Ids extends OperationId, J, Q extends Queues, S = unknown>(
  parts: Always<H, Ids, S> & Queued<J, Q>,
): ModuleOf<H & J & S, Ids, Q>;
export function defineModule<D, Ids extends OperationId, Q extends Queues>(
  parts: Always<D, Ids, D> & Partial<Queued<D, Q>>,
): ModuleOf<D, Ids, Queues> {
  const { handlers, sweeps, queues, jobs, encrypted = {} } = parts;
  const make = (deps: D): Module<Ids> => ({
    handlers: handlers(deps),
    jobs: queues && jobs ? handlersOf(queues, jobs(deps)) : [],
    sweeps: sweeps?.(deps) ?? [],
  });
  return Object.assign(make, { queues: queues ?? {}, encrypted });
}
