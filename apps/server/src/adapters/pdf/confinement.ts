import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a process that reads strangers' files can reach: its code, the files lent to it, and the process that started
 * it. There are two layers. Node's permission model keeps its JavaScript from all other files, from programs, threads
 * and native code, but knows nothing of sockets. If the system lets an ordinary user create namespaces, the whole
 * process, whatever code runs in it, is in a file system that contains nothing else, without a network unless it calls
 * time stamp authorities, and without capabilities. Its environment contains nothing but the location of its compiled
 * code.
 */
export interface Confined {
  /** The TypeScript file it runs. */
  readonly program: string;
  /** Its own directory: it reads `in`, and reads and writes `out`. */
  readonly directory: string;
  readonly mayWrite: boolean;
  readonly network: boolean;
  /** Where its compiled code is cached, or null. */
  readonly cache: string | null;
  /** Additional Node options. */
  readonly options: readonly string[];
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How far the system can isolate a process: from files and network, from the network alone, or neither. */
export type Isolation = 'FILES_AND_NETWORK' | 'NETWORK' | 'NONE';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
/**
 * Everything from which a worker's code is loaded. DATA_DIR and the operator's own files are beside these, never
 * inside.
 */
const CODE = [
  'package.json',
  'node_modules',
  'packages',
  ...['package.json', 'src', 'node_modules'].map((one) => `apps/server/${one}`),
]
  .map((one) => join(ROOT, one))
  .filter((path) => existsSync(path));
const CODE_FOLDERS = CODE.filter((path) => lstatSync(path).isDirectory());

/** Where the system's programs are; symbolic links are recreated, so that /lib leads into /usr as before. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];
const SYSTEM_FILES = ['/etc/ld.so.cache', '/dev/null'];
/** Needed for name resolution. */
const NETWORK_FILES = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/services'];

/** The command that starts a worker, isolated as far as the system allows. */
export function confine(confined: Confined): Command {
  const node = [process.execPath, ...confined.options, ...permissions(confined), confined.program];
  const [file = '', ...args] = [...isolate(confined, isolationOf(confined.network)), ...node];
  return { file, args, env: confined.cache === null ? {} : { NODE_COMPILE_CACHE: confined.cache } };
}

/**
 * How far workers are isolated on this machine.
 * @param network whether for those that call time stamp authorities
 * @param programs without which nothing of it can be done, as on macOS and Windows
 */
export function isolationOf(network: boolean, programs: Isolating = tools()): Isolation {
  if (programs.unshare === null || programs.sh === null || programs.chroot === null) return 'NONE';
  const known = found.get(network);
  if (known) return known;
  const best = (['FILES_AND_NETWORK', 'NETWORK'] as const).find((level) => works(level, network)) ?? 'NONE';
  found.set(network, best);
  return best;
}

const found = new Map<boolean, Isolation>();

const SAID: Readonly<Record<Isolation, readonly string[]>> = {
  FILES_AND_NETWORK: [],
  NETWORK: [
    'os processos que leem PDFs não têm rede, mas só o modelo de permissões do Node os separa dos outros arquivos: esta ' +
      'máquina não deixa montar um sistema de arquivos à parte',
  ],
  NONE: [
    'os processos que leem PDFs são contidos só pelo modelo de permissões do Node, que não fecha a rede: esta máquina não ' +
      'permite namespaces de usuário',
  ],
};

/**
 * What an attacker could use about this machine's workers, one line each. @param asks whether sealing workers call time
 * stamp authorities
 */
export function describeWorkers(asks: boolean): string[] {
  return [
    ...SAID[isolationOf(false)],
    ...(asks ? ['o processo que sela alcança a rede, para pedir carimbos do tempo (TSA_URL)'] : []),
  ];
}

function permissions({ program, directory, mayWrite, cache }: Confined): string[] {
  const within = (path: string) => join(path, '*');
  const reads = [...CODE_FOLDERS.map(within), ...CODE.filter((path) => !CODE_FOLDERS.includes(path))];
  const [lent, made] = [join(directory, 'in'), join(directory, 'out')];
  const cached = cache === null ? [] : [within(cache)];
  const writes = [...(mayWrite ? [within(made)] : []), ...cached];
  return [
    '--permission',
    ...[...reads, program, within(lent), within(made), ...cached].map((path) => `--allow-fs-read=${path}`),
    ...writes.map((path) => `--allow-fs-write=${path}`),
  ];
}

/** The words before Node's own: namespaces, then what ties the process to its parent and drops its privileges. */
function isolate(confined: Confined, level: Isolation): string[] {
  const { unshare, sh, chroot } = tools();
  const last = lastWords(level !== 'NONE');
  if (level === 'NONE' || unshare === null || sh === null || chroot === null) return last;
  const spaces = ['--user', '--map-root-user', '--ipc', '--uts', ...(confined.network ? [] : ['--net'])];
  if (level === 'NETWORK') return [unshare, ...spaces, ...last];
  return [unshare, ...spaces, '--mount', sh, '-c', newRoot(confined, chroot), 'rubrica', ...last];
}

/**
 * The worker dies with this process even in the middle of a computation, leaves no core dump, and cannot gain
 * privileges from a program.
 */
function lastWords(inNamespace: boolean): string[] {
  const { setpriv, prlimit, bounding } = tools();
  return [
    ...(prlimit ? [prlimit, '--core=0'] : []),
    ...(setpriv
      ? [
          setpriv,
          '--pdeathsig',
          'KILL',
          '--no-new-privs',
          ...(bounding || inNamespace ? ['--inh-caps=-all', '--bounding-set=-all'] : []),
        ]
      : []),
  ];
}

/**
 * A script that builds a file system of what a worker needs and enters it for good: leaving it would take a capability
 * (CAP_SYS_CHROOT) that is dropped, and a namespace that would restore it cannot be created from inside
 * (user_namespaces(7)).
 */
function newRoot({ program, directory, cache, network }: Confined, chroot: string): string {
  const root = join(directory, 'root');
  const system = SYSTEM.filter((path) => existsSync(path));
  const links = system.filter((path) => lstatSync(path).isSymbolicLink());
  const files = [...SYSTEM_FILES, ...(network ? NETWORK_FILES : [])].filter((path) => existsSync(path));
  const code = [...CODE, dirname(process.execPath), program].filter(
    (path, at, all) => !inOne(path, [...SYSTEM, ...all.slice(0, at)]),
  );
  const readable = [...system.filter((path) => !links.includes(path)), ...files, ...code];
  const own = [join(directory, 'in'), join(directory, 'out'), ...(cache === null ? [] : [cache])];
  const shown = [...readable, ...own];
  const folders = shown.filter((path) => statSync(path).isDirectory());
  const plain = shown.filter((path) => !folders.includes(path));
  const within = (path: string) => quoted(join(root, path));
  return [
    'set -e',
    `mount -t tmpfs -o mode=755,size=1m rubrica ${quoted(root)}`,
    `mkdir -p ${[...folders, ...plain.map(dirname)].map(within).join(' ')}`,
    ...plain.map((path) => `: > ${within(path)}`),
    ...links.map((path) => `ln -s ${quoted(readlinkSync(path))} ${within(path)}`),
    // If mount flags of the source are locked, it is mounted as it is: its owner's files remain its owner's.
    ...readable.map((path) => {
      const words = `${quoted(path)} ${within(path)}`;
      return `mount --rbind -o ro ${words} 2>/dev/null || mount --rbind ${words}`;
    }),
    ...own.map((path) => `mount --rbind ${quoted(path)} ${within(path)}`),
    `cd ${quoted(root)}`,
    'unset PWD OLDPWD PATH',
    `exec ${quoted(chroot)} ${quoted(root)} "$@"`,
  ].join('\n');
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const inOne = (path: string, folders: readonly string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** Creates a worker's own directory. @param parent exists */
export function makeDirectory(parent: string, name: string): string {
  const directory = join(realpathSync(parent), name);
  for (const part of ['in', 'out', 'root']) mkdirSync(join(directory, part), { recursive: true, mode: 0o700 });
  return directory;
}

/** Whether a process isolated to this level starts at all. */
function works(level: Isolation, network: boolean): boolean {
  const directory = makeDirectory(mkdtempSync(join(tmpdir(), 'rubrica-ensaio-')), 'a');
  try {
    const trial = { program: CODE[0] ?? '', directory, mayWrite: false, network, cache: null, options: [] };
    const [file = '', ...args] = [...isolate(trial, level), process.execPath, '--version'];
    return tried(file, args, { env: {}, timeout: TRIAL_MS });
  } finally {
    rmSync(dirname(directory), { recursive: true, force: true });
  }
}

const TRIAL_MS = 30_000;
/** Why a program is not begun that is missing or not for us; of anything else, such as too many open files, the machine is short. */
const NOT_HERE = ['ENOENT', 'EACCES', 'EPERM'];

/**
 * Whether a program runs, and ends well. What is found decides for the life of the process, so that a trial that could not be
 * made counts as none.
 * @throws Error, of the system, if none could be made
 */
function tried(file: string, args: readonly string[], options: SpawnSyncOptions = {}): boolean {
  const { status, error } = spawnSync(file, args, options);
  if (error && !NOT_HERE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  return status === 0;
}

interface Tools {
  readonly setpriv: string | null;
  readonly prlimit: string | null;
  readonly unshare: string | null;
  readonly chroot: string | null;
  readonly sh: string | null;
  /** Whether setpriv may drop capabilities here; in its own namespace it always may. */
  readonly bounding: boolean;
}

type Isolating = Pick<Tools, 'unshare' | 'sh' | 'chroot'>;

let looked: Tools | undefined;

/** Programs of util-linux, by their full paths, because a worker gets no PATH; null if one is missing or unsuitable. */
export function tools(): Tools {
  looked ??= lookForTools();
  return looked;
}

function lookForTools(): Tools {
  const does = (file: string | null, ...args: string[]) => file !== null && tried(file, args);
  const [setpriv, prlimit, truth] = [which('setpriv'), which('prlimit'), which('true') ?? 'true'];
  return {
    setpriv: does(setpriv, '--pdeathsig', 'KILL', '--no-new-privs', truth) ? setpriv : null,
    prlimit: does(prlimit, '--core=0', truth) ? prlimit : null,
    unshare: which('unshare'),
    chroot: which('chroot'),
    sh: which('sh'),
    bounding: process.getuid?.() === 0 && does(setpriv, '--inh-caps=-all', '--bounding-set=-all', truth),
  };
}

function which(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => path.startsWith('/') && existsSync(path)) ?? null;
}
