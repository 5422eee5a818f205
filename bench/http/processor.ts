import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time, in user and system mode, that a service and what it started have used so far. */
export interface ProcessorTime {
  readonly main: number;
  readonly pdf: number;
  readonly postgres: number;
}

/** Ticks of a processor in a second: USER_HZ is 100 on every Linux that Node runs on (proc(5), time(7)). */
const TICK_MS = 10;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly milliseconds: number;
}

/**
 * What /proc knows of a process (proc_pid_stat(5)); children that ended count to whoever waited for them. The name is in
 * brackets and may hold spaces, so fields are counted after it.
 */
function lookAt(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const name = stat.slice(stat.indexOf('(') + 1, end);
    return { pid, parent: Number(fields[1]), name, milliseconds: ticks * TICK_MS };
  } catch {
    return null;
  }
}

/** @param pid the service's own process; its descendants are its PostgreSQL and its PDF workers. Linux only. */
export function processorTime(pid: number): ProcessorTime {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => lookAt(Number(name)))
    .filter((one) => one !== null);
  const own = all.find((one) => one.pid === pid);
  const spent = { main: own?.milliseconds ?? 0, pdf: 0, postgres: 0 };
  const under = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...under(one.pid)]);
  for (const one of under(pid)) spent[one.name.startsWith('postgres') ? 'postgres' : 'pdf'] += one.milliseconds;
  return spent;
}
