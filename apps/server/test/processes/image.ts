import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../../acceptance/free-port.ts';
import { type Ran, run } from '../../../../packages/pdf/test/judges/programs.ts';
import { endWithTests } from '../campaigns/crash/child.ts';

/** Builds and runs the container image where no registry of images can be reached and no daemon runs. */

export const ROOT = join(import.meta.dirname, '../../../..');
const BASE = 'localhost/rubrica-test-base';
const DEBIAN = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
/** What the slim images of Debian leave out; the licences in /usr/share/doc stay. */
const NOT_IN_SLIM = [
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'var/cache/apt',
  'var/lib/apt/lists',
  'var/log',
];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const execute = async (file: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(file, args, { maxBuffer: MAX_OUTPUT_BYTES })).stdout.trim();

/** Images and containers in a store of their own, which `remove` takes away. */
export interface Images {
  /** @param context a checkout @returns the size of the image in bytes */
  build(context: string, tag: string): Promise<number>;
  /** A container's root file system. */
  unpack(tag: string): Promise<Unpacked>;
  remove(): Promise<void>;
}

export interface Unpacked {
  readonly root: string;
  /** What the image says of how it is run. */
  readonly config: {
    readonly User: string;
    readonly Env: string[];
    readonly Entrypoint: string[];
    readonly Cmd: string[];
  };
  /** By `buildah run --isolation=chroot`: the machine's network and processes, its own files and user. */
  run(dataDir: string, options?: RunOptions): Promise<Container>;
  /** In mount and process namespaces of its own, its root file system read-only: as a container runtime does. */
  runAlone(dataDir: string, options?: RunOptions): Promise<Container>;
}

export interface RunOptions {
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
}

export interface Container {
  readonly origin: string;
  readonly port: number;
  readonly output: () => string;
  /** Resolves once it answers, with the milliseconds that took. @throws when it ends instead */
  readonly started: Promise<number>;
  readonly ended: Promise<string | number | null>;
  /** The processes within, by command line. */
  processes(): Promise<ReadonlyMap<number, string>>;
  /** Runs a command beside its first process, as `docker exec` does. */
  exec(...words: readonly string[]): Promise<Ran>;
  /** SIGTERM to its first process, as `docker stop` does. */
  stop(): Promise<string | number | null>;
}

