import type { Config } from '../config/index.ts';
import type { Handlers } from '../core/call.ts';
import type { Clock } from '../core/clock.ts';
import type { JobHandler, WaitingJobs } from '../core/job.ts';
import type { Logger } from '../core/log.ts';
import type { Metrics } from '../core/metrics/index.ts';
import type { Database } from '../core/sql.ts';
import type { DueWork, Sweep } from '../core/sweep.ts';
import { type HandlersOfAll, MODULES } from './modules.ts';
import { provide } from './provide.ts';
import type { World } from './world.ts';

/** What the modules provide to the processes, and shared objects made for them that the processes use too. */
export interface Parts extends ReturnType<typeof provide> {
  readonly handlers: Handlers;
  readonly jobs: readonly JobHandler[];
  readonly sweeps: readonly Sweep[];
}

/** The modules, each with its dependencies. */
export function assemble(
  config: Config,
  world: World,
  { db, clock, queue }: { readonly db: Database; readonly clock: Clock; readonly queue: WaitingJobs },
  log: Logger,
  metrics: Metrics,
): Parts {
  // What falls due is asked of the modules once they are made, by one of them.
  const due: DueWork[] = [];
  const given = provide(config, world, { db, clock, queue, due }, log, metrics);
  const modules = MODULES.map((module) => module(given.needs));
  // Together they must answer every operation; otherwise this does not compile.
  const handlers: Handlers = Object.assign({}, ...modules.map((one) => one.handlers)) as HandlersOfAll;
  const sweeps = modules.flatMap((one) => one.sweeps);
  due.push(...sweeps.flatMap((sweep) => sweep.due ?? []));
  return {
    ...given,
    handlers,
    jobs: modules.flatMap(({ jobs }) => jobs),
    sweeps,
  };
}
