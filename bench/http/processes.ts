import { readdirSync, readFileSync } from 'node:fs';

/** A process of the machine. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** Of processor time, in user and system mode, with that of its children that ended and were waited for. */
  readonly seconds: number;
}

/** Ticks of a processor in a second: USER_HZ is 100 on every Linux that Node runs on (proc(5), time(7)). */
const TICKS_PER_SECOND = 100;

/** What /proc knows of a process (proc_pid_stat(5)). The name is in brackets and may hold spaces: fields are counted after it. */
function lookAt(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const name = stat.slice(stat.indexOf('(') + 1, end);
    return { pid, parent: Number(fields[1]), name, seconds: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}

/** Every process of the machine, but for those that end meanwhile. Linux only. */
export const allProcesses = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => lookAt(Number(name)))
    .filter((one) => one !== null);

/** Those of `all` that descend from a process. */
export const below = (pid: number, all: readonly Process[]): Process[] =>
  all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid, all)]);

/** Seconds of processor that processes have used so far; those that are there no more count nothing. */
export const processorSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (lookAt(pid)?.seconds ?? 0), 0);
