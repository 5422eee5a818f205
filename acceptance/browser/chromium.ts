import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Which Chromium pages are shown in: the one named, the system's, or the one that comes as a package. */

const SYSTEM = '/usr/bin/chromium';
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/rubrica');

/** A browser's program, and what it needs of the environment besides. */
export interface Program {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const installed = (): string | null => process.env.CHROME_PATH || (existsSync(SYSTEM) ? SYSTEM : null);

/** Why there can be no browser here, or null where there can. */
export function withoutBrowser(): string | null {
  const platform = `${process.platform}-${process.arch}`;
  if (installed() || platform === 'linux-x64') return null;
  return `no Chromium is packaged for ${platform}, and CHROME_PATH names none`;
}

/** @throws where the packaged one cannot be unpacked */
export async function findChromium(): Promise<Program> {
  const executablePath = installed();
  if (executablePath) return { executablePath, env: {} };
  const folder = await unpackChromium(CACHE);
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: folder },
  };
}

/** Texts have the same measures on every machine: those of the packaged fonts. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/** The package unpacks into the directory for temporary files, and its libraries only on what it takes for Lambda. */
const UNPACK = "import('@sparticuz/chromium').then((packaged) => packaged.default.executablePath())";

/**
 * Unpacks the packaged Chromium where that was not done before. The folder is whole from the moment it is there: it is
 * filled under another name, which holds the number of the process that fills it, and then renamed. Two that do so at
 * once both do it, and find it whole.
 * @param cache the folder it is put into
 * @returns the folder of `chromium`, its libraries and its fonts
 */
export async function unpackChromium(cache: string): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(await readFile(join(dirname(entry), '../package.json'), 'utf8'));
  const folder = join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await removeAbandoned(cache);
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(`${folder}~${process.pid}-`);
  try {
    await promisify(execFile)(process.execPath, ['-e', UNPACK], {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    await writeFile(join(fresh, 'fonts.conf'), FONTS);
    await rename(fresh, folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** What a process that is gone had begun. */
async function removeAbandoned(cache: string): Promise<void> {
  for (const name of await readdir(cache).catch(() => [])) {
    const pid = /~(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(cache, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