export async function openImages(): Promise<Images> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-imagens-'));
  const store = ['--storage-driver=vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const buildah = (...args: string[]) => execute('buildah', [...store, ...args]);
  await makeBase(folder, buildah);
  return {
    async build(context, tag) {
      const how = ['--isolation=chroot', '--format=docker', '--pull-never', `--build-arg=BASE=${BASE}`];
      await buildah('bud', ...how, '-t', tag, context);
      return sizeOf(buildah, tag);
    },
    async unpack(tag) {
      const container = await buildah('from', '--pull-never', tag);
      const root = await buildah('mount', container);
      const { config } = JSON.parse(await buildah('inspect', container)).Docker;
      // By chroot, buildah would put an empty volume of its own over the one that is given.
      await buildah('config', '--volume=/data-', container);
      return {
        root,
        config,
        run: (dataDir, options) =>
          start(config, options, (env, user, words) => [
            'buildah',
            ...store,
            ...['run', '--isolation=chroot', `--user=${user}`, `--volume=${dataDir}:/data:rw`],
            ...env.map((one) => `--env=${one}`),
            ...[container, '--', ...words],
          ]),
        runAlone: (dataDir, options) =>
          start(config, options, (env, user, words) => {
            const [uid = '', gid = ''] = user.split(':');
            const spaces = ['unshare', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
            return [...spaces, 'sh', '-ec', ALONE, root, dataDir, uid, gid, ...env, ...words];
          }),
      };
    },
    async remove() {
      await buildah('rm', '--all');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** $0: the root file system; then the volume, the user, the group, and `env`'s words. */
const ALONE = `
mount --make-rprivate /
mount --rbind "$0" "$0"
mount --bind "$1" "$0/data"
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
cd "$0"
uid=$2 gid=$3
shift 3
pivot_root . .
umount -l .
mount -o remount,bind,ro /
exec setpriv --reuid="$uid" --regid="$gid" --clear-groups --bounding-set=-all --inh-caps=-all env -i "$@"
`;

async function sizeOf(buildah: (...args: string[]) => Promise<string>, tag: string): Promise<number> {
  const listed = await buildah('images', '--json', tag);
  const [image] = JSON.parse(listed) as { size: string }[];
  const [, number = '', unit = ''] = /^([\d.]+) (\w+)$/.exec(image?.size ?? '') ?? [];
  return Number(number) * ({ kB: 1e3, MB: 1e6, GB: 1e9 }[unit] ?? Number.NaN);
}

/** A Debian with this Node and npm, in place of the image that the Dockerfile names. */
async function makeBase(folder: string, buildah: (...args: string[]) => Promise<string>): Promise<void> {
  const root = join(folder, 'base');
  await execute('debootstrap', ['--variant=minbase', DEBIAN, root, MIRROR]);
  for (const path of NOT_IN_SLIM) {
    await rm(join(root, path), { recursive: true, force: true });
    await mkdir(join(root, path), { recursive: true });
  }
  await cp(process.execPath, join(root, 'usr/local/bin/node'));
  await chmod(join(root, 'usr/local/bin/node'), 0o755);
  await cp(join(dirname(process.execPath), '../LICENSE'), join(root, 'usr/local/LICENSE'));
  const npm = dirname(dirname(await execute('readlink', ['-f', await execute('which', ['npm'])])));
  await cp(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities) await cp(authorities, join(root, 'usr/local/share/authorities.pem'));
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, root, '/');
  await buildah('config', '--env=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container);
  if (authorities) await buildah('config', '--env=NODE_EXTRA_CA_CERTS=/usr/local/share/authorities.pem', container);
  await buildah('commit', '--quiet', '--format=docker', '--rm', container, BASE);
  await rm(root, { recursive: true, force: true });
}

type Command = (env: readonly string[], user: string, words: readonly string[]) => readonly string[];

async function start(config: Unpacked['config'], options: RunOptions = {}, command: Command): Promise<Container> {
  const port = await freePort();
  const given = Object.entries({ PORT: String(port), LOG_LEVEL: 'error', ...options.env });
  const env = [...config.Env, ...given.map(([name, value]) => `${name}=${value}`)];
  const words = [...config.Entrypoint, ...(options.command ?? config.Cmd)];
  const user = options.user ?? config.User;
  const [file = '', ...args] = command(env, user, words);
  const begun = performance.now();
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  endWithTests(child);
  let printed = '';
  const ended = new Promise<string | number | null>((done) =>
    child.once('close', (code, signal) => done(signal ?? code)),
  );
  const started = new Promise<number>((done, fail) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      if (/no ar em|trabalhando a fila/.test(printed)) done(performance.now() - begun);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => fail(new Error(`the container did not start:\n${printed}`)));
  });
  started.catch(() => {});
  const processes = () => processesBelow(child);
  const first = async () => [...(await processes())].find(([, line]) => /^(\/usr\/bin\/)?tini /.test(line))?.[0];
  return {
    origin: `http://localhost:${port}`,
    port,
    output: () => printed,
    started,
    ended,
    processes,
    async exec(...words) {
      const [uid = '', gid = ''] = user.split(':');
      const into = [`--target=${await first()}`, '--mount', '--pid', '--ipc', '--uts', '--root', '--wd'];
      const as = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', 'env', '-i', ...env];
      return run('nsenter', ...into, ...as, ...words);
    },
    async stop() {
      const pid = await first();
      if (pid !== undefined) process.kill(pid, 'SIGTERM');
      return ended;
    },
  };
}

/** By their parents, as the list of a process's own children has only those of its first thread. */
async function processesBelow({ pid }: ChildProcess): Promise<ReadonlyMap<number, string>> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '') : '';
    const [, parent] = /^.*\) \S (\d+) /s.exec(stat) ?? [];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  const lines = new Map<number, string>();
  for (const one of [...parents.keys()].filter(isBelow)) {
    const line = await readFile(`/proc/${one}/cmdline`, 'latin1').catch(() => '');
    lines.set(one, line.replaceAll('\0', ' ').trim());
  }
  return lines;
}

/** A volume as a runtime creates it for the image's own user, or one that belongs to somebody else. */
export async function newVolume(uid: number, gid: number, mode = 0o770): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-volume-'));
  await chown(folder, uid, gid);
  await chmod(folder, mode);
  return folder;
}

/** The checkout as it was last released, as a context for the build. @param folder empty */
export async function earlierContext(folder: string): Promise<string> {
  const { ref } = JSON.parse(await readFile(join(ROOT, 'apps/server/migrations/released.json'), 'utf8'));
  await execute('sh', ['-c', `git -C '${ROOT}' archive '${ref}' | tar -x -C '${folder}'`]);
  const own = await readdir(folder);
  // From before there was an image: built as today's is.
  if (!own.includes('Dockerfile')) {
    for (const path of ['Dockerfile', '.dockerignore', 'deploy/container'])
      await cp(join(ROOT, path), join(folder, path), { recursive: true });
  }
  return ref;
}
