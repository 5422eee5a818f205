/** An entry of package-lock.json (lockfileVersion 3). */
export interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export type Lock = Readonly<Record<string, LockEntry>>;

/** The workspace whose libraries become part of the built pages and are not loaded by the service. */
export const PAGES = 'apps/web';
/** Of those: what builds the pages and is in none. */
export const BUILDS_PAGES: readonly string[] = ['vite'];

/**
 * What a workspace loads, all the way down, as Node finds it.
 * @param from the workspace's folder
 * @param leaves workspaces whose own dependencies do not count
 * @param without names of dependencies that do not count
 * @returns keys of the lockfile: folders from the root, those of workspaces among them
 */
export function closureOf(
  lock: Lock,
  from: string,
  leaves: readonly string[],
  without: readonly string[] = [],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const pending = [from];
  for (let given = pending.pop(); given !== undefined; given = pending.pop()) {
    const { link, resolved } = lock[given] ?? {};
    const path = link && resolved !== undefined ? resolved : given;
    const entry = lock[path];
    if (entry === undefined || reached.has(path)) continue;
    reached.add(path);
    if (leaves.includes(path)) continue;
    const { dependencies, optionalDependencies, peerDependencies } = entry;
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    pending.push(...names.filter((name) => !without.includes(name)).map((name) => foundFrom(lock, path, name)));
  }
  return reached;
}

/** The folder in which Node finds a package: in the nearest `node_modules` upwards. */
function foundFrom(lock: Lock, path: string, name: string): string {
  for (let at = path; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (candidate in lock || at === '') return candidate;
  }
}
