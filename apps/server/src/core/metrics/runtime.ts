import type { MetricTable } from './row.ts';

/** What prom-client measures of any Node process, under the names that dashboards for Node know. */

const seconds = (help: string, act = 'Compare with `nodejs_eventloop_lag_p99_seconds`.') =>
  ({ type: 'gauge', unit: 'seconds', help, labels: {}, act }) as const;
const bytes = (help: string, act: string) => ({ type: 'gauge', unit: 'bytes', help, labels: {}, act }) as const;
const space = (help: string) => ({
  ...bytes(help, 'For a memory leak, the space that grows.'),
  labels: { space: 'a space of the heap of V8' },
});
const cpu = (help: string) =>
  ({ type: 'counter', unit: 'seconds', help, labels: {}, act: 'Its rate is the processors used, of one.' }) as const;
const count = (help: string, act: string, labels: Readonly<Record<string, string>> = {}) =>
  ({ type: 'gauge', unit: null, help, labels, act }) as const;

export const RUNTIME = {
  process_cpu_user_seconds_total: cpu('Total user CPU time spent in seconds.'),
  process_cpu_system_seconds_total: cpu('Total system CPU time spent in seconds.'),
  process_cpu_seconds_total: cpu('Total user and system CPU time spent in seconds.'),
  process_start_time_seconds: seconds(
    'Start time of the process since unix epoch in seconds.',
    'It changes when the process is started again: often means that it dies.',
  ),
  process_resident_memory_bytes: bytes('Resident memory size in bytes.', 'PDF workers are processes of their own.'),
  process_virtual_memory_bytes: bytes('Virtual memory size in bytes.', 'Nothing; V8 reserves far more than it uses.'),
  process_heap_bytes: bytes('Process heap size in bytes.', 'Nothing by itself.'),
  process_open_fds: count('Number of open file descriptors.', 'Near `process_max_fds` calls are answered 503.'),
  process_max_fds: count('Maximum number of open file descriptors.', 'Raise the limit of the service (`LimitNOFILE`).'),
  nodejs_eventloop_lag_seconds: seconds('Lag of event loop in seconds.'),
  nodejs_eventloop_lag_min_seconds: seconds('The minimum recorded event loop delay.'),
  nodejs_eventloop_lag_max_seconds: seconds('The maximum recorded event loop delay.'),
  nodejs_eventloop_lag_mean_seconds: seconds('The mean of the recorded event loop delays.'),
  nodejs_eventloop_lag_stddev_seconds: seconds('The standard deviation of the recorded event loop delays.'),
  nodejs_eventloop_lag_p50_seconds: seconds('The 50th percentile of the recorded event loop delays.'),
  nodejs_eventloop_lag_p90_seconds: seconds('The 90th percentile of the recorded event loop delays.'),
  nodejs_eventloop_lag_p99_seconds: seconds(
    'The 99th percentile of the recorded event loop delays.',
    'Every request waits for as long: the process has more to do than one processor can. Add processes.',
  ),
  nodejs_active_resources: count('Number of active resources, by type.', 'What an open-handle leak is made of.', {
    type: 'a type of resource of Node',
  }),
  nodejs_active_handles: count('Number of active handles, by type.', 'What an open-handle leak is made of.', {
    type: 'a type of handle of Node',
  }),
  nodejs_active_requests: count('Number of active requests to the system, by type.', 'Slow disks, many lookups.', {
    type: 'a type of request of Node',
  }),
  nodejs_heap_size_total_bytes: bytes('Process heap size from Node.js in bytes.', 'Compare with what is used.'),
  nodejs_heap_size_used_bytes: bytes('Process heap size used from Node.js in bytes.', 'Growth over days is a leak.'),
  nodejs_external_memory_bytes: bytes('Node.js external memory size in bytes.', 'Growth over days is a leak.'),
  nodejs_heap_space_size_total_bytes: space('Process heap space size total from Node.js in bytes.'),
  nodejs_heap_space_size_used_bytes: space('Process heap space size used from Node.js in bytes.'),
  nodejs_heap_space_size_available_bytes: space('Process heap space size available from Node.js in bytes.'),
  nodejs_version_info: {
    type: 'info',
    unit: null,
    help: 'Node.js version info.',
    labels: Object.fromEntries(['version', 'major', 'minor', 'patch'].map((part) => [part, "of Node's version"])),
    act: 'Nothing by itself.',
  },
  nodejs_gc_duration_seconds: {
    type: 'histogram',
    unit: 'seconds',
    help: 'Garbage collection duration by kind.',
    labels: { kind: ['major', 'minor', 'incremental', 'weakcb'] },
    act: 'Long `major` collections: too little memory for the heap.',
  },
} as const satisfies MetricTable;
